"""Integrals that stand in every table: one over the root of a quadratic, Gauss's, and steps."""

from fractions import Fraction
from typing import Final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    exponential,
    logarithm,
    multiply,
    negative,
    power,
    subtract,
)
from symplex.expression import Expression, Symbol, apply, number, symbol
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate

_QUADRATIC: Final = 2
_HALF: Final = Fraction(1, 2)


def _quadratic(
    tree: Expression, variable: str, real: Arithmetic
) -> tuple[Expression, Expression, Expression] | None:
    """The coefficients of a polynomial of the second degree, the leading one first."""
    parts = real.polynomial(tree, (variable,))
    if parts is None or max((key[0] for key in parts), default=0) != _QUADRATIC:
        return None
    a, b, c = (parts.get((k,), ZERO) for k in (2, 1, 0))
    return a, b, c


def inverse_root_integral(tree: Expression, variable: str, real: Arithmetic) -> Expression | None:
    """∫ k/√(ax² + bx + c) dx: an arc for a < 0, a logarithm for a > 0."""
    if not any(row.exponent and row.exponent.denominator > 1 for row in tree.operators):
        return None
    parts = real.fraction(power(tree, 2))
    sign = real.sign(tree)
    if parts is None or variable in parts[0].symbols or not sign:
        return None
    top, inside = parts if real.sign(parts[1]) > 0 else (negative(parts[0]), negative(parts[1]))
    factor = multiply(number(sign), real.normal(power(top, _HALF)))
    quadratic = _quadratic(inside, variable, real)
    if quadratic is None:
        return _of_cubed_root(inside, factor, variable, real)
    a, b, c = quadratic
    slope = add(multiply(number(2), multiply(a, symbol(variable))), b)
    curvature = real.sign(a)
    if curvature < 0:
        span = real.normal(power(subtract(multiply(b, b), multiply(number(4), a * c)), _HALF))
        arc = apply(op.ASIN, divide(negative(slope), span))
        return multiply(divide(factor, real.normal(power(negative(a), _HALF))), arc)
    if curvature > 0:
        root = real.normal(power(a, _HALF))
        whole = power(inside, _HALF)
        inner = add(slope, multiply(number(2), multiply(root, whole)))
        return multiply(divide(factor, root), logarithm(inner))
    return None


def _of_cubed_root(
    inside: Expression, factor: Expression, variable: str, real: Arithmetic
) -> Expression | None:
    """∫ k/q^(3/2) dx = 2k(2ax + b)/((4ac − b²)√q), `inside` being a multiple of q³."""
    factors = [one for one in real.factors(inside) or () if variable in one[0].symbols]
    quadratic = None if len(factors) != 1 else _quadratic(factors[0][0], variable, real)
    if quadratic is None or factors[0][1] != 3:  # noqa: PLR2004 (the cube)
        return None
    base, (a, b, c) = factors[0][0], quadratic
    if real.sign(base) < 0:
        base, a, b, c = (negative(one) for one in (base, a, b, c))
    scale = real.normal(power(real.divide(inside, power(base, 3)), _HALF))
    slope = add(multiply(number(2), multiply(a, symbol(variable))), b)
    below = real.normal(4 * a * c - b * b)
    if below == ZERO:
        return None
    top = multiply(divide(multiply(number(2), factor), multiply(scale, below)), slope)
    return divide(top, power(base, _HALF))


def root_integral(tree: Expression, variable: str, real: Arithmetic) -> Expression | None:
    """∫ k·√q dx = (2ax + b)·k√q/(4a) + (4ac − b²)/(8a)·∫ k/√q dx for q = ax² + bx + c."""
    if not any(row.exponent and row.exponent.denominator > 1 for row in tree.operators):
        return None
    square = real.normal(power(tree, 2))
    quadratic = _quadratic(square, variable, real)
    if quadratic is None:
        return None
    a, b, c = quadratic
    inverse = inverse_root_integral(divide(ONE, tree), variable, real)
    if inverse is None:
        return None
    slope = add(multiply(number(2), multiply(a, symbol(variable))), b)
    first = divide(multiply(slope, tree), multiply(number(4), a))
    below = real.normal(4 * a * c - b * b)
    return add(first, multiply(divide(below, multiply(number(8), a)), inverse))


def gaussian_integral(tree: Expression, variable: str, real: Arithmetic) -> Expression | None:
    """∫ k·exp(ax² + bx + c) dx for a < 0; such a function has the logarithmic slope 2ax + b."""
    if op.EXP not in tree.operators:
        return None
    slope = real.normal(divide(differentiate(tree, variable), tree))
    parts = real.polynomial(slope, (variable,))
    if parts is None or max((key[0] for key in parts), default=0) != 1:
        return None
    a, b = divide(parts[1,], number(2)), parts.get((0,), ZERO)
    if real.sign(a) >= 0:
        return None
    x = symbol(variable)
    root = real.normal(power(negative(a), _HALF))
    factor = real.normal(tree.substitute({Symbol(variable): ZERO}))
    shift = real.normal(divide(multiply(b, b), multiply(number(-4), a)))
    argument = subtract(multiply(root, x), real.normal(divide(b, multiply(number(2), root))))
    scale = divide(real.normal(power(apply(op.PI), _HALF)), multiply(number(2), root))
    return multiply(multiply(factor, multiply(exponential(shift), scale)), apply(op.ERF, argument))


def step_integral(tree: Expression, variable: str, real: Arithmetic) -> Expression | None:
    """∫ sign(ax + b) dx = |ax + b|/a, and ∫ |ax + b| dx = (ax + b)·|ax + b|/2a."""
    if tree.root not in (op.SIGN, op.ABS):
        return None
    inside = tree.arguments[0]
    parts = real.polynomial(inside, (variable,))
    if parts is None or max((key[0] for key in parts), default=0) != 1:
        return None
    size = apply(op.ABS, inside)
    if tree.root is op.SIGN:
        return divide(size, parts[1,])
    return divide(multiply(inside, size), multiply(number(2), parts[1,]))
