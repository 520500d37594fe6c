"""Ranges hold every value of a formula on a box, and an open end is never attained."""

from fractions import Fraction

import pytest
from flint import arb, ctx
from hypothesis import assume, example, given
from hypothesis import strategies as st

from support.proving import formula, value_at
from support.reasons import refused
from support.strategies import fractions, trees
from symplex.expression import CONSTANT, apply, leaf, number, power, symbol
from symplex.expression.ranges import EVERYTHING, Range, exact, range_of
from symplex.reasons import Code

INFINITE = arb.pos_inf()
NAMES = ("x", "y")
finite = fractions.map(lambda value: exact(value / 100))
shares = st.fractions(min_value=0, max_value=1, max_denominator=1000)
leaves = st.sampled_from([symbol(name) for name in NAMES]) | fractions.map(number)


@st.composite
def intervals(draw):
    """An interval with exact ends, perhaps infinite or open, and a point of it."""
    low, width, share = draw(fractions) / 50, abs(draw(fractions)) / 50, draw(shares)
    kind, is_open = draw(st.sampled_from("[<>-")), draw(st.booleans())
    assume(not is_open or (width > 0 and 0 < share < 1))
    ends = Range(exact(low).low, exact(low + width).high, is_open, is_open)
    if kind in "<-":
        ends = ends._replace(low=-INFINITE, low_open=True)
    if kind in ">-":
        ends = ends._replace(high=INFINITE, high_open=True)
    far = {"[": 0, "<": -(10 ** draw(st.integers(0, 30))), ">": 10 ** draw(st.integers(0, 30))}
    return ends, low + width * share + far.get(kind, 0)


@example(formula("x*0"), [(exact(0)._replace(high=arb(1), high_open=True), Fraction(1, 2))] * 2)
@example(formula("x^2"), [(Range(arb(-1), arb(1), low_open=True, high_open=True), Fraction(0))] * 2)
@example(formula("max(x, y)"), [(Range(arb(0), arb(1), low_open=True), Fraction(1))] * 2)
@given(trees(leaves, most=6), st.lists(intervals(), min_size=2, max_size=2))
def test_a_range_holds_the_value_at_every_point(tree, drawn):
    assume(not any(row.exponent == 0 for row in tree.operators))  # A test of its own, below.
    box = {name: ends for name, (ends, _) in zip(NAMES, drawn, strict=True)}
    value = value_at(tree, dict(zip(NAMES, (point for _, point in drawn), strict=True)))
    assume(value is not None)
    found = range_of(tree, box)
    assert not value < found.low
    assert not value > found.high
    assert not (found.low_open and value.upper() <= found.low)
    assert not (found.high_open and value.lower() >= found.high)


def test_the_power_zero_is_one():
    found = range_of(apply(power(0), formula("x")), {"x": Range(arb(1), arb(2), low_open=True)})
    assert not found.low_open


@pytest.mark.parametrize(
    "text", ["exp(x)", "x^2 + 1", "cosh(x)", "1 - tanh(x)", "erf(x) + 1", "2 + sin(x)", "exp(-x^2)"]
)
def test_what_is_positive_on_all_of_space_is_known_to_be(text):
    assert range_of(formula(text), {"x": EVERYTHING}).is_positive


@pytest.mark.parametrize("text", ["x^2", "1 - cos(x)", "abs(x)", "x*y", "exp(x) - 1", "x - x"])
def test_what_vanishes_somewhere_is_not_positive(text):
    assert not range_of(formula(text), {"x": EVERYTHING, "y": EVERYTHING}).is_positive


@pytest.mark.parametrize("text", ["1/x", "log(x)", "sqrt(x)", "x^(-1/2)", "tan(2*x)"])
def test_nothing_is_known_where_a_formula_may_be_undefined(text):
    found = range_of(formula(text), {"x": Range(arb(-1), arb(1))})
    assert not found.low.is_finite()
    assert not found.high.is_finite()


def test_an_arc_sine_beyond_one_is_undefined_and_has_no_range():
    # Else sin(asin(x)) = x would bound x by 1.
    assert not range_of(formula("asin(x)"), {"x": Range(arb(-5), arb(5))}).low.is_finite()


def test_an_open_end_excludes_zero_and_a_closed_one_does_not():
    above = Range(arb(0), arb(1), low_open=True)
    assert range_of(formula("x"), {"x": above}).is_positive
    assert not range_of(formula("x"), {"x": above._replace(low_open=False)}).is_positive
    assert range_of(formula("x*exp(x)"), {"x": above}).is_positive
    assert not range_of(formula("x - y"), {"x": above, "y": above}).is_positive


def test_rounding_is_outward_at_every_precision():
    tree = formula("(10^300)^(1/3) - 10^100")
    for precision in (10, 53, 400):
        with ctx.workprec(precision):
            found = range_of(tree, {})
            assert found.low <= 0 <= found.high


def test_fitted_constants_and_unknowns_have_no_range():
    for tree in (leaf(CONSTANT, 1.0), formula("u_x")):
        with refused(Code.ALGEBRA_NO_RANGE):
            range_of(tree, {})


def test_the_empty_range_has_an_inverse():
    """The open interval from 0 to 0 is positive and negative at once."""
    empty = Range(arb(0), arb(0), low_open=True, high_open=True)
    assert range_of(formula("1/x"), {"x": empty}).high == INFINITE
