"""Tree → text in the problem file's own language; it parses back to the tree's normal form.

Owns that normal form. Fitted constants are written as decimals and come back as exact numbers.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite

from symplex.expression.expression import Expression, apply, leaf, number
from symplex.expression.operators import (
    DIVIDE,
    NEGATE,
    Operator,
)
from symplex.expression.text import text_of
from symplex.expression.token import Constant, Number, Token


def normal_form(expression: Expression) -> Expression:
    """The tree as the parser would have built it from its own text.

    A number's sign and a quotient of two numbers are part of the number (``-2`` and ``2/3`` are
    one node each, while ``2*x/3`` is a quotient of a product), and ``x^1`` is ``x``.
    """
    return expression.fold(_normal)


def _normal(token: Token, below: Sequence[Expression], value: float) -> Expression:
    match token:
        case _ if token is NEGATE:
            return -below[0]
        case _ if token is DIVIDE and all(isinstance(part.root, Number) for part in below):
            return _quotient(*below)
        case Operator(exponent=Fraction() as exponent):
            return below[0] ** exponent
        case Operator():
            return apply(token, *below)
        case _:
            return leaf(token, value)


def _quotient(top: Expression, bottom: Expression) -> Expression:
    match top.root, bottom.root:
        case Number(one), Number(other) if other != 0 and not Number(one / other).is_long:
            return number(one / other)
        case _:
            return top / bottom


def to_text(expression: Expression) -> str:
    """The formula in the problem file's own language."""
    return text_of(written_form(expression))


def written_form(expression: Expression) -> Expression:
    """The normal form of what will be read back: fitted constants as the decimals they print."""

    def exact(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if isinstance(token, Constant) and isfinite(value):
            return number(Fraction(repr(value)))
        return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)

    return normal_form(expression.fold(exact))
