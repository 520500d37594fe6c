"""Constants that stand together become one, and kinks that are not there are left out."""

import numpy as np
import pytest

from symplex.expression import CONSTANT, Expression, apply, leaf, symbol, tuple_of
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text
from symplex.solver.polish.fold import folded, without_roots_of_squares, without_signs

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


def test_signs_are_dropped_only_where_they_are_known() -> None:
    text = "abs(t) + relu(t) + max(t, 0) + sqrt(t^2) + max(t, -t) + abs(x)"
    plain = without_signs(formula(text), {"t"})
    assert to_text(plain) == "t + t + t + t + t + abs(x)"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sqrt(x^2)", "abs(x)"),
        ("1 - sqrt(max(x^2, y^2))", "1 - max(abs(x), abs(y))"),
        ("sqrt(min((x - 1)^2, max(x^2, y^2)))", "min(abs(x - 1), max(abs(x), abs(y)))"),
        ("sqrt(max(x^2, y))", "sqrt(max(x^2, y))"),
        ("sqrt(x^2 + y^2)", "sqrt(x^2 + y^2)"),
    ],
)
def test_roots_of_squares_become_plain_kinks(text, expected):
    scope = Scope(("x", "y"))
    assert without_roots_of_squares(parse(text, scope)) == parse(expected, scope)


def test_exact_numbers_are_not_joined() -> None:
    assert folded(formula("2*x*3 + 1 + 4")) == formula("2*x*3 + 1 + 4")


def test_a_system_keeps_its_components() -> None:
    x = symbol("x")
    pair = apply(tuple_of(2), slot(2.0) * slot(3.0) * x, slot(1.0) + slot(4.0))
    assert [part.constants for part in folded(pair).components] == [(6.0,), (5.0,)]
