"""Values with error bounds: the backend that refutes, in double precision and in mpmath.

Each value carries a bound on its rounding error, so that a residual is either certainly not zero
or undecided; it is never called wrong because of cancellation. Owns the arithmetic only.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, final

import mpmath
import numpy as np
from mpmath import libmp

from symplex.budget import Budget
from symplex.expression.backends import Backend

_CONSTANT_BITS = 8_000


@final
@dataclass(frozen=True, slots=True)
class Field:
    """The numbers below the balls: NumPy arrays, or mpmath numbers at some precision."""

    epsilon: Any
    functions: Any
    where: Callable[[Any, Any, Any], Any]
    number: Callable[[Fraction], Any]
    infinity: Any
    tiny: Any
    """Below this, rounding is no longer relative."""
    budget: Budget
    """Whose deadline ends a long computation."""


@final
class Ball:
    """A value and a bound on its error; both arrays, or both mpmath numbers."""

    __slots__ = ("error", "field", "value")

    def __init__(self, value: Any, error: Any, field: Field) -> None:  # noqa: ANN401
        self.value = value
        self.error = error
        self.field = field

    def rounded(self, value: Any, error: Any) -> "Ball":  # noqa: ANN401
        """A result with this error, and that of rounding it."""
        self.field.budget.check_deadline()
        size, tiny = abs(value), self.field.tiny
        near_zero = self.field.where((size > 0) & (size < tiny), tiny, 0 * size)
        return Ball(value, error + self.field.epsilon * size + near_zero, self.field)

    def _other(self, other: "Ball | int") -> "Ball":
        return other if isinstance(other, Ball) else _exact(self.field, Fraction(other))

    def __neg__(self) -> "Ball":
        """The negative."""
        return Ball(-self.value, self.error, self.field)

    def __add__(self, other: "Ball | int") -> "Ball":
        """The sum."""
        b = self._other(other)
        return self.rounded(self.value + b.value, self.error + b.error)

    def __sub__(self, other: "Ball | int") -> "Ball":
        """The difference."""
        b = self._other(other)
        return self.rounded(self.value - b.value, self.error + b.error)

    def __mul__(self, other: "Ball | int") -> "Ball":
        """The product."""
        b = self._other(other)
        spread = abs(self.value) * b.error + abs(b.value) * self.error + self.error * b.error
        value = self.value * b.value
        lost = (value == 0) & (self.value != 0) & (b.value != 0)
        return self.rounded(value, spread + self.field.where(lost, self.field.tiny, 0 * spread))

    def __truediv__(self, other: "Ball | int") -> "Ball":
        """The quotient; unknown where the divisor may vanish."""
        b = self._other(other)
        least = abs(b.value) - b.error
        safe = self.field.where(least > 0, b.value, 1)
        value = self.value / safe
        error = (self.error + abs(value) * b.error) / self.field.where(least > 0, least, 1)
        return self.rounded(value, self.field.where(least > 0, error, self.field.infinity))

    def __radd__(self, other: int) -> "Ball":
        """A number plus."""
        return self._other(other) + self

    def __rsub__(self, other: int) -> "Ball":
        """A number minus."""
        return self._other(other) - self

    def __rmul__(self, other: int) -> "Ball":
        """A number times."""
        return self._other(other) * self

    def __rtruediv__(self, other: int) -> "Ball":
        """A number divided by."""
        return self._other(other) / self


def _exact(field: Field, value: Fraction) -> Ball:
    near = field.number(value)
    # A dyadic number of few bits is stored exactly: zero margins stay exactly zero.
    short = value.denominator & (value.denominator - 1) == 0 and value.numerator.bit_length() < 50  # noqa: PLR2004
    error = 0 if short and value.denominator < 2**50 else field.epsilon
    lost = field.tiny if value and near == 0 else 0
    return Ball(near, abs(near) * error + lost, field)


def _power(a: Ball, exponent: Fraction) -> Ball:
    if exponent.denominator != 1:
        return _root(a, exponent)
    n = exponent.numerator
    if n < 0:
        return 1 / _power(a, -exponent)
    largest = abs(a.value) + a.error
    return a.rounded(
        a.value**n, n * largest ** (n - 1) * a.error + n * a.field.epsilon * largest**n
    )


def _root(a: Ball, exponent: Fraction) -> Ball:
    """A fractional power: the bound near zero is that of the whole range from zero."""
    field = a.field
    p = field.number(abs(exponent))
    least, largest = a.value - a.error, a.value + a.error
    positive = least > 0
    base = field.where(positive, a.value, 1)
    value = base**p
    steepest = field.where(positive, least, 1)
    slope = p * field.where(p < 1, steepest, abs(largest)) ** (p - 1)
    near_zero = field.where(largest > 0, abs(largest), 0) ** p
    error = field.where(positive, slope * a.error, near_zero)
    rooted = a.rounded(field.where(positive, value, 0 * value), error)
    return rooted if exponent > 0 else 1 / rooted


def _smooth(a: Ball, value: Any, slope: Any, bound: Any = None) -> Ball:  # noqa: ANN401
    error = slope * a.error
    if bound is not None:
        error = a.field.where(error < bound, error, bound)
    return a.rounded(value, error + a.field.epsilon)


def _growing(a: Ball, value: Any, size: Any) -> Ball:  # noqa: ANN401
    """exp, sinh, cosh: the derivative is at most `size` times exp(error)."""
    f = a.field.functions
    small = a.field.where(a.error < 1, a.error, 1)
    error = a.field.where(a.error < 1, 2 * size * f.expm1(small), a.field.infinity)
    return a.rounded(value, error)


def _steep(a: Ball, value: Any, slope: Any) -> Ball:  # noqa: ANN401
    """tan, log: linear where the argument is known well, unknown elsewhere."""
    known = slope * a.error < _QUARTER
    return a.rounded(value, a.field.where(known, 2 * slope * a.error, a.field.infinity))


_QUARTER = 0.25


def _log(a: Ball) -> Ball:
    field = a.field
    positive = a.value > 0
    base = field.where(positive, a.value, 1)
    logged = _steep(Ball(base, a.error, field), field.functions.log(base), 1 / base)
    return Ball(logged.value, field.where(positive, logged.error, field.infinity), field)


def _tan(a: Ball) -> Ball:
    value = a.field.functions.tan(a.value)
    return _steep(a, value, 1 + value * value)


def _sign(a: Ball) -> Ball:
    known = abs(a.value) > a.error
    return Ball(a.field.functions.sign(a.value), a.field.where(known, 0 * a.error, 1), a.field)


def _arc(a: Ball, function: Any) -> Ball:  # noqa: ANN401
    """Inverse sines, clamped to [-1, 1]; near the ends the bound is that of a square root."""
    field = a.field
    inside = field.where(abs(a.value) <= 1, a.value, field.functions.sign(a.value))
    room = 1 - abs(inside) - a.error
    calm = room > 10 * a.error
    slope = 1 / field.functions.sqrt(field.where(calm, room, 1))
    error = field.where(calm, slope * a.error, 2 * field.functions.sqrt(a.error))
    return a.rounded(function(inside), error + field.epsilon)


def _larger(a: Ball, b: Ball, *, sign: int) -> Ball:
    first = sign * (a.value - b.value) >= 0
    value = a.field.where(first, a.value, b.value)
    error = a.field.where(a.error > b.error, a.error, b.error)
    return Ball(value + 0 * (a.value + b.value), error, a.field)


def ball_backend(field: Field) -> Backend:
    """The operator table's primitives on balls."""
    f = field.functions
    one = lambda a: 1 + 0 * abs(a.value)  # noqa: E731
    return SimpleNamespace(
        sin=lambda a: _smooth(a, f.sin(a.value), one(a), 2),
        cos=lambda a: _smooth(a, f.cos(a.value), one(a), 2),
        tan=_tan,
        exp=lambda a: _growing(a, f.exp(a.value), f.exp(a.value)),
        log=_log,
        abs=lambda a: Ball(abs(a.value), a.error, field),
        sign=_sign,
        maximum=lambda a, b: _larger(a, b, sign=1),
        minimum=lambda a, b: _larger(a, b, sign=-1),
        erf=lambda a: _smooth(a, f.erf(a.value), 2 * one(a), 2),
        sinh=lambda a: _growing(a, f.sinh(a.value), f.cosh(a.value)),
        cosh=lambda a: _growing(a, f.cosh(a.value), f.cosh(a.value)),
        tanh=lambda a: _smooth(a, f.tanh(a.value), one(a), 2),
        asin=lambda a: _arc(a, f.asin),
        acos=lambda a: _arc(a, f.acos),
        atan=lambda a: _smooth(a, f.atan(a.value), one(a), 4),
        power=_power,
        number=lambda value: _exact(field, Fraction(value)),
        pi=Ball(field.functions.pi, 4 * field.epsilon, field),
    )  # pyright: ignore[reportReturnType]


