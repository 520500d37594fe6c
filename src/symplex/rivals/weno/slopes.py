"""One-sided derivatives of values on a grid: fifth order where they are smooth, no oscillation.

The scheme of Jiang and Peng: central differences corrected by a weighted choice of three stencils,
which leaves out those that cross a kink.
"""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
GHOSTS = 3
"""Values beyond either end that the stencils need."""
_TINY = 1e-6
"""Keeps the weights finite where the values are constant; Jiang and Peng's choice."""


def one_sided(values: Floats, axis: int, step: float) -> tuple[Floats, Floats]:
    """The derivatives from the left and from the right along an axis.

    Args:
        values: On the grid with `GHOSTS` more at either end of this axis.
        axis: Along which to differentiate.
        step: Between two nodes.

    Returns:
        Two arrays that are shorter by the ghosts.
    """
    along = np.moveaxis(values, axis, 0)
    first = np.diff(along, axis=0) / step
    second = np.diff(first, axis=0)
    count = len(along) - 2 * GHOSTS

    def slope(offset: int) -> Floats:
        """(u[i + offset + 1] − u[i + offset])/h at every node i."""
        return first[GHOSTS + offset : GHOSTS + offset + count]

    def bend(offset: int) -> Floats:
        """The second difference at node i + offset, divided by h."""
        return second[GHOSTS - 1 + offset : GHOSTS - 1 + offset + count]

    central = (-slope(-2) + 7 * slope(-1) + 7 * slope(0) - slope(1)) / 12
    left = central - _correction(bend(-2), bend(-1), bend(0), bend(1))
    right = central + _correction(bend(2), bend(1), bend(0), bend(-1))
    return np.moveaxis(left, 0, axis), np.moveaxis(right, 0, axis)


def _correction(a: Floats, b: Floats, c: Floats, d: Floats) -> Floats:
    """What the weighted stencils add to the central difference."""
    rough0 = 13 * (a - b) ** 2 + 3 * (a - 3 * b) ** 2
    rough1 = 13 * (b - c) ** 2 + 3 * (b + c) ** 2
    rough2 = 13 * (c - d) ** 2 + 3 * (3 * c - d) ** 2
    weight0, weight1, weight2 = (
        share / (_TINY + rough) ** 2 for share, rough in ((1, rough0), (6, rough1), (3, rough2))
    )
    total = weight0 + weight1 + weight2
    return weight0 / total * (a - 2 * b + c) / 3 + (weight2 / total - 0.5) * (b - 2 * c + d) / 6
