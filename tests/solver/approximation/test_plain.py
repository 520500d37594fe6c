"""A formula as short as it is on a box."""

import numpy as np
import pytest

from symplex.expression import CONSTANT, Symbol, apply, leaf, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.solver.approximation.plain import plain

COLUMNS = {"x": np.linspace(0, 1, 11), "t": np.linspace(0.5, 2, 11)}
SCOPE = Scope(variables=("x", "t"), parameters=(), unknowns=())
X = symbol("x")


def c(value):
    return leaf(CONSTANT, value)


@pytest.mark.parametrize(
    ("text", "shorter"),
    [
        ("abs(x)", "x"),
        ("abs(-x - 1)", "-(-x - 1)"),
        ("max(t, -x)", "t"),
        ("min(t, -x)", "-x"),
        ("max(x, 0.5)", "max(x, 1/2)"),
        ("x*1 + 0", "x"),
        ("--x", "x"),
    ],
)
def test_what_is_not_there_is_not_written(text, shorter):
    assert to_text(plain(parse(text, SCOPE), COLUMNS)) == to_text(parse(shorter, SCOPE))


@pytest.mark.parametrize(
    ("formula", "shorter"),
    [
        (c(2.0) * (c(3.0) * X), c(6.0) * X),
        (apply("square", c(-3.0)) * X, c(9.0) * X),
        (X + c(-2.0) * X, X - c(2.0) * X),
        (c(-2.0) + X, X - c(2.0)),
        (X - c(-2.0) * X / c(4.0), X + c(2.0) * X / c(4.0)),
        (c(1.0) * X + c(0.0), X),
    ],
)
def test_constants_are_joined(formula, shorter):
    assert plain(formula, COLUMNS) == shorter


def test_no_value_changes():
    formula = apply("abs", c(-2.0) * (X + c(-3.0) * apply("exp", c(0.5) * c(2.0) * X)))
    short = plain(formula, COLUMNS)
    assert short.size < formula.size
    np.testing.assert_allclose(evaluate(short, COLUMNS), evaluate(formula, COLUMNS))
    assert Symbol("x") in short.tokens
