"""The grid: nodes over the box and a margin, its ghosts, and values between the nodes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np

from symplex_benchmarks.rivals.weno.slopes import GHOSTS, Floats

_STENCIL = 4


@final
@dataclass(frozen=True)
class Axis:
    """The nodes along one variable or parameter."""

    name: str
    low: float
    step: float
    count: int

    @cached_property
    def nodes(self) -> Floats:
        """Where the nodes are."""
        return np.asarray(self.low + self.step * np.arange(self.count), dtype=np.float64)


@final
@dataclass(frozen=True)
class Grid:
    """A regular grid; parameters are axes too, along which nothing is differentiated."""

    axes: tuple[Axis, ...]

    @cached_property
    def columns(self) -> Mapping[str, Floats]:
        """The coordinates of all nodes, ready to broadcast."""
        made = np.meshgrid(*(axis.nodes for axis in self.axes), indexing="ij", sparse=True)
        return {axis.name: column for axis, column in zip(self.axes, made, strict=True)}

    @property
    def shape(self) -> tuple[int, ...]:
        """How many nodes there are along each axis."""
        return tuple(axis.count for axis in self.axes)


def with_ghosts(values: Floats, axis: int) -> Floats:
    """Values continued in a straight line beyond both ends of an axis."""
    along = np.moveaxis(values, axis, 0)
    far = np.arange(1, GHOSTS + 1).reshape(-1, *(1,) * (values.ndim - 1))
    before = along[0] + (along[0] - along[1]) * far[::-1]
    after = along[-1] + (along[-1] - along[-2]) * far
    return np.moveaxis(np.concatenate([before, along, after]), 0, axis)


def between_nodes(axes: Sequence[Axis], values: Floats, points: Mapping[str, Floats]) -> Floats:
    """Values at points, of third order where they are smooth.

    Along each axis a parabola through two neighbours and that third node on whose side the values
    bend less: beside a kink it is taken from one side alone.
    """
    starts, shares = zip(*(_located(axis, points[axis.name]) for axis in axes), strict=True)
    offsets = np.meshgrid(*(np.arange(-1, _STENCIL - 1),) * len(axes), indexing="ij")
    index = tuple(
        np.clip(start[..., None] + offset.ravel(), 0, axis.count - 1)
        for axis, start, offset in zip(axes, starts, offsets, strict=True)
    )
    found = values[index].reshape(*starts[0].shape, *(_STENCIL,) * len(axes))
    for axis, start, share in zip(reversed(axes), reversed(starts), reversed(shares), strict=True):
        spread = (...,) + (None,) * (found.ndim - 1 - share.ndim)
        found = _parabola(found, share[spread], start[spread], axis.count)
    return found


def _located(axis: Axis, column: Floats) -> tuple[np.ndarray, Floats]:
    """The cell of each point and the share of the cell that lies before it."""
    place = np.clip((column - axis.low) / axis.step, 0, axis.count - 1)
    start = np.minimum(place.astype(np.int64), max(axis.count - 2, 0))
    return start, place - start


def _parabola(four: Floats, share: Floats, start: np.ndarray, count: int) -> Floats:
    """The value between the second and third of four neighbours on the last axis."""
    left, a, b, right = (four[..., k] for k in range(_STENCIL))
    before, after = left - 2 * a + b, a - 2 * b + right
    # At an end of the axis a node is repeated: what bends there is taken from inside.
    bend = np.where(np.abs(before) <= np.abs(after), before, after)
    bend = np.where(start == 0, after, np.where(start == count - 2, before, bend))
    return (1 - share) * a + share * b - share * (1 - share) / 2 * bend
