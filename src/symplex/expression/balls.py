"""The operator table on balls of python-flint: rigorous values, at any precision.

Owns the backend. A ball holds the true value, or is not a number where the formula may be
undefined: an undefined argument is never lost in a function that is bounded.
"""

from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Final

from flint import arb, fmpq

from symplex.expression.backends import Backend

_FUNCTIONS: Final = (
    *("sin", "cos", "tan", "exp", "log", "erf", "sinh", "cosh", "tanh"),
    *("asin", "acos", "atan"),
)
_HALF: Final = Fraction(1, 2)
_MAX_ROOT: Final = 64
"""Roots of a higher degree are computed by logarithms."""


def ball_backend() -> Backend:
    """Balls at the precision that is set in `flint.ctx` while they are computed."""
    functions = {name: _where_finite(getattr(arb, name)) for name in _FUNCTIONS}
    return SimpleNamespace(
        **functions,
        abs=abs,
        sign=_where_finite(arb.sgn),
        maximum=arb.max,
        minimum=arb.min,
        power=_power,
        number=lambda value: arb(rational(value)),
        pi=arb.pi(),
    )  # pyright: ignore[reportReturnType]


def rational(value: Fraction | int) -> fmpq:
    """An exact number as python-flint's."""
    exact = Fraction(value)
    return fmpq(exact.numerator, exact.denominator)


def _where_finite(function: Callable[[arb], arb]) -> Callable[[arb], arb]:
    # The sign and the sine of what is not a number are balls around zero in the library.
    return lambda ball: function(ball) if ball.is_finite() else arb.nan()


def _power(base: arb, exponent: Fraction) -> arb:
    """A whole power of any base; any other of a base ≥ 0, else not a number."""
    if exponent.denominator == 1:
        return base ** int(exponent)
    if base.is_zero() and exponent > 0:
        return base
    if exponent == _HALF:
        return base.sqrt()
    if exponent.denominator <= _MAX_ROOT:
        return base.root(exponent.denominator) ** exponent.numerator
    return base ** rational(exponent)
