"""Ranges enclose every value, and say rightly whether an end is attained."""

import math
import random

import mpmath as mp
import pytest
from flint import arb

from support.random_trees import UndefinedError, exact_value, generator, random_tree
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.proof.checker.ranges import INFINITE, Range, range_of

BOX = {"x": Range((arb(0), True), (INFINITE, True)), "y": Range((arb(-1), False), (arb(2), False))}
FORMULAS = (
    *(
        "x*y",
        "x - y",
        "x/(y + 3)",
        "y^2 - y",
        "y^3",
        "1/(x + 1)",
        "sqrt(x)*y",
        "x^(2/3)",
        "1/x",
        "x^2",
    ),
    *(
        "exp(-x)",
        "log(x + 1)",
        "sin(3*y)",
        "cos(x)",
        "tan(y/2)",
        "sinh(y)",
        "cosh(y)",
        "tanh(x)",
        "erf(y)",
    ),
    *(
        "asin(y/2)",
        "acos(y/2)",
        "atan(x)",
        "abs(y)",
        "sign(y)",
        "max(x, y)",
        "min(x, y)",
        "relu(y)",
        "pi*y",
    ),
)


def ranged(text):
    return range_of(parse(text, Scope(("x", "y"))), BOX)


@pytest.mark.parametrize("text", FORMULAS)
def test_values_lie_inside(text):
    rng, formula, (low, high) = random.Random(0), parse(text, Scope(("x", "y"))), ranged(text)
    for _ in range(200):
        point = {"x": math.exp(rng.uniform(-9, 9)), "y": rng.uniform(-1, 2)}
        value = float(evaluate(formula, point))
        slack = 1e-9 * (1 + abs(value))
        assert arb(value + slack) >= low[0]
        assert arb(value - slack) <= high[0]


@pytest.mark.parametrize(
    "text", ["exp(-x)", "1/x", "x^2", "cosh(x) - 1", "1 - tanh(x)", "x*exp(y)", "atan(x)"]
)
def test_open_ends_show_that_nothing_is_zero(text):
    assert ranged(text).is_positive()


@pytest.mark.parametrize("text", ["0*x", "-(0*x)", "relu(y)", "y^2", "x*y", "abs(y)", "x - x"])
def test_a_zero_that_is_attained_is_not_left_out(text):
    assert not ranged(text).is_positive()
    assert not (-ranged(text)).is_positive()


def test_towers_overflow_to_no_bound():
    assert not ranged("exp(exp(exp(exp(x + 20)))) - exp(exp(exp(exp(x + 19))))").is_positive()


def test_zero_times_an_open_interval_is_attained_at_both_ends():
    low, high = ranged("0*x")
    assert low == high == (arb(0), False)


def interval(rng):
    """A random box for one symbol, and a way to draw points of it."""
    low, width = int(rng.integers(-3, 3)), int(rng.integers(0, 4))
    if rng.random() < 0.2:
        return Range((arb(low), True), (INFINITE, True)), lambda: low + float(rng.exponential(9))
    closed = Range((arb(low), False), (arb(low + width), False))
    return closed, lambda: float(rng.choice((low, low + width, low + width * rng.random())))


@pytest.mark.parametrize("seed", range(60))
def test_random_formulas_stay_in_their_ranges(seed):
    rng = generator(seed)
    formula = random_tree(rng, int(rng.integers(2, 9)), ("x", "y"), constants=0.0)
    drawn = {name: interval(rng) for name in ("x", "y")}
    low, high = range_of(formula, {name: box for name, (box, _) in drawn.items()})
    with mp.workdps(40):
        for _ in range(20):
            point = {name: mp.mpf(draw()) for name, (_, draw) in drawn.items()}
            try:
                value = exact_value(formula, point)
            except (UndefinedError, OverflowError):
                continue
            ball = arb(str(value)) * arb(1, 1e-20) + arb(0, 1e-30)
            assert not ball < low[0]
            assert not ball > high[0]


def test_an_interval_without_points_is_no_proof_of_a_sign():
    found = range_of(parse("sqrt(-1 - x)", Scope(("x", "y"))), BOX)
    assert not found.is_positive()
    assert not (-found).is_positive()
