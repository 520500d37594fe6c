"""The search on known values, once a solution was seen."""

import math
import sys

import pytest

from support.boundaries import tolerant
from support.reasons import codes_of
from support.reference_values import reference_of, reference_values_of
from symplex.codes import RunCode
from symplex.expression import apply, symbol
from symplex.expression.evaluate import evaluate
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.propose.candidates.settings import DEFAULT
from symplex.reasons import Code, Reason
from symplex.solver.approximation.families import constant
from symplex.solver.search.loop import Search
from symplex.solver.search.state import Finding, RunOptions
from symplex.solver.solution.approximating import Acceptance, Begun, Plan
from symplex.solver.solution.by_values import ByValues, Values, ValueSearch
from symplex.solver.solution.finisher import Finisher
from symplex.work.boundary import Boundary
from symplex.work.clock import Deadline

# What a course does with the values of a reference.

MODULE = sys.modules["symplex.solver.solution.by_values"]
X = symbol("x")
LINE = Problem(["u_x = u"], {"x": [0, 1]}, [("x = 0", "u = 1")])
CLOSE = constant(1.0) + (constant(1.0) + constant(0.7) * X) * X
"""A parabola that is not far from the reference."""
MOVE = Origin(Writer.MOVE)
FOUND = Finding(CLOSE, MOVE)


@pytest.fixture(autouse=True)
def known(monkeypatch):
    calls = []

    def reference(problem, **rest):
        calls.append(rest)
        return reference_of(problem, "1 + atan(2*x)*exp(-x)/3 + x")

    monkeypatch.setattr("symplex.solver.solution.approximating.reference", reference)
    monkeypatch.setattr("symplex.solver.approximation.families._WORK", 0)
    return calls


def made(seconds=999.0, boundary=None, **rest):
    boundary = boundary or Boundary()
    options = RunOptions(seed=1, threads=1, deadline=Deadline(seconds), boundary=boundary)
    plan = Plan(DEFAULT, options, (), **rest)
    search = Search(LINE, DEFAULT, options)
    return ByValues(LINE, plan, search, Finisher(LINE, options.deadline)), search, options.deadline


def test_a_reference_is_looked_for_after_counted_work_whatever_the_clock(known):
    values, search, clock = made(6.0)
    assert clock.kept == 1.5
    search.state.written[Writer.MOVE] = MODULE.AFTER - 1
    assert list(values.turns()) == []
    assert not known
    search.state.written[Writer.MOVE] = MODULE.AFTER
    clock.started -= 4.0
    list(values.turns())
    assert len(known) == 1
    assert known[0]["budget"].deadline is clock  # nothing but the end of the run cuts it short
    assert clock.kept == 0.0  # nothing is kept for the end any more
    values.begin_at_the_end()
    assert clock.kept == 0.0
    assert len(known) == 1


def test_what_values_speak_against_waits_for_its_attempt():
    values, search, _ = made()
    assert not values.puts_off(FOUND)
    search.state.written[Writer.MOVE] = MODULE.AFTER
    list(values.turns())
    assert values.puts_off(FOUND)
    assert not values.puts_off(Finding(apply("exp", X), MOVE))
    place = values.position()
    assert place.put_off == (FOUND,)
    again, other, _ = made()
    again.again(place)
    assert again.position().put_off == place.put_off
    assert again.position().begun == place.begun == Begun()
    for one, state in ((values, search.state), (again, other.state)):
        state.written[Writer.MOVE] = MODULE.AFTER + MODULE._WAIT
        one._values.turns = lambda *_: iter(())  # it would search for seconds
        assert list(one.turns()) == [FOUND]
        assert one.position().put_off == ()
        assert list(one.turns()) == []


def test_it_is_begun_again_only_where_it_had_begun(known):
    values, *_ = made()
    values.again(Values())
    assert not known
    assert values.approximating.is_open
    slow = Reason(RunCode.MEASURED_NO_REFERENCE, reason=Code.BUDGET_STEPS)
    values.again(Values(Begun(note=slow)))
    assert values.remarks == (slow,)
    assert not known


def test_own_formulas_are_accepted_when_the_reference_is_known():
    values, search, _ = made(acceptance=Acceptance(0.05))
    assert values.accepted is None
    search.state.written[Writer.MOVE] = MODULE.AFTER
    list(values.turns())
    assert values.accepted is not None
    assert values.accepted.error.maximum <= 0.05


def test_losses_of_formulas_by_values_are_not_known():
    values, search, _ = made()
    search.state.written[Writer.MOVE] = MODULE.AFTER + 200
    list(values.turns())
    assert values.candidates >= 100
    assert all(math.isnan(one.loss) for one in values.found())


def failing(*_):
    raise ValueError("odd")


def test_a_failure_costs_no_finding(monkeypatch):
    monkeypatch.setattr("symplex.solver.solution.by_values.ValueSearch", failing)
    boundary = tolerant()
    values, search, _ = made(boundary=boundary)
    search.state.written[Writer.MOVE] = MODULE.AFTER
    assert list(values.turns()) == []
    monkeypatch.setattr(values.approximating, "rules_out", failing)
    assert not values.puts_off(FOUND)
    assert codes_of(boundary.remarks) == [RunCode.INGREDIENT_FAILED] * 2
    first, second = boundary.remarks
    assert RunCode.INGREDIENT_VALUES in first.codes
    assert RunCode.INGREDIENT_MEASURING in second.codes


def test_what_is_heard_twice_is_weighed_once(monkeypatch):
    values, search, _ = made()
    search.state.written[Writer.MOVE] = MODULE.AFTER
    list(values.turns())
    values._values.turns = lambda *_: iter([Finding(X, MOVE)] * 3)
    monkeypatch.setattr(values.approximating, "rules_out", lambda _: False)
    assert list(values.turns()) == [Finding(X, MOVE)]


# A search by values.

CLOCK = Deadline()
SLOPE = Problem(["u_x = 1"], {"x": [0, 1]}, [("x = 0", "u = 1")])
"""What it says is of no importance here."""


def search(saved=None):
    reference = reference_values_of(SLOPE, "2 + sin(3*x)*exp(-x)")
    options = RunOptions(seed=1, threads=1, make_evaluator=evaluator)
    return ValueSearch(SLOPE, DEFAULT, options, reference, saved)


def test_it_ends_its_turn_with_its_share():
    made = search()
    assert list(made.turns(0, CLOCK)) == []
    assert made.candidates == 0
    list(made.turns(1_000, CLOCK))
    assert 500 <= made.candidates < 4_000


def test_what_has_the_values_is_found():
    made = search()
    tree = next(made.turns(200_000, CLOCK)).tree
    x = {"x": 0.37}
    truth = reference_values_of(SLOPE, "2 + sin(3*x)*exp(-x)")
    assert truth.measure({"u": tree}).maximum < 1e-6
    assert evaluate(tree, x) > 2


def test_its_front_is_by_errors():
    made = search()
    list(made.turns(4_000, CLOCK))
    losses = [one.loss for one in made.front]
    assert losses == sorted(losses, reverse=True)
    assert made.below(1.0)
    assert all(one in made.front for one in made.below(0.1))


def test_it_goes_on_from_where_it_was():
    whole = search()
    list(whole.turns(3_000, CLOCK))
    saved = whole.saved()
    again = search(saved)
    assert again.candidates == whole.candidates
    for made in (whole, again):
        list(made.turns(12_000, CLOCK))
    assert whole.front == again.front
    assert whole.candidates == again.candidates


def test_the_clock_ends_its_turn():
    made = search()
    assert list(made.turns(1_000, Deadline(0.0))) == []
    assert made.candidates == 0
