"""Where to look for a counterexample: random points, faces, corners, kinks and narrow features.

Owns choosing points in a box; the same problem and answer give the same points. What is computed
there is not known here.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Expression
from symplex.expression.operator_facts import arguments_of, kinks_of, value_at
from symplex.problem import Box

Points = dict[str, NDArray[np.float64]]
Array = NDArray[np.float64]

SATURATING = frozenset({"exp", "tanh", "erf", "sinh", "cosh"})
"""Their values hide below any precision where their argument is large."""
_STEPS = 60
_LARGE = 30.0
_STARTS = 8
_OFFSET = 1e-4
_MAX_FEATURES = 8
_MAX_CORNERS = 4


def choose(box: Box, formulas: Sequence[Expression] = (), count: int = 96) -> Points:
    """Points of a box: at random, on its faces and corners, and where `formulas` change fast.

    Formulas that contain unknowns are passed over.
    """
    random = np.random.default_rng(20_240)
    names = list(box.ends)
    if not names:
        return {}
    low, high = (np.array(ends) for ends in zip(*box.ends.values(), strict=True))
    inside = low + (high - low) * random.random((count, len(names)))
    blocks = [inside, *_faces(low, high, random)]
    blocks += _features(dict(box.ends), formulas, inside[:_STARTS])
    rows = np.clip(np.concatenate(blocks), low, high)
    return {name: np.ascontiguousarray(rows[:, index]) for index, name in enumerate(names)}


def _faces(low: Array, high: Array, random: np.random.Generator) -> list[Array]:
    size = len(low)
    blocks: list[Array] = []
    for index in range(size):
        for end in (low[index], high[index]):
            rows = low + (high - low) * random.random((_STARTS, size))
            rows[:, index] = end
            blocks.append(rows)
    if size <= _MAX_CORNERS:
        corners = np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(size, -1).T
        blocks.append(corners)
    blocks.append((low + high)[None, :] / 2)
    return blocks


def _features(
    box: Mapping[str, tuple[float, float]], formulas: Sequence[Expression], starts: Array
) -> list[Array]:
    """Points beside kinks, and where the argument of exp and its like is of order one."""
    blocks: list[Array] = []
    kinks = {kink: None for formula in formulas for kink in kinks_of(formula)}
    for kink in [kink for kink in kinks if not kink.derivatives][:_MAX_FEATURES]:
        blocks += _near(_smallest(kink, box, starts), box)
    steep = {a: None for formula in formulas for a in arguments_of(formula, SATURATING)}
    for argument in [a for a in steep if not a.derivatives][:_MAX_FEATURES]:
        values = np.abs(_values(argument, box, starts))
        if not np.all(values < _LARGE):
            found = _smallest(argument, box, starts)
            blocks += [found, _of_order_one(argument, box, found, starts)]
    return blocks


def _near(rows: Array, box: Mapping[str, tuple[float, float]]) -> list[Array]:
    width = np.array([high - low for low, high in box.values()])
    step = _OFFSET * width
    random = np.random.default_rng(1)
    return [rows + step * random.uniform(-1, 1, rows.shape) for _ in range(2)]


def _values(formula: Expression, box: Mapping[str, object], rows: Array) -> Array:
    values = value_at(formula, {name: rows[:, i] for i, name in enumerate(box)})
    return np.broadcast_to(values, rows.shape[:1])


def _smallest(formula: Expression, box: Mapping[str, tuple[float, float]], starts: Array) -> Array:
    """From each start, along one coordinate after the other, where |formula| is smallest."""
    rows = starts.copy()
    for index, (name, ends) in enumerate(box.items()):
        if name in formula.symbols:
            grid = np.linspace(*ends, 33)
            rows[:, index] = _along(formula, box, rows, index, grid)
    return rows


def _along(
    formula: Expression, box: Mapping[str, object], rows: Array, index: int, grid: Array
) -> Array:
    """Golden-section search for the smallest |formula| around the best point of a grid."""
    trial = np.repeat(rows[:, None, :], len(grid), axis=1)
    trial[:, :, index] = grid
    sizes = np.abs(_values(formula, box, trial.reshape(-1, rows.shape[1])))
    best = np.nan_to_num(sizes, nan=np.inf).reshape(len(rows), -1).argmin(axis=1)
    low, high = grid[np.maximum(best - 1, 0)], grid[np.minimum(best + 1, len(grid) - 1)]
    golden = (np.sqrt(5) - 1) / 2
    moved = rows.copy()

    def size(position: Array) -> Array:
        moved[:, index] = position
        return np.nan_to_num(np.abs(_values(formula, box, moved)), nan=np.inf)

    for _ in range(_STEPS):
        left, right = high - golden * (high - low), low + golden * (high - low)
        smaller = size(left) < size(right)
        low, high = np.where(smaller, low, left), np.where(smaller, right, high)
    return (low + high) / 2


def _of_order_one(
    formula: Expression, box: Mapping[str, object], inner: Array, outer: Array
) -> Array:
    """Between a point where |formula| is small and one where it is large: where it is one."""
    near, far = np.zeros(len(inner)), np.ones(len(inner))
    for _ in range(_STEPS):
        middle = (near + far) / 2
        rows = inner + middle[:, None] * (outer - inner)
        small = np.abs(_values(formula, box, rows)) < 1
        near, far = np.where(small, middle, near), np.where(small, far, middle)
    return inner + near[:, None] * (outer - inner)
