"""A solution on a grid of space and time, interpolated linearly: kinks make no ripples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.system import NoScheme


@final
@dataclass(frozen=True)
class Gridded:
    """States at ascending or descending times on the nodes of space."""

    time: str
    times: Floats
    axes: Mapping[str, Floats]
    states: Floats
    """(times, nodes along each axis…)"""

    def values(self, columns: Columns, by: Sequence[str] = ()) -> Floats:
        """The unknown at points: (1, points).

        Raises:
            NoScheme: for derivatives, which a grid with kinks does not have.
        """
        if by:
            raise NoScheme(ReferenceCode.REFERENCE_NO_DERIVATIVES)
        from scipy.interpolate import RegularGridInterpolator  # here, for it is slow to import

        ascending = self.times[0] < self.times[-1]
        order = slice(None) if ascending else slice(None, None, -1)
        grid = (self.times[order], *self.axes.values())
        look_up = RegularGridInterpolator(grid, self.states[order], bounds_error=False)
        points = np.column_stack([columns[name] for name in (self.time, *self.axes)])
        return np.asarray(look_up(points), dtype=np.float64)[None]

    def distance(self, finer: "Gridded") -> float:
        """The largest difference at the nodes of a finer grid, where this one has values."""
        inside = {
            name: axis[(axis >= self.axes[name][0]) & (axis <= self.axes[name][-1])]
            for name, axis in finer.axes.items()
        }
        meshes = np.meshgrid(finer.times, *inside.values(), indexing="ij")
        names = (self.time, *self.axes)
        columns = {name: mesh.ravel() for name, mesh in zip(names, meshes, strict=True)}
        return float(np.max(np.abs(self.values(columns) - finer.values(columns))))
