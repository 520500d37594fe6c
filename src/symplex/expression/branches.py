"""The branches of a formula: what it is where the guards of its kinks and jumps have given signs.

Owns which operators branch; a square root has two branches at a zero of its argument. Where guards
have which signs is decided elsewhere.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from symplex.expression import operators as op
from symplex.expression.expression import Expression, apply, leaf, number
from symplex.expression.operator_facts import nodes
from symplex.expression.operators import Operator
from symplex.expression.token import Token

JUMPING: Final = frozenset((op.SIGN,))
KINKED: Final = frozenset((op.ABS, op.MAX, op.MIN, op.RELU, op.SIGN))


def square_roots(value: Expression) -> frozenset[Operator]:
    """The operators of a formula that are odd powers of the square root."""
    powers = (one for one in value.operators if one.exponent is not None and one.exponent > 0)
    return frozenset(one for one in powers if one.exponent and one.exponent.denominator == 2)  # noqa: PLR2004


def guards_of(value: Expression, kinds: frozenset[Operator]) -> list[Expression]:
    """What the branching operators of a formula look at."""
    found = [node for node in nodes(value) if node.root in kinds]
    return list(dict.fromkeys(_guard(node.arguments) for node in found))


def _guard(arguments: Sequence[Expression]) -> Expression:
    if len(arguments) == 1:
        return arguments[0]
    one, other = arguments
    return one if other == number(0) else one - other


def resolved(
    value: Expression, kinds: frozenset[Operator], signs: Mapping[Expression, int]
) -> Expression:
    """A formula on the side on which some guards have these signs."""

    def combine(token: Token, below: Sequence[tuple[Expression, Expression]], number_: float):  # type: ignore[no-untyped-def]  # noqa: ANN202
        if not isinstance(token, Operator) or not below:
            whole = leaf(token, number_)
            return whole, whole
        written = apply(token, *(one for one, _ in below))
        arguments = [one for _, one in below]
        sign = signs.get(_guard([one for one, _ in below]), 0) if token in kinds else 0
        if not sign:
            return written, apply(token, *arguments)
        return written, _branch(token, arguments, sign)

    return value.share(combine)[1]


def _branch(operator: Operator, arguments: Sequence[Expression], sign: int) -> Expression:
    if operator is op.SIGN:
        return number(sign)
    if operator is op.ABS:
        return arguments[0] if sign > 0 else -arguments[0]
    if operator is op.RELU:
        return arguments[0] if sign > 0 else number(0)
    if operator.exponent is not None:
        root = apply(operator, *arguments)
        return root if sign > 0 else -root
    return arguments[0] if (sign > 0) is (operator is op.MAX) else arguments[1]
