"""The sets on which pieces meet are covered by the solutions that are found."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from support.proving import formula, lying, region, space, value_at
from support.reasons import refused
from symplex.expression import number
from symplex.expression.operators import Rule
from symplex.proof.kernel.meetings import described, is_thin, overlap, solved
from symplex.reasons import Code
from symplex.work.budget import Missing

BOX = region(x=(-1, 1), y=(-1, 1))
tenths = st.integers(-10, 10).map(lambda count: Fraction(count, 10))


@given(st.integers(-3, 3), st.integers(1, 3), tenths, tenths)
def test_every_zero_of_a_line_is_among_the_solutions(a, b, c, x):
    guard = a * formula("x") + b * formula("y") - number(c)
    zero = {"x": x, "y": (c - a * x) / b}
    found = solved(guard, space(BOX))
    assert any(all(is_at(v, zero, zero[name]) for name, v in s.items()) for s, _ in found)


def is_at(tree, point, value):
    """Whether a formula has a value at a point."""
    return (value_at(tree, point) - value_at(number(value), {})).contains(0)


@given(tenths)
def test_both_roots_of_a_square_are_found(x):
    assume(abs(x) <= 1)
    found = solved(formula("y^2 - x^2 - 1"), space(BOX))
    assert all(is_at(s["y"] ** 2, {"x": x}, x**2 + 1) for s, _ in found)
    assert {value_at(s["y"], {"x": x}) > 0 for s, _ in found} == {True, False}
    assert not any(facts for _, facts in found)


@given(tenths, st.integers(-3, 3))
def test_both_roots_of_a_quadratic_are_found(x, b):
    """(y − b·x)² = x² + 1."""
    found = solved(formula(f"(y - {b}*x)^2 - x^2 - 1"), space(BOX))
    here = [value_at(s["y"], {"x": x}) - value_at(number(b * x), {}) for s, _ in found]
    assert all((root * root - value_at(number(x**2 + 1), {})).contains(0) for root in here)
    assert {root > 0 for root in here} == {True, False}


def test_a_circle_is_solved_where_it_is():
    """Beyond |x| = 1/2 there is no point of it, and the facts say so."""
    found = solved(formula("x^2 + y^2 - 1/4"), space(BOX))
    assert {value_at(s["y"], {"x": Fraction(1, 4)}) > 0 for s, _ in found} == {True, False}
    for _, facts in found:
        (fact,) = facts
        assert space(BOX).is_zero(fact.formula - formula("1/4 - x^2"))
        assert fact.rule is Rule.NONNEGATIVE


def test_a_slice_of_a_circle_keeps_where_it_is():
    places = overlap(guards("x^2 + y^2 - 1/4", "1/4 - x^2 - y^2"), space(BOX))
    assert len(places) == 2
    assert all(there.signs.holds(formula("1/4 - x^2"), Rule.NONNEGATIVE) for _, there in places)
    assert not any(there.signs.holds(formula("1/5 - x^2"), Rule.NONNEGATIVE) for _, there in places)


@pytest.mark.parametrize(
    "text", ["sin(x) + cos(y)", "x*y", "x^2*y^2 + x + y", "x*y^2 + x^2*y - 1", "x^3 + y^3"]
)
def test_what_cannot_be_solved_is_refused(text):
    with refused(Code.MEETING_UNSOLVED):
        solved(formula(text), space(BOX))


@pytest.mark.parametrize("wrong", [["0", "1"], ["x + 1", "1"], ["-x", "1", "1"], ["-x", "0"]])
def test_wrong_coefficients_solve_nothing(wrong):
    parts = [formula(text) for text in wrong]
    with pytest.raises(Missing):
        solved(formula("y - x"), space(BOX, lying(coefficients=lambda *_: parts)))


def test_coefficients_that_are_undefined_somewhere_solve_nothing():
    parts = [formula("-sqrt(x)^2"), formula("1")]
    with pytest.raises(Missing):
        solved(formula("y - x"), space(BOX, lying(coefficients=lambda *_: parts)))


def guards(*texts):
    return [formula(text) for text in texts]


def test_pieces_that_meet_along_a_line():
    ((values, there),) = overlap(guards("x - y", "y - x"), space(BOX))
    assert set(values) == {"y"}
    assert there.is_zero(values["y"] - formula("x"))
    assert set(there.region.ends) == {"x"}


def test_pieces_that_meet_at_a_point():
    ((values, there),) = overlap(guards("x", "-x", "y - x", "x - y"), space(BOX))
    assert set(values) == {"x", "y"}
    assert all(there.is_zero(value) for value in values.values())


def test_pieces_that_do_not_meet():
    apart = region(x=(0, 1), y=(2, 3))
    assert overlap(guards("x - 1/2", "1/4 - x"), space(apart)) == []
    assert overlap(guards("x - y", "y - x"), space(apart)) == []


def test_a_set_that_cannot_be_described_is_refused():
    with refused(Code.MEETING_UNDESCRIBED):
        overlap(guards("x", "y"), space(BOX))


def test_a_slice_keeps_what_the_box_says():
    whole = region(
        ("y - 2*x", Rule.NONNEGATIVE), ("2*x - y", Rule.NONNEGATIVE), x=(-1, 1), y=(-1, 1)
    )
    ((values, there),) = described({}, whole, space(BOX))
    assert there.is_zero(values["y"] - formula("2*x"))
    assert there.signs.holds(formula("1 - 2*x"), Rule.NONNEGATIVE)


@pytest.mark.parametrize(
    ("text", "thin"),
    [
        ("x - y", True),
        ("x^2 - y - 2", True),
        ("x - k", True),
        ("x^2 + y^2 - k", True),
        ("k - 1/2", False),
        ("k^2 - 1/4", False),
        ("x*y", False),
        ("k*(x^2 + y^2 - 1)", False),
    ],
)
def test_zeros_on_a_surface_for_every_value_of_the_parameters(text, thin):
    whole = region(x=(-1, 1), y=(-1, 1), k=(0, 1), parameters=("k",))
    assert is_thin(formula(text), space(whole)) is thin


def test_a_set_is_rather_solved_for_what_needs_no_divisor():
    where = space(region(x=(-1, 1), t=(0, 1), k=(1, 2), parameters=("k",)))
    ((values, facts),) = solved(formula("x - k*t"), where)
    assert set(values) == {"x"}
    assert not facts
