"""First-order equations along their characteristics, for any data on one slice.

Every point has its own characteristic: the place where it starts is found by Newton's method, so
that it arrives. Kinks of the data do no harm. Where characteristics have met, there is no value.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType
from typing import Final, final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.expression import Derivative, Expression, leaf, symbol
from symplex.expression.calculus import differentiate
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.compare import as_polynomials, probes
from symplex.numerics.reference.evolution import Evolution, evolution
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.stepping import states
from symplex.numerics.reference.system import NoScheme, System, Values, on
from symplex.problem.coordinates import differentiate_by
from symplex.work.budget import Budget

METHOD = "characteristics"
_STEP, _NEWTON = 1e-6, 25
_MET, _NEAR, _APART = 1e-13, 1e-9, 1e-3
_SIZES: Final = MappingProxyType({2: (28, 28), 3: (16, 16, 16)})


def characteristics(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution of a scalar first-order equation with data on one slice.

    Raises:
        NoScheme: if it is none, or characteristics meet in the box.
    """
    form = evolution(system)
    if len(system.box) == 1 or len(system.unknowns) != 1 or system.problem.equations[0].order != 1:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_FIRST_ORDER)
    points = probes(system)
    rough, fine = _Rays(form, 1e-9, budget), _Rays(form, 1e-12, budget)
    fine.check_data()
    values = fine.values(points)
    fine.check_apart(points)
    scale = float(np.max(np.abs(values))) or 1.0
    error = 3 * float(np.max(np.abs(values - rough.values(points)))) + 1e-13 * scale
    if not error <= tolerance * scale:
        raise NoScheme(ReferenceCode.REFERENCE_ERROR, method=METHOD, error=error, applies=True)
    found = Found(fine, error, scale, METHOD, differentiable=False)
    if sizes := _SIZES.get(len(system.box)):
        found = as_polynomials(found, system, sizes)
    lasting = replace(fine, budget=Budget.unlimited())
    return replace(found, field=lasting) if found.field is fine else found


