"""Sums of few sines."""

import pytest

from support.yardsticks import yardstick_of
from symplex.expression import symbol
from symplex.expression.operators import EXP
from symplex.problem import Problem
from symplex.solver.approximation.families import waves
from symplex.solver.approximation.values import ValueFit

LINE = Problem(["u_tt = -u"], {"t": [0, 12]}, [("t = 0", "u = 1"), ("t = 0", "u_t = 0")])


def found(solution):
    """The sums with their errors."""
    yardstick = yardstick_of(LINE, solution)
    fit = ValueFit(yardstick, ("t",), "u")
    made = waves(
        symbol("t"),
        yardstick.columns["t"],
        yardstick.values["u"],
        lambda formula: fit.fitted([formula], steps=80)[0],
    )
    return [(one, yardstick.measure({"u": one}).maximum) for one in made]


def test_frequencies_are_found_one_after_the_other():
    sums = found("1.5 + sin(0.81*t + 1) + 0.2*sin(2.5*t)")
    assert sums[0][1] > 0.05
    assert sums[1][1] < 1e-5
    assert sums[0][0].size < sums[1][0].size


@pytest.mark.parametrize("rate", ["-t/9", "-t/3"])
def test_damping_is_tried_too(rate):
    damped = [error for one, error in found(f"exp({rate})*sin(1.7*t)") if EXP in one.operators]
    assert min(damped) < 1e-5
