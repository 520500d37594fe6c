"""One-sided derivatives of values on a grid: fifth order where they are smooth, no oscillation.

The scheme of Jiang and Peng, which is that of the references: a weighted choice of three stencils
leaves out those that cross a kink. Here the values beyond the ends are given.
"""

import numpy as np
from numpy.typing import NDArray

from symplex.numerics.reference.weno import from_either_side

Floats = NDArray[np.float64]
GHOSTS = 3
"""Values beyond either end that the stencils need."""


def one_sided(values: Floats, axis: int, step: float) -> tuple[Floats, Floats]:
    """The derivatives from the left and from the right along an axis.

    Args:
        values: On the grid with `GHOSTS` more at either end of this axis.
        axis: Along which to differentiate.
        step: Between two nodes.

    Returns:
        Two arrays that are shorter by the ghosts.
    """
    along = np.moveaxis(values, axis, -1)
    left, right = from_either_side(np.diff(along, axis=-1) / step)
    return np.moveaxis(left, -1, axis), np.moveaxis(right, -1, axis)
