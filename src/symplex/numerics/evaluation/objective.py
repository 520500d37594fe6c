"""The objective of a fit: weighted residuals at points.

Owns the value and its checks. Drawing points belongs to `sampling`, evaluating to the engines.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import final

import numpy as np

from symplex.errors import ProblemError
from symplex.expression import Derivative, Expression, leaf
from symplex.numerics.evaluation.fit import Floats


@final
@dataclass(frozen=True)
class Term:
    """One residual; its mean square times `weight` is its share of the loss."""

    residual: Expression
    """A formula of unknowns, their derivatives, and the columns of its points."""
    weight: float = 1.0


@final
@dataclass(frozen=True)
class PointSet:
    """Points with the residuals that are taken at each of them."""

    columns: Mapping[str, Floats]
    """Every variable and parameter at each point, and any data that residuals use, by name."""
    terms: tuple[Term, ...]

    @property
    def size(self) -> int:
        """How many points there are."""
        return len(next(iter(self.columns.values()))) if self.columns else 0

    @cached_property
    def derivatives(self) -> tuple[Derivative, ...]:
        """What the residuals need of the unknowns, in one fixed order."""
        found = frozenset[Derivative]().union(*(term.residual.derivatives for term in self.terms))
        return tuple(sorted(found, key=lambda d: (d.of, d.order, d.by)))


@final
@dataclass(frozen=True)
class Objective:
    """A loss for candidates: E = sum over terms of weight · mean square (paper appendix B)."""

    unknowns: tuple[str, ...]
    variables: tuple[str, ...]
    """What unknowns may be differentiated by."""
    parameters: tuple[str, ...]
    point_sets: tuple[PointSet, ...]

    def __post_init__(self) -> None:
        """Refuse missing columns, unequal lengths and numbers that are not finite."""
        for points in self.point_sets:
            lengths = {values.shape for values in points.columns.values()}
            if len(lengths) != 1 or len(next(iter(lengths))) != 1:
                raise ProblemError("the columns of a point set must be vectors of one length")
            self._check(points)

    def _check(self, points: PointSet) -> None:
        for name in self.symbols:
            if name not in points.columns:
                raise ProblemError(f"a point set lacks the column '{name}'")
        for name, values in points.columns.items():
            if not np.all(np.isfinite(values)):
                raise ProblemError(f"the column '{name}' is not finite at every point")

    @property
    def symbols(self) -> tuple[str, ...]:
        """Variables, then parameters: what a candidate may use."""
        return (*self.variables, *self.parameters)

    def of_values(self) -> "Objective":
        """The same points with the unknowns themselves as residuals: the values of candidates."""
        terms = tuple(Term(leaf(Derivative(name))) for name in self.unknowns)
        sets = tuple(PointSet(points.columns, terms) for points in self.point_sets)
        return replace(self, point_sets=sets)

    @property
    def rows(self) -> int:
        """How many residuals a candidate has, over all points."""
        return sum(points.size * len(points.terms) for points in self.point_sets)


def frozen(columns: Mapping[str, Floats]) -> Mapping[str, Floats]:
    """Columns that cannot be changed any more."""
    copies = {name: np.array(values, dtype=np.float64) for name, values in columns.items()}
    for values in copies.values():
        values.setflags(write=False)
    return MappingProxyType(copies)
