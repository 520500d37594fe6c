"""Hamilton–Jacobi equations on a grid, where no other method goes on: kinks and all, few digits.

Fifth-order WENO slopes from either side (Jiang and Peng 2000), the Lax–Friedrichs Hamiltonian and
three-stage TVD Runge–Kutta steps. The error is what a finer grid on a wider box changes.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Final, final

import numpy as np

from symplex.codes import ReferenceCode
from symplex.expression import Derivative
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.evolution import Evolution, evolution
from symplex.numerics.reference.gridded import Gridded
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.system import NoScheme, System, on
from symplex.problem.coordinates import differentiate_by
from symplex.work.budget import Budget

METHOD = "a WENO scheme"
_BEST: Final = 1e-5
"""No smaller error beside the size of a solution is to be had at kinks in the time there is."""
_SIZES: Final = MappingProxyType({1: (60, 120, 240, 480), 2: (15, 30, 60)})
"""Cells of the box along each variable of space, by their number."""
_PADDING: Final = (1.3, 1.6)
"""Of the distance that waves run: what a coarser and a finer grid add at each end, in turns."""
_COURANT, _FASTER, _SAFETY = 0.7, 1.1, 1.5
_FAR, _AGAIN, _STEPS = 4.0, 3, 10_000

_A_NODE = 10_000
"""Floating-point operations for a step at one node of the grid, about."""


def weno(system: System, tolerance: float, budget: Budget) -> Found:
    """The viscosity solution of u_t + H(x, t, u, ∇u) = 0 with data on one slice.

    Raises:
        NoScheme: if it is no such equation, or more digits are wanted than such a scheme has.
    """
    if len(system.unknowns) != 1 or system.problem.equations[0].order != 1:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_FIRST_ORDER)
    form = evolution(system)
    sizes = _SIZES.get(len(form.space))
    if sizes is None or tolerance < _BEST:
        raise NoScheme(ReferenceCode.REFERENCE_TOO_FEW_DIGITS, method=METHOD)
    waves = _Waves(form)
    waves.check_potential()
    before, error, scale = None, np.inf, 1.0
    for index, size in enumerate(sizes):
        grid = _grid(waves, size, _PADDING[index % 2], budget)
        scale = float(np.max(np.abs(grid.states))) or 1.0
        if before is not None:
            error = _SAFETY * before.distance(grid)
            if error <= tolerance * scale:
                return Found(grid, error, scale, METHOD, differentiable=False)
        before = grid
    raise NoScheme(
        ReferenceCode.REFERENCE_RELATIVE_ERROR, method=METHOD, error=error / scale, applies=True
    )


@final
@dataclass(frozen=True)
class _Waves:
    """The rate of the unknown by slopes from either side."""

    form: Evolution

    @cached_property
    def unknown(self) -> Derivative:
        return self.form.state[0]

    @cached_property
    def slopes(self) -> Mapping[str, Derivative]:
        return {name: Derivative(self.unknown.of, (name,)) for name in self.form.space}

    def check_potential(self) -> None:
        """Refuse conservation laws: their shocks have speeds that slopes do not tell.

        Raises:
            NoScheme: if a speed depends on the unknown itself.
        """
        rest, rate = self.form.rests[0], self.form.slopes[0][0]
        speeds = [differentiate_by(rest, slope) for slope in self.slopes.values()]
        if any(self.unknown in one.derivatives for one in (*speeds, rate)):
            raise NoScheme(ReferenceCode.REFERENCE_SPEEDS_OF_UNKNOWN)

    def rate(self, columns: Columns, values: Floats, slopes: Mapping[str, Floats]) -> Floats:
        """The rate by time where the slopes are known; all as vectors."""
        known = {self.slopes[name]: slope for name, slope in slopes.items()}
        return self.form.rates({**columns, self.unknown: values, **known}, len(values))[0]

    def speed(
        self, name: str, columns: Columns, values: Floats, slopes: Mapping[str, Floats]
    ) -> float:
        """How fast waves run along a variable, at most."""
        size = len(values)
        known = {self.slopes[one]: slope for one, slope in slopes.items()}
        at = {**columns, self.unknown: values, **known}
        along = on(differentiate_by(self.form.rests[0], self.slopes[name]), at, size)
        found = np.abs(along / on(self.form.slopes[0][0], at, size))
        found = found[np.isfinite(found)]
        return float(np.max(found, initial=0.0))


def _grid(waves: _Waves, size: int, padding: float, budget: Budget) -> Gridded:
    """The solution on a grid at as many instants as the box has cells."""
    form = waves.form
    pads = _pads_at_start(waves, size, padding)
    times = np.linspace(form.start, form.end, size + 1)
    for _ in range(_AGAIN):
        stepper = _Stepper(waves, _axes(form, size, pads))
        kept = [stepper.initial]
        for early, late in pairwise(times.tolist()):
            kept.append(stepper.stepped(kept[-1], early, late, budget))
        if all(stepper.run[name] <= _FASTER * pads[name] + 1e-9 for name in form.space):
            return Gridded(form.time, times, stepper.axes, np.array(kept))
        pads = {name: padding * max(stepper.run[name], pads[name]) for name in form.space}
        _check_near(form, pads)
    raise NoScheme(ReferenceCode.REFERENCE_WAVES_ACCELERATE, applies=True)


def _pads_at_start(waves: _Waves, size: int, padding: float) -> dict[str, float]:
    """What waves can cross if they stay as fast as at the start."""
    form = waves.form
    pads = dict.fromkeys(form.space, 0.0)
    for _ in range(2):  # the padding shows data with other speeds
        start = _Stepper(waves, _axes(form, size, pads))
        speeds = start.speeds(form.start, start.initial)
        far = padding * abs(form.end - form.start)
        pads = {name: far * speeds[name] for name in form.space}
        _check_near(form, pads)
    return pads


def _check_near(form: Evolution, pads: Mapping[str, float]) -> None:
    for name, pad in pads.items():
        low, high = form.system.box[name]
        if not pad <= _FAR * (high - low):
            raise NoScheme(ReferenceCode.REFERENCE_WAVES_TOO_FAR)


def _axes(form: Evolution, size: int, pads: Mapping[str, float]) -> dict[str, Floats]:
    axes: dict[str, Floats] = {}
    for name in form.space:
        low, high = form.system.box[name]
        step = (high - low) / size
        more = int(np.ceil(pads[name] / step)) + 3
        axes[name] = low + step * np.arange(-more, size + more + 1, dtype=np.float64)
    return axes


@final
@dataclass(frozen=True)
class _Stepper:
    """Steps of the scheme on one grid."""

    waves: _Waves
    axes: dict[str, Floats]
    run: dict[str, float] = field(default_factory=dict[str, float])
    """How far waves have run along each variable."""

    @cached_property
    def columns(self) -> dict[str, Floats]:
        meshes = np.meshgrid(*self.axes.values(), indexing="ij")
        return {name: mesh.ravel() for name, mesh in zip(self.axes, meshes, strict=True)}

    @cached_property
    def shape(self) -> tuple[int, ...]:
        return tuple(len(axis) for axis in self.axes.values())

    @cached_property
    def initial(self) -> Floats:
        state = self.waves.form.initial(self.columns)[0].reshape(self.shape)
        if not np.all(np.isfinite(state)):
            raise NoScheme(ReferenceCode.REFERENCE_DATA_UNDEFINED_BEYOND)
        return state

    def speeds(self, time: float, state: Floats) -> dict[str, float]:
        """How fast waves run along each variable, at most."""
        columns, sides = self._at(time), self._sides(state)
        found = dict.fromkeys(self.axes, 0.0)
        for side in (0, 1):
            slopes = {name: pair[side].ravel() for name, pair in sides.items()}
            for name in self.axes:
                speed = self.waves.speed(name, columns, state.ravel(), slopes)
                found[name] = max(found[name], _FASTER * speed)
        return found

    def stepped(self, state: Floats, early: float, late: float, budget: Budget) -> Floats:
        """The state at the later time."""
        speeds = self.speeds(early, state)
        duration = abs(late - early)
        crossed = sum(
            speeds[name] * duration / float(axis[1] - axis[0]) for name, axis in self.axes.items()
        )
        count = max(1, int(np.ceil(crossed / _COURANT)))
        if count > _STEPS:
            raise NoScheme(ReferenceCode.REFERENCE_WAVES_TOO_FAST, applies=True)
        step = (late - early) / count
        for index in range(count):
            budget.operations(_A_NODE * state.size)
            state = self._step(state, early + index * step, step, speeds)
        if not np.all(np.isfinite(state)):
            raise NoScheme(ReferenceCode.REFERENCE_NOT_FINITE, method=METHOD, applies=True)
        for name, speed in speeds.items():
            self.run[name] = self.run.get(name, 0.0) + speed * duration
        return state

    def _step(self, state: Floats, time: float, step: float, speeds: Mapping[str, float]) -> Floats:
        first = state + step * self._rate(state, time, step, speeds)
        second = first + step * self._rate(first, time + step, step, speeds)
        second = (3 * state + second) / 4
        third = second + step * self._rate(second, time + step / 2, step, speeds)
        return (state + 2 * third) / 3

    def _rate(self, state: Floats, time: float, step: float, speeds: Mapping[str, float]) -> Floats:
        sides = self._sides(state)
        means = {name: (left + right).ravel() / 2 for name, (left, right) in sides.items()}
        rate = self.waves.rate(self._at(time), state.ravel(), means).reshape(self.shape)
        smoothing = sum(speeds[name] * (right - left) / 2 for name, (left, right) in sides.items())
        return rate + np.sign(step) * smoothing

    def _at(self, time: float) -> dict[str, Floats]:
        return {**self.columns, self.waves.form.time: np.full(self.columns_size, time)}

    @cached_property
    def columns_size(self) -> int:
        return int(np.prod(self.shape))

    def _sides(self, state: Floats) -> dict[str, tuple[Floats, Floats]]:
        return {
            name: one_sided(state, index, float(axis[1] - axis[0]))
            for index, (name, axis) in enumerate(self.axes.items())
        }


def one_sided(state: Floats, axis: int, step: float) -> tuple[Floats, Floats]:
    """Slopes along an axis from the left and from the right; straight lines continue the ends."""
    values = np.moveaxis(state, axis, -1)
    width = [(0, 0)] * (values.ndim - 1) + [(3, 3)]
    slopes = np.pad(np.diff(values, axis=-1) / step, width, mode="edge")
    left, right = from_either_side(slopes)
    return np.moveaxis(left, -1, axis), np.moveaxis(right, -1, axis)


def from_either_side(slopes: Floats) -> tuple[Floats, Floats]:
    """The derivatives at nodes along the last axis, from the left and from the right.

    Args:
        slopes: Of the cells between nodes, and of three more at either end.
    """
    count = slopes.shape[-1] - 5
    parts = [slopes[..., k : k + count] for k in range(6)]
    return _weighted(*parts[:5]), _weighted(*parts[:0:-1])


def _weighted(a: Floats, b: Floats, c: Floats, d: Floats, e: Floats) -> Floats:
    """The slope at the end of the third of five cells in the wind's direction."""
    rough = (
        13 / 12 * (a - 2 * b + c) ** 2 + (a - 4 * b + 3 * c) ** 2 / 4,
        13 / 12 * (b - 2 * c + d) ** 2 + (b - d) ** 2 / 4,
        13 / 12 * (c - 2 * d + e) ** 2 + (3 * c - 4 * d + e) ** 2 / 4,
    )
    small = 1e-6 * np.maximum.reduce([part**2 for part in (a, b, c, d, e)]) + 1e-99
    weights = [
        share / (small + one) ** 2 for share, one in zip((0.1, 0.6, 0.3), rough, strict=True)
    ]
    slopes = (
        (2 * a - 7 * b + 11 * c) / 6,
        (-b + 5 * c + 2 * d) / 6,
        (2 * c + 5 * d - e) / 6,
    )
    total = weights[0] + weights[1] + weights[2]
    return sum(w * s for w, s in zip(weights, slopes, strict=True)) / total
