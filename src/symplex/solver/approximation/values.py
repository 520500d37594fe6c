"""Fits of formulas to the reference: of many at once, and of one so that its largest error falls.

What the values say of the equations is nobody's concern here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np

from symplex.expression import Expression
from symplex.numerics.evaluation.fit import Floats
from symplex.numerics.evaluation.objective import Objective
from symplex.numerics.evaluation.regression import Fitted, SolutionValues, fitted
from symplex.numerics.evaluation.sampling import Sampling
from symplex.problem import Problem
from symplex.solver.approximation.reference_values import ReferenceValues

_STEPS: Final = 40
_ROUNDS: Final = 10
_KEPT: Final = 0.2
"""How much of its weight a point without an error keeps in a round of balancing."""
_MANY: Final = 500
"""How many of the points a fit uses."""


@final
@dataclass(frozen=True)
class ValueDraw:
    """Draws objectives of values, as a search asks for objectives of its problem."""

    known: SolutionValues

    def __call__(self, problem: Problem, rng: np.random.Generator, sampling: Sampling) -> Objective:
        """The values at as many points as the interior would have, drawn at random."""
        count = min(sampling.interior, self.known.size)
        points = rng.choice(self.known.size, count, replace=False)
        return self.known.take(points).objective(problem.variables, problem.unknowns)


@final
class ValueFit:
    """Fits the constants of formulas for one unknown to its values at some of the points."""

    def __init__(self, reference: ReferenceValues, variables: Sequence[str], unknown: str) -> None:
        self._reference, self._variables, self._unknown = reference, variables, unknown
        order = np.random.default_rng(0).permutation(reference.known.size)
        self.points = np.sort(order[:_MANY])
        """Which of the points a fit uses, the same every time."""
        self.known = reference.known.take(self.points)
        """The values there."""
        self._objective = self._weighted(None)

    def _weighted(self, weights: Floats | None) -> Objective:
        return self.known.objective(self._variables, (self._unknown,), weights)

    def fitted(self, formulas: Sequence[Expression], *, steps: int = _STEPS) -> list[Fitted]:
        """The formulas with better constants, from those that they have."""
        return fitted(self._objective, formulas, steps=steps)

    def balanced(self, formula: Expression) -> Expression:
        """With a smaller largest error: where errors are large they are made to count more."""
        best, least = formula, self._largest(formula)
        weights, current = np.ones(self.known.size), formula
        for _ in range(_ROUNDS if formula.constants else 0):
            off = np.abs(self.known.deviations(self._unknown, current))
            if not np.all(np.isfinite(off)) or not np.any(off):
                break
            weights = weights * (_KEPT + off / np.max(off)) ** 0.5
            weights = weights / np.sqrt(np.mean(weights**2))
            current = fitted(self._weighted(weights), [current], steps=_STEPS)[0].formula
            error = self._largest(current)
            if error < least:
                best, least = current, error
        return best

    def _largest(self, formula: Expression) -> float:
        return self._reference.measure({self._unknown: formula}).maximum
