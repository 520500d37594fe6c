"""What is offered when there is no proof."""

import sys

import pytest

from support.boundaries import tolerant
from support.reference_values import formulas_of, reference_of
from symplex.codes import ReferenceCode, RunCode
from symplex.expression import apply, symbol
from symplex.numerics.reference.result import NoReference
from symplex.origin import UNRECORDED
from symplex.problem import Problem
from symplex.propose.structure.reference_cache import ReferenceCache
from symplex.reasons import Code, Reason
from symplex.sentences import sentence
from symplex.solver.approximation import Approximation, Measured
from symplex.solver.approximation.families import constant
from symplex.solver.solution.approximating import (
    Acceptance,
    Approximating,
    Begun,
    chosen,
    seconds_kept,
)
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

MODULE = sys.modules["symplex.solver.solution.approximating"]
X = symbol("x")
LINE = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])


@pytest.fixture
def known(monkeypatch):
    calls = []

    def reference(problem, **rest):
        calls.append(rest)
        return reference_of(problem, "1 + atan(2*x)*exp(-x)")

    monkeypatch.setattr(MODULE, "reference", reference)
    return calls


def found(*texts):
    return [Approximation.unmeasured(formulas_of(LINE, text), UNRECORDED, 0.5) for text in texts]


def test_a_reference_is_looked_for_once(known):
    made = Approximating(LINE)
    clock = Deadline()
    made.begin(clock)
    made.begin()
    assert known == [{"tolerance": 5e-3, "budget": Budget(clock), "parameters": None}]
    assert not made.is_open


def test_others_formulas_are_measured_beside_own_ones(known):
    made = Approximating(LINE)
    assert made.front(found("1 + x")) == ()
    made.begin()
    front = made.front(found("1 + x", "1 + atan(2*x)*exp(-x)"))
    assert "u = 1 + atan(2*x)*exp(-x)" in [one.text for one in front]
    assert front[-1].error.maximum < 1e-9
    assert all(one.error is not None for one in front)
    assert made.own
    assert made.note is None


ILL_POSED = Reason(ReferenceCode.REFERENCE_ILL_POSED)


def test_why_there_is_none_is_noted(monkeypatch):
    monkeypatch.setattr(MODULE, "reference", lambda *_, **__: NoReference(ILL_POSED, 0.1))
    made = Approximating(LINE)
    made.begin()
    assert made.note == Reason(RunCode.MEASURED_NO_REFERENCE, reason=ILL_POSED)
    assert made.front(found("1 + x")) == ()


def test_a_reference_that_is_far_off_itself_measures_nothing(monkeypatch):
    coarse = reference_of(LINE, "x", error=0.5)
    monkeypatch.setattr(MODULE, "reference", lambda *_, **__: coarse)
    made = Approximating(LINE)
    made.begin()
    assert made.note == Reason(RunCode.MEASURED_REFERENCE_OFF, error="50 %")
    assert made.reference_values is None
    assert made.accepted(Acceptance(0.1), found("x")) is None


@pytest.mark.parametrize("failure", [ValueError("a column is not finite"), OverflowError("large")])
def test_what_fails_on_the_way_is_noted(known, monkeypatch, failure):
    def fail(*_):
        raise failure

    monkeypatch.setattr(MODULE.ReferenceValues, "of", fail)
    made = Approximating(LINE)
    boundary = tolerant()
    made.begin(boundary=boundary)
    assert made.note == Reason(RunCode.MEASURED_FAILED)
    assert str(failure) in sentence(boundary.remarks[0])
    assert made.front(found("1 + x")) == ()


GROWTH = Problem(["u_x = k*u"], {"x": [0, 1]}, [("x = 0", "u = 1")], parameters={"k": [0, 4]})


def formula_reference(problem, *, parameters, **_):
    return reference_of(problem, "exp(k*x)", parameters=tuple(parameters))


def test_errors_are_measured_between_the_values_that_are_fitted(monkeypatch):
    monkeypatch.setattr(MODULE, "reference", formula_reference)
    made = Approximating(GROWTH)
    made.begin()
    assert {0.0, 1.0, 2.0, 3.0, 4.0} == set(made.reference_values.known.columns["k"])
    assert {0.6, 3.4} == set(made.reference_values.between.known.columns["k"])
    wiggle = "exp(k*x) + k*(k - 1)*(k - 2)*(k - 3)*(k - 4)"
    (one,) = made.front([Approximation.unmeasured(formulas_of(GROWTH, wiggle), UNRECORDED, 0.1)])[
        :1
    ]
    error = made.reference_values.measure(formulas_of(GROWTH, wiggle))
    assert error.maximum > 0.1
    assert " at " not in error.sentence
    assert one.error.where == ""


def test_where_nothing_is_known_between_the_values_are_said(monkeypatch):
    def reference(problem, *, parameters, **_):
        slow = NoReference(Reason(Code.BUDGET_STEPS), 1.0)
        return formula_reference(problem, parameters=parameters) if len(parameters) > 2 else slow

    monkeypatch.setattr(MODULE, "reference", reference)
    made = Approximating(GROWTH)
    made.begin()
    error = made.reference_values.measure(formulas_of(GROWTH, "exp(k*x)"))
    assert "of the range at k = 0, 1, 2, 3, 4 (reference error" in error.sentence
    assert Measured.from_json(error.to_json()) == error


