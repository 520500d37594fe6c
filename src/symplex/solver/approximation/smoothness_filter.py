"""Formulas that are sharper than the solution: steps, kinks, layers, poles, outsized values.

Such a formula may fit between points and is of no use. Owns the test, at points and at small steps
from them: no argument of a function may change faster than the solution's own scale of variation
explains, and kinks and steps are for solutions whose statement has them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, final

import numpy as np

from symplex.expression import Expression, Number, Operator, Token, leaf
from symplex.expression.evaluate import evaluate, numpy_backend
from symplex.expression.operators import DIVIDE, LOG, NEGATE, SIGN
from symplex.numerics.evaluation.simplified import KINKED
from symplex.problem import Problem
from symplex.problem.analysis.hamilton_jacobi import recognise
from symplex.solver.approximation.reference_values import Columns, Floats, Formulas, ReferenceValues

_STEEP: Final = 0.5
"""How much the argument of a function may change over a small step whatever the solution does."""
_FACTOR: Final = 8.0
"""How many times faster than the solution an argument may change."""
_OUTSIZED: Final = 1e5
"""How much larger than every scale of the statement and of the solution a value may be."""


@final
@dataclass(frozen=True)
class Smoothness:
    """What a formula for one problem may contain."""

    problem: Problem
    reference: ReferenceValues

    @cached_property
    def _explained(self) -> frozenset[Operator]:
        """The kinks and steps that the statement explains."""
        stated = {row for e in self.problem.all_equations for row in e.residual.operators} & KINKED
        kinks = stated or recognise(self.problem) is not None
        return frozenset((KINKED - {SIGN} if kinks else frozenset[Operator]()) | stated)

    @cached_property
    def _largest(self) -> float:
        """The largest number that the statement, its box and its solution hold."""
        numbers = [
            abs(float(token.value))
            for equation in self.problem.all_equations
            for token in equation.residual.tokens
            if isinstance(token, Number)
        ]
        ends = [abs(end) for pair in self.problem.box.ends.values() for end in pair]
        values = [float(np.max(np.abs(column))) for column in self.reference.known.values.values()]
        return max(1.0, *numbers, *ends, *values)

    def allows(self, formulas: Formulas) -> bool:
        """Whether every formula is about as smooth as the solution."""
        return all(self._allows(formula) for formula in formulas.values())

    def _allows(self, formula: Expression) -> bool:
        found = _Examined(self._explained, _OUTSIZED * self._largest, self._limit)
        for columns in (self.reference.known.columns, _joined(*self.reference.steps)):
            if not found.passes(formula, columns):
                return False
        return True

    @property
    def _limit(self) -> float:
        return max(_STEEP, _FACTOR * self.reference.variation)


def _joined(before: Columns, after: Columns) -> dict[str, Floats]:
    """Two rows: points, and the points that they were moved to."""
    return {name: np.stack([before[name], after[name]]) for name in before}


@final
@dataclass(frozen=True)
class _Examined:
    """One look at a formula, node by node."""

    explained: frozenset[Operator]
    largest: float
    limit: float

    def passes(self, formula: Expression, columns: Columns) -> bool:
        """Whether no node is too sharp at these points."""
        fair: list[bool] = []

        def combine(token: Token, below: Sequence[Floats], value: float) -> Floats:
            if not isinstance(token, Operator):
                return evaluate(leaf(token, value), columns)
            made = np.asarray(token.form(numpy_backend(), *below), dtype=np.float64)
            fair.append(self._is_fair(token, below) and not np.any(np.abs(made) > self.largest))
            return made

        with np.errstate(all="ignore"):
            formula.fold(combine)
        return all(fair)

    def _is_fair(self, row: Operator, below: Sequence[Floats]) -> bool:
        """Whether an operator with such arguments is smooth enough."""
        if row in KINKED:
            margin = row.kinks[0](numpy_backend(), *below)
            turns = np.min(margin) < 0 < np.max(margin) or (row is SIGN and np.any(margin == 0))
            return not turns or row in self.explained
        if row in (DIVIDE, LOG) or (row.exponent is not None and row.exponent < 0):
            bottom = below[-1]  # its zeros are poles, or spikes
            sides = np.min(bottom) < 0 < np.max(bottom)
            return not sides and _largest_change(np.log(np.abs(bottom))) <= self.limit
        if row.arity == 1 and row.exponent is None and row is not NEGATE:
            return _largest_change(below[0]) <= self.limit
        return True


def _largest_change(values: Floats) -> float:
    """How much two rows differ at most; 0 for one row, where nothing was moved."""
    if values.ndim < 2:  # noqa: PLR2004
        return 0.0
    return float(np.nanmax(np.abs(values[1] - values[0]), initial=0.0))
