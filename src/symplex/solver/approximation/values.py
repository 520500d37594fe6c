"""Values as an objective: candidates are fitted to the reference, without any derivative.

Owns the objective and the fit of many formulas to it at once. What the values say of the equations
is nobody's concern here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import CONSTANT, Derivative, Expression, leaf, symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import LevenbergMarquardt
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen
from symplex.numerics.evaluation.sampling import Sampling
from symplex.problem import Problem
from symplex.solver.approximation.yardstick import Floats, Yardstick

Indices = NDArray[np.int64]

_VALUE: Final = "value of"
_WEIGHT: Final = "weight of"
"""Columns with the values of an unknown, and what differences from them are multiplied by; no name
of a problem has a space in it.
"""
_STEPS: Final = 40
_ROUNDS: Final = 10
_KEPT: Final = 0.2
"""How much of its weight a point without an error keeps in a round of balancing."""
_MANY: Final = 500
"""How many of the points a fit uses."""


def value_objective(
    yardstick: Yardstick,
    variables: Sequence[str],
    unknowns: Sequence[str],
    points: Indices | None = None,
    weights: Floats | None = None,
) -> Objective:
    """The mean square error of unknowns, relative to the range of the solution.

    Args:
        yardstick: The values.
        variables: The names among the columns that are variables; the others are parameters.
        unknowns: Which of the unknowns a candidate has formulas for.
        points: Which of the points are used; all by default.
        weights: How much an error counts at each of them; 1 by default.
    """
    which = np.arange(yardstick.size) if points is None else points
    columns = {name: column[which] for name, column in yardstick.columns.items()}
    parameters = tuple(name for name in columns if name not in variables)
    terms: list[Term] = []
    for name in unknowns:
        columns[f"{_VALUE} {name}"] = yardstick.values[name][which]
        counts = np.ones(len(which)) if weights is None else weights
        columns[f"{_WEIGHT} {name}"] = counts / yardstick.ranges[name][which]
        off = leaf(Derivative(name)) - symbol(f"{_VALUE} {name}")
        terms.append(Term(off * symbol(f"{_WEIGHT} {name}")))
    points_with_values = PointSet(frozen(columns), tuple(terms))
    return Objective(tuple(unknowns), tuple(variables), parameters, (points_with_values,))


def some_of(yardstick: Yardstick) -> Indices:
    """Enough of the points for a fit, the same every time."""
    order = np.random.default_rng(0).permutation(yardstick.size)
    return np.sort(order[:_MANY])


@final
@dataclass(frozen=True)
class ValueDraw:
    """Draws objectives of values, as a search asks for objectives of its problem."""

    yardstick: Yardstick

    def __call__(self, problem: Problem, rng: np.random.Generator, sampling: Sampling) -> Objective:
        """The values at as many points as the interior would have, drawn at random."""
        count = min(sampling.interior, self.yardstick.size)
        points = rng.choice(self.yardstick.size, count, replace=False)
        return value_objective(self.yardstick, problem.variables, problem.unknowns, points)


@final
class ValueFit:
    """Fits the constants of formulas for one unknown to its values."""

    def __init__(
        self, yardstick: Yardstick, variables: Sequence[str], unknown: str, threads: int = 1
    ) -> None:
        self._yardstick, self._variables, self._unknown = yardstick, variables, unknown
        self._points = some_of(yardstick)
        self._objective = self._weighted(None)
        self._threads = threads

    def _weighted(self, weights: Floats | None) -> Objective:
        return value_objective(
            self._yardstick, self._variables, (self._unknown,), self._points, weights
        )

    def fitted(self, formulas: Sequence[Expression], *, steps: int = _STEPS) -> list[Expression]:
        """The formulas with better constants, from those that they have; as they were if none."""
        return [formula for formula, _ in self.scored(formulas, steps=steps)]

    def scored(
        self,
        formulas: Sequence[Expression],
        *,
        steps: int = _STEPS,
        objective: Objective | None = None,
    ) -> list[tuple[Expression, float]]:
        """The same, each with the mean square of its errors."""
        if not formulas:
            return []
        tokens = dict.fromkeys((CONSTANT, *(t for f in formulas for t in f.tokens)))
        encoding = TreeEncoding(Vocabulary(tuple(tokens)))
        made = evaluator(objective or self._objective, encoding.vocabulary, self._threads)
        batch = TreeBatch.of((encoding.encode(f).ids, f.constants) for f in formulas)
        method = LevenbergMarquardt(starts=1, steps=steps)
        fit = made.fit(batch.tokens, method, first=batch.constants)
        return [
            (formula.with_constants(fit.constants_of(i).tolist()), float(fit.losses[i]))
            if np.isfinite(fit.losses[i])
            else (formula, np.inf)
            for i, formula in enumerate(formulas)
        ]

    def balanced(self, formula: Expression) -> Expression:
        """With a smaller largest error: where errors are large they are made to count more."""
        best, least = formula, self._largest(formula)
        weights, current = np.ones(len(self._points)), formula
        for _ in range(_ROUNDS if formula.constants else 0):
            off = np.abs(self._yardstick.deviations(self._unknown, current)[self._points])
            if not np.all(np.isfinite(off)) or not np.any(off):
                break
            weights = weights * (_KEPT + off / np.max(off)) ** 0.5
            weights = weights / np.sqrt(np.mean(weights**2))
            current = self.scored([current], objective=self._weighted(weights))[0][0]
            error = self._largest(current)
            if error < least:
                best, least = current, error
        return best

    def _largest(self, formula: Expression) -> float:
        return self._yardstick.measure({self._unknown: formula}).maximum
