"""What is offered when there is no proof."""

import sys

import pytest

from support.yardsticks import formulas_of, reference_of
from symplex.approximation import Approximation, Measured
from symplex.approximation.families import constant
from symplex.expression import apply, symbol
from symplex.problem import Problem
from symplex.reference import NoReference
from symplex.solution.approximating import Acceptance, Approximating, chosen, seconds_for

MODULE = sys.modules["symplex.solution.approximating"]
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
    return [(formulas_of(LINE, text), 0.5) for text in texts]


def test_a_reference_is_looked_for_once(known):
    made = Approximating(LINE)
    made.begin(2.0)
    made.begin()
    assert known == [{"tolerance": 1e-3, "limit": 2.0, "parameters": None}]
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
    assert made.note == ""


def test_why_there_is_none_is_noted(monkeypatch):
    monkeypatch.setattr(MODULE, "reference", lambda *_, **__: NoReference("it is ill-posed", 0.1))
    made = Approximating(LINE)
    made.begin()
    assert made.note == "errors are not measured, for want of a reference: it is ill-posed"
    assert made.front(found("1 + x")) == ()


def test_a_search_for_a_reference_in_vain_is_noted(monkeypatch):
    none = NoReference("no smooth function meets what is stated", 0.1, tried=True)
    monkeypatch.setattr(MODULE, "reference", lambda *_, **__: none)
    made = Approximating(LINE)
    made.begin()
    assert made.note == (
        "no solution was found numerically: no smooth function meets what is stated"
    )


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
    wanted = Acceptance(1e-9, size=10)
    assert made.accepted(wanted) is None
    truth = "1 + atan(2*x)*exp(-x)"
    assert made.accepted(wanted, found("x", truth)).text == f"u = {truth}"


def test_the_knee_is_chosen_where_errors_are_measured():
    formulas = formulas_of(LINE, "x")
    measured = [
        Approximation(size, 0.1, formulas, Measured(error, error, 0.0))
        for size, error in ((3, 0.3), (8, 0.004), (30, 0.003))
    ]
    assert chosen(measured).size == 8
    by_loss = [Approximation(3, 0.3, formulas), Approximation(9, 0.1, formulas)]
    assert chosen(by_loss).size == 9


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


def test_a_reference_may_take_a_third_of_the_time_within_bounds():
    assert [seconds_for(limit) for limit in (3, 30, 300)] == [5.0, 10.0, 15.0]
