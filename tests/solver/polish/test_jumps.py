"""Constants in signs: from the balance of fluxes where something jumps."""

import pytest

from support.partial import cauchy
from symplex.expression.parse import Scope, parse
from symplex.problem import Problem
from symplex.proof.verify import verify
from symplex.solver.polish.completion import Completer, Skeleton
from symplex.solver.polish.jumps import jump_conditions
from symplex.work.budget import Budget


def skeleton(constants, **texts):
    scope = Scope(("x", "t"), (*constants, "k"), tuple(texts))
    return Skeleton({name: parse(text, scope) for name, text in texts.items()}, tuple(constants))


def is_solved(problem, told):
    """Whether algebra finds constants for which the formulas are proved."""
    found = Completer(problem).solved(told, None, Budget.unlimited())
    return any(not one.constants and verify(problem, one.formulas).is_exact for one in found)


@pytest.mark.parametrize(
    ("equation", "data", "told"),
    [
        ("u_t + u*u_x = 0", "(1 - sign(x))/2", "(1 - sign(x - a*t))/2"),
        ("u_t + u^3*u_x = 0", "(1 - sign(x))/2", "(1 - sign(x - a*t))/2"),
        ("u_t + u*u_x = 0", "k*(1 - sign(x))/2", "k*(1 - sign(x - a*t))/2"),
        ("diff(u, t) + diff(u - u^2, x) = 0", "(2 + sign(x))/4", "(2 + sign(x - a*t))/4"),
        ("u_t + k*u_x = 0", "sign(x)", "sign(x - a*t)"),
    ],
)
def test_the_speed_of_a_shock(equation, data, told):
    problem = cauchy(equation, f"u = {data}", parameters={"k": [1, 2]})
    assert is_solved(problem, skeleton("a", u=told))


def test_the_speeds_of_a_system():
    equations, data = ["p_t + 4*v_x = 0", "v_t + p_x = 0"], ["p = sign(x)", "v = 0"]
    conditions = [("t = 0", one) for one in data]
    problem = Problem(equations, {"x": [-1, 1], "t": [0, 1]}, conditions, unknowns=["p", "v"])
    sums = {"p": "(sign(x - a*t) + sign(x + b*t))/2", "v": "c*(sign(x - a*t) - sign(x + b*t))"}
    assert is_solved(problem, skeleton("abc", **sums))


@pytest.mark.parametrize(
    ("equation", "told"),
    [
        ("u_t + u*u_x = 0", "exp(-a*t)*x"),  # nothing jumps
        ("u_t = u_xx", "sign(x - a*t)"),  # no law of the first order
        ("u_t + u_x^2 = 0", "sign(x - a*t)"),  # not affine
        ("u_t + u*u_x = 0", "x + sign(x - a*t) + sign(x - 2 + t)"),  # beside another wave
        ("u_t + x*u*u_x = 0", "sign(sin(x - t)*x - a*t + exp(x))"),  # no place is found
    ],
)
def test_where_nothing_is_asked(equation, told):
    problem = cauchy(equation, "u = x")
    formulas = skeleton("a", u=told).formulas
    assert list(jump_conditions(problem, formulas, Budget.unlimited())) == []
