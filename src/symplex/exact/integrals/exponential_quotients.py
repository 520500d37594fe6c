"""Integrals of a quotient of polynomials times an exponential, where they are of the same kind."""

from collections.abc import Iterator
from typing import Final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    add,
    divide,
    exponential,
    multiply,
    negative,
    power,
    product,
    subtract,
    total,
)
from symplex.exact.integrals.partial_fractions import matched
from symplex.expression import Expression, symbol
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate

_MAX_DEGREE: Final = 8


def exponential_quotient_integral(
    tree: Expression, variable: str, real: Arithmetic
) -> Expression | None:
    """∫ g·exp(h) dx = R·exp(h) with R' + h'·R = g; None where there is no such quotient R."""
    for exponent in _exponents(tree, variable):
        quotient = real.divide(tree, exponential(exponent))
        slope = real.normal(differentiate(exponent, variable))
        parts = real.fraction(quotient)
        if parts is None or not all(_is_polynomial(p, variable, real) for p in parts):
            continue
        found = _quotient(parts, slope, variable, real)
        if found is not None:
            return multiply(found, exponential(exponent))
    return None


def _exponents(tree: Expression, variable: str) -> Iterator[Expression]:
    """The exponents in a formula, and their doubles, with both signs."""
    if op.EXP not in tree.operators:
        return
    parts = (tree.subtree(start) for start in range(tree.size))
    inner = [p.arguments[0] for p in parts if p.root is op.EXP and variable in p.symbols]
    for exponent in dict.fromkeys(inner):
        yield from (exponent, negative(exponent), 2 * exponent, -2 * exponent)


def _is_polynomial(tree: Expression, variable: str, real: Arithmetic) -> bool:
    parts = real.polynomial(tree, (variable,))
    return parts is not None and max((key[0] for key in parts), default=0) <= _MAX_DEGREE


def _quotient(
    parts: tuple[Expression, Expression], slope: Expression, variable: str, real: Arithmetic
) -> Expression | None:
    top, bottom = parts
    below = product(power(f, n - 1) for f, n in real.factors(bottom) or () if n > 1)
    degrees = real.polynomial(top, (variable,)) or {(0,): ONE}
    count = max(key[0] for key in degrees) + 3
    x = symbol(variable)
    names = [f"n#{k}" for k in range(count)]
    powers = [power(x, k) if k else ONE for k in range(count)]
    above = total(multiply(symbol(n), p) for n, p in zip(names, powers, strict=True))
    ansatz = divide(above, below)
    whole = add(differentiate(ansatz, variable), multiply(slope, ansatz))
    values = matched(subtract(whole, divide(top, bottom)), variable, names, real)
    if values is None:
        return None
    known = [multiply(values[n], p) for n, p in zip(names, powers, strict=True) if n in values]
    return divide(total(known), below)
