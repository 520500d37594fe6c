"""Formulas fitted to values at points, without any derivative; the one fit of values.

Owns the objective of values, the fit of many formulas to it at once, and what a fit comes to. The
compiled core does the fitting. A constant is a slot of the formula, with its fitted value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np

from symplex.expression import CONSTANT, Derivative, Expression, leaf, symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.evaluate import evaluate
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.evaluator import evaluator
from symplex.numerics.evaluation.fit import Floats, LevenbergMarquardt
from symplex.numerics.evaluation.nudged import nudged
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen

Columns = Mapping[str, Floats]
_VALUE: Final = "value of"
_WEIGHT: Final = "weight of"
"""Columns with the values of an unknown, and what differences from them are multiplied by; no name
of a problem has a space in it.
"""
_CONTINUOUS: Final = 1e-5
"""What a deviation may be beside a point at which a formula has a removable singularity."""
_POLE: Final = 0.5
"""A deviation beside a point at which a formula is undefined that makes it a pole."""


@final
@dataclass(frozen=True)
class Fitted:
    """A formula with fitted constants in slots, and how far it is from the values."""

    formula: Expression
    misfit: float
    """The root of the mean square of what is left."""

    @property
    def weight(self) -> int:
        """How much there is to it: nodes, and constants once more."""
        return self.formula.size + len(self.formula.constants)


@final
@dataclass(frozen=True)
class SolutionValues:
    """A numerical solution at points: what formulas are compared with and fitted to."""

    columns: Columns
    """Every variable and parameter at each point."""
    values: Columns
    """Every unknown at each point."""
    ranges: Columns
    """What errors of each unknown are relative to, at each point."""

    @property
    def size(self) -> int:
        """How many points there are."""
        return len(next(iter(self.columns.values())))

    def deviations(self, unknown: str, formula: Expression) -> Floats:
        """How far a formula is off at each point, relative to the range.

        Where it is undefined at a point, as sin(x)/x at 0, the value beside it counts.
        """
        off = self._off(unknown, formula, self.columns)
        undefined = ~np.isfinite(off)
        if not np.any(undefined):
            return off
        beside = self._off(unknown, formula, nudged(self.columns))
        near = np.where(np.abs(beside) <= _CONTINUOUS, 0.0, beside)
        return np.where(undefined & (np.abs(near) < _POLE), near, off)

    def _off(self, unknown: str, formula: Expression, columns: Columns) -> Floats:
        with np.errstate(all="ignore"):
            found = np.broadcast_to(evaluate(formula, columns), (self.size,))
            return (found - self.values[unknown]) / self.ranges[unknown]

    def take(self, points: np.ndarray) -> "SolutionValues":
        """Some of the points."""
        kept = ({n: c[points] for n, c in part.items()} for part in vars(self).values())
        return SolutionValues(*kept)

    def objective(
        self, variables: Sequence[str], unknowns: Sequence[str], weights: Floats | None = None
    ) -> Objective:
        """The mean square error of unknowns, relative to their ranges.

        Args:
            variables: The names among the columns that are variables; the others are parameters.
            unknowns: Which of the unknowns a candidate has formulas for.
            weights: How much an error counts at each point; 1 by default.
        """
        columns = dict(self.columns)
        parameters = tuple(name for name in columns if name not in variables)
        terms: list[Term] = []
        for name in unknowns:
            value, weight = f"{_VALUE} {name}", f"{_WEIGHT} {name}"
            columns[value] = self.values[name]
            columns[weight] = (1.0 if weights is None else weights) / self.ranges[name]
            terms.append(Term((leaf(Derivative(name)) - symbol(value)) * symbol(weight)))
        points = PointSet(frozen(columns), tuple(terms))
        return Objective(tuple(unknowns), tuple(variables), parameters, (points,))


def fitted(
    objective: Objective,
    formulas: Sequence[Expression],
    *,
    starts: int = 1,
    steps: int = 60,
    threads: int = 1,
) -> list[Fitted]:
    """The formulas with better constants; as they were, with an infinite misfit, if none are found.

    Args:
        objective: What the misfit is measured by.
        formulas: For its unknowns, with slots for constants.
        starts: The first at the constants as they are, others at random.
        steps: Of each start, at most.
        threads: How many formulas are fitted at once.
    """
    if not formulas:
        return []
    tokens = dict.fromkeys((CONSTANT, *(token for one in formulas for token in one.tokens)))
    encoding = TreeEncoding(Vocabulary(tuple(tokens)))
    engine = evaluator(objective, encoding.vocabulary, threads)
    batch = TreeBatch.of((encoding.encode(one).ids, one.constants) for one in formulas)
    method = LevenbergMarquardt(starts=starts, steps=steps)
    found = engine.fit(batch.tokens, method, first=batch.constants)
    return [
        Fitted(one.with_constants(found.constants_of(i).tolist()), float(np.sqrt(found.losses[i])))
        if np.isfinite(found.losses[i])
        else Fitted(one, np.inf)
        for i, one in enumerate(formulas)
    ]
