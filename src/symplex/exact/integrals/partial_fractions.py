"""Integrals of quotients of polynomials, by partial fractions."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from symplex.exact.formulas.arithmetic import Arithmetic, Polynomial
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    logarithm,
    multiply,
    negative,
    power,
    subtract,
    total,
    value_of_number,
)
from symplex.exact.formulas.linear_solve import linear_values
from symplex.expression import Expression, apply, number, symbol
from symplex.expression import operators as op

_MAX_DEGREE: Final = 8
_QUADRATIC: Final = 2


Piece = tuple[Expression, Expression | None]
"""A fraction and its integral, where that is known."""


class _Factor(NamedTuple):
    tree: Expression
    coefficients: tuple[Expression, ...]
    times: int

    @property
    def degree(self) -> int:
        return len(self.coefficients) - 1


def rational_integral(tree: Expression, variable: str, real: Arithmetic) -> Expression | None:
    """The integral of a quotient of polynomials; None for anything else."""
    parts = real.fraction(tree)
    if parts is None or variable not in tree.symbols:
        return None
    top, bottom = (real.polynomial(part, (variable,)) for part in parts)
    if top is None or bottom is None or max(_degree(top), _degree(bottom)) > _MAX_DEGREE:
        return None
    factors = _factors(parts[1], variable, real)
    if factors is None:
        return None
    return _integrated(parts, (_degree(top), _degree(bottom)), factors, variable, real)


def _degree(polynomial: Polynomial) -> int:
    return max((key[0] for key in polynomial), default=0)


def _factors(bottom: Expression, variable: str, real: Arithmetic) -> list[_Factor] | None:
    """The factors with the variable; None where one is of a higher degree than two."""
    found: list[_Factor] = []
    for factor, times in real.factors(bottom) or ():
        parts = real.polynomial(factor, (variable,))
        degree = 0 if parts is None else _degree(parts)
        if parts is None or degree > _QUADRATIC:
            return None
        if degree:
            coefficients = tuple(parts.get((k,), ZERO) for k in range(degree + 1))
            found.append(_Factor(factor, coefficients, times))
    return found


def _integrated(
    parts: tuple[Expression, Expression],
    degrees: tuple[int, int],
    factors: list[_Factor],
    variable: str,
    real: Arithmetic,
) -> Expression | None:
    """Fractions with unknown factors, matched; then the sum of their integrals."""
    x = symbol(variable)
    whole = range(degrees[0] - degrees[1] + 1)
    pieces: list[Piece] = [(power(x, k) if k else ONE, power(x, k + 1) / (k + 1)) for k in whole]
    pieces += [piece for factor in factors for piece in _shapes(factor, x, real)]
    names = [f"p#{k}" for k in range(len(pieces))]
    shapes = (multiply(symbol(n), shape) for n, (shape, _) in zip(names, pieces, strict=True))
    values = matched(divide(*parts) - total(shapes), variable, names, real)
    if values is None:
        return None
    found: list[Expression] = []
    for name, (_, integral) in zip(names, pieces, strict=True):
        value = values.get(name, ZERO)
        if value_of_number(value) != 0:
            if integral is None:
                return None
            found.append(multiply(value, integral))
    return total(found)


def matched(
    whole: Expression, variable: str, names: Sequence[str], real: Arithmetic
) -> dict[str, Expression] | None:
    """The factors with which a quotient of polynomials vanishes for every value of a variable."""
    cleared = real.fraction(whole)
    parts = None if cleared is None else real.polynomial(cleared[0], (variable,))
    if parts is None:
        return None
    values = linear_values(list(parts.values()), names, real)
    return None if values is None else dict(values)


def _shapes(factor: _Factor, x: Expression, real: Arithmetic) -> Iterator[Piece]:
    """The partial fractions of a factor with their integrals."""
    base = factor.tree
    for k in range(1, factor.times + 1):
        below = power(base, k)
        if factor.degree == 1:
            slope = factor.coefficients[1]
            inner = _logarithm(base, real) if k == 1 else power(base, 1 - k) / (1 - k)
            yield divide(ONE, below), divide(inner, slope)
        else:
            _, b, a = factor.coefficients
            slope = add(multiply(2 * ONE, multiply(a, x)), b)
            inner = _logarithm(base, real) if k == 1 else power(base, 1 - k) / (1 - k)
            yield divide(slope, below), inner
            yield divide(ONE, below), _inverse_quadratic(factor, x, real, k)


def _logarithm(base: Expression, real: Arithmetic) -> Expression:
    return logarithm(negative(base) if real.sign(base) < 0 else base)


def _inverse_quadratic(
    factor: _Factor, x: Expression, real: Arithmetic, k: int
) -> Expression | None:
    """∫ dx/(ax² + bx + c)^k: an arc, or logarithms; k is lowered step by step."""
    c, b, a = factor.coefficients
    inside = real.normal(4 * a * c - b * b)
    sign = real.sign(inside)
    slope = add(multiply(2 * ONE, multiply(a, x)), b)
    if k > 1:
        lower = _inverse_quadratic(factor, x, real, k - 1)
        if lower is None:
            return None
        rest = multiply(multiply(number(4 * k - 6), a), lower)
        top = add(divide(slope, power(factor.tree, k - 1)), rest)
        return divide(top, multiply(number(k - 1), inside))
    if sign > 0:
        root = real.normal(apply(op.SQRT, inside))
        return multiply(divide(number(2), root), apply(op.ATAN, divide(slope, root)))
    if sign < 0:
        root = real.normal(apply(op.SQRT, negative(inside)))
        over, under = (_logarithm(one, real) for one in (slope - root, slope + root))
        return divide(subtract(over, under), root)
    return None
