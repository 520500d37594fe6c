"""Interval arithmetic on many boxes at once: bounds that hold for every point of a box.

Ends are doubles, widened outwards after each operation, so a bound is a proof. Where an operator
is undefined on part of a box the bound covers the defined part; definedness is proved elsewhere.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression.backends import Backend

Array = NDArray[np.float64]
_SLACK = 1e-15
_TINY = 1e-300
_FAR = 1e8
"""Beyond this, sin and cos are bounded by 1 only."""


@final
class Bounds:
    """Lower and upper bounds, one of each for every box."""

    __slots__ = ("high", "low")

    def __init__(self, low: Any, high: Any) -> None:  # noqa: ANN401
        self.low: Array = np.asarray(low, dtype=np.float64)
        self.high: Array = np.asarray(high, dtype=np.float64)

    def __neg__(self) -> "Bounds":
        """The mirrored bounds."""
        return Bounds(-self.high, -self.low)

    def __add__(self, other: "Bounds | int") -> "Bounds":
        """Bounds of a sum."""
        b = _as_bounds(other)
        return _widened(
            self.low + b.low,
            self.high + b.high,
            (_exact_sum(self.low, b.low), _exact_sum(self.high, b.high)),
        )

    def __sub__(self, other: "Bounds | int") -> "Bounds":
        """Bounds of a difference."""
        return self + -_as_bounds(other)

    def __mul__(self, other: "Bounds | int") -> "Bounds":
        """Bounds of a product."""
        b = _as_bounds(other)
        products = [_product(one, two) for one in (self.low, self.high) for two in (b.low, b.high)]
        return Bounds(
            np.minimum.reduce([low for low, _ in products]),
            np.maximum.reduce([high for _, high in products]),
        )

    def __truediv__(self, other: "Bounds | int") -> "Bounds":
        """Bounds of a quotient; none where the divisor may vanish."""
        return self * _inverse(_as_bounds(other))

    def __radd__(self, other: int) -> "Bounds":
        """A number plus."""
        return _as_bounds(other) + self

    def __rsub__(self, other: int) -> "Bounds":
        """A number minus."""
        return _as_bounds(other) - self

    def __rmul__(self, other: int) -> "Bounds":
        """A number times."""
        return _as_bounds(other) * self

    def __rtruediv__(self, other: int) -> "Bounds":
        """A number divided by."""
        return _as_bounds(other) / self


def number(value: Fraction | int) -> Bounds:
    """Bounds of an exact number: the number itself where a double holds it."""
    try:
        near = float(value)
    except OverflowError:
        largest = float(np.finfo(float).max)
        return Bounds(largest, np.inf) if value > 0 else Bounds(-np.inf, -largest)
    if Fraction(near) == value:
        return Bounds(near, near)
    return Bounds(np.nextafter(near, -np.inf), np.nextafter(near, np.inf))


def _as_bounds(value: "Bounds | int") -> Bounds:
    return value if isinstance(value, Bounds) else number(value)


def _widened(low: Any, high: Any, exact: Any = (False, False)) -> Bounds:  # noqa: ANN401
    """Outwards by more than rounding can move, unless exact; no bound is NaN."""
    low = np.where(exact[0], low, low - _SLACK * np.abs(low))
    high = np.where(exact[1], high, high + _SLACK * np.abs(high))
    return Bounds(
        np.nan_to_num(low, nan=-np.inf, neginf=-np.inf, posinf=np.finfo(float).max),
        np.nan_to_num(high, nan=np.inf, posinf=np.inf, neginf=-np.finfo(float).max),
    )


def _exact_sum(a: Array, b: Array) -> Any:  # noqa: ANN401
    """Whether a + b has no rounding error: its error term, computed exactly, is zero."""
    total = a + b
    back = total - a
    return (a - (total - back)) + (b - back) == 0


def _product(a: Array, b: Array) -> tuple[Array, Array]:
    """A product from below and above: zero times infinity is zero, and underflow is not zero."""
    zero = (a == 0) | (b == 0)
    value = np.where(zero, 0.0, a * b)
    slack = np.where(zero | _is_simple(a) | _is_simple(b), 0.0, _SLACK * np.abs(value))
    slack = np.where((np.abs(value) < _TINY) & ~zero, _TINY, slack)
    low, high = value - slack, value + slack
    return np.where(np.isnan(low), -np.inf, low), np.where(np.isnan(high), np.inf, high)


def _is_simple(a: Array) -> Any:  # noqa: ANN401
    """Powers of two: multiplying by them is exact."""
    return np.abs(np.frexp(a)[0]) == 0.5  # noqa: PLR2004


def _inverse(b: Bounds) -> Bounds:
    zero = (b.low <= 0) & (b.high >= 0)
    low = np.where(b.high == 0, -np.inf, 1 / np.where(zero, 1, b.high))
    high = np.where(b.low == 0, np.inf, 1 / np.where(zero, 1, b.low))
    # One-signed but touching zero: bounded on one side only.
    up, down = zero & (b.low == 0) & (b.high > 0), zero & (b.high == 0) & (b.low < 0)
    edge_low = 1 / np.where(b.high == 0, 1, b.high)
    edge_high = 1 / np.where(b.low == 0, 1, b.low)
    low = np.where(zero, np.where(up, edge_low, -np.inf), low)
    high = np.where(zero, np.where(down, edge_high, np.inf), high)
    return _widened(low, high, (_is_simple(b.high), _is_simple(b.low)))


def _rising(function: Callable[[Array], Array], least: float, greatest: float) -> Any:  # noqa: ANN401
    """Bounds of an increasing function whose values lie within [least, greatest]."""

    def bounds(a: Bounds) -> Bounds:
        low, high = function(a.low), function(a.high)
        # Underflow must not round a value to zero; only a zero argument gives an exact one.
        wide = _widened(low - _TINY * (a.low != 0), high + _TINY * (a.high != 0))
        return Bounds(np.clip(wide.low, least, greatest), np.clip(wide.high, least, greatest))

    return bounds


def _power(a: Bounds, exponent: Fraction) -> Bounds:
    if exponent < 0:
        return _inverse(_power(a, -exponent))
    p = float(exponent)
    if exponent.denominator != 1:
        low, high = np.maximum(a.low, 0), np.maximum(a.high, 0)
        raised = _widened(low**p, high**p)
        return Bounds(np.maximum(raised.low, 0), raised.high)
    if exponent.numerator % 2:
        ends = _signed(a.low, p), _signed(a.high, p)
        return _widened(*ends, (_is_whole(a.low, ends[0]), _is_whole(a.high, ends[1])))
    size = _absolute(a)
    ends = size.low**p, size.high**p + np.where(size.high**p < _TINY, _TINY, 0) * (size.high != 0)
    raised = _widened(*ends, (_is_whole(size.low, ends[0]), _is_whole(size.high, ends[1])))
    return Bounds(np.maximum(np.where(size.low < _TINY, 0, raised.low), 0), raised.high)


def _is_whole(base: Array, power: Array) -> Any:  # noqa: ANN401
    """Whether a power of a whole number is whole, and so exact."""
    return (base == np.trunc(base)) & (np.abs(power) < 2.0**53)


def _signed(value: Array, p: float) -> Array:
    raised = np.sign(value) * np.abs(value) ** p
    return raised + np.where((np.abs(raised) < _TINY) & (value != 0), np.sign(value) * _TINY, 0)


def _absolute(a: Bounds) -> Bounds:
    across = (a.low < 0) & (a.high > 0)
    sizes = np.abs(a.low), np.abs(a.high)
    return Bounds(np.where(across, 0, np.minimum(*sizes)), np.maximum(*sizes))


def _sine(a: Bounds) -> Bounds:
    """The ends, unless a crest or a dip lies between them."""
    turn = 2 * math.pi
    wide = ~((a.high - a.low < turn - 1e-6) & (np.abs(a.low) < _FAR) & (np.abs(a.high) < _FAR))
    low = np.where(wide, 0, a.low)
    high = np.where(wide, 0, a.high)
    slack = 1e-7  # far above the rounding of arguments up to _FAR
    crest = np.floor((high - math.pi / 2) / turn + slack) > np.floor(
        (low - math.pi / 2) / turn - slack
    )
    dip = np.floor((high + math.pi / 2) / turn + slack) > np.floor(
        (low + math.pi / 2) / turn - slack
    )
    ends = np.sin(low), np.sin(high)
    pad = 1e-15
    return Bounds(
        np.where(
            wide | dip, -1, np.maximum(np.minimum(*ends) - pad * (np.minimum(*ends) != 0), -1)
        ),
        np.where(
            wide | crest, 1, np.minimum(np.maximum(*ends) + pad * (np.maximum(*ends) != 0), 1)
        ),
    )


def _cosine(a: Bounds) -> Bounds:
    quarter = math.pi / 2
    return _sine(_widened(a.low + quarter - 1e-15, a.high + quarter + 1e-15))


def _tangent(a: Bounds) -> Bounds:
    return _sine(a) / _cosine(a)


def _hyperbolic_cosine(a: Bounds) -> Bounds:
    return _rising(np.cosh, 1, np.inf)(_absolute(a))


def _logarithm(a: Bounds) -> Bounds:
    low = np.where(a.low > 0, np.log(np.where(a.low > 0, a.low, 1)), -np.inf)
    high = np.where(a.high > 0, np.log(np.where(a.high > 0, a.high, 1)), -np.inf)
    return _widened(low - _SLACK, high + _SLACK)


def _sign(a: Bounds) -> Bounds:
    return Bounds(np.sign(a.low), np.sign(a.high))


def _arcsine(a: Bounds) -> Bounds:
    inside = Bounds(np.clip(a.low, -1, 1), np.clip(a.high, -1, 1))
    return _rising(np.arcsin, -1.5707963267948968, 1.5707963267948968)(inside)


def interval_backend() -> Backend:
    """The operator table's primitives on bounds."""
    erf = np.vectorize(math.erf, otypes=[np.float64])
    half_turn = Bounds(math.pi, np.nextafter(math.pi, 4))
    quarter_turn = Bounds(half_turn.low / 2, half_turn.high / 2)
    return SimpleNamespace(
        sin=_sine,
        cos=_cosine,
        tan=_tangent,
        exp=_rising(np.exp, 0, np.inf),
        log=_logarithm,
        abs=_absolute,
        sign=_sign,
        maximum=lambda a, b: Bounds(np.maximum(a.low, b.low), np.maximum(a.high, b.high)),
        minimum=lambda a, b: Bounds(np.minimum(a.low, b.low), np.minimum(a.high, b.high)),
        erf=_rising(erf, -1, 1),
        sinh=_rising(np.sinh, -np.inf, np.inf),
        cosh=_hyperbolic_cosine,
        tanh=_rising(np.tanh, -1, 1),
        asin=_arcsine,
        acos=lambda a: quarter_turn - _arcsine(a),
        atan=_rising(np.arctan, -1.5707963267948968, 1.5707963267948968),
        power=_power,
        number=number,
        pi=half_turn,
    )  # pyright: ignore[reportReturnType]
