"""Quotients of polynomials modulo relations: arithmetic that numbers agree with."""

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from support.reasons import refused
from symplex.exact.quotients.ring import fraction
from symplex.expression.quotients import SIZE, Ring, flint_number
from symplex.reasons import Code
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

small = st.integers(-9, 9)


def ring_with_root():
    """Generators a and r with r² = a."""
    ring = Ring(Budget.unlimited())
    a = ring.new()
    root = ring.new()
    ring.relate(root, 2, a)
    return ring, a, root


def value(polynomial, a, root):
    """The polynomial at numbers for the two generators."""
    total = Fraction(0)
    for exponents, coefficient in polynomial.terms():
        total += fraction(coefficient) * root ** int(exponents[-2]) * a ** int(exponents[-1])
    return total


@given(st.lists(st.tuples(small, st.integers(0, 4), st.integers(0, 5)), max_size=5), small)
def test_reduction_keeps_the_value_and_removes_the_power(terms, number):
    ring, a, root = ring_with_root()
    polynomial = sum((c * a**m * root**n for c, m, n in terms), ring.constant(0))
    reduced = ring.reduced(polynomial)
    at = Fraction(number)
    assert value(polynomial, at**2, at) == value(reduced, at**2, at)
    assert reduced.degrees()[SIZE - 2] < 2


@given(small, small, small, small)
def test_sums_products_and_powers_of_quotients_have_their_values(p, q, m, n):
    assume(q and n)
    ring, a, _ = ring_with_root()
    one, two = ring.element(a + p, a + 10 * q), ring.element(a * m, ring.constant(n))
    at = Fraction(1, 7)
    first, second = (at + p) / (at + 10 * q), at * m / n
    for element, expected in (
        (one + two, first + second),
        (one - two, first - second),
        (one * two, first * second),
        (one**3, first**3),
    ):
        assert value(element.top, at, 1) == expected * value(element.bottom, at, 1)
    if m:
        assert two / two == ring.number(1)
        assert two**-2 == ring.number(1) / (two * two)


def test_a_divisor_that_reduces_to_zero_is_refused():
    ring, a, root = ring_with_root()
    with refused(Code.ALGEBRA_ZERO_DIVISOR):
        ring.number(1) / ring.element(root * root - a)


def test_what_grows_too_large_is_refused_before_it_is_built():
    ring, a, root = ring_with_root()
    with refused(Code.ALGEBRA_TOO_LARGE):
        ring.element(a + root + 1) ** 10**9
    with refused(Code.ALGEBRA_TOO_LARGE):
        ring.number(7) ** 10**6
    for _ in range(SIZE - 2):
        ring.new()
    with refused(Code.ALGEBRA_TOO_LARGE):
        ring.new()


def test_the_deadline_ends_arithmetic():
    ring = Ring(Budget(Deadline(0.0)))
    with pytest.raises(OutOfBudget):
        ring.product(ring.constant(1), ring.constant(1))


def test_numbers_pass_both_ways():
    assert fraction(flint_number(Fraction(-7, 12))) == Fraction(-7, 12)
