"""Functions that a textbook tries as one solution of an equation: powers, exponentials, waves."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from symplex.exact.formulas.building import ONE, divide, exponential, multiply, power
from symplex.expression import Expression, apply, number
from symplex.expression import operators as op
from symplex.problem.restrict import data_of
from symplex.propose.textbook.odes.ode import Ode

_POWERS: Final = tuple(Fraction(n, 2) for n in (2, 4, -2, 6, 1, -1, -4, 3, 8))
_RATES: Final = tuple(Fraction(n, 2) for n in (2, -2, 4, -4, 1, -1))
_CIRCULAR: Final = (op.SIN, op.COS, op.TAN)


def guesses(ode: Ode) -> Iterator[Expression]:
    """In a fixed order, simple ones first; the statement's own functions last."""
    x = ode.x
    yield ONE
    for exponent in _POWERS:
        if exponent.denominator == 1 or ode.arithmetic.sign(x) > 0:
            yield power(x, exponent)
    for shift in (1, -1):
        yield x + number(shift)
    growth = [exponential(multiply(number(rate), x)) for rate in _RATES]
    yield from growth
    waves = [apply(row, x) for row in _CIRCULAR]
    yield from (*waves, *(divide(ONE, wave) for wave in waves))
    yield from _quadratic(x)
    for one in (*growth[:2], *waves[:2]):
        yield from (multiply(x, one), divide(one, x), multiply(x**2, one))
    for square in (number(1), number(-1), number(Fraction(1, 2)), number(Fraction(-1, 2))):
        yield exponential(multiply(square, x**2))
    yield apply(op.LOG, x)
    yield from data_of(ode.problem)


def _quadratic(x: Expression) -> Iterator[Expression]:
    """Polynomials of the second and third order that special equations have."""
    for constant in (1, -1, Fraction(-1, 3), 2, -2, Fraction(1, 2), Fraction(-1, 2)):
        yield x**2 + number(constant)
    for slope in (Fraction(-3, 5), Fraction(-3, 2), -3, Fraction(-3, 4)):
        yield x**3 + multiply(number(slope), x)
