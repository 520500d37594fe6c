"""Roots of numbers: which factors of a number stand outside a root, and which inside."""

from fractions import Fraction

_MAX_BITS = 200
_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)


def taken_out(value: Fraction, degree: int) -> tuple[Fraction, Fraction]:
    """The factors that a positive number leaves outside and inside a root."""
    inside = value.numerator * value.denominator ** (degree - 1)
    outside = Fraction(1, value.denominator)
    if inside.bit_length() > _MAX_BITS:
        return Fraction(1), value
    for prime in _PRIMES:
        while inside % prime**degree == 0:
            inside //= prime**degree
            outside *= prime
    whole = round(inside ** (1 / degree))
    return (
        (outside * whole, Fraction(1)) if whole**degree == inside else (outside, Fraction(inside))
    )
