"""Whether formulas satisfy a statement at a few points, in floating point: a sieve, not a proof."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.expression.evaluate import Array, evaluate
from symplex.problem.problem import Problem
from symplex.problem.residuals import residuals_of

_POINTS: Final = 24
_SMALL: Final = 1e-5
_LARGEST: Final = 1_000
"""Formulas with more nodes are not examined by anybody."""


def satisfies(problem: Problem, formulas: Mapping[str, Expression]) -> bool:
    """Whether every equation and condition holds at points where it has a value.

    Half of the points may be lost to rounding: near the ends of a domain a formula may overflow.
    Free constants take any value; one point is then enough, since others may lead to another
    branch of a root.
    """
    if sum(formula.size for formula in formulas.values()) > _LARGEST:
        return False
    rng = np.random.default_rng(3)
    points = problem.box.sample(rng, _POINTS)
    names = {name for formula in formulas.values() for name in formula.symbols}
    free = sorted(names - points.keys())
    points |= {name: 2 * rng.standard_normal(_POINTS) for name in free}
    try:
        values = [np.abs(evaluate(one, points)) for one in residuals_of(problem, formulas)]
        sizes = [np.abs(np.atleast_1d(evaluate(one, points))) for one in formulas.values()]
    except (ExpressionError, OverflowError):
        return False
    with np.errstate(all="ignore"):  # values may be infinite
        worst = np.max(np.stack(np.broadcast_arrays(*values)), axis=0)
    found = np.atleast_1d(worst)[np.isfinite(np.atleast_1d(worst))]
    if not found.size:
        return False
    level = found.min() if free else np.median(found)
    return bool(level <= _SMALL * (1 + max(map(_largest, sizes))))


def _largest(values: Array) -> float:
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else 0.0
