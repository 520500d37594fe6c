"""Whether formulas satisfy a whole statement at a few points, in floating point: a sieve."""

from collections.abc import Mapping

import numpy as np

from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.problem.residuals import residuals_of

_POINTS = 24
_SMALL = 1e-5
_LARGEST = 1_000
"""Formulas with more nodes are not examined by anybody."""


def holds(problem: Problem, formulas: Mapping[str, Expression]) -> bool:
    """Whether every equation and condition holds at points where it has a value.

    Half of the points may be lost to rounding: near the ends of a domain a formula may overflow.
    """
    if sum(formula.size for formula in formulas.values()) > _LARGEST:
        return False
    points = problem.box.sample(np.random.default_rng(3), _POINTS)
    try:
        residuals = residuals_of(problem, formulas)
        values = [np.abs(np.atleast_1d(evaluate(one, points))) for one in residuals]
        sizes = [np.abs(np.atleast_1d(evaluate(one, points))) for one in formulas.values()]
    except (ExpressionError, OverflowError):
        return False
    scale = 1 + max(_largest(size) for size in sizes)
    return all(_is_small(value, scale) for value in values)


def _largest(values: np.ndarray) -> float:
    finite = values[np.isfinite(values)]
    return float(finite.max()) if finite.size else 0.0


def _is_small(values: np.ndarray, scale: float) -> bool:
    finite = values[np.isfinite(values)]
    return bool(finite.size) and bool(np.median(finite) <= _SMALL * scale)
