"""A run's answer compared with the known solution.

This is the only module that does so: the rest of the package knows no solution.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symplex.exact.requests import have_same_form
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.solver.solution.solution import Solution

_POINTS = 4096
_RECOVERED = 1e-8
"""The mean squared error below which the paper counts a recovery."""
_EQUAL = 1e-12
"""The mean squared error, relative to the truth's size, below which formulas are the same."""
_DEFINED = 0.5
"""The share of points at which two formulas must be defined to be compared."""

Floats = NDArray[np.float64]


def compare(
    problem: Problem, solution: Solution, truth: Mapping[str, Expression]
) -> dict[str, Any]:
    """The part of a row that tells what was found and whether it is the true solution."""
    found = solution.best_candidate  # of a run without an answer too: its error is known here
    error, equal = _errors(problem, found, truth)
    exact = solution.status is Verdict.EXACT
    return {
        "seed": solution.seed,
        "status": solution.status.value,
        "proved": exact and equal,
        "other": exact and not equal,
        "srr": error < _RECOVERED and _same_form(found, truth),
        "mse": error if np.isfinite(error) else None,
        "seconds": round(solution.seconds, 3),
        "candidates": solution.candidates,
        "answer": "; ".join(f"{name} = {to_text(formula)}" for name, formula in found.items()),
    }


def _errors(
    problem: Problem, found: Mapping[str, Expression], truth: Mapping[str, Expression]
) -> tuple[float, bool]:
    """The mean squared error over all unknowns, and whether the formulas are the same."""
    if not found:
        return float("inf"), False
    rng = np.random.default_rng(20_240_607)
    points = {
        name: rng.uniform(*interval.ends, _POINTS)
        for name, interval in {**problem.domain, **problem.parameters}.items()
    }
    compared = [difference(_values(found[u], points), _values(truth[u], points)) for u in truth]
    errors, relative = zip(*compared, strict=True)
    return float(np.mean(errors)), max(relative) < _EQUAL


def _values(formula: Expression, points: Mapping[str, Floats]) -> Floats:
    return np.broadcast_to(evaluate(formula, points), _POINTS)


def difference(found: Floats, true: Floats) -> tuple[float, float]:
    """The mean squared error of values, plain and relative to the truth's size.

    Both are infinite where the formulas cannot be the same: one is defined where the other is
    not, or there are too few points at which both are.
    """
    both = np.isfinite(found) & np.isfinite(true)
    if np.any(np.isfinite(found) != np.isfinite(true)) or np.mean(both) < _DEFINED:
        return float("inf"), float("inf")
    with np.errstate(over="ignore"):
        gaps, sizes = found[both] - true[both], np.abs(true[both])
        # With a typical size added, a gap counts beside a peak and at a zero of the truth.
        typical = float(np.median(sizes[sizes > 0])) if np.any(sizes) else 1.0
        return float(np.mean(gaps**2)), float(np.mean((gaps / (sizes + typical)) ** 2))


def _same_form(found: Mapping[str, Expression], truth: Mapping[str, Expression]) -> bool:
    """The paper's recovery: the same simplified form up to numbers, as far as SymPy sees it."""
    return all(have_same_form(found[name], tree) for name, tree in truth.items())
