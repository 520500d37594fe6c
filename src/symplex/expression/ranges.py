"""Rigorous ranges of formulas over boxes, unbounded ones included.

Owns intervals whose ends are computed by python-flint's `arb` with outward rounding. The ends are
kept here, by hand, for two reasons: a ball cannot be a half-line, and an end may be excluded, so
that exp > 0 and tanh < 1 are known on all of space. Proves nothing by itself.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

from flint import arb, fmpq

from symplex.expression import operators as op
from symplex.expression.expression import Expression
from symplex.expression.operators import Operator
from symplex.expression.token import Constant, Derivative, Number, Symbol
from symplex.reasons import Code
from symplex.work.budget import Missing

_INFINITE: Final = arb.pos_inf()
_ZERO, _ONE = arb(0), arb(1)


class Range(NamedTuple):
    """low ≤ value ≤ high, strictly where an end is open; infinite ends are always open."""

    low: arb
    high: arb
    low_open: bool = False
    high_open: bool = False

    @property
    def is_positive(self) -> bool:
        """Whether every value is above zero."""
        return bool(self.low > 0) or (self.low_open and bool(self.low >= 0))

    @property
    def is_negative(self) -> bool:
        """Whether every value is below zero."""
        return bool(self.high < 0) or (self.high_open and bool(self.high <= 0))

    def __neg__(self) -> "Range":
        """The range of the negative."""
        return Range(-self.high, -self.low, self.high_open, self.low_open)

    def __add__(self, other: "Range") -> "Range":  # pyright: ignore[reportIncompatibleMethodOverride]
        """The range of a sum."""
        low, high = _lower(self.low + other.low), _upper(self.high + other.high)
        return Range(low, high, self.low_open or other.low_open, self.high_open or other.high_open)

    def __sub__(self, other: "Range") -> "Range":
        """The range of a difference."""
        return self + -other

    def __mul__(self, other: "Range") -> "Range":  # pyright: ignore[reportIncompatibleMethodOverride]
        """The range of a product."""
        if self.low >= 0 and other.low >= 0:
            return _product(self, other)
        if self.high <= 0 and self.low < 0:
            return -(-self * other)
        if other.high <= 0 and other.low < 0:
            return -(self * -other)
        ends = [_times(a, b) for a in self[:2] for b in other[:2]]
        low, high = _least(ends), -_least([-end for end in ends])
        return Range(_lower(low), _upper(high))

    def __truediv__(self, other: "Range") -> "Range":
        """The range of a quotient; anything where the divisor may vanish."""
        return self * _inverse(other)


EVERYTHING: Final = Range(-_INFINITE, _INFINITE, low_open=True, high_open=True)


def _lower(end: arb) -> arb:
    return -_INFINITE if end.is_nan() else end.lower()


def _upper(end: arb) -> arb:
    return _INFINITE if end.is_nan() else end.upper()


def _times(a: arb, b: arb) -> arb:
    """The product of two ends: 0·∞ is 0, since infinite ends are never attained."""
    return _ZERO if a == 0 or b == 0 else a * b


def _least(ends: Sequence[arb]) -> arb:
    if any(end.is_nan() for end in ends):
        return -_INFINITE
    lows = [end.lower() for end in ends]
    least = lows[0]
    for low in lows[1:]:
        least = low if low < least else least
    return least


def _product(a: Range, b: Range) -> Range:
    """Of two ranges without negative values."""
    low, high = _times(a.low, b.low), _times(a.high, b.high)
    open_low = (a.is_positive and b.is_positive) if low == 0 else (a.low_open or b.low_open)
    # 0 times anything is 0, however the other ends.
    open_high = bool(high > 0) and (a.high_open or b.high_open)
    return Range(_lower(low), _upper(high), open_low, open_high)


def _inverse(a: Range) -> Range:
    if a.is_negative and not a.is_positive:  # the open interval from 0 to 0 is both
        return -_inverse(-a)
    if not a.is_positive:
        return EVERYTHING
    low = _ZERO if not a.high.is_finite() else _lower(_ONE / a.high)
    if a.low == 0:
        return Range(low, _INFINITE, a.high_open, high_open=True)
    return Range(low, _upper(_ONE / a.low), a.high_open, a.low_open)


def exact(value: Fraction | int) -> Range:
    """A rational number, enclosed."""
    ball = arb(fmpq(value.numerator, value.denominator))
    return Range(ball.lower(), ball.upper())


def _monotone(name: str, low: arb, high: arb) -> Callable[[Range], Range]:
    """An increasing function with its limits at −∞ and ∞, which it does not attain."""

    def ranged(a: Range) -> Range:
        start = _lower(getattr(a.low, name)()) if a.low.is_finite() else low
        end = _upper(getattr(a.high, name)()) if a.high.is_finite() else high
        # A function that overflows an enclosure says nothing of that end.
        start = start if low <= start else low
        end = end if end <= high else high
        is_low = a.low_open or not a.low.is_finite() or bool(start == low)
        return Range(start, end, is_low, a.high_open or bool(end == high))

    return ranged


def _logarithm(a: Range) -> Range:
    if not a.is_positive:
        return EVERYTHING
    low = _lower(a.low.log()) if a.low > 0 else -_INFINITE
    high = _upper(a.high.log()) if a.high.is_finite() else _INFINITE
    return Range(low, high, a.low_open, a.high_open)


def _root(end: arb, degree: int) -> arb:
    return end.root(degree) if end > 0 and end.is_finite() else end


def _arc_sine(a: Range) -> Range:
    if not (a.low >= -1 and a.high <= 1):
        return EVERYTHING
    low = _lower(a.low.asin()) if a.low > -1 else _lower(-arb.pi() / 2)
    high = _upper(a.high.asin()) if a.high < 1 else _upper(arb.pi() / 2)
    return Range(low, high)


def _periodic(name: str) -> Callable[[Range], Range]:
    def ranged(a: Range) -> Range:
        if not (a.low.is_finite() and a.high.is_finite()):
            return Range(-_ONE, _ONE)
        ball = getattr(a.low.union(a.high), name)()
        low, high = _lower(ball), _upper(ball)
        return Range(low if low > -1 else -_ONE, high if high < 1 else _ONE)

    return ranged


def _absolute(a: Range) -> Range:
    if a.low >= 0:
        return a
    if a.high <= 0:
        return -a
    top = a.high if a.high > -a.low else -a.low
    return Range(_ZERO, top, low_open=False, high_open=a.low_open and a.high_open)


def _sign(a: Range) -> Range:
    low = _ONE if a.is_positive else _ZERO if a.low >= 0 else -_ONE
    high = -_ONE if a.is_negative else _ZERO if a.high <= 0 else _ONE
    return Range(low, high)


def _larger(a: Range, b: Range) -> Range:
    low, open_low = (a.low, a.low_open) if a.low > b.low else (b.low, b.low_open)
    if a.low == b.low:
        open_low = a.low_open and b.low_open
    high, open_high = (a.high, a.high_open) if a.high > b.high else (b.high, b.high_open)
    if a.high == b.high:
        open_high = a.high_open and b.high_open
    return Range(low, high, open_low, open_high)


def power(a: Range, exponent: Fraction) -> Range:
    """A fixed rational power."""
    if exponent <= 0:
        return _inverse(power(a, -exponent)) if exponent else exact(1)
    if exponent.denominator > 1:
        if a.low < 0:
            return EVERYTHING
        low, high = (_root(end, exponent.denominator) for end in a[:2])
        root = Range(_lower(low), _upper(high), a.low_open, a.high_open)
        return power(root, Fraction(exponent.numerator))
    times = int(exponent)
    if a.low < 0 and times % 2 == 0:
        return power(_absolute(a), exponent)
    low = a.low**times if a.low.is_finite() else a.low
    high = a.high**times if a.high.is_finite() else a.high
    return Range(_lower(low), _upper(high), a.low_open, a.high_open)


def _hyperbolic_cosine(a: Range) -> Range:
    b = _absolute(a)
    high = _upper(b.high.cosh()) if b.high.is_finite() else _INFINITE
    return Range(_lower(b.low.cosh()), high, b.low_open, b.high_open)


def _tangent(a: Range) -> Range:
    return _periodic("sin")(a) / _periodic("cos")(a)


_EXPONENTIAL = _monotone("exp", _ZERO, _INFINITE)
_ARC_TANGENT = _monotone("atan", -(arb.pi() / 2).upper(), (arb.pi() / 2).upper())
FUNCTIONS: Final[Mapping[Operator, Callable[..., Range]]] = MappingProxyType(
    {
        op.ADD: Range.__add__,
        op.SUBTRACT: Range.__sub__,
        op.MULTIPLY: Range.__mul__,
        op.DIVIDE: Range.__truediv__,
        op.NEGATE: Range.__neg__,
        op.PI: lambda: Range(arb.pi().lower(), arb.pi().upper()),
        op.EXP: _EXPONENTIAL,
        op.LOG: _logarithm,
        op.SIN: _periodic("sin"),
        op.COS: _periodic("cos"),
        op.TAN: _tangent,
        op.SINH: _monotone("sinh", -_INFINITE, _INFINITE),
        op.COSH: _hyperbolic_cosine,
        op.TANH: _monotone("tanh", -_ONE, _ONE),
        op.ERF: _monotone("erf", -_ONE, _ONE),
        op.ATAN: _ARC_TANGENT,
        op.ASIN: _arc_sine,
        op.ACOS: lambda a: Range((arb.pi() / 2).lower(), (arb.pi() / 2).upper()) - _arc_sine(a),
        op.ABS: _absolute,
        op.SIGN: _sign,
        op.MAX: _larger,
        op.MIN: lambda a, b: -_larger(-a, -b),
        op.RELU: lambda a: _larger(a, Range(_ZERO, _ZERO)),
    }
)


def range_of(formula: Expression, box: Mapping[str, Range]) -> Range:
    """An enclosure of the values of a formula on a box.

    Raises:
        Missing: for a formula with fitted constants or unknowns: nothing is known of those.
    """
    found: list[Range] = []
    for token, below, _ in formula.subtrees:
        match token:
            case Operator():
                parts, times = [found[index] for index in below], token.exponent
                found.append(FUNCTIONS[token](*parts) if times is None else power(parts[0], times))
            case Number(value):
                found.append(exact(value))
            case Symbol(name):
                found.append(box[name])
            case Constant() | Derivative():
                raise Missing(Code.ALGEBRA_NO_RANGE)
    return found[-1]
