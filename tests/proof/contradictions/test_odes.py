"""Ordinary equations whose solutions are all known, and data that none of them meets."""

import pytest

from support.statements import formula, on_rod, ordinary
from symplex.codes import StatementCode
from symplex.expression import number
from symplex.proof.contradictions.linear_odes import general_solution, linear_odes, sides_at
from symplex.proof.contradictions.ordinary import (
    as_ordinary,
    is_linear,
    may_be_excessive,
    orders_of,
)
from symplex.proof.contradictions.well_posed import well_posed
from symplex.reasons import Reason
from symplex.solver.consistency import textbook
from symplex.work.budget import Budget

PI = {"x": [0, "pi"]}


@pytest.mark.parametrize(
    ("problem", "why"),
    [
        (
            ordinary("u_xx = 0", ("x = 0", "u = 0"), ("x = 1", "u = 1"), ("x = 1/2", "u = 0.7")),
            {"solution": "u = x", "left": "1/2"},
        ),
        (ordinary("u_x = u", ("x = 0", "u = 1"), ("x = 1", "u = 1")), {"solution": "u = exp(x)"}),
        (ordinary("u_xx = 1", ("x = 0", "u_x = 0"), ("x = 1", "u_x = 0")), {"value": "-1"}),
        (
            ordinary("u_xx + u = 0", ("x = 0", "u = 0"), ("x = pi", "u = 1"), domain=PI),
            {"value": "1"},
        ),
        (ordinary("u_xx + u = sin(x)", ("x = 0", "u = 0"), ("x = pi", "u = 0"), domain=PI), {}),
        (ordinary("x*u_x = u", ("x = 0", "u = 1"), ("x = 1", "u = 2")), {"solution": "u = c1*x"}),
        (ordinary("u_x + 2*x*u = x", ("x = 0", "u = 1"), ("x = 1", "u = 1")), {}),
    ],
)
def test_conditions_that_no_solution_satisfies(problem, why):
    (found,) = linear_odes(textbook, problem, Budget.unlimited())
    assert found.because.code in (
        StatementCode.CONTRADICTION_ONLY_SOLUTION,
        StatementCode.CONTRADICTION_EVERY_SOLUTION,
    )
    assert why.items() <= dict(found.because.facts).items()


@pytest.mark.parametrize(
    "problem",
    [
        ordinary("u_xx = 0", ("x = 0", "u = 0"), ("x = 1", "u = 1"), ("x = 1/2", "u = 1/2")),
        ordinary("u_x = u", ("x = 0", "u = 1"), ("x = 1", "u = exp(1)")),
        ordinary("u_xx = exp(x)", ("x = 0", "u_x = 0"), ("x = 1", "u_x = exp(1) - 1")),
        ordinary("u_xx + u = sin(2*x)", ("x = 0", "u = 0"), ("x = pi", "u = 0"), domain=PI),
        ordinary("u_xx + u = 0", ("x = 0", "u = 0"), ("x = pi", "u = 0"), domain=PI),
        # Of Airy's equation no formula is known here.
        ordinary("u_xx = x*u", ("x = 0", "u = 1"), ("x = 0", "u_x = 0"), ("x = 1", "u = 9")),
    ],
)
def test_silence_where_one_does_or_none_is_known(problem):
    assert list(linear_odes(textbook, problem, Budget.unlimited())) == []


def test_a_system():
    conditions = ("x = 0", "u = 0"), ("x = 0", "v = 1"), ("x = pi", "u = 1")
    problem = ordinary(["u_x = v", "v_x = -u"], *conditions, domain=PI, unknowns=["u", "v"])
    (found,) = linear_odes(textbook, problem, Budget.unlimited())
    facts = {"solution": "u = sin(x), v = cos(x)", "left": "0", "right": "1"}
    assert found.because == Reason(StatementCode.CONTRADICTION_ONLY_SOLUTION, **facts)


