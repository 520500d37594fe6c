# Claims are read by their attributes alone: nothing of the kernel is imported, types neither.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
"""Enclosures of formulas on boxes: ends by python-flint's `arb`, perhaps infinite or not attained.

A ball can be neither a half-line nor open; every rule below is one about the two ends, and whether
they are attained. What flint calls no number is no bound.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Final, NamedTuple

from flint import arb, fmpq

from symplex.expression import Expression, Number, Operator, Symbol, Token
from symplex.expression import operators as op

INFINITE: Final = arb.pos_inf()
End = tuple[arb, bool]
"""A point, and whether it is left out."""


class Range(NamedTuple):
    """Every value lies between two ends; an infinite end is always left out."""

    low: End
    high: End

    def is_positive(self) -> bool:
        """Whether every value is above zero."""
        return bool(self.low[0] > 0) or (self.low[1] and bool(self.low[0] == 0))

    def __neg__(self) -> "Range":
        """Of the negative."""
        return Range(_minus(self.high), _minus(self.low))


def _minus(end: End) -> End:
    return -end[0], end[1]


def _least(ends: Sequence[End]) -> End:
    """A bound from below of some points; left out if each point that may equal it is."""
    lows = [(-INFINITE if value.is_nan() else value.lower(), out) for value, out in ends]
    low = min(value for value, _ in lows)
    return low, not low.is_finite() or all(out for value, out in lows if value == low)


def between(lows: Sequence[End], highs: Sequence[End]) -> Range:
    """From the least of some points to the greatest of others."""
    return Range(_least(lows), _minus(_least([_minus(end) for end in highs])))


def around(value: arb) -> Range:
    """A ball."""
    return between([(value, False)], [(value, False)])


def exact(value: Fraction | int) -> Range:
    """A rational number."""
    return around(arb(fmpq(value.numerator, value.denominator)))


_UNIT, _OPEN = (Range((arb(-1), out), (arb(1), out)) for out in (False, True))
_ALL, _ABOVE = (Range((low, True), (INFINITE, True)) for low in (-INFINITE, arb(0)))
_ARC: Final = Range((-(arb.pi() / 2).upper(), False), ((arb.pi() / 2).upper(), False))


def _meet(a: Range, b: Range) -> Range:
    """The common values of two ranges."""
    low, high = max(a.low[0], b.low[0]), min(a.high[0], b.high[0])
    no_low, no_high = (low, True) in (a.low, b.low), (high, True) in (a.high, b.high)
    return Range((low, no_low), (high, no_high))


def _sum(a: Range, b: Range) -> Range:
    low, high = ((v + w, o or p) for (v, o), (w, p) in zip(a, b, strict=True))
    return between([low], [high])


def _corner(one: End, two: End) -> End:
    """0 times anything is 0, and attained where that 0 is."""
    zeros = [out for value, out in (one, two) if value == 0]
    return (arb(0), all(zeros)) if zeros else (one[0] * two[0], one[1] or two[1])


def _product(a: Range, b: Range) -> Range:
    corners = [_corner(one, two) for one in a for two in b]
    return between(corners, corners)


def _inverse(a: Range) -> Range:
    if not a.is_positive():
        return -_inverse(-a) if (-a).is_positive() else _ALL
    return between([(1 / a.high[0], a.high[1])], [(1 / a.low[0], a.low[1])])


def _rising(function: Callable[[arb], arb], limits: Range, a: Range) -> Range:
    """An increasing function between its limits."""
    low, high = ((function(value), out) for value, out in a)
    return _meet(between([low], [high]), limits)


def _wave(function: Callable[[arb], arb], a: Range) -> Range:
    return _meet(around(function(a.low[0].union(a.high[0]))), _UNIT)


def _max(a: Range, b: Range) -> Range:
    return Range(_meet(a, b).low, between([a.low], [a.high, b.high]).high)


def _absolute(a: Range) -> Range:
    return _max(_max(a, -a), exact(0))


def _sign(a: Range) -> Range:
    low = 1 if a.is_positive() else 0 if a.low[0] >= 0 else -1
    high = -1 if (-a).is_positive() else 0 if a.high[0] <= 0 else 1
    return Range(exact(low).low, exact(high).high)


def _power(exponent: Fraction, a: Range) -> Range:
    """Increasing: in |a| if the power is even, and only for a ≥ 0 if it is not whole."""
    if exponent < 0:
        return _inverse(_power(-exponent, a))
    base = _absolute(a) if exponent % 2 == 0 else a if exponent % 1 == 0 else _max(a, exact(0))
    low, high = ((value ** fmpq(*exponent.as_integer_ratio()), out) for value, out in base)
    return between([low], [high])


_One = MappingProxyType[Operator, Callable[[Range], Range]]
_Two = MappingProxyType[Operator, Callable[[Range, Range], Range]]
_TABLES: Final = (
    _Two({op.ADD: _sum, op.MULTIPLY: _product, op.DIVIDE: lambda a, b: _product(a, _inverse(b))}),
    _Two({op.SUBTRACT: lambda a, b: _sum(a, -b), op.MAX: _max, op.MIN: lambda a, b: -_max(-a, -b)}),
    _One({op.NEGATE: Range.__neg__, op.ABS: _absolute, op.SINH: partial(_rising, arb.sinh, _ALL)}),
    _One({op.SIN: partial(_wave, arb.sin), op.COS: partial(_wave, arb.cos), op.SIGN: _sign}),
    _One({op.RELU: partial(_max, exact(0))}),
    _One({op.EXP: partial(_rising, arb.exp, _ABOVE), op.LOG: partial(_rising, arb.log, _ALL)}),
    _One({op.TANH: partial(_rising, arb.tanh, _OPEN), op.ERF: partial(_rising, arb.erf, _OPEN)}),
    _One({op.ASIN: partial(_rising, arb.asin, _ARC), op.ATAN: partial(_rising, arb.atan, _ARC)}),
    _One({op.COSH: lambda a: _rising(arb.cosh, _ABOVE, _absolute(a))}),
    _One({op.TAN: lambda a: _product(_wave(arb.sin, a), _inverse(_wave(arb.cos, a)))}),
    _One({op.ACOS: lambda a: _sum(around(arb.pi() / 2), -_rising(arb.asin, _ARC, a))}),
)


def range_of(formula: Expression | None, box: Mapping[str, Range]) -> Range:
    """An enclosure of the values that a formula has on a box; of no formula, everything."""

    def combine(token: Token, below: Sequence[Range], _: float) -> Range:
        match token:
            case op.PI:
                return around(arb.pi())
            case Operator(exponent=Fraction() as exponent):
                return _power(exponent, below[0])
            case Operator():
                return next(table[token] for table in _TABLES if token in table)(*below)
            case Number(value):
                return exact(value)
            case _:
                return box.get(token.name, _ALL) if isinstance(token, Symbol) else _ALL

    return _ALL if formula is None else formula.share(combine)
