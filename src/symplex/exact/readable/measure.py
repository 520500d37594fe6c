"""How hard a formula is to read."""

from collections.abc import Sequence
from typing import Final

from symplex.expression import Expression, Number, Operator, Token
from symplex.expression import operators as op

_DIGIT: Final = 0.5
_BRACKETS: Final = 0.5
_CONSTANT: Final = 1.0
_SUMS: Final = frozenset({op.ADD, op.SUBTRACT, op.NEGATE})
_PRODUCTS: Final = frozenset({op.MULTIPLY, op.DIVIDE})
_Read = tuple[float, Token]


def effort(formula: Expression) -> float:
    """Nodes; half a node for each digit, fraction bar and bracket; one more for exp of a number."""
    return formula.fold(_read)[0]


def _read(token: Token, below: Sequence[_Read], _: float) -> _Read:
    if isinstance(token, Number):
        return 1 + _DIGIT * (len(str(abs(token.value))) - 1), token
    roots = [root for _, root in below]
    return 1 + sum(cost for cost, _ in below) + _in_brackets(token, roots), token


def _in_brackets(token: Token, roots: Sequence[Token]) -> float:
    """What a node adds for the brackets around its arguments, or for being a constant."""
    if token is op.EXP:
        return _CONSTANT * isinstance(roots[0], Number)
    if token in _PRODUCTS:
        brackets = (roots[0] in _SUMS and roots[0] is not op.NEGATE) + (roots[1] in _SUMS)
        return _BRACKETS * (brackets + (roots[1] in _PRODUCTS))
    if token is op.SUBTRACT or token is op.NEGATE:
        return _BRACKETS * (roots[-1] in _SUMS)
    if isinstance(token, Operator) and token.exponent is not None and token is not op.SQRT:
        return _BRACKETS * (roots[0] in _SUMS or roots[0] in _PRODUCTS)
    return 0.0
