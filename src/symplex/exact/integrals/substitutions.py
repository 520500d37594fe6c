"""Parts of a formula that may become the variable of an integral, and their replacement."""

import math
from collections.abc import Sequence
from typing import Final

from symplex.expression import Expression, Operator, Token, apply, leaf
from symplex.expression import operators as op
from symplex.expression.evaluate import evaluate

_CANDIDATES: Final = 14


def parts(tree: Expression, variable: str) -> list[Expression]:
    """The parts of a formula that depend on the variable, large ones last."""
    found: dict[Expression, None] = {}
    for start in range(1, tree.size):
        part = tree.subtree(start)
        if part.size > 1 and variable in part.symbols:
            found[part] = None
    return sorted(found, key=lambda part: part.size)[:_CANDIDATES]


def tangents(tree: Expression, variable: str) -> list[Expression]:
    """The sine and cosine of each angle, or the tangent where half a turn changes nothing."""
    angles = dict.fromkeys(
        part.arguments[0]
        for part in (tree.subtree(start) for start in range(tree.size))
        if part.root in (op.SIN, op.COS, op.TAN) and variable in part.symbols
    )
    found: list[Expression] = []
    for angle in angles:
        rows = (op.TAN,) if _has_half_period(tree, angle) else (op.SIN, op.COS)
        found += [apply(row, angle) for row in rows]
    return found


def _has_half_period(tree: Expression, angle: Expression) -> bool:
    """Whether the formula stays, in numbers, when its sines and cosines change their signs."""
    turned = tree
    for row in (op.SIN, op.COS):
        turned = replaced(turned, apply(row, angle), -apply(row, angle))
    points = {name: 0.3 + 0.1 * k for k, name in enumerate(sorted(tree.symbols))}
    one, other = (float(evaluate(formula, points)) for formula in (tree, turned))
    return math.isclose(one, other, rel_tol=1e-9)


def partners(inner: Expression, new: Expression) -> list[tuple[Expression, Expression]]:
    """What a part is replaced by, and what its circular partners are then."""
    found = [(inner, new)]
    if inner.root in (op.SIN, op.COS):
        other = op.COS if inner.root is op.SIN else op.SIN
        found.append((apply(other, inner.arguments[0]), apply(op.SQRT, 1 - new**2)))
    elif inner.root is op.TAN:
        root = apply(op.SQRT, 1 + new**2)
        angle = inner.arguments[0]
        found += [(apply(op.COS, angle), 1 / root), (apply(op.SIN, angle), new / root)]
    return found


def is_invertible(inner: Expression) -> bool:
    """Whether a part is a root or a sum: the variable may then be written in it."""
    row = inner.root
    is_root = isinstance(row, Operator) and row.exponent is not None and row.exponent < 1
    return is_root or row in (op.ADD, op.SUBTRACT)


def without_arcs(tree: Expression) -> Expression:
    """atan(tan(a)) as a: they differ by a constant, piece by piece."""
    pairs = {op.ATAN: op.TAN, op.ASIN: op.SIN, op.ACOS: op.COS}

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        if token in pairs and below[0].root is pairs[token]:
            return below[0].arguments[0]
        return apply(token, *below)

    return tree.fold(combine)


def replaced(tree: Expression, old: Expression, new: Expression) -> Expression:
    """Every part that is written like `old` replaced."""
    if old.tokens[0] not in tree.tokens:
        return tree

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        whole = apply(token, *below) if isinstance(token, Operator) else leaf(token, value)
        return new if whole == old else whole

    return tree.fold(combine)
