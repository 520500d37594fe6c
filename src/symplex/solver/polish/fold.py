"""Joins fitted constants that stand together: ``c1*x/c2`` has one constant, not two.

Works on our trees; nothing but constants is rearranged.
"""

from collections.abc import Sequence
from functools import reduce

from symplex.expression import Expression, Operator, apply, leaf, number
from symplex.expression.evaluate import value_of
from symplex.expression.operators import (
    ADD,
    DIVIDE,
    MULTIPLY,
    NEGATE,
    SUBTRACT,
)
from symplex.expression.token import CONSTANT, Token

_PRODUCT, _SUM = (MULTIPLY, DIVIDE), (ADD, SUBTRACT)
"""Each operation with its inverse."""


def folded(expression: Expression) -> Expression:
    """The same function with fewer constants: numbers without a variable become one slot."""
    return expression.fold(_fold)


def _fold(token: Token, below: Sequence[Expression], value: float) -> Expression:
    if not isinstance(token, Operator):
        return leaf(token, value)
    whole = apply(token, *below)
    if token.is_tuple:
        return whole
    if _is_plain(whole):
        return _evaluated(whole)
    if token in (*_PRODUCT, NEGATE):
        return _joined(whole, _PRODUCT, number(1))
    if token in _SUM:
        return _joined(whole, _SUM, number(0))
    return whole


def _is_plain(expression: Expression) -> bool:
    return not expression.symbols and not expression.derivatives


def _evaluated(expression: Expression) -> Expression:
    """One slot, if there is a slot in it; exact numbers stay exact."""
    if not expression.constants:
        return expression
    slot = leaf(CONSTANT, value_of(expression))
    return slot if abs(slot.constants[0]) < float("inf") else expression


def _parts(
    expression: Expression, signs: tuple[Operator, Operator], *, inverted: bool
) -> list[tuple[Expression, bool]]:
    """The members of a chain of one operation and its inverse, each with whether it is inverted."""
    root = expression.root
    if root is NEGATE:
        if signs is _PRODUCT:
            inner = _parts(expression.arguments[0], signs, inverted=inverted)
            return [(number(-1), False), *inner]
        return _parts(expression.arguments[0], signs, inverted=not inverted)
    if root not in signs:
        return [(expression, inverted)]
    first, second = expression.arguments
    turned = inverted != (root is signs[1])
    return [*_parts(first, signs, inverted=inverted), *_parts(second, signs, inverted=turned)]


def _joined(
    expression: Expression, signs: tuple[Operator, Operator], unit: Expression
) -> Expression:
    parts = _parts(expression, signs, inverted=False)
    plain = [(part, turned) for part, turned in parts if _is_plain(part)]
    rest = [(part, turned) for part, turned in parts if not _is_plain(part)]
    if not any(part.constants for part, _ in plain):
        return expression
    constant = reduce(lambda total, item: apply(signs[item[1]], total, item[0]), plain, unit)
    start = _evaluated(constant)
    if signs is _SUM and not rest[0][1]:
        first, start_last = rest[0][0], True
    else:
        first, start_last = start, False
    total = first
    for part, turned in rest[1:] if start_last else rest:
        total = apply(signs[turned], total, part)
    return total + start if start_last else total
