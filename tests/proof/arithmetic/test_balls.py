"""The error of a ball covers the true value, and does not depend on earlier computations."""

import mpmath
import numpy as np
import pytest

from symplex.budget import Budget, OutOfTime
from symplex.expression.evaluate import interpret
from symplex.proof.arithmetic.balls import Ball, ball_backend, double_field, precise_field

FORMULAS = [
    *("sin(3*x)", "cos(x + y)", "tan(x/3)", "exp(x*y)", "log(x + 1.5)", "abs(x) - abs(y)"),
    *("max(x, y)", "min(x, 2*y)", "relu(x)", "erf(2*x)", "sinh(x)", "cosh(x + 1)", "tanh(5*x)"),
    *("asin(x)", "acos(x*y)", "atan(9*x)", "x^3 - y^2", "x^4", "sqrt(x^2 + y^2)", "1/(x + 2)"),
    *("1/(x^2 + 0.1)", "(x + 1.1)^(3/2)", "(x + 1.1)^(-1/2)", "sign(x)", "0.1*x + 1/3", "pi*x"),
]


@pytest.mark.parametrize("text", FORMULAS)
def test_the_error_of_a_ball_covers_the_true_value(text, read):
    formula, random = read(text), np.random.default_rng(1)
    rows = random.uniform(-1, 1, (30, 2))
    double, precise = double_field(), precise_field(40)
    zero = np.zeros(30)
    columns = {"x": Ball(rows[:, 0], zero, double), "y": Ball(rows[:, 1], zero, double)}
    found = interpret(formula, ball_backend(double), columns)
    for index, (x, y) in enumerate(rows):
        point = {n: Ball(mpmath.mpf(v), mpmath.mpf(0), precise) for n, v in (("x", x), ("y", y))}
        true = interpret(formula, ball_backend(precise), point).value
        value, error = (np.broadcast_to(part, (30,))[index] for part in (found.value, found.error))
        assert not abs(mpmath.mpf(value) - true) > error


def test_cancellation_is_not_taken_for_an_error(read):
    formula = read("(1 + x)^3 - 1 - 3*x - 3*x^2 - x^3")
    field = double_field()
    x = np.random.default_rng(2).uniform(-1e3, 1e3, 100)
    ball = interpret(formula, ball_backend(field), {"x": Ball(x, 0 * x, field)})
    assert np.all(np.abs(ball.value) <= ball.error)


def test_a_long_computation_ends_with_its_budget(read):
    field = double_field(Budget(seconds=0))
    x = Ball(np.ones(3), np.zeros(3), field)
    with pytest.raises(OutOfTime, match="time limit of 0 s"):
        interpret(read("x + x"), ball_backend(field), {"x": x})


def test_constants_do_not_depend_on_earlier_precision():
    before = precise_field(50).functions.pi()
    with mpmath.workdps(3_000):
        mpmath.mpf(mpmath.pi)
    assert precise_field(50).functions.pi() == before
