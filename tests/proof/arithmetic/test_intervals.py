"""Bounds hold at every point of a box."""

import numpy as np
import pytest

from symplex.expression.evaluate import evaluate, interpret
from symplex.proof.arithmetic.intervals import Bounds, interval_backend, number

FORMULAS = [
    *("sin(3*x)", "cos(x + y)", "tan(x/3)", "exp(x*y)", "log(x + 1.5)", "abs(x) - abs(y)"),
    *("max(x, y)", "min(x, 2*y)", "relu(x)", "erf(2*x)", "sinh(x)", "cosh(x + 1)", "tanh(5*x)"),
    *("asin(x)", "acos(x*y)", "atan(9*x)", "x^3 - y^2", "x^4", "sqrt(x^2 + y^2)", "1/(x + 2)"),
    *("1/(x^2 + 0.1)", "(x + 1.1)^(3/2)", "(x + 1.1)^(-1/2)", "sign(x)", "0.1*x + 1/3", "pi*x"),
]


@pytest.mark.parametrize("text", FORMULAS)
def test_bounds_hold_at_every_point_of_a_box(text, read):
    formula, random = read(text), np.random.default_rng(0)
    for _ in range(100):
        centre, radius = random.uniform(-1, 1, 2), 10.0 ** random.uniform(-17, 0, 2)
        low, high = np.maximum(centre - radius, -1), np.minimum(centre + radius, 1)
        box = {name: Bounds(low[i : i + 1], high[i : i + 1]) for i, name in enumerate("xy")}
        found = interpret(formula, interval_backend(), box)
        rows = np.clip(low + (high - low) * random.random((40, 2)), low, high)
        values = evaluate(formula, {"x": rows[:, 0], "y": rows[:, 1]})
        values = values[np.isfinite(values)]
        assert np.all(values >= found.low) and np.all(values <= found.high)


def test_a_number_that_no_double_holds_is_enclosed(read):
    third = read("1/3").root.value
    assert number(third).low < third < number(third).high
    assert number(2).low == number(2).high == 2


def test_a_quotient_by_an_interval_around_zero_has_no_bounds():
    found = Bounds(1.0, 1.0) / Bounds(-1.0, 2.0)
    assert (found.low, found.high) == (-np.inf, np.inf)
