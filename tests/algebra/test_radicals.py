"""Which factors of a number leave a root."""

from fractions import Fraction

import pytest

from symplex.algebra.radicals import taken_out


@pytest.mark.parametrize(
    ("value", "degree", "outside", "inside"),
    [
        (Fraction(8), 2, 2, 2),
        (Fraction(1, 2), 2, Fraction(1, 2), 2),
        (Fraction(54), 3, 3, 2),
        (Fraction(53**2), 2, 53, 1),
        (Fraction(7), 2, 1, 7),
    ],
)
def test_taken_out(value, degree, outside, inside):
    assert taken_out(value, degree) == (outside, inside)
    assert outside**degree * inside == value


def test_a_huge_number_stays_inside():
    huge = Fraction(4**200)
    assert taken_out(huge, 2) == (1, huge)
