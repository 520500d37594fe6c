import numpy as np
import pytest
from hypothesis import assume, given

from support.strategies import SCOPE, numbers, symbols, trees
from symplex.errors import ExpressionError
from symplex.expression import number
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse

POINT = {"x": 0.37, "y": 1.21, "theta": 0.83, "kappa": 1.47}


@given(trees(symbols | numbers, most=6))
def test_derivatives_agree_with_finite_differences(tree):
    slopes = []
    for step in (1e-5, 2e-5):
        above, below = (evaluate(tree, {**POINT, "x": 0.37 + sign * step}) for sign in (1, -1))
        with np.errstate(all="ignore"):
            slopes.append((above - below) / (2 * step))
    # Where two steps disagree, a kink or a wild function is near and differences prove nothing.
    assume(np.isfinite(slopes).all() and np.isclose(*slopes, rtol=1e-5, atol=1e-6))
    assume(abs(float(evaluate(tree, POINT))) < 1e6)
    derivative = evaluate(differentiate(tree, "x"), POINT)
    assume(np.isfinite(derivative))  # 0·∞ where an inner derivative does not exist
    np.testing.assert_allclose(derivative, slopes[0], rtol=1e-3, atol=1e-4)


def test_zeros_and_ones_do_not_stay():
    assert differentiate(parse("x + y", SCOPE), "x") == number(1)
    assert differentiate(parse("y", SCOPE), "x") == number(0)
    assert differentiate(parse("sin(x)", SCOPE), "x") == parse("cos(x)", SCOPE)
    assert differentiate(parse("x^3", SCOPE), "x", 3) != number(0)


def test_unknowns_depend_on_every_variable():
    assert differentiate(parse("v_y", SCOPE), "x") == parse("v_xy", SCOPE)


def test_growth_is_bounded():
    tree = parse("sin(exp(sin(exp(x))))", SCOPE)
    with pytest.raises(ExpressionError, match="grows past"):
        differentiate(tree, "x", 12)


@pytest.mark.parametrize(
    "text",
    [
        "*".join(["(x + y)"] * 150),
        "+".join(["sin(x*y)^2/(1 + x^2)"] * 80),
        "sin(" * 85 + "x" + ")" * 85,
        "x/(1 + " * 85 + "x" + ")" * 85,
    ],
)
def test_growth_is_stopped_while_it_happens(text):
    tree = parse(text, SCOPE)
    with pytest.raises(ExpressionError, match="grows past"):
        differentiate(tree, "x", 4)
