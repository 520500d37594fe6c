"""The Legendre dual of a convex function of one variable, by bisection of its slope.

Right for kinks (the slope jumps over q there) and for speeds that are never reached (an infinite
price).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, final

import numpy as np

from symplex.evaluation.fit import Floats

_MAX, _FINE = 2.0**40, 2.0**20
_WIDEST = float(np.arcsinh(_MAX * _FINE))
_STEPS = 60


class Function(Protocol):
    """A convex function of a gradient with its slope."""

    @property
    def by(self) -> Sequence[object]:
        """The directions of the gradient."""
        ...

    def __call__(self, p: Sequence[Floats]) -> Floats:
        """Its value."""
        ...

    def slope(self, p: Sequence[Floats]) -> list[Floats]:
        """Its gradient."""
        ...


@final
@dataclass(frozen=True)
class Dual:
    """L(q) = the largest p·q − h(p), for h a convex function restricted to one axis."""

    function: Function
    axis: int
    slowest: Floats
    """The least and greatest slope: L is infinite beyond them. A row for each point."""
    fastest: Floats

    @classmethod
    def along(cls, function: Function, axis: int, points: int) -> "Dual":
        """The dual of the restriction to one axis."""

        def slope_at(end: float) -> Floats:
            place = _on_axis(function, axis, np.full((points, 1), end))
            return np.broadcast_to(function.slope(place)[axis], (points, 1))

        return cls(function, axis, slope_at(-_MAX), slope_at(_MAX))

    def speed(self, trial: Floats, reach: float) -> Floats:
        """A speed for a coordinate in [−1, 1], within what has a finite price."""
        return np.clip(np.sinh(reach * trial), self.slowest, self.fastest)

    def __call__(self, q: Floats) -> Floats:
        """L(q)."""
        # Lopsided, so that no middle is 0: there a norm's slope is 0/0 and would decide nothing.
        low = np.full(q.shape, -0.97 * _WIDEST)
        high = np.full(q.shape, _WIDEST)
        for _ in range(_STEPS):
            middle = (low + high) / 2
            steep = ~(self._slope(_stretched(middle)) < q)
            high = np.where(steep, middle, high)
            low = np.where(steep, low, middle)
        low, high = _stretched(low), _stretched(high)
        best = np.maximum(self._gain(low, q), self._gain(high, q))
        return np.maximum(best, self._gain(np.zeros(q.shape), q))

    def _slope(self, p: Floats) -> Floats:
        return self.function.slope(_on_axis(self.function, self.axis, p))[self.axis]

    def _gain(self, p: Floats, q: Floats) -> Floats:
        return p * q - self.function(_on_axis(self.function, self.axis, p))


def _stretched(place: Floats) -> Floats:
    """From an even scale to one that is even near 0 and logarithmic far from it."""
    return np.sinh(place) / _FINE


def _on_axis(function: Function, axis: int, p: Floats) -> list[Floats]:
    return [p if other == axis else np.zeros_like(p) for other in range(len(function.by))]
