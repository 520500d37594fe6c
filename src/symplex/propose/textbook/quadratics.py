"""What a symbol is where a formula vanishes that is linear or quadratic in it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ZERO, add, divide, multiply, negative, power
from symplex.exact.formulas.inverse import zeros
from symplex.expression import Expression, Symbol, number
from symplex.expression.calculus import differentiate

_SQUARE: Final = 2


def roots_of(tree: Expression, name: str, arithmetic: Arithmetic) -> list[Expression]:
    """Formulas for a symbol at which the formula vanishes.

    A quadratic a·z² + b·z + c is solved by 2c/(−b ± √(b² − 4ac)) as well, which has a value where
    a = 0: data often begin there.
    """
    found = zeros(tree, name, arithmetic)
    parts = arithmetic.fraction(tree)
    powers = None if parts is None else arithmetic.polynomial(parts[0], (name,))
    if powers and max(key[0] for key in powers) == _SQUARE:
        a, b, c = (powers.get((k,), ZERO) for k in (2, 1, 0))
        root = power(arithmetic.normal(b * b - 4 * a * c), Fraction(1, 2))
        for sign in (root, negative(root)):
            bottom = add(negative(b), sign)
            if ZERO not in (bottom, c):
                found.append(divide(multiply(number(2), c), bottom))
    return list(dict.fromkeys(found))


def branches(tree: Expression, name: str, real: Arithmetic) -> Iterator[Expression]:
    """What a symbol is where the formula vanishes, each branch in normal form."""
    parts = real.polynomial(tree, (name,))
    if parts is None:
        slope = real.normal(differentiate(tree, name))
        if name not in slope.symbols and slope != ZERO:
            rest = tree.substitute({Symbol(name): ZERO})
            yield real.normal(divide(negative(rest), slope))
        return
    a, b, c = (parts.get((k,), ZERO) for k in (2, 1, 0))
    degree = max((key[0] for key in parts), default=0)
    if degree == 1:
        yield real.normal(divide(negative(c), b))
    elif degree == _SQUARE:
        root = power(real.normal(b * b - 4 * a * c), Fraction(1, 2))
        for sign in (root, negative(root)):
            yield real.normal(divide(add(negative(b), sign), multiply(number(2), a)))
