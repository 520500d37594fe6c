"""Derivatives of formulas, and derivatives kept as they were written."""

import numpy as np
import pytest
from hypothesis import assume, given

from support.strategies import SCOPE, numbers, symbols, trees
from symplex.errors import ExpressionError
from symplex.expression import Derivative, Symbol, number, symbol
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import Differentiated, placeholder, text_with
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import Scope, parse, read

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


# Derivatives as they were written.

WITH_UNKNOWNS = Scope(("x", "t"), ("k",), ("u",))


def test_a_placeholder_has_a_name_that_no_formula_can_use():
    assert placeholder(3) == Derivative("diff#3")


def test_the_text_writes_every_derivative_again():
    for text in ("x*diff(k*diff(u*u_x, x), x, 2, t) - diff(abs(x), x)", "diff(sign(x), x, t, x)"):
        reading = read(text, WITH_UNKNOWNS)
        assert text_with(reading.kept, reading.differentiated) == text


def test_more_than_ten_placeholders_are_told_apart():
    text = " + ".join(f"diff(x^{power}, x)" for power in range(2, 14))
    reading = read(text, WITH_UNKNOWNS)
    assert text_with(reading.kept, reading.differentiated) == text


def test_substitution_reaches_the_formula_and_what_stands_for_inner_derivatives():
    inner, outer = read("diff(k*diff(k*u^2, x), x)", WITH_UNKNOWNS).differentiated
    values = {Symbol("k"): number(2)}
    assert inner.substitute(values) == Differentiated(parse("2*u^2", WITH_UNKNOWNS), ("x",))
    changed = outer.substitute(values)
    assert changed.formula == parse("2*(2*(2*u*u_x))", WITH_UNKNOWNS)
    assert changed.with_placeholders.tokens[-1] == placeholder(0)
    assert symbol("k").root not in changed.with_placeholders.tokens
