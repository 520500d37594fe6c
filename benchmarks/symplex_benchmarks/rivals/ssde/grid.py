"""What the conditions say of the unknown on a grid: the data of the single-variable recursion."""

from dataclasses import dataclass
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate, value_of
from symplex.problem import Problem, Region

_POINTS: Final = 7
"""Points along a variable, beside the values at which conditions hold it."""
_SHRINK: Final = 0.97
"""Points are kept from the ends, where a condition may be undefined, and from the middle."""
_SHIFT: Final = 0.013


@final
@dataclass(frozen=True)
class Grid:
    """Values along axes; NaN where nothing is known."""

    axes: dict[str, NDArray[np.float64]]
    values: NDArray[np.float64]

    @property
    def names(self) -> tuple[str, ...]:
        """The variables and parameters along the axes."""
        return tuple(self.axes)

    def without_first(self, values: NDArray[np.float64]) -> "Grid":
        """A grid over all axes but the first, with other values."""
        names = self.names[1:]
        shape = tuple(len(self.axes[name]) for name in names)
        return Grid({name: self.axes[name] for name in names}, values.reshape(shape))


def known_values(problem: Problem) -> Grid | None:
    """The unknown's values where conditions give them outright; None if they never do.

    A variable that no condition leaves free (time, where only a beginning is given) has no axis.
    """
    given = _given(problem) if len(problem.unknowns) == 1 else []
    if not given:
        return None
    axes = {name: _axis(problem, name, given) for name in problem.box.ends}
    mesh = dict(zip(axes, np.meshgrid(*axes.values(), indexing="ij"), strict=True))
    values = np.full(tuple(map(len, axes.values())), np.nan)
    for region, formula in given:
        there = np.ones(values.shape, dtype=np.bool_)
        for name, value in region.fixed:
            there &= mesh[name] == value_of(value)
        values[there] = np.broadcast_to(evaluate(formula, mesh), values.shape)[there]
    long = tuple(name for name in axes if len(axes[name]) > 1)
    if not long or not np.isfinite(values).any():
        return None
    return Grid({name: axes[name] for name in long}, np.squeeze(values))


def _given(problem: Problem) -> list[tuple[Region, Expression]]:
    found: list[tuple[Region, Expression]] = []
    for condition in problem.conditions:
        stated = condition.given_value()
        if stated is not None and not stated[0].order:
            found.append((condition.region, stated[1]))
    return found


def _axis(
    problem: Problem, name: str, given: list[tuple[Region, Expression]]
) -> NDArray[np.float64]:
    """The values at which conditions hold a variable, and others where some leave it free."""
    held = {value_of(region.values[name]) for region, _ in given if name in region.values}
    if all(name in region.values for region, _ in given):
        return np.array(sorted(held))
    low, high = problem.box.ends[name]
    middle, half = (low + high) / 2, (high - low) / 2
    inside = middle + half * (_SHIFT + (_SHRINK - _SHIFT) * np.linspace(-1, 1, _POINTS))
    return np.array(sorted({*held, *inside.tolist()}))