def _double(value: Fraction) -> Any:  # noqa: ANN401
    try:
        return np.asarray(float(value))
    except OverflowError:  # an infinite value has an infinite error: it decides nothing
        return np.asarray(math.inf if value > 0 else -math.inf)


def double_field(budget: Budget | None = None) -> Field:
    """NumPy arrays in double precision."""
    names = ("sin", "cos", "tan", "exp", "expm1", "log", "sign", "sinh", "cosh", "tanh", "sqrt")
    functions = {name: getattr(np, name) for name in (*names, "asin", "acos", "atan", "pi")}
    erf = np.vectorize(math.erf, otypes=[np.float64])
    return Field(
        epsilon=4 * 2.0**-53,
        functions=SimpleNamespace(**functions, erf=erf),
        where=np.where,
        number=_double,
        infinity=np.inf,
        tiny=1e-290,
        budget=budget or Budget.unlimited(),
    )


def precise_field(digits: int, budget: Budget | None = None) -> Field:
    """One mpmath number at a time, with so many digits."""
    _fix_constants()
    context = mpmath.mp.clone()
    context.dps = digits
    return Field(
        epsilon=context.mpf(10) ** (1 - digits),
        functions=context,
        where=lambda condition, yes, no: yes if condition else no,
        number=lambda value: context.mpf(value.numerator) / value.denominator,
        infinity=context.inf,
        tiny=context.mpf(0),
        budget=budget or Budget.unlimited(),
    )


def _fix_constants() -> None:
    """Have mpmath know its constants to far more digits than are ever asked for.

    It keeps the most precise value that it has computed and truncates it when asked for less, so
    the last digit would otherwise depend on what was computed before.
    """
    for known in (libmp.pi_fixed, libmp.ln2_fixed, libmp.ln10_fixed, libmp.e_fixed):
        known(_CONSTANT_BITS)
