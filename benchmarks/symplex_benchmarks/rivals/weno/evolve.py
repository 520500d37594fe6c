"""Steps in time: the third-order Runge–Kutta scheme that increases no variation."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import final

import numpy as np

from symplex_benchmarks.rivals.weno.grid import Grid, with_ghosts
from symplex_benchmarks.rivals.weno.hamiltonian import Columns, Hamiltonian, godunov, lax_friedrichs
from symplex_benchmarks.rivals.weno.slopes import Floats, one_sided

Flux = Callable[[Hamiltonian, Columns, Floats, list[tuple[Floats, Floats]]], Floats]
Faces = Callable[[float, Floats], Floats]
"""Puts the values that the statement gives on faces into the grid's values at a time."""


@final
@dataclass(frozen=True)
class Evolution:
    """One problem on one grid."""

    hamiltonian: Hamiltonian
    grid: Grid
    faces: Faces

    @property
    def flux(self) -> Flux:
        """The numerical Hamiltonian that suits the problem."""
        still = {**self.grid.columns, "t": np.zeros(1)}
        return godunov if self.hamiltonian.turns_at_zero(still) else lax_friedrichs

    def sides(self, values: Floats) -> list[tuple[Floats, Floats]]:
        """The one-sided slopes in every direction of space."""
        return [
            one_sided(with_ghosts(values, k), k, self.grid.axes[k].step)
            for k in range(len(self.hamiltonian.space))
        ]

    def longest_step(self, time: float, values: Floats) -> float:
        """The time in which nothing moves further than one cell."""
        columns = {**self.grid.columns, "t": np.full(1, time)}
        fastest = self.hamiltonian.fastest(columns, values, self.sides(values))
        axes = self.grid.axes[: len(fastest)]
        rate = sum(speed / axis.step for speed, axis in zip(fastest, axes, strict=True))
        return 1 / rate if rate > 0 else float("inf")

    def states(self, values: Floats, times: Floats) -> Iterator[Floats]:
        """The values at each of the times, the first of which they are given at."""
        yield values
        flux = self.flux
        for time, step in zip(times[:-1], np.diff(times), strict=True):
            values = self._stepped(flux, values, float(time), float(step))
            yield values

    def _stepped(self, flux: Flux, values: Floats, time: float, step: float) -> Floats:
        def moved(state: Floats, at: float) -> Floats:
            columns = {**self.grid.columns, "t": np.full(1, at)}
            change = flux(self.hamiltonian, columns, state, self.sides(state))
            return self.faces(at + step, state - step * change)

        one = moved(values, time)
        two = 0.75 * values + 0.25 * moved(one, time + step)
        half = self.faces(time + step / 2, two)
        last = values / 3 + 2 / 3 * moved(half, time + step / 2)
        return self.faces(time + step, last)
