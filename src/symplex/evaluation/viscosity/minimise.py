"""The least value of a function on a cube, at many points at once: a grid, then zooms.

Made for functions of few variables with kinks and several minima, where no derivative helps.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, final

import numpy as np

from symplex.evaluation.fit import Floats

_COARSE: Final = (257, 33, 13)
"""Grid points in each direction, in one, two and three dimensions."""
_STARTS, _LEVELS, _SHRINK = 4, 76, 0.6

Cost = Callable[[Sequence[Floats]], Floats]
"""From coordinates in [−1, 1], one array (points, trials) each, to costs (points, trials)."""


@final
@dataclass(frozen=True)
class Cube:
    """How many coordinates, and at how many points."""

    dimensions: int
    points: int


def least(cost: Cost, cube: Cube) -> tuple[Floats, Floats]:
    """The least cost at each point, and the coordinates where it is taken."""
    spacing = 2.0 / (_COARSE[cube.dimensions - 1] - 1)
    best, place = _zoom(cost, _starts(cost, cube, spacing), spacing)
    chosen = np.argmin(best, axis=1)
    rows = np.arange(cube.points)
    return best[rows, chosen], place[rows, chosen]


def _starts(cost: Cost, cube: Cube, spacing: float) -> Floats:
    """The best places of a coarse grid, kept apart: (points, starts, dimensions)."""
    axis = np.linspace(-1, 1, _COARSE[cube.dimensions - 1])
    grid = np.array(list(product(axis, repeat=cube.dimensions)))
    costs = _costs(cost, np.broadcast_to(grid, (cube.points, *grid.shape)))
    found: list[Floats] = []
    for _ in range(_STARTS):
        place = grid[np.argmin(costs, axis=1)]
        found.append(place)
        distance = np.abs(grid[None] - place[:, None]).max(axis=2)
        costs = np.where(distance < 2.5 * spacing, np.inf, costs)
    return np.stack(found, axis=1)


def _zoom(cost: Cost, centre: Floats, radius: float) -> tuple[Floats, Floats]:
    """From every start at once, to the last digit."""
    points, starts, dimensions = centre.shape
    steps = np.linspace(-1, 1, 9 if dimensions == 1 else 5)
    offsets = np.array(list(product(steps, repeat=dimensions)))
    best: Floats = np.full((points, starts), np.inf)
    for _ in range(_LEVELS):
        trials = np.clip(centre[:, :, None] + radius * offsets, -1.0, 1.0)
        flat = _costs(cost, trials.reshape(points, -1, dimensions))
        costs = flat.reshape(points, starts, len(offsets))
        chosen = np.argmin(costs, axis=2)[:, :, None]
        best = np.minimum(best, np.take_along_axis(costs, chosen, axis=2)[:, :, 0])
        centre = np.take_along_axis(trials, chosen[..., None], axis=2)[:, :, 0]
        radius *= _SHRINK
    return best, centre


def _costs(cost: Cost, trials: Floats) -> Floats:
    """Costs that are not numbers count as infinite."""
    costs = cost([trials[..., axis] for axis in range(trials.shape[-1])])
    return np.where(np.isnan(costs), np.inf, np.broadcast_to(costs, trials.shape[:2]))
