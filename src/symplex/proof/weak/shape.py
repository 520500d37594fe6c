"""The shape of a smooth formula near the points where a root of it is singular."""

from collections.abc import Sequence
from fractions import Fraction

from symplex.expression import Expression, Number, Operator, Token
from symplex.expression.operators import ADD, DIVIDE, MULTIPLY, NEGATE, SUBTRACT
from symplex.proof.pieces.cut import Piece

_HALF = Fraction(1, 2)
_Shape = tuple[bool, bool]
"""Semiconvex, semiconcave."""
_SMOOTH: _Shape = (True, True)
_NEITHER: _Shape = (False, False)


def is_concave_at_roots(piece: Piece, wanted: int) -> bool:
    """Whether a piece is proved semiconcave (wanted < 0) or semiconvex at its singular roots."""
    if not piece.singular:
        return True
    bases = {root.base for root in piece.singular}
    return all(_shape(part, bases)[0 if wanted > 0 else 1] for part in piece.formula.arguments)


def _shape(formula: Expression, bases: "set[Expression]") -> _Shape:
    """By the rules for sums, numbers as factors, and the norm √(f² + g²)."""
    if not any(base_in(formula, base) for base in bases):
        return _SMOOTH
    below = [_shape(argument, bases) for argument in formula.arguments]
    root = formula.root
    if root is ADD:
        return below[0][0] and below[1][0], below[0][1] and below[1][1]
    if root is SUBTRACT:
        return below[0][0] and below[1][1], below[0][1] and below[1][0]
    if root is NEGATE:
        return below[0][1], below[0][0]
    if isinstance(root, Operator) and root.exponent == _HALF:
        return _sum_of_squares(formula.arguments[0]), False
    return _scaled(formula, below)


def base_in(formula: Expression, base: Expression) -> bool:
    """Whether a root of this base is in the formula."""
    found = False

    def combine(token: Token, below: Sequence[tuple[Token, ...]], _: float) -> tuple[Token, ...]:
        nonlocal found
        if isinstance(token, Operator) and token.exponent and token.exponent.denominator > 1:
            found |= below[0] == base.tokens
        return (token, *(inner for part in below for inner in part))

    formula.fold(combine)
    return found


def _scaled(formula: Expression, below: Sequence[_Shape]) -> _Shape:
    """The shape of a product with a number, or of a quotient by one."""
    if formula.root not in (MULTIPLY, DIVIDE):
        return _NEITHER
    first, second = formula.arguments
    for factor, shape in ((second, below[0]), (first, below[1])):
        is_divided = formula.root is DIVIDE and factor is first
        if isinstance(factor.root, Number) and not is_divided:
            return shape if factor.root.value > 0 else (shape[1], shape[0])
    return _NEITHER


def _sum_of_squares(formula: Expression) -> bool:
    """Whether it is a sum of even powers with positive factors, and of numbers ≥ 0."""
    root = formula.root
    if root is ADD:
        return all(_sum_of_squares(part) for part in formula.arguments)
    if root is MULTIPLY:
        left, right = formula.arguments
        return any(_is_number(a) and _sum_of_squares(b) for a, b in ((left, right), (right, left)))
    if root is DIVIDE:
        return _sum_of_squares(formula.arguments[0]) and _is_number(formula.arguments[1])
    if isinstance(root, Operator) and root.exponent is not None:
        exponent = root.exponent
        return exponent.denominator == 1 and exponent > 0 and exponent.numerator % 2 == 0
    return _is_number(formula)


def _is_number(formula: Expression) -> bool:
    return isinstance(formula.root, Number) and formula.root.value >= 0
