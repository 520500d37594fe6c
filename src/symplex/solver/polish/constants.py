"""Which rational number a fitted constant may be.

Owns the numbers and their order: the simplest within the constant's uncertainty first, where simple
means few bits in numerator and denominator, or a short decimal. Irrational constants come of the
equations themselves (`algebra`). Nothing here is trusted: a number is kept only where the answer
still verifies.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

from symplex.expression import Expression, number

_MAX_BITS: Final = 22.0
"""Of a number's numerator and denominator together."""
_SPARE_BITS: Final = 6.0
"""A match must be this much rarer than accident: 1 in 64 of what the precision distinguishes."""
_LEAST_UNCERTAINTY: Final = 1e-13
"""No constant is believed to more than this, relative to its size."""
_MAX_DIGITS: Final = 6


@final
@dataclass(frozen=True, order=True)
class ExactNumber:
    """A number that a constant may be; the cheaper, the simpler."""

    cost: float
    value: Fraction

    @property
    def exact(self) -> Expression:
        """The formula."""
        return number(self.value)


ZERO: Final = ExactNumber(0.0, Fraction(0))
"""What a superfluous constant may be."""


def exact_numbers(value: float, uncertainty: float) -> list[ExactNumber]:
    """The rational numbers that a constant may be, the simplest first."""
    if value == 0:
        return [ZERO]
    if uncertainty > 0.01 * abs(value):
        return list(_nearby(value))
    tolerance = max(10 * uncertainty, _LEAST_UNCERTAINTY * abs(value))
    bits = min(_MAX_BITS, math.log2(abs(value) / tolerance) - _SPARE_BITS)
    found = sorted((_quotient(value, tolerance), *_decimals(value, tolerance)))
    best = {one.value: one for one in reversed(found) if one.cost <= bits}
    return sorted(best.values())


def _quotient(value: float, tolerance: float) -> ExactNumber:
    size, width = abs(Fraction(value)), Fraction(tolerance)
    simplest = simplest_between(size - width, size + width)
    cost = math.log2(simplest.numerator) + math.log2(simplest.denominator)
    return ExactNumber(cost, simplest if value > 0 else -simplest)


def simplest_between(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator in a closed interval of numbers ≥ 0."""
    if low <= 0:
        return Fraction(0)
    whole = math.floor(low)
    if whole == low:
        return Fraction(whole)
    if whole + 1 <= high:
        return Fraction(whole + 1)
    return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole))


def _decimals(value: float, tolerance: float) -> Iterator[ExactNumber]:
    """Few significant digits, whatever the power of ten: no scale of a problem is special."""
    for digits in range(1, _MAX_DIGITS + 1):
        short = Fraction(f"{value:.{digits - 1}e}")
        if abs(short - Fraction(value)) <= Fraction(tolerance):
            yield ExactNumber(3.4 * digits + 3, short)
            return


def _nearby(value: float) -> Iterator[ExactNumber]:
    """A simple number nearby, where other constants compensate for any change."""
    nearest = round(value)
    if nearest and abs(nearest - value) <= 0.3 * abs(value):
        yield ExactNumber(30.0, Fraction(nearest))
    yield ExactNumber(31.0, Fraction(f"{value:.0e}"))
    yield ExactNumber(32.0, Fraction(1 if value > 0 else -1))