def test_a_general_solution_has_as_many_constants_as_its_order():
    found = general_solution(textbook, ordinary("u_xxx = u_x"), Budget.unlimited())
    assert found is not None
    assert len(found.constants) == 3
    assert general_solution(textbook, ordinary("u_xx = x*u"), Budget.unlimited()) is None


def test_both_sides_of_a_condition():
    problem = ordinary("u_xx = 0", ("x = 1", "u_x + u = 5"))
    assert sides_at(problem.conditions[0], {"u": formula("2*x")}) == (number(4), number(5))


HALF = {"x": [0, "1/2"]}


@pytest.mark.parametrize(
    ("equation", "first", "second", "bad"),
    [
        ("u_x = u^2", "u = 1", "u = 3", True),
        ("u_x = u^2", "u = 1", "u = 2", False),
        ("u_x = 1 + u^2", "u = 0", "u = 1", True),
        ("u_x = u*(1 - u)", "u = 1/2", "u = 1/2", True),
        # Not unique: a root at zero, and two branches.
        ("u_x = sqrt(u)", "u = 0", "u = 1", False),
        ("u_x^2 = u^2", "u = 1", "u = exp(-1/2)", False),
        # No formula.
        ("u_x = sin(u*x)", "u = 1", "u = 9", False),
    ],
)
def test_a_value_beyond_the_initial_one(equation, first, second, bad):
    problem = ordinary(equation, ("x = 0", first), ("x = 1/2", second), domain=HALF)
    assert bool(list(well_posed(textbook, problem, Budget.unlimited()))) is bad


def test_the_unique_solution_is_shown():
    conditions = ("x = 0", "u = 1"), ("x = 0", "u_x = 1"), ("x = 1/2", "u = 3")
    (found,) = well_posed(
        textbook, ordinary("u_xx = 2*u^3", *conditions, domain=HALF), Budget.unlimited()
    )
    facts = {"solution": "u = 1/(1 - x)", "left": "2", "right": "3"}
    assert found.because == Reason(StatementCode.CONTRADICTION_ONLY_SOLUTION, **facts)


def test_boundary_values_alone_are_no_start():
    problem = ordinary("u_xx = 2*u^3", ("x = 0", "u = 1"), ("x = 1/2", "u = 3"), domain=HALF)
    assert list(well_posed(textbook, problem, Budget.unlimited())) == []


def test_a_variable_that_nothing_differentiates_by_is_a_parameter():
    found = as_ordinary(on_rod("u_tt = -x*u", ("t = 0", "u = x")))
    assert found is not None
    assert found.variables == ("t",)
    assert list(found.parameters) == ["x"]
    assert orders_of(found) == {"u": 2}


def test_a_pde_is_no_ode():
    assert as_ordinary(on_rod("u_t = u_xx")) is None
    assert as_ordinary(on_rod("u_t = u", ("x = 0", "u = 1"))) is None


@pytest.mark.parametrize(
    ("problem", "excessive"),
    [
        (ordinary("u_xx = u", ("x = 0", "u = 1"), ("x = 0", "u_x = 1")), False),
        (ordinary("u_xx = u", ("x = 0", "u = 1"), ("x = 1", "u = 1")), True),
        (ordinary("u_x = u", ("x = 0", "u = 1"), ("x = 0", "u_x = 1")), True),
        (ordinary("x*u_x = u", ("x = 0", "u = 1")), True),
        (ordinary("x*u_x = u", ("x = 1", "u = 1")), False),
        (ordinary("u_x = u"), False),
    ],
)
def test_which_conditions_may_be_too_many(problem, excessive):
    assert may_be_excessive(problem) is excessive


def test_linear_problems():
    assert is_linear(ordinary("u_xx = x*u + sin(x)", ("x = 0", "u + u_x = 1")))
    assert not is_linear(ordinary("u_xx = u", ("x = 0", "u^2 = 1")))
