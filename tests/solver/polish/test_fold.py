"""Constants that stand together become one."""

import numpy as np

from symplex.expression import CONSTANT, Expression, apply, leaf, symbol, tuple_of
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.solver.polish.fold import folded

SCOPE = Scope(variables=("x", "y", "t"))


def formula(text: str) -> Expression:
    return parse(text, SCOPE)


# Constants that stand together become one.


def slot(value: float) -> Expression:
    return leaf(CONSTANT, value)


def test_constants_that_stand_together_are_joined() -> None:
    x = symbol("x")
    joined = folded(slot(6.0) * x / slot(2.0) + slot(1.0) - (slot(3.0) - symbol("t")))
    assert len(joined.constants) == 2
    points = {"x": np.array([0.5, 2.0]), "t": np.array([1.0, 3.0])}
    assert np.allclose(evaluate(joined, points), 3 * points["x"] - 2 + points["t"])


def test_exact_numbers_are_not_joined() -> None:
    assert folded(formula("2*x*3 + 1 + 4")) == formula("2*x*3 + 1 + 4")


def test_a_system_keeps_its_components() -> None:
    x = symbol("x")
    pair = apply(tuple_of(2), slot(2.0) * slot(3.0) * x, slot(1.0) + slot(4.0))
    assert [part.constants for part in folded(pair).components] == [(6.0,), (5.0,)]