@final
@dataclass(frozen=True)
class _Rays:
    """The rays of F(x, t, u, ∇u) = 0, each with the value and the gradient that it carries."""

    form: Evolution
    tolerance: float
    budget: Budget

    @cached_property
    def unknown(self) -> Derivative:
        return Derivative(self.form.system.unknowns[0])

    @cached_property
    def gradient(self) -> tuple[Derivative, ...]:
        """By the variables of space, then by time."""
        names = (*self.form.space, self.form.time)
        return tuple(Derivative(self.unknown.of, (name,)) for name in names)

    @cached_property
    def residual(self) -> Expression:
        return self.form.system.equations[0].residual

    @cached_property
    def speeds(self) -> tuple[Expression, ...]:
        """∂F by each part of the gradient."""
        return tuple(differentiate_by(self.residual, part) for part in self.gradient)

    @cached_property
    def bending(self) -> tuple[Expression, ...]:
        """∂F by each variable and by u: what turns the gradient."""
        names = (*self.form.space, self.form.time)
        held = {part: symbol(f"part {index}") for index, part in enumerate(self.gradient)}
        held[self.unknown] = symbol("part u")
        back = {value.root: leaf(key) for key, value in held.items()}
        plain = self.residual.substitute(held)
        by = [differentiate(plain, name).substitute(back) for name in names]
        return (*by, differentiate_by(self.residual, self.unknown))

    @cached_property
    def straight(self) -> bool:
        """Whether speeds do not depend on the gradient, which then need not be carried."""
        return not any(speed.derivatives - {self.unknown} for speed in self.speeds)

    @cached_property
    def slopes(self) -> tuple[Expression, ...]:
        """The gradient of the data."""
        data = self.form.data[self.unknown]
        return tuple(differentiate(data, name) for name in self.form.space)

    @cached_property
    def linear(self) -> bool:
        """Whether rays are the same for all data."""
        return not any(speed.derivatives for speed in self.speeds)

    def check_data(self) -> None:
        """Refuse kinks in data on which the rays depend: there they meet at once, or part."""
        rows = self.form.data[self.unknown].operators
        if not self.linear and any(row.kinks for row in rows):
            raise NoScheme(ReferenceCode.REFERENCE_DATA_KINKED, method=METHOD)

    def check_apart(self, columns: Columns) -> None:
        """Refuse rays that meet anywhere between the feet of those that arrive in the box."""
        if self.linear:
            return
        feet = self._feet(columns)[0]
        low, high = feet.min(axis=1), feet.max(axis=1)
        count = {1: 201, 2: 21}.get(len(feet), 7)
        axes = [np.linspace(*ends, count) for ends in zip(low, high, strict=True)]
        mesh = np.array([part.ravel() for part in np.meshgrid(*axes)])
        for share in (0.25, 0.5, 0.75, 1.0):
            time = self.form.start + share * (self.form.end - self.form.start)
            times = np.full(mesh.shape[1], time)
            _apart(self._shot(mesh, mesh, times)[1])

    def values(self, columns: Columns, by: Sequence[str] = ()) -> Floats:
        """The unknown at points: (1, points)."""
        return self._feet(columns)[1][None]

    def _feet(self, columns: Columns) -> tuple[Floats, Floats]:
        """Where the rays to some points start, and the values that they bring."""
        target = np.array([columns[name] for name in self.form.space])
        times = columns[self.form.time]
        feet, before = target.copy(), np.inf
        for _ in range(_NEWTON):
            miss, jacobian, carried = self._shot(feet, target, times)
            size = float(np.max(np.abs(miss))) / (1 + float(np.max(np.abs(target))))
            if size < _MET or (size < _NEAR and size >= before / 2):
                _apart(jacobian)
                return feet, carried
            before = size
            turned = np.moveaxis(jacobian, 2, 0)
            if not np.all(np.linalg.det(turned)):
                break
            feet = feet - np.linalg.solve(turned, miss.T[:, :, None])[:, :, 0].T
        raise NoScheme(ReferenceCode.REFERENCE_RAYS_MISSING, method=METHOD, applies=True)

    def _shot(self, feet: Floats, target: Floats, times: Floats) -> tuple[Floats, Floats, Floats]:
        """Where the rays from some feet arrive beside the targets, the slopes of that, and u."""
        dimensions, count = feet.shape
        moved = [feet]
        for axis in range(dimensions):
            nudge = np.zeros((dimensions, 1))
            nudge[axis] = _STEP
            moved += [feet + nudge, feet - nudge]
        copies = len(moved)
        end = self._arrive(np.concatenate(moved, axis=1), np.tile(times, copies))
        place = end[:dimensions].reshape(dimensions, copies, count)
        jacobian = np.stack(
            [(place[:, 1 + 2 * k] - place[:, 2 + 2 * k]) / (2 * _STEP) for k in range(dimensions)],
            axis=1,
        )
        if not np.all(np.isfinite(end)):
            raise NoScheme(ReferenceCode.REFERENCE_NOT_FINITE, method=METHOD)
        return place[:, 0] - target, jacobian, end[dimensions].reshape(copies, count)[0]

    def _arrive(self, feet: Floats, times: Floats) -> Floats:
        """The ends of the rays: place, value, gradient. Each runs for a time of its own."""
        names = self.form.space
        at_start: dict[str | Derivative, Floats] = dict(zip(names, feet, strict=True))
        size = feet.shape[1]
        data = on(self.form.data[self.unknown], at_start, size)
        start = [*feet, data]
        if not self.straight:
            start += [on(slope, at_start, size) for slope in self.slopes]
        duration = times - self.form.start

        def rate(share: float, state: Floats) -> Floats:
            return self._rate(state, self.form.start + share * duration) * duration

        return states(rate, np.array(start), np.array([0.0, 1.0]), self.tolerance, self.budget)[-1]

    def _rate(self, state: Floats, time: Floats) -> Floats:
        """The rate along the rays by time."""
        dimensions, size = len(self.form.space), state.shape[1]
        values: dict[str | Derivative, Floats] = dict(zip(self.form.space, state, strict=False))
        values[self.form.time] = time
        values[self.unknown] = state[dimensions]
        if self.straight:
            return self._straight_rate(values, size)
        for part, row in zip(self.gradient, state[dimensions + 1 :], strict=False):
            values[part] = row
        values[self.gradient[-1]] = self._time_slope(values, size)
        speeds = np.array([on(speed, values, size) for speed in self.speeds])
        slopes = np.array([values[part] for part in self.gradient])
        bends = np.array([on(bend, values, size) for bend in self.bending])
        turns = -bends[:dimensions] - slopes[:dimensions] * bends[-1]
        whole = [*speeds[:dimensions], np.sum(speeds * slopes, axis=0), *turns]
        return np.array(whole) / speeds[dimensions]

    def _straight_rate(self, values: dict[str | Derivative, Floats], size: int) -> Floats:
        still = {part: np.zeros(size) for part in self.gradient}
        speeds = np.array([on(speed, {**values, **still}, size) for speed in self.speeds])
        rest = on(self.residual, {**values, **still}, size)
        return np.array([*speeds[:-1], -rest]) / speeds[-1]

    def _time_slope(self, values: Mapping[str | Derivative, Floats], size: int) -> Floats:
        """u_t from the equation, which is linear in it."""
        still: Values = {**values, self.gradient[-1]: np.zeros(size)}
        return -on(self.residual, still, size) / on(self.speeds[-1], still, size)


def _apart(jacobian: Floats) -> None:
    """Refuse rays that have met, by the slopes of their ends by their feet."""
    if not np.min(np.linalg.det(np.moveaxis(jacobian, 2, 0))) > _APART:
        raise NoScheme(ReferenceCode.REFERENCE_RAYS_MEET, method=METHOD, applies=True)
