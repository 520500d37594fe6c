"""Formulas that are fitted to values."""

import pytest

from support.yardsticks import yardstick_of
from symplex.problem import Problem
from symplex.solver.approximation.proposals import MAX_NODES, proposals
from symplex.work.budget import Budget

LINE = Problem(["u_x = u"], {"x": [0, 3]}, [("x = 0", "u = 1")])
PLANE = Problem(
    ["u_t = u_xx"],
    {"x": [0, 1], "t": [0, 1]},
    [("t = 0", "u = sin(pi*x)"), ("x = 0", "u = 0"), ("x = 1", "u = 0")],
)


@pytest.mark.parametrize(
    ("problem", "solution"),
    [
        (LINE, "atan(x)*exp(-x/2)"),
        (LINE, "sin(5*x)/(1 + x)"),
        (LINE, "erf(x - 1)"),
        (PLANE, "sin(pi*x)*exp(-4*t)*(1 + t*x)"),
        (PLANE, "sqrt(1 + x*t)*sin(pi*x)"),
    ],
)
def test_smooth_functions_to_a_hundredth(problem, solution):
    yardstick = yardstick_of(problem, solution)
    found = list(proposals(problem, "u", yardstick, Budget.unlimited()))
    assert min(yardstick.measure({"u": one}).maximum for one in found) < 0.01
    assert all(one.size <= MAX_NODES for one in found)


def test_without_time_there_are_few():
    yardstick = yardstick_of(LINE, "atan(x)*exp(-x/2)")
    few = list(proposals(LINE, "u", yardstick, Budget(0.0)))
    assert 0 < len(few) < 30
