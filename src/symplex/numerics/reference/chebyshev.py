"""Functions on a box as sums of products of Chebyshev polynomials.

Owns nodes, matrices that differentiate, and the one form in which smooth references are kept.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import final

import numpy as np
from numpy.polynomial import chebyshev
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Columns = Mapping[str, Floats]
"""A vector of values for each variable: the coordinates of points."""


def nodes(count: int, ends: tuple[float, float] = (-1.0, 1.0)) -> Floats:
    """The zeros of the Chebyshev polynomial of this degree, on an interval, ascending."""
    low, high = ends
    angles = np.pi * (np.arange(count) + 0.5) / count
    return (low + high) / 2 - (high - low) / 2 * np.cos(angles)


def basis(points: Floats, count: int, ends: tuple[float, float], order: int = 0) -> Floats:
    """A derivative of the first polynomials at points: a row for each point."""
    low, high = ends
    place = (2 * points - (low + high)) / (high - low)
    polynomials = np.eye(count)
    for _ in range(order):
        polynomials = _differentiated(polynomials) * (2 / (high - low))
    return chebyshev.chebvander(place, count - 1) @ polynomials


def _differentiated(polynomials: Floats) -> Floats:
    """The coefficients of the derivative, column by column."""
    count = len(polynomials)
    if count == 1:
        return np.zeros_like(polynomials)
    lower = chebyshev.chebder(polynomials, axis=0)
    padding = np.zeros((count - len(lower), polynomials.shape[1]))
    return np.vstack([lower, padding]).astype(np.float64)


def from_nodes(count: int) -> Floats:
    """The matrix from values at the nodes to coefficients."""
    matrix: Floats = np.asarray(chebyshev.chebvander(nodes(count), count - 1).T, dtype=np.float64)
    matrix = matrix * (2.0 / count)
    matrix[0] /= 2
    return matrix


@final
@dataclass(frozen=True)
class Expansion:
    """Every unknown as a polynomial in all variables."""

    names: tuple[str, ...]
    ends: tuple[tuple[float, float], ...]
    coefficients: Floats
    """Of products of Chebyshev polynomials: (unknowns, first variable, second variable, …)."""

    @classmethod
    def sampled(
        cls,
        function: Callable[[Columns], Floats],
        box: Mapping[str, tuple[float, float]],
        sizes: Sequence[int],
    ) -> "Expansion":
        """The interpolant of a function that gives (unknowns, points) at columns."""
        names, ends = tuple(box), tuple(box.values())
        axes = [nodes(size, pair) for size, pair in zip(sizes, ends, strict=True)]
        mesh = np.meshgrid(*axes, indexing="ij")
        values = function({name: part.ravel() for name, part in zip(names, mesh, strict=True)})
        return cls.of_values(names, ends, values.reshape(-1, *sizes))

    @classmethod
    def of_values(
        cls, names: tuple[str, ...], ends: tuple[tuple[float, float], ...], values: Floats
    ) -> "Expansion":
        """The interpolant of values on the tensor product of nodes: (unknowns, first, …)."""
        for axis in range(1, values.ndim):
            matrix = from_nodes(values.shape[axis])
            values = np.moveaxis(np.tensordot(matrix, values, axes=(1, axis)), 0, axis)
        return cls(names, ends, values)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many polynomials there are in each variable."""
        return self.coefficients.shape[1:]

    def values(self, columns: Columns, by: Sequence[str] = ()) -> Floats:
        """A derivative of every unknown at points: (unknowns, points)."""
        result = self.coefficients
        for axis, name in enumerate(self.names):
            order = sum(1 for one in by if one == name)
            rows = basis(columns[name], self.sizes[axis], self.ends[axis], order)
            pattern = "upi...,pi->up..." if axis else "ui...,pi->up..."
            result = np.einsum(pattern, result, rows)
        return result

    def on_grid(self, axes: Mapping[str, Floats], by: Sequence[str] = ()) -> Floats:
        """A derivative of every unknown on a product of points: (unknowns, first, second, …)."""
        result = self.coefficients
        for axis, name in enumerate(self.names):
            order = sum(1 for one in by if one == name)
            rows = basis(axes[name], self.sizes[axis], self.ends[axis], order)
            result = np.moveaxis(np.tensordot(rows, result, axes=(1, axis + 1)), 0, axis + 1)
        return result

    def tails(self) -> Floats:
        """For each variable, how large the last coefficients are beside the largest."""
        size = np.abs(self.coefficients)
        scale = size.max() or 1.0
        found: list[float] = []
        for axis in range(1, size.ndim):
            last = np.take(size, range(max(size.shape[axis] - 2, 1), size.shape[axis]), axis)
            found.append(float(last.max(initial=0.0)) / scale)
        return np.array(found)


@final
@dataclass(frozen=True)
class Pieces:
    """Expansions one after the other along one variable."""

    along: str
    expansions: tuple[Expansion, ...]

    def values(self, columns: Columns, by: Sequence[str] = ()) -> Floats:
        """A derivative of every unknown at points: (unknowns, points)."""
        where = columns[self.along]
        starts = [e.ends[e.names.index(self.along)][0] for e in self.expansions]
        piece = np.clip(np.searchsorted(starts, where, side="right") - 1, 0, len(starts) - 1)
        unknowns = len(self.expansions[0].coefficients)
        result = np.empty((unknowns, len(where)))
        for index, expansion in enumerate(self.expansions):
            chosen = piece == index
            if np.any(chosen):
                part = {name: column[chosen] for name, column in columns.items()}
                result[:, chosen] = expansion.values(part, by)
        return result


def split(ends: tuple[float, float], count: int) -> list[tuple[float, float]]:
    """An interval cut into equal ones."""
    return list(pairwise(np.linspace(*ends, count + 1).tolist()))
