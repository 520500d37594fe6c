"""Roots and inverse sines at the edge of their domain."""

from fractions import Fraction

import pytest

from symplex.budget import Undecided
from symplex.proof.arithmetic.signs import HalfSpace
from symplex.proof.pieces.roots import Singular, rewritten_arc, rewritten_root


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sqrt(x^2)", "abs(x)"),
        ("sqrt(x^2 - 2*x*y + y^2)", "abs(x - y)"),
        ("sqrt(x - x)", "0"),
    ],
)
def test_squares_leave_a_root(text, expected, read, context):
    new, singular = rewritten_root(read(text), context, [])
    assert singular is None
    assert context.normaliser.are_equal([(new, read(expected))]) or context.normaliser.are_equal(
        [(new.arguments[0], -read(expected).arguments[0])]
    )


def test_a_smooth_root_stays(read, context):
    assert rewritten_root(read("sqrt(x^2 + 1)"), context, []) == (None, None)
    assert rewritten_root(read("sqrt(t)"), context, []) == (None, None)


def test_a_norm_is_singular_at_a_point(read, context):
    base = read("x^2 + y^2")
    assert rewritten_root(base ** Fraction(1, 2), context, []) == (
        None,
        Singular(base, Fraction(1, 2)),
    )


def test_a_formula_where_the_base_vanishes(read):
    root = Singular(read("x^2 + y^2"), Fraction(1, 2))
    assert root.at_zero(read("sqrt(x^2 + y^2) - t")) == read("0 - t")


def test_an_arc_cosine_of_a_cosine_is_undone(read, context):
    assert rewritten_arc(read("acos(cos(x))"), context, []) == (read("abs(x)"), None)
    assert rewritten_arc(read("asin(cos(x))"), context, []) == (read("pi/2 - abs(x)"), None)


def test_a_branch_that_is_not_known_is_undecided(read, context):
    with pytest.raises(Undecided, match="the branch of"):
        rewritten_arc(read("acos(cos(9*x))"), context, [])
    with pytest.raises(Undecided, match="it is not shown where"):
        rewritten_arc(read("asin(x*y + y)"), context, [])


def test_an_arc_that_is_smooth_within_half_spaces(read, context):
    within = [HalfSpace(read("0.5 - x"), 1), HalfSpace(read("x + 0.5"), 1)]
    assert rewritten_arc(read("asin(x)"), context, within) == (None, None)
