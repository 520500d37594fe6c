"""Plain functions inside of a space of functions of one variable, and what is left beside them."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from symplex.expression import Expression, apply, number, symbol
from symplex.expression.evaluate import evaluate
from symplex.numerics.reference.chebyshev import Floats
from symplex.propose.structure.separation import Span
from symplex.propose.structure.view import View

_SMALL, _SAME = 1e-6, 1e-3
"""How near to the space a member is, and how near to other members it may not be."""
_POWERS: Final = (1, 2, 3, -1, -2)


def plain_members(found: Span, others: Sequence[Expression]) -> list[Expression]:
    """Functions without constants that lie in the space: 1, powers, and what is offered."""
    x = symbol(found.name)
    offered = [number(1), *(x**k for k in _POWERS), apply("log", x), *others]
    kept: list[Expression] = []
    columns: list[Floats] = []
    for one in dict.fromkeys(offered):
        values = _values(found, one)
        if values is None or np.linalg.norm(_rest(found.functions, values)) > _bound(found):
            continue
        if columns and np.linalg.norm(_rest(_orthonormal(columns), values)) < _SAME:
            continue
        kept.append(one)
        columns.append(values)
        if len(kept) == found.rank:
            break
    return kept


def complement(found: Span, members: Sequence[Expression]) -> View:
    """A function of the space that these members leave, where they leave one direction."""
    columns = [values for one in members if (values := _values(found, one)) is not None]
    if not columns:
        return found.function(np.eye(found.rank)[0])
    known = found.functions.T @ _orthonormal(columns)
    left, _, _ = np.linalg.svd(np.eye(found.rank) - known @ known.T)
    return found.function(left[:, 0])


def _values(found: Span, one: Expression) -> Floats | None:
    values = np.broadcast_to(evaluate(one, {found.name: found.places}), found.places.shape)
    size = float(np.linalg.norm(values))
    return values / size if np.isfinite(size) and size > 0 else None


def _bound(found: Span) -> float:
    return max(_SMALL, 30 * found.noise)


def _rest(orthonormal: Floats, values: Floats) -> Floats:
    return values - orthonormal @ (orthonormal.T @ values)


def _orthonormal(columns: Sequence[Floats]) -> Floats:
    return np.linalg.qr(np.stack(columns, axis=1))[0]
