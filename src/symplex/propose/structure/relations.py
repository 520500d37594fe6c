"""A function as a combination of few shapes of the statement: data, sources, derivatives."""

from collections.abc import Sequence
from itertools import islice
from typing import Final

import numpy as np

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import rebuilt
from symplex.expression import Expression, number, symbol
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.numerics.reference.chebyshev import Floats
from symplex.propose.structure.exponents import times, total
from symplex.propose.structure.fitting import free
from symplex.propose.structure.view import View

_POINTS: Final = 80
_MAX_SHAPES: Final = 90
_MAX_TERMS: Final = 4
_ORDER: Final = 2


def relation(view: View, offered: Sequence[Expression]) -> Expression | None:
    """The combination of few shapes that has the values of a view; constants in slots."""
    columns = view.points(_POINTS, 13)
    values = view.values(columns)
    shapes: list[Expression] = []
    table: list[Floats] = []
    for shape in islice(dict.fromkeys(_shapes(view.names, offered)), _MAX_SHAPES):
        own = np.broadcast_to(evaluate(shape, columns), values.shape)
        if np.all(np.isfinite(own)) and np.any(own):
            shapes.append(shape)
            table.append(own)
    if not table or not np.all(np.isfinite(values)):
        return None
    chosen = _pursued(np.stack(table, axis=1), values, view.tolerance)
    if chosen is None:
        return None
    factors = np.linalg.lstsq(np.stack(table, axis=1)[:, chosen], values, rcond=None)[0]
    return total(
        [times(free(factor), shapes[k]) for factor, k in zip(factors, chosen, strict=True)]
    )


def _shapes(names: Sequence[str], offered: Sequence[Expression]) -> list[Expression]:
    """What is offered and its derivatives, alone and times powers of one variable."""
    plain = list(offered)
    latest = plain
    for _ in range(_ORDER):
        latest = [made for one in latest for name in names if (made := _slope(one, name))]
        plain += latest
    powers = [symbol(name) ** k for name in names for k in (1, 2)]
    products = [one * power for one in plain for power in powers]
    return [*plain, number(1), *powers, *products]


def _slope(tree: Expression, name: str) -> Expression | None:
    try:
        made = rebuilt(differentiate(tree, name))
    except ExpressionError:
        return None
    return made if made.symbols else None


def _pursued(table: Floats, values: Floats, tolerance: float) -> list[int] | None:
    """Columns that are chosen one after the other until they have the values."""
    directions = table / np.linalg.norm(table, axis=0)
    chosen: list[int] = []
    rest = values
    for _ in range(_MAX_TERMS):
        gains = np.abs(directions.T @ rest)
        gains[chosen] = 0.0
        chosen.append(int(np.argmax(gains)))
        factors = np.linalg.lstsq(table[:, chosen], values, rcond=None)[0]
        rest = values - table[:, chosen] @ factors
        if np.sqrt(np.mean(rest * rest)) <= tolerance:
            return chosen
    return None
