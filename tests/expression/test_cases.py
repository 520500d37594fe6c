"""Unit steps and formulas by cases: what they abbreviate, and each mistake in one."""

import numpy as np
import pytest

from symplex.errors import ExpressionError
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse, read_equation

SCOPE = Scope(("x",), ("k",), ("u",))
PLACES = np.array([-2.0, -0.5, 0.25, 0.75, 1.5, 4.0])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("heaviside(x)", lambda x: x > 0),
        ("heaviside(1 - x)", lambda x: x < 1),
        ("piecewise(x, x < 1/2, 1 - x)", lambda x: np.where(x < 0.5, x, 1 - x)),
        ("piecewise(x, x > 1/2, 1 - x)", lambda x: np.where(x > 0.5, x, 1 - x)),
        ("piecewise(0, x < 0, x^2, x < 1, 1)", lambda x: np.clip(x, 0, 1) ** 2),
        ("piecewise(1, x < 0, 2, 1 > x, 3, x < 3, 4)", lambda x: 1 + (x > 0) + (x > 1) + (x > 3)),
        ("piecewise(1, 0 < x, 0)", lambda x: x > 0),
        ("piecewise(0, x < 0, 0)", lambda x: 0 * x),
    ],
)
def test_cases_are_what_they_say_off_the_breaks(text, value):
    found = evaluate(parse(text, SCOPE), {"x": PLACES})
    assert np.allclose(found, value(PLACES), atol=1e-12)


def test_a_step_is_a_sign():
    assert parse("heaviside(x - k)", SCOPE) == parse("(1 + sign(x - k))/2", SCOPE)


def test_a_break_has_the_mean():
    assert float(evaluate(parse("piecewise(1, x < 2, 5)", SCOPE), {"x": 2.0})) == 3


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ("piecewise(x, x <= 1, 0)", "'<=' is not used; write '<'", 16),
        ("x >= 1", "'>=' is not used; write '>'", 3),
        ("x < 1", "stands in piecewise", 1),
        ("2*(x > 1)", "stands in piecewise", 4),
        ("piecewise(x, 1)", "takes a formula and a condition", 1),
        ("piecewise(x)", "takes a formula and a condition", 1),
        ("piecewise(x, k, 0)", "expected a condition such as x < 1", 14),
        ("piecewise(x, 0 < x < 1, 0)", "one comparison for each case", 14),
        ("heaviside(x, 1)", "takes 1 argument, found 2", 1),
        ("heaviside", "is a function; write heaviside", 1),
        ("Heaviside(x)", r"write heaviside\(x\)", 1),
        ("x <", "ends after '<'", 4),
        ("x = y", "no '='", 3),
    ],
)
def test_each_mistake_has_a_sentence(text, words, column):
    with pytest.raises(ExpressionError, match=words) as found:
        parse(text, SCOPE)
    assert found.value.column == column


def test_bounds_in_an_equation_are_told_before_its_sign():
    with pytest.raises(ExpressionError, match="'<=' is not used"):
        read_equation("u = piecewise(x, x <= 1, 0)", SCOPE)
    _, right = read_equation("u = piecewise(0, x < 1, k)", SCOPE)
    assert right.tree == parse("piecewise(0, x < 1, k)", SCOPE)