def test_a_search_for_a_reference_in_vain_is_noted(monkeypatch):
    none = NoReference(ILL_POSED, 0.1, tried=True)
    monkeypatch.setattr(MODULE, "reference", lambda *_, **__: none)
    made = Approximating(LINE)
    made.begin()
    assert made.note == Reason(RunCode.MEASURED_NO_SOLUTION, reason=ILL_POSED)


def test_it_can_be_switched_off(known):
    made = Approximating(LINE, wanted=False)
    made.begin()
    assert not known
    assert made.front(found("1 + x")) == ()


def test_the_smallest_formula_that_is_good_enough_is_accepted(known):
    made = Approximating(LINE)
    made.begin()
    coarse, fine = (made.accepted(Acceptance(error)) for error in (0.1, 1e-4))
    assert coarse.size < fine.size
    assert coarse.error.maximum <= 0.1
    assert fine.error.maximum <= 1e-4
    assert made.accepted(Acceptance(1e-4, size=4)) is None
    wanted = Acceptance(1e-8, size=10)
    assert made.accepted(wanted) is None
    truth = "1 + atan(2*x)*exp(-x)"
    assert made.accepted(wanted, found("x", truth)).text == f"u = {truth}"
    assert made.accepted(Acceptance(1e-10, size=10), found("x", truth)) is None


def test_the_knee_is_chosen_where_errors_are_measured_and_nothing_elsewhere():
    formulas = formulas_of(LINE, "x")
    measured = [
        Approximation(size, 0.1, formulas, Measured(error, error, 0.0))
        for size, error in ((3, 0.3), (8, 0.004), (30, 0.003))
    ]
    assert chosen(measured).size == 8
    by_loss = [Approximation(3, 0.3, formulas), Approximation(9, 0.1, formulas)]
    assert chosen(by_loss) is None
    assert chosen([*measured, *by_loss]) is None
    assert chosen([]) is None


def test_what_only_comes_close_is_ruled_out(known):
    made = Approximating(LINE)
    assert not made.rules_out(formulas_of(LINE, "1 + x - x^2/2"))
    made.begin()
    cubic = constant(1.0) + (constant(1.6) - (constant(1.4) - constant(0.3) * X) * X) * X
    assert made.rules_out({"u": cubic})
    assert not made.rules_out(formulas_of(LINE, "1 + atan(2*x)*exp(-x)"))
    assert not made.rules_out(formulas_of(LINE, "5 - x"))
    right = constant(1.01) + apply("atan", constant(1.9) * X) * apply("exp", constant(-1.1) * X)
    assert not made.rules_out({"u": right})


def test_a_quarter_of_the_time_is_kept_for_the_end_within_bounds():
    assert [seconds_kept(limit) for limit in (6, 30, 300)] == [1.5, 5.0, 5.0]


def test_a_reference_at_the_end_leaves_time_for_fits(known):
    made = Approximating(LINE)
    made.begin(Deadline(10.0), share=0.5)
    assert known[0]["budget"].deadline.seconds <= 5.0


def test_a_solution_that_the_reference_has_missed_is_not_ruled_out(monkeypatch):
    """The reference is off by a thousandth, and says nothing of that."""
    wrong = reference_of(LINE, "exp(x) + 0.001*sin(9*x)")
    monkeypatch.setattr(MODULE, "reference", lambda *_, **__: wrong)
    monkeypatch.setattr("symplex.solver.approximation.families._WORK", 0)
    made = Approximating(LINE)
    made.begin()
    assert not made.rules_out(formulas_of(LINE, "exp(x)"))
    assert not made.rules_out({"u": apply("exp", constant(1 + 1e-14) * X)})
    assert made.rules_out(formulas_of(LINE, "exp(x) + x^2/1000"))


def test_the_reference_that_was_looked_at_is_used(known, monkeypatch):
    monkeypatch.setattr("symplex.solver.approximation.families._WORK", 0)
    cache = ReferenceCache()
    cache.found = reference_of(LINE, "exp(x)")
    made = Approximating(LINE, cache)
    made.begin()
    assert not known
    assert made.begun == Begun(shared=True)
    assert made.reference_values.measure(formulas_of(LINE, "exp(x)")).maximum == 0


def test_fits_end_with_the_clock_and_that_is_noted(known, monkeypatch):
    monkeypatch.setattr(MODULE, "_LEAST_SECONDS", 0.0)
    made = Approximating(LINE)
    made.begin(Deadline(0.0))
    assert made.front()
    assert made.note == Reason(RunCode.MEASURED_CUT)
    assert made.begun == Begun()


def test_it_begins_again_as_it_was(known, monkeypatch):
    monkeypatch.setattr("symplex.solver.approximation.families._WORK", 0)
    without = Approximating(LINE)
    without.begin_again(Begun(note="there was none"))
    assert (without.note, without.reference_values, known) == ("there was none", None, [])
    made, again = Approximating(LINE), Approximating(LINE)
    made.begin()
    again.begin_again(made.begun)
    assert again.own == made.own
    assert not again.is_open
