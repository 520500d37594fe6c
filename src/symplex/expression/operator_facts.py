"""What the operator table says of a whole formula: where it is undefined or not smooth.

Owns reading the table for each node of a tree. Deciding signs of what it finds is elsewhere.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symplex.expression.calculus import MAX_NODES, differentiate
from symplex.expression.evaluate import evaluate, tree_backend
from symplex.expression.expression import Expression, apply, leaf
from symplex.expression.operators import Operator, Rule
from symplex.expression.text import text_of
from symplex.expression.token import Derivative, Number, Token
from symplex.work.budget import Budget

_LONG = 80
_LARGE = 300
"""A derivative with more nodes is worth shortening."""
_MAX_SHORTENED = 100_000
"""How large a derivative may grow that is shortened before the next."""


def nodes(expression: Expression, budget: Budget | None = None) -> list[Expression]:
    """Every different subtree with an operator at its top, inner ones first."""
    budget = budget or Budget.unlimited()
    found: dict[Expression, None] = {}

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        budget.step()
        if not isinstance(token, Operator):
            return leaf(token, value)
        whole = apply(token, *below)
        found[whole] = None
        return whole

    expression.share(combine)
    return list(found)


def limits_of(
    expression: Expression, budget: Budget | None = None
) -> list[tuple[Expression, Rule]]:
    """Every margin that must obey a rule for the formula to be defined."""
    backend = tree_backend()
    found: dict[tuple[Expression, Rule], None] = {}
    for node in nodes(expression, budget):
        for limit in _operator(node).limits:
            margin = limit.margin(backend, *node.arguments)
            if not _always(margin, limit.rule):
                found[margin, limit.rule] = None
    return list(found)


def _always(margin: Expression, rule: Rule) -> bool:
    if not isinstance(margin.root, Number):
        return False
    value = margin.root.value
    if rule is Rule.NONZERO:
        return value != 0
    return value > 0 if rule is Rule.POSITIVE else value >= 0


def kinks_of(expression: Expression, budget: Budget | None = None) -> list[Expression]:
    """Every formula at whose zeros some node may fail to be smooth."""
    backend = tree_backend()
    found: dict[Expression, None] = {}
    for node in nodes(expression, budget):
        for kink in _operator(node).kinks:
            found[kink(backend, *node.arguments)] = None
    return list(found)


def arguments_of(
    expression: Expression, operators: frozenset[Operator], budget: Budget | None = None
) -> list[Expression]:
    """The first argument of every node with one of these operators."""
    every = nodes(expression, budget)
    return list({node.arguments[0]: None for node in every if _operator(node) in operators})


def _operator(node: Expression) -> Operator:
    root = node.root
    if not isinstance(root, Operator):
        raise TypeError("a node without an operator")
    return root


def short(formula: Expression) -> str:
    """A formula's text as it stands in a sentence: cut where it is long."""
    text = text_of(formula)
    return text if len(text) <= _LONG else f"{text[:_LONG]}…"


def value_at(formula: Expression, columns: Mapping[Any, Any]) -> NDArray[np.float64]:
    """The value of a formula at points, in double precision; NaN if a number in it is too large."""
    try:
        return evaluate(formula, columns)
    except OverflowError:
        return np.asarray(np.nan)


def obeys(margin: Expression, rule: Rule, values: Mapping[Any, Any]) -> NDArray[np.bool_]:
    """Where a margin obeys its rule, in double precision: a guess, not a proof."""
    value = evaluate(margin, values)
    if rule is Rule.NONZERO:
        return np.isfinite(value) & (value != 0)
    return np.isfinite(value) & ((value > 0) if rule is Rule.POSITIVE else (value >= 0))


def jet(
    answer: Mapping[str, Expression],
    needed: "frozenset[Derivative]",
    shorten: Callable[[Expression], Expression] | None = None,
) -> dict[Derivative, Expression]:
    """The formulas of the unknowns' derivatives that equations need, each from a lower one.

    What has grown large is shortened, if that is given, before it is differentiated again.
    """
    made: dict[Derivative, Expression] = {Derivative(name): tree for name, tree in answer.items()}

    def make(wanted: Derivative) -> Expression:
        if wanted not in made:
            lower = make(Derivative(wanted.of, wanted.by[:-1]))
            most = _MAX_SHORTENED if shorten else MAX_NODES
            found = differentiate(lower, wanted.by[-1], most=most)
            made[wanted] = shorten(found) if shorten and found.size > _LARGE else found
        return made[wanted]

    return {derivative: make(derivative) for derivative in sorted(needed, key=repr)}
