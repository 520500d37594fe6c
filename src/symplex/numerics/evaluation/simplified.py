"""A fitted formula as short as it is on a box: constants joined, kinks that are not there removed.

Owns rewriting that changes no value at some points. Nothing here is a proof.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from symplex.expression import CONSTANT, Expression, Number, Operator, Token, apply, leaf, number
from symplex.expression.evaluate import evaluate, numpy_backend
from symplex.expression.operators import (
    ABS,
    ADD,
    DIVIDE,
    MAX,
    MIN,
    MULTIPLY,
    NEGATE,
    RELU,
    SIGN,
    SUBTRACT,
)
from symplex.numerics.evaluation.fit import Floats

KINKED: Final = frozenset({ABS, MAX, MIN, RELU, SIGN})
"""What makes kinks and steps."""
_Node = tuple[Expression, Floats]
_ROUNDS: Final = 4


def simplified(formula: Expression, columns: Mapping[str, Floats]) -> Expression:
    """A formula with the same values at the points."""

    def combine(token: Token, below: Sequence[_Node], value: float) -> _Node:
        if not isinstance(token, Operator):
            return leaf(token, value), evaluate(leaf(token, value), columns)
        made = np.asarray(token.form(numpy_backend(), *(v for _, v in below)), dtype=np.float64)
        parts = [part for part, _ in below]
        if token in KINKED:
            kept = _branch(token, below)
            return (apply(token, *parts) if kept is None else kept), made
        return _joined(token, parts, made), made

    for _ in range(_ROUNDS):
        with np.errstate(all="ignore"):
            shorter = formula.fold(combine)[0]
        if shorter == formula:
            break
        formula = shorter
    return formula


def _branch(row: Operator, below: Sequence[_Node]) -> Expression | None:
    """What a function with a kink is where its argument has one sign."""
    margin = row.kinks[0](numpy_backend(), *(values for _, values in below))
    if row is SIGN:
        sides = np.unique(np.sign(margin))
        return number(int(sides[0])) if len(sides) == 1 else None
    if not (np.all(margin >= 0) or np.all(margin <= 0)):
        return None
    above, first = bool(np.all(margin >= 0)), below[0][0]
    if row is ABS:
        return first if above else -first
    if row is RELU:
        return first if above else number(0)
    return first if above is (row is MAX) else below[1][0]


def _joined(row: Operator, parts: Sequence[Expression], values: Floats) -> Expression:
    """An operation with its constants joined, and nothing added or multiplied that is nothing."""
    if parts and _is_fitted(parts) and np.isfinite(values).all():
        return leaf(CONSTANT, float(values.flat[0]))
    if row in (ADD, SUBTRACT, MULTIPLY, DIVIDE):
        return _shorter(row, *parts) or apply(row, *parts)
    if row is NEGATE and parts[0].root is NEGATE:
        return parts[0].arguments[0]
    return apply(row, *parts)


def _is_fitted(parts: Sequence[Expression]) -> bool:
    """Whether these are numbers, one of them fitted."""
    numbers = all(part.root == CONSTANT or isinstance(part.root, Number) for part in parts)
    return numbers and any(part.root == CONSTANT for part in parts)


def _shorter(row: Operator, left: Expression, right: Expression) -> Expression | None:
    """A sum or product without what is nothing in it; None if there is no such thing."""
    if row is ADD or row is SUBTRACT:
        if _is(right, 0):
            return left
        return right if _is(left, 0) and row is ADD else _difference(row, left, right)
    if _is(right, 1):
        return left
    if row is MULTIPLY and _is(left, 1):
        return right
    if row is MULTIPLY and left.root == CONSTANT and right.root is MULTIPLY:
        return _product_of_constants(left, right)
    return None


def _is(part: Expression, value: int) -> bool:
    """Whether a part is a number, exact or fitted, of a value."""
    return part == number(value) or (part.root == CONSTANT and part.constants[0] == value)


def _difference(row: Operator, left: Expression, right: Expression) -> Expression | None:
    """A sum with a negative constant in it as a difference; None if there is no such constant."""
    opposite = _opposite(right)
    if opposite is not None:
        return left - opposite if row is ADD else left + opposite
    turned = _opposite(left) if row is ADD else None
    return None if turned is None else right - turned


def _opposite(part: Expression) -> Expression | None:
    """The opposite of a negative constant, or of a product that begins with one."""
    first = part
    while first.root in (MULTIPLY, DIVIDE):
        first = first.arguments[0]
    if first.root != CONSTANT or first.constants[0] >= 0:
        return None
    return part.with_constants((-part.constants[0], *part.constants[1:]))


def _product_of_constants(left: Expression, right: Expression) -> Expression | None:
    """``c*(d*x)`` as one constant times x."""
    first, second = right.arguments
    if first.root != CONSTANT:
        return None
    return leaf(CONSTANT, left.constants[0] * first.constants[0]) * second
