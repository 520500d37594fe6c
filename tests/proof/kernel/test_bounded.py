"""What is bounded near a face at which it ends, and what only looks so."""

from fractions import Fraction

import pytest

from support.proving import formula, lying, region, space
from symplex.expression import number
from symplex.expression.operators import Rule
from symplex.proof.kernel.asymptotics import bound_of, factors_of, merged, product
from symplex.proof.kernel.faces import require_bounded
from symplex.work.budget import Missing

CLOSED = region(x=(0, None), t=(0, 1))
NEAR = region(x=(0, None), t=(0, 1, "()"))


def bounded(text, near=NEAR):
    """At the face t = 0, edge x = 0 included."""
    for at, face in (
        ({"t": number(0)}, region(x=(0, None, "()"))),
        ({"x": number(0), "t": number(0)}, region()),
    ):
        try:
            require_bounded(formula(text), "", (at, space(face)), space(near))
        except Missing:
            return False
    return True


@pytest.mark.parametrize(
    "text",
    [
        "exp(-(x + 1)/t)/t",
        "exp(-(x + 1)/t)/t^3",
        "exp(-(x + 1)^2/(4*t))*t^(-3/2)*(1 + x)",
        "x*exp(-(x^2 + 1)/t)/sqrt(t)",
        "exp(-(x + 1)/t)*sin(1/t)/t",
        "min(x, t)/t",
        "min(x, t)^2/t",
        "x*min(x, 2*t)/t + erf(x/t)",
        "relu(t - x)^3/t",
        "sin(x/t)*max(x, t)",
        # A quotient that has no limit at the corner; with an envelope; a root of one.
        "x/sqrt(x^2 + t^2)",
        "t/(x + t)",
        "(1 - erf(x))*t*exp(-x)/(x + t)",
        "sqrt(x/(x + t))",
        "x^3/(x^2 + t^2)",
        "exp(-x^2/t)*x/sqrt(t)",
    ],
)
def test_bounded(text):
    assert bounded(text)


@pytest.mark.parametrize(
    "text",
    [
        "exp(-x/t)/t",  # 1/t at x = 0.
        "exp(-x^2/(4*t))/sqrt(t)",
        "x*exp(-x^2/(4*t))*t^(-3/2)",
        "exp((x + 1)/t)*t",
        "exp(-(x + 1)/t)*exp(x/t^2)",
        "exp(-(1 - x)/t)/t",  # The exponent changes its sign.
        "exp(-t)/t",
        "min(x, t)/t^2",
        "min(x, sqrt(t))/t",
        "max(x, t)/t",
        "x/t",
        "log(t)",
    ],
)
def test_not_bounded(text):
    assert not bounded(text)


def test_a_positive_rate_that_vanishes_on_a_missed_face_is_not_enough():
    """Where x = 0 is left out as well, x²/4t > 0; x·t^(−3/2)·exp(−x²/4t) is not bounded there."""
    corner = region(x=(0, None, "()"), t=(0, 1, "()"))
    assert not bounded("x*exp(-x^2/(4*t))*t^(-3/2)", corner)
    assert not bounded("exp(-x/t)/t", corner)
    assert bounded("x*exp(-x/t)/t", corner)


def test_advised_bounds_are_not_believed():
    near = space(NEAR, lying(bound=lambda *_: Fraction(1)))
    assert bound_of(formula("min(x, t)/t"), near)
    assert not bound_of(formula("min(x, 2*t)/t"), near)
    for wrong in (1.0, None, "1", Fraction(-1)):
        near = space(NEAR, lying(bound=lambda *_, wrong=wrong: wrong))
        assert not bound_of(formula("min(x, t)/t"), near)


@pytest.mark.parametrize(
    "text",
    ["x*t/(x^2*sqrt(t))", "-(x/t)/(t/x)", "(x*t)^3/(-x)^2", "x^(1/3)*x/x^(-2)", "2*x/(4/x)", "1/x"],
)
def test_a_merged_formula_is_the_same(text):
    tree = formula(text)
    positive = space(region(("x", Rule.POSITIVE), x=(0, None), t=(0, 1, "()")))
    assert positive.is_zero(merged(tree) - tree)


def test_powers_of_one_factor_are_taken_together():
    assert factors_of(formula("t/sqrt(t)")) == {formula("t"): Fraction(1, 2)}
    assert merged(formula("t/sqrt(t)")) == formula("sqrt(t)")
    # A root of a square hides an absolute value, and stays whole.
    assert merged(formula("sqrt(x^2)/x")) == formula("(x^2)^(1/2)/x")
    assert product({formula("x"): Fraction(0)}) == formula("1")
