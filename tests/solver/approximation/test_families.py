"""Families with constants inside of functions."""

import pytest

from support.yardsticks import yardstick_of
from symplex.problem import Problem
from symplex.solver.approximation.families import families
from symplex.solver.approximation.values import ValueFit

LINE = Problem(["u_t = u"], {"t": [0, 20]}, [("t = 0", "u = 1")])
PLANE = Problem(["u_t = u_xx"], {"x": [-3, 3], "t": [0, 2]}, [("t = 0", "u = exp(-x^2)")])


def best(problem, solution):
    yardstick = yardstick_of(problem, solution)
    made = list(families(problem, "u", yardstick))
    fitted = ValueFit(yardstick, problem.variables, "u").fitted(made, steps=80)
    return min(yardstick.measure({"u": one}).maximum for one in fitted)


@pytest.mark.parametrize(
    ("problem", "solution"),
    [
        (LINE, "2 + 3*exp(-t/4)"),
        (LINE, "1 - 2*tanh(t/3 - 2)"),
        (LINE, "cos(0.4*t + 1)*exp(-t/10)"),
        (LINE, "5/(1 + (t/4 - 3)^2)"),
        (PLANE, "exp(-(x - 0.7*t)^2)"),
        (PLANE, "exp(-t)*sin(1.5*x + 1)"),
        (PLANE, "3 + tanh(2*x - t)"),
        (PLANE, "exp(-x^2)*cos(4*t)"),
        (PLANE, "2*sin(1.5*x + 1)*cos(2*t)"),
        (PLANE, "exp(-(x/(1 + t/3))^2)/(1 + t/3)"),
    ],
)
def test_members_of_a_family_are_found(problem, solution):
    assert best(problem, solution) < 1e-4


def test_families_are_the_same_every_time():
    yardstick = yardstick_of(PLANE, "exp(-x^2 - t)")
    assert list(families(PLANE, "u", yardstick)) == list(families(PLANE, "u", yardstick))
