"""Hyperbolic equations on open space, on a domain of dependence: no data are needed on its sides.

The box, widened by what waves can cross in the time that is left, shrinks faster than waves run;
on it, Chebyshev polynomials in space and explicit steps in time. In up to three variables of space.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, final

import numpy as np

from symplex.budget import Budget
from symplex.expression import Derivative
from symplex.problem.analysis.classify import coefficient
from symplex.reference.chebyshev import Expansion, Floats, basis, from_nodes, nodes
from symplex.reference.compare import best_of
from symplex.reference.evolution import Evolution, evolution, rates_on
from symplex.reference.result import Found
from symplex.reference.stepping import states
from symplex.reference.system import NoScheme, System, on

_SIZES: Final = {1: (28, 40, 56, 76, 100), 2: (16, 22, 28, 34), 3: (10, 13, 17, 21)}
"""Polynomials in each variable of space, by the number of those variables."""
_MARGINS: Final = (1.1, 1.15, 1.2, 1.25, 1.3)
"""How much faster than waves the domain shrinks."""


def cone(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution of a hyperbolic Cauchy problem.

    Raises:
        NoScheme: if it is none, or is not resolved.
    """
    form = evolution(system)
    speeds = _speeds(form)
    sizes = _SIZES.get(len(form.space), ())

    def runs():  # noqa: ANN202
        for level, size in enumerate(sizes):
            margin = {name: speed * _MARGINS[level] for name, speed in speeds.items()}
            yield _Cone(form, margin, size).solved(1e-9 * 0.3**level, budget)

    method = "explicit steps on a domain of dependence"
    return best_of(runs(), system, tolerance, method, goal=1e-9)


def _speeds(form: Evolution) -> Mapping[str, float]:
    """How fast waves run along each variable, at most, at the start.

    Raises:
        NoScheme: if the equations are not hyperbolic in every direction.
    """
    orders = set(form.orders.values())
    highest = max(len(by) for _, by in form.needed) if form.needed else 0
    order = max(orders)
    if not form.space or len(orders) != 1 or order not in (1, 2) or highest > order:
        raise NoScheme("the equations are not hyperbolic")
    columns = form.system.points(64)
    columns = {**columns, form.time: np.full(64, form.start)}
    start = _derivatives_at_start(form, columns)
    matrix = np.array([[on(slope, start, 64) for slope in row] for row in form.slopes])
    found: dict[str, float] = {}
    for name in form.space:
        along = _symbol(form, (name,) * order, matrix, start)
        eigenvalues = np.linalg.eigvals(along)
        if np.any(np.abs(eigenvalues.imag) > 1e-6 * (1 + np.abs(eigenvalues))):
            raise NoScheme("the equations are not hyperbolic: the problem is ill-posed")
        if order > 1 and np.any(eigenvalues.real < 1e-9):
            raise NoScheme("the equations are not hyperbolic: the problem is ill-posed")
        across = [np.abs(_symbol(form, (name, other), matrix, start)).sum(axis=(1, 2))
                  for other in form.space if other != name and order > 1]
        size = float(np.max(np.abs(eigenvalues))) + float(np.max(across, initial=0.0))
        if order > 1:
            mixed = np.abs(_symbol(form, (name, form.time), matrix, start)).sum(axis=(1, 2))
            size = np.sqrt(size) + float(np.max(mixed))
        found[name] = max(float(size), 1e-3)
    if not all(np.isfinite(speed) for speed in found.values()):
        raise NoScheme("the equations are not defined at the start")
    return found


def _derivatives_at_start(
    form: Evolution, columns: Mapping[str, Floats]
) -> dict[str | Derivative, Floats]:
    """The data and their derivatives by space, by differences: only speeds depend on them."""
    from symplex.expression.calculus import differentiate  # noqa: PLC0415

    values: dict[str | Derivative, Floats] = {**columns}
    size = len(next(iter(columns.values())))
    for one in form.state:
        values[one] = on(form.data[one], {**columns}, size)
    for one, by in form.needed:
        formula = form.data[one]
        for name in by:
            formula = differentiate(formula, name)
        values[Derivative(one.of, (*one.by, *by))] = on(formula, {**columns}, size)
    return values


def _symbol(
    form: Evolution,
    by: tuple[str, ...],
    slopes: Floats,
    values: Mapping[str | Derivative, Floats],
) -> Floats:
    """The matrix of one derivative in the equations solved for the highest ones by time."""
    size = slopes.shape[-1]
    part = np.zeros_like(slopes)
    for i, rest in enumerate(form.rests):
        for j, name in enumerate(form.orders):
            derivative = Derivative(name, by)
            if derivative in rest.derivatives:
                part[i, j] = on(coefficient(rest, derivative), values, size)
    with np.errstate(all="ignore"):
        found = np.linalg.solve(np.moveaxis(slopes, 2, 0), -np.moveaxis(part, 2, 0))
    return np.where(np.isfinite(found), found, 0.0)


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
