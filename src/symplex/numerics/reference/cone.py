"""Hyperbolic equations on open space, on a domain of dependence: no data are needed on its sides.

The box, widened by what waves can cross in the time that is left, shrinks faster than waves run;
on it, Chebyshev polynomials in space and explicit steps in time. In up to three variables of space.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Final, final

import numpy as np

from symplex.expression import Derivative
from symplex.numerics.reference.chebyshev import Expansion, Floats, basis, from_nodes, nodes
from symplex.numerics.reference.compare import best_of
from symplex.numerics.reference.evolution import Evolution, evolution, rates_on
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.speeds import speeds_of
from symplex.numerics.reference.stepping import states
from symplex.numerics.reference.system import System
from symplex.work.budget import Budget

_SIZES: Final = MappingProxyType({1: (32, 48, 70, 100), 2: (16, 22, 28, 34), 3: (10, 14, 19, 24)})
"""Polynomials in each variable of space, by the number of those variables."""
_MARGINS: Final = (1.1, 1.15, 1.2, 1.25, 1.3)
"""How much faster than waves the domain shrinks."""


def cone(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution of a hyperbolic Cauchy problem.

    Raises:
        NoScheme: if it is none, or is not resolved.
    """
    form = evolution(system)
    speeds = speeds_of(form)
    sizes = _SIZES.get(len(form.space), ())

    def runs():  # noqa: ANN202
        for level, size in enumerate(sizes):
            margin = {name: speed * _MARGINS[level] for name, speed in speeds.items()}
            yield _Cone(form, margin, size).solved(1e-9 * 0.3**level, budget)

    method = "explicit steps on a domain of dependence"
    return best_of(runs(), system, tolerance, method, goal=0.3 * tolerance)


@final
@dataclass(frozen=True)
class _Cone:
    form: Evolution
    speeds: Mapping[str, float]
    size: int

    @cached_property
    def shape(self) -> tuple[int, ...]:
        return (self.size,) * len(self.form.space)

    @cached_property
    def grid(self) -> Mapping[str, Floats]:
        axes = [nodes(self.size)] * len(self.form.space)
        mesh = np.meshgrid(*axes, indexing="ij")
        return {name: part.ravel() for name, part in zip(self.form.space, mesh, strict=True)}

    @cached_property
    def derivative(self) -> Floats:
        return basis(nodes(self.size), self.size, (-1.0, 1.0), 1) @ from_nodes(self.size)

    def half(self, name: str, time: float) -> float:
        """Half the width of the domain at a time."""
        low, high = self.form.system.box[name]
        return (high - low) / 2 + self.speeds[name] * abs(self.form.end - time)

    def columns(self, time: float) -> dict[str | Derivative, Floats]:
        """The points of the grid at a time."""
        found: dict[str | Derivative, Floats] = {
            self.form.time: np.full(len(next(iter(self.grid.values()))), time)
        }
        for name, place in self.grid.items():
            middle = sum(self.form.system.box[name]) / 2
            found[name] = middle + place * self.half(name, time)
        return found

    def derived(self, values: Floats, by: Sequence[str], time: float) -> Floats:
        """A derivative by space on the grid."""
        tensor = values.reshape(self.shape)
        for name in by:
            axis = self.form.space.index(name)
            product = np.tensordot(self.derivative, tensor, axes=(1, axis))
            tensor = np.moveaxis(product, 0, axis) / self.half(name, time)
        return tensor.ravel()

    def rate(self, time: float, state: Floats) -> Floats:
        """The rate of the state at the moving points."""
        columns = self.columns(time)
        found, _ = rates_on(self.form, state, columns, lambda v, by: self.derived(v, by, time))
        direction = np.sign(self.form.end - self.form.start)
        for name, speed in self.speeds.items():
            drift = direction * speed * self.grid[name]
            found = found - drift * np.array([self.derived(row, (name,), time) for row in state])
        return found

    def solved(self, tolerance: float, budget: Budget) -> Expansion:
        """The unknowns on the box."""
        form = self.form
        box = form.system.box
        outputs = nodes(min(self.size, 32), box[form.time])
        ordered = outputs if form.end > form.start else outputs[::-1]
        at_start = self.columns(form.start)
        start = form.initial({name: at_start[name] for name in form.space})
        found = states(self.rate, start, np.array([form.start, *ordered]), tolerance, budget)[1:]
        if form.end < form.start:
            found = found[::-1]
        kept = [index for index, one in enumerate(form.state) if one.order == 0]
        slices = [self._on_box(found[i][kept], time) for i, time in enumerate(outputs)]
        values = np.moveaxis(np.array(slices), 0, 1)  # unknowns, time, space
        values = np.moveaxis(values, 1, 1 + list(box).index(form.time))
        return Expansion.of_values(tuple(box), tuple(box.values()), values)

    def _on_box(self, state: Floats, time: float) -> Floats:
        tensor = state.reshape(len(state), *self.shape)
        for axis, name in enumerate(self.form.space):
            low, high = self.form.system.box[name]
            place = (nodes(self.size) * (high - low) / 2) / self.half(name, time)
            matrix = basis(place, self.size, (-1.0, 1.0)) @ from_nodes(self.size)
            tensor = np.moveaxis(np.tensordot(matrix, tensor, axes=(1, axis + 1)), 0, axis + 1)
        return tensor
