"""Where a counterexample is sought: random points, faces, corners, kinks and narrow features.

Owns choosing points in a box; the same problem and answer give the same points. What is computed
there is decided elsewhere.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.budget import Budget
from symplex.expression import Expression
from symplex.expression.operator_facts import arguments_of, kinks_of, value_at
from symplex.expression.operators import COSH, ERF, EXP, SINH, TANH
from symplex.problem import Box

Points = dict[str, NDArray[np.float64]]
Array = NDArray[np.float64]

SATURATING: Final = frozenset({EXP, TANH, ERF, SINH, COSH})
"""Where their argument is large, their values may be smaller than any precision shows."""
_STEPS = 60
_LARGE = 30.0
_STARTS = 8
_OFFSET = 1e-4
_MAX_FEATURES = 8
_MAX_CORNERS = 4


def choose(
    box: Box, formulas: Sequence[Expression] = (), count: int = 96, budget: Budget | None = None
) -> Points:
    """Points of a box: at random, on its faces and corners, and where `formulas` change fast.

    Formulas that contain unknowns are passed over.
    """
    rng = np.random.default_rng(20_240)
    names = list(box.ends)
    if not names:
        return {}
    low, high = (np.array(ends) for ends in zip(*box.ends.values(), strict=True))
    inside = low + (high - low) * rng.random((count, len(names)))
    blocks = [inside, *_faces(low, high, rng)]
    blocks += _features(box, formulas, inside[:_STARTS], budget or Budget.unlimited())
    rows = np.clip(np.concatenate(blocks), low, high)
    return {name: np.ascontiguousarray(rows[:, index]) for index, name in enumerate(names)}


def _faces(low: Array, high: Array, rng: np.random.Generator) -> list[Array]:
    size = len(low)
    blocks: list[Array] = []
    for index in range(size):
        for end in (low[index], high[index]):
            rows = low + (high - low) * rng.random((_STARTS, size))
            rows[:, index] = end
            blocks.append(rows)
    if size <= _MAX_CORNERS:
        corners = np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(size, -1).T
        blocks.append(corners)
    blocks.append((low + high)[None, :] / 2)
    return blocks


def _features(
    box: Box, formulas: Sequence[Expression], starts: Array, budget: Budget
) -> list[Array]:
    """Points beside kinks, and where the argument of exp and its like is of order one."""
    blocks: list[Array] = []
    kinks = {kink: None for formula in formulas for kink in kinks_of(formula, budget)}
    for kink in [kink for kink in kinks if not kink.derivatives][:_MAX_FEATURES]:
        blocks += _near(_Landscape(kink, box.ends, budget).smallest(starts), box)
    steep = {a: None for f in formulas for a in arguments_of(f, SATURATING, budget)}
    for argument in [a for a in steep if not a.derivatives][:_MAX_FEATURES]:
        landscape = _Landscape(argument, box.ends, budget)
        if not np.all(landscape.sizes(starts) < _LARGE):
            found = landscape.smallest(starts)
            blocks += [found, landscape.of_order_one(found, starts)]
    return blocks


def _near(rows: Array, box: Box) -> list[Array]:
    width = np.array([high - low for low, high in box.ends.values()])
    step = _OFFSET * width
    rng = np.random.default_rng(1)
    return [rows + step * rng.uniform(-1, 1, rows.shape) for _ in range(2)]


@final
@dataclass(frozen=True)
class _Landscape:
    """The absolute value of a formula over a box."""

    formula: Expression
    ends: Mapping[str, tuple[float, float]]
    budget: Budget

    def sizes(self, rows: Array) -> Array:
        self.budget.check_deadline()
        values = value_at(self.formula, {name: rows[:, i] for i, name in enumerate(self.ends)})
        return np.abs(np.broadcast_to(values, rows.shape[:1]))

    def smallest(self, starts: Array) -> Array:
        """From each start, along one coordinate after the other, where it is smallest."""
        rows = starts.copy()
        for index, (name, ends) in enumerate(self.ends.items()):
            if name in self.formula.symbols:
                rows[:, index] = self._along(rows, index, np.linspace(*ends, 33))
        return rows

    def _along(self, rows: Array, index: int, grid: Array) -> Array:
        """Golden-section search for the smallest value around the best point of a grid."""
        trial = np.repeat(rows[:, None, :], len(grid), axis=1)
        trial[:, :, index] = grid
        sizes = self.sizes(trial.reshape(-1, rows.shape[1]))
        best = np.nan_to_num(sizes, nan=np.inf).reshape(len(rows), -1).argmin(axis=1)
        low, high = grid[np.maximum(best - 1, 0)], grid[np.minimum(best + 1, len(grid) - 1)]
        golden = (np.sqrt(5) - 1) / 2
        moved = rows.copy()

        def size(position: Array) -> Array:
            moved[:, index] = position
            return np.nan_to_num(self.sizes(moved), nan=np.inf)

        for _ in range(_STEPS):
            left, right = high - golden * (high - low), low + golden * (high - low)
            smaller = size(left) < size(right)
            low, high = np.where(smaller, low, left), np.where(smaller, right, high)
        return (low + high) / 2

    def of_order_one(self, inner: Array, outer: Array) -> Array:
        """Between a point where it is small and one where it is large: where it is one."""
        near, far = np.zeros(len(inner)), np.ones(len(inner))
        for _ in range(_STEPS):
            middle = (near + far) / 2
            rows = inner + middle[:, None] * (outer - inner)
            small = self.sizes(rows) < 1
            near, far = np.where(small, middle, near), np.where(small, far, middle)
        return inner + near[:, None] * (outer - inner)
