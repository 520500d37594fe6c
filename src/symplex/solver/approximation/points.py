"""The points at which formulas are measured: a grid, random ones, and ones that crowd at faces.

Owns how many there are, and which of them are moved to see how fast a function changes.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Columns = Mapping[str, Floats]
_GRID: Final[Mapping[int, int]] = MappingProxyType({1: 401, 2: 33, 3: 12})
"""Points of the grid along each variable, by the number of variables."""
_RANDOM = 300
BOUNDARY_LAYER = 80
"""Points beside faces."""
_MANY_RANDOM = 1500
"""Random points where there are too many variables for a grid."""
MOVED = 300
"""Points that are moved a little, to see how fast a function changes: all that crowd at faces, and
random ones.
"""
STEP = 1 / 400
"""How far they are moved, relative to the interval."""
_SCALES = 8.0
"""Powers of ten over which points crowd at a face."""


def points_in(
    box: Mapping[str, tuple[float, float]], share: int, rng: np.random.Generator
) -> dict[str, Floats]:
    """A grid with the faces in it, points at scales down to rounding beside them, random points."""
    count = max(int(_GRID.get(len(box), 2) / share ** (1 / len(box))), 3)
    lines = [np.linspace(low, high, count) for low, high in box.values()]
    corners = [np.array(ends) for ends in box.values()]
    grid = np.meshgrid(*(lines if len(box) in _GRID else corners), indexing="ij")
    many = random_count(box, share)
    near = _boundary_layer_points(box, BOUNDARY_LAYER // share, rng)
    return {
        name: np.concatenate([axis.ravel(), near[name], rng.uniform(low, high, many)])
        for (name, (low, high)), axis in zip(box.items(), grid, strict=True)
    }


def random_count(box: Mapping[str, tuple[float, float]], share: int) -> int:
    """How many random points there are; they are the last."""
    return (_RANDOM if len(box) in _GRID else _MANY_RANDOM) // share


def _boundary_layer_points(
    box: Mapping[str, tuple[float, float]], count: int, rng: np.random.Generator
) -> dict[str, Floats]:
    """Random points, each moved close to one of the faces."""
    points = {name: rng.uniform(low, high, count) for name, (low, high) in box.items()}
    names = list(box)
    for index in range(count):
        name = names[(index // 2) % len(names)]
        low, high = box[name]
        gap = (high - low) * 10.0 ** (-_SCALES * rng.uniform())
        points[name][index] = high - gap if index % 2 else low + gap
    return points


def moved(box: Mapping[str, tuple[float, float]], base: Columns) -> dict[str, Floats]:
    """Points moved along each variable in turn, inwards where they would leave the box."""
    found: dict[str, list[Floats]] = {name: [] for name in box}
    for along, (low, high) in box.items():
        step = STEP * (high - low)
        for name, column in base.items():
            shift = np.where(column + step <= high, step, -step) if name == along else 0.0
            found[name].append(column + shift)
    return {name: np.concatenate(columns) for name, columns in found.items()}
