"""What is sharper than the solution is not offered."""

import pytest

from support.yardsticks import formulas_of, yardstick_of
from symplex.problem import Problem
from symplex.solver.approximation.sharp import Smoothness

SMOOTH = Problem(["u_t = u_xx"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = cos(x)")])
KINKED = Problem(["u_t = u_x"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = abs(x)")])
FRONT = Problem(["u_t + u_x^2 = 0"], {"x": [-1, 1], "t": [0, 1]}, [("t = 0", "u = x")])
STEEP = Problem(["u_xx = u"], {"x": [0, 1]}, [("x = 0", "u = 1"), ("x = 1", "u = 0")])


def allows(problem, solution, formula):
    smoothness = Smoothness(problem, yardstick_of(problem, solution))
    return smoothness.allows(formulas_of(problem, formula))


@pytest.mark.parametrize(
    "formula",
    [
        "exp(-t)*cos(x)",
        "1/(1 + x^2 + t)",
        "sqrt(1 + t)*tanh(3*x)",
        "max(2 + x, t)",
        "log(2 + x)",
        "sin(9*x)",
    ],
)
def test_what_is_as_smooth_as_the_solution(formula):
    assert allows(SMOOTH, "exp(-t)*cos(x)", formula)


@pytest.mark.parametrize(
    "formula",
    [
        "min(cos(x) + sign(t), 1)",
        "x*tanh(10^6*x)",
        "abs(x)",
        "max(x, t)",
        "exp(-(1000*(x - 1/3))^2)",
        "1/(x - 0.37)",
        "cos(x) + 10^(-5)*log((x - 0.30013)^2)",
        "cos(x) + 10^(-5)*log(x - 0.30013)",
        "x^2/(x^2 + 10^(-8))",
        "10^9*x - (10^9 - 1)*x",
        "sin(5000*t)",
    ],
)
def test_steps_layers_poles_and_outsized_values(formula):
    assert not allows(SMOOTH, "exp(-t)*cos(x)", formula)


def test_a_statement_with_kinks_explains_kinks_but_no_steps():
    assert allows(KINKED, "abs(x + t)", "abs(x + t)")
    assert allows(FRONT, "x - t", "min(x - t, t)")
    assert not allows(KINKED, "abs(x + t)", "sign(x + t)")


def test_a_steep_solution_explains_a_steep_formula():
    assert allows(STEEP, "exp(-1000*x)", "exp(-900*x)")
    assert not allows(STEEP, "1 - x", "exp(-900*x)")
