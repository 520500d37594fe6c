"""Formulas with corners and steps, as pieces between the places where they break."""

import numpy as np
import pytest

from support.textbook import arithmetic, formula
from symplex.exact.formulas.broken import broken
from symplex.expression.evaluate import evaluate
from symplex.expression.render import to_text

REAL = arithmetic(x=(-4.0, 4.0), a=(-1.0, 1.0))


def pieces(text):
    found = broken(formula(text), "x", REAL)
    return None if found is None else tuple(map(to_text, found.pieces))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("abs(x)", ("-x", "x")),
        ("max(1 - abs(x), 0)", ("0", "x + 1", "1 - x", "0")),
        ("(sign(x + 1) - sign(x - 1))/2", ("0", "1", "0")),
        ("x*(1 - sign(x^2 - 1))/2", ("0", "x", "0")),
        ("relu(x) + relu(-x)", ("-x", "x")),
        ("k + (k - 1)*sign(x - a)", ("1", "2*k - 1")),
        ("min(max(x, a), a + k)", ("a", "x", "a + k")),
        ("sign(x^2 + 1)*x + max(k, 0)", ("x + k",)),  # guards without zeros
        ("abs(x) - abs(x) + x^2", ("x^2",)),  # what cancels breaks nothing
    ],
)
def test_pieces_from_left_to_right(text, parts):
    assert pieces(text) == parts


@pytest.mark.parametrize("text", ["sign(x - a) + sign(x)", "abs(sin(x))", "sign(x^3 - x)"])
def test_guards_whose_zeros_or_order_are_not_seen(text):
    assert pieces(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "max(1 - abs(x), 0)",
        "x*(1 - sign(x^2 - 1))/2",
        "max(x^2, x + 2) - 3*abs(x - 1)",
        "exp(-abs(x)) + k*sign(x - 2)",
    ],
)
def test_written_as_one_formula_again(text):
    points = {"x": np.linspace(-3.99, 3.98, 57), "k": np.full(57, 1.3)}
    found = broken(formula(text), "x", REAL)
    assert found is not None
    again = found.written("x", REAL)
    np.testing.assert_allclose(evaluate(again, points), evaluate(formula(text), points), atol=1e-12)
