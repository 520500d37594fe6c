"""Tangents of exp and log that may show that a formula is not negative.

Owns the choice of the node, of the point at which the tangent touches, and of how often it is taken
away; the kernel knows that exp lies above its tangents and log below.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Final

from symplex.expression import Expression, Number, Operator, Symbol, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import nodes
from symplex.proof.kernel.region import Region
from symplex.proof.kernel.signs import tangent_gap

_HELD: Final = "held#"
"""A symbol in the place of a node; no name of the user's contains #."""
_MAX_NODES: Final = 4
_MULTIPLES: Final = tuple(Fraction(4) ** k * m for k in (0, -1, 1) for m in (1, 2))
Normal = Callable[[Expression], Expression]


def tangent(
    formula: Expression, region: Region, normal: Normal
) -> Iterator[tuple[Expression, Fraction, Fraction, Expression]]:
    """A node, the scale of its tangent, how often the gap is taken, and what is then left."""
    bent = [node for node in nodes(formula) if node.root in (op.EXP, op.LOG) and node.symbols]
    for node in bent[:_MAX_NODES]:
        weight = normal(differentiate(_held(formula, node), _HELD)).root
        sign = 1 if node.root is op.EXP else -1
        if not isinstance(weight, Number) or weight.value * sign <= 0:
            continue
        for scale in _scales(node, region, normal):
            factor = abs(weight.value) / (scale if sign > 0 else 1)
            gap = tangent_gap(node, scale)
            if gap is not None:
                yield node, scale, factor, normal(formula - number(factor) * gap)


def _held(formula: Expression, node: Expression) -> Expression:
    """A formula with a symbol in the place of a node."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        whole = apply(token, *below) if isinstance(token, Operator) else leaf(token, value)
        return Expression((Symbol(_HELD),)) if whole == node else whole

    return formula.share(combine)


def _scales(node: Expression, region: Region, normal: Normal) -> Iterator[Fraction]:
    """One over the point at which the tangent touches: an end of the region, as a rule."""
    yield Fraction(1)
    if node.root is op.EXP:
        return
    inner = node.arguments[0]
    ends = [end for name in inner.symbols for end in _values(name, inner, region)]
    facts = [inner - number(q) * fact.formula for fact in region.facts for q in _MULTIPLES]
    for point in (normal(each).root for each in (*ends, *facts)):
        if isinstance(point, Number) and point.value > 0 and point.value != 1:
            yield 1 / point.value


def _values(name: str, inner: Expression, region: Region) -> list[Expression]:
    ends = region.ends[name].low, region.ends[name].high
    return [inner.substitute({Symbol(name): end}) for end in ends if end is not None]
