"""Which sections of an answer are worth a picture: curves and maps, and what is held where.

Owns the choice, made from the statement and the formula. Drawing is elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.solver.pictures.curve import Floats, Line

CURVES: Final = 5
"""Of a family: one for each of so many values of a symbol."""
MAPS: Final = 3
"""Beside each other, for as many values of a symbol."""
_MAX_PARAMETERS: Final = 2
"""So many parameters have a family each."""
_SHARES: Final = (0.5, 0.7, 0.8, 0.35)
"""Where a symbol is held, as a share of its interval: the first at which something is seen."""
_SEEN: Final = 0.05
"""The range along a line, as a share of the range over the box, that is something to be seen."""
_PROBES: Final = 400
_ROUNDING: Final = 1e-12


@final
@dataclass(frozen=True)
class Family:
    """Curves over one symbol, at several values of another."""

    axis: str
    through: str | None
    """The symbol that differs from curve to curve; none for a single curve."""
    at: tuple[float, ...]
    held: Mapping[str, float]
    interval: tuple[float, float]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the curves."""
        if self.through is None:
            return (Line(self.axis, *self.interval, self.held),)
        return tuple(
            Line(self.axis, *self.interval, {**self.held, self.through: value}) for value in self.at
        )


@final
@dataclass(frozen=True)
class Map:
    """Values over two symbols."""

    across: str
    up: str
    held: Mapping[str, float]
    box: tuple[tuple[float, float], tuple[float, float]]

    def points(self, count: int) -> dict[str, Floats]:
        """A grid, with what is held."""
        across, up = (np.linspace(low, high, count) for low, high in self.box)
        columns = dict(zip((self.across, self.up), np.meshgrid(across, up), strict=True))
        held = {name: np.asarray(value) for name, value in self.held.items()}
        return {**held, **columns}


def families(problem: Problem, formula: Expression) -> tuple[Family, ...]:
    """Curves over the first variable in space: through time, then through each parameter."""
    axis = (*problem.space, *problem.variables)[0]
    held = held_values(problem, formula, axis)
    steps = [problem.time] if problem.time not in (None, axis) else []
    through = [*steps, *tuple(problem.parameters)[:_MAX_PARAMETERS]]
    if not through and len(problem.space) > 1:
        through = [problem.space[1]]
    return tuple(_family(problem, axis, name, held) for name in (through or (None,)))


def maps(problem: Problem, formula: Expression) -> tuple[Map, ...]:
    """Values over two variables, at the beginning, the middle and the end of another one."""
    if len(problem.variables) == 1:
        return ()
    across, up, *others = (*problem.space, *([problem.time] if problem.time else []))
    held = held_values(problem, formula, across, up)
    rest = {name: value for name, value in held.items() if name not in (across, up)}
    box = problem.domain[across].ends, problem.domain[up].ends
    moving = problem.time if problem.time in others else others[0] if others else None
    if moving is None:
        return (Map(across, up, rest, box),)
    steps = np.linspace(*problem.domain[moving].ends, MAPS)
    return tuple(Map(across, up, {**rest, moving: float(step)}, box) for step in steps)


def held_values(problem: Problem, formula: Expression, *axes: str) -> dict[str, float]:
    """A value for every symbol but the axes, such that something is seen along these.

    The middle of each interval, unless the formula hardly changes there.
    """
    whole = _extent(formula, problem.box.sample(np.random.default_rng(0), _PROBES))
    best, seen = _at(problem, axes, _SHARES[0]), -1.0
    for share in _SHARES:
        held = _at(problem, axes, share)
        extent = _extent(formula, {**held, **_grid(problem, axes)})
        if extent >= _SEEN * whole:
            return held
        if extent > seen:
            best, seen = held, extent
    return best


def rounded(value: float) -> str:
    """A number with four digits at most; what is rounding is 0."""
    return "0" if abs(value) < _ROUNDING else f"{value:.4g}"


def _family(problem: Problem, axis: str, through: str | None, held: Mapping[str, float]) -> Family:
    interval = problem.domain[axis].ends
    if through is None:
        return Family(axis, None, (), held, interval)
    rest = {name: value for name, value in held.items() if name != through}
    at = tuple(float(step) for step in np.linspace(*problem.box.ends[through], CURVES))
    return Family(axis, through, at, rest, interval)


def _at(problem: Problem, axes: Sequence[str], share: float) -> dict[str, float]:
    """Space at the same share of each interval; time and parameters in their middle."""
    return dict(_held(problem, axes, share))


def _held(problem: Problem, axes: Sequence[str], share: float) -> Iterator[tuple[str, float]]:
    for name, (low, high) in problem.box.ends.items():
        if name not in axes:
            part = share if name in problem.space else _SHARES[0]
            yield name, low + part * (high - low)


def _grid(problem: Problem, axes: Sequence[str]) -> dict[str, Floats]:
    lines = [np.linspace(*problem.box.ends[name], 41) for name in axes]
    return dict(zip(axes, (grid.ravel() for grid in np.meshgrid(*lines)), strict=True))


def _extent(formula: Expression, columns: Mapping[str, object]) -> float:
    """How far values extend, but for the farthest few."""
    values = np.atleast_1d(evaluate(formula, columns))  # pyright: ignore[reportArgumentType]
    finite = values[np.isfinite(values)]
    if not len(finite):
        return 0.0
    low, high = np.quantile(finite, [0.02, 0.98])
    return float(high - low)
