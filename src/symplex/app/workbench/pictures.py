"""The values of an answer that a picture is drawn from: along one axis, or over two.

Owns where a formula is evaluated and the scale that the page draws it on. The page draws.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.app.workbench.limits import Limits
from symplex.errors import SettingsError, listing, shown
from symplex.expression import Expression
from symplex.problem import Problem
from symplex.solver.solution.numpy_function import numpy_function

Floats = NDArray[np.float64]

_SAMPLES: Final = 4_096
"""Points of the box that the scale is taken from."""
_STEEP: Final = 20.0
"""A range so many times that of the middle nine tenths belongs to a pole: it is cut."""


@final
@dataclass(frozen=True)
class View:
    """What a picture shows."""

    unknown: str
    across: str
    """The variable or parameter along the horizontal axis."""
    up: str | None = None
    """The one along the vertical axis; without it, the value itself is drawn there."""
    at: Mapping[str, float] = field(default_factory=dict[str, float])
    """The values of the others; in the middle where none is given."""


def picture(
    problem: Problem, formulas: Mapping[str, Expression], view: View, limits: Limits
) -> dict[str, Any]:
    """The values, fit for JSON; None stands where the formula has no value.

    Raises:
        SettingsError: if the view names what the problem does not have.
    """
    ranges = {name: interval.ends for name, interval in problem.box.intervals.items()}
    _require(view, ranges, formulas)
    function = numpy_function({view.unknown: formulas[view.unknown]}, tuple(ranges))
    points = limits.points if view.up is None else limits.pixels
    axis = np.linspace(*ranges[view.across], points)
    fixed = {name: _within(view.at.get(name), ends) for name, ends in ranges.items()}
    grid: dict[str, Any] = {**fixed, view.across: axis}
    if view.up is not None:
        grid[view.up] = np.linspace(*ranges[view.up], points)[:, None]
    values = np.asarray(function(*(grid[name] for name in ranges)), dtype=np.float64)
    low, high = _scale(np.asarray(function(*_samples(list(ranges.values()))), dtype=np.float64))
    shown_axes = {view.across, view.up}
    return {
        "unknown": view.unknown,
        "across": {"name": view.across, "low": axis[0], "high": axis[-1]},
        "up": None if view.up is None else _axis(view.up, ranges[view.up]),
        "at": {name: value for name, value in fixed.items() if name not in shown_axes},
        "values": _plain(values),
        "low": low,
        "high": high,
    }


def _require(view: View, ranges: Mapping[str, object], formulas: Mapping[str, Expression]) -> None:
    if view.unknown not in formulas:
        raise SettingsError(
            f"there is no formula for '{shown(view.unknown)}'; there is {listing(formulas)}"
        )
    for name in (view.across, *(() if view.up is None else (view.up,)), *view.at):
        if name not in ranges:
            raise SettingsError(f"there is no '{shown(name)}'; this problem has {listing(ranges)}")
    if view.up == view.across:
        raise SettingsError(f"'{view.up}' cannot be drawn along both axes")


def _axis(name: str, ends: tuple[float, float]) -> dict[str, Any]:
    return {"name": name, "low": ends[0], "high": ends[1]}


def _within(value: float | None, ends: tuple[float, float]) -> float:
    low, high = ends
    if value is None or math.isnan(value):
        return (low + high) / 2
    return min(max(value, low), high)


def _samples(ranges: Sequence[tuple[float, float]]) -> list[Floats]:
    """A coarse grid over the whole box; points off its centre where it has too many sides."""
    each = max(int(_SAMPLES ** (1 / len(ranges))), 2)
    return list(np.meshgrid(*(np.linspace(*ends, each) for ends in ranges), sparse=True))


def _scale(values: Floats) -> tuple[float, float]:
    """The range of the values over the whole box: it stays where it is while a slider moves."""
    found = values[np.isfinite(values)]
    if not found.size:
        return -1.0, 1.0
    low, high = float(found.min()), float(found.max())
    inner = np.quantile(found, (0.05, 0.95))
    if high - low > _STEEP * (inner[1] - inner[0]) > 0:
        low, high = float(inner[0]), float(inner[1])
    if high - low <= 1e-12 * max(abs(low), abs(high), 1e-300):  # a constant
        low, high = low - 1.0, high + 1.0
    return low, high


def _plain(values: Floats) -> Any:  # noqa: ANN401 (a list, or a list of lists)
    if values.ndim > 1:
        return [_plain(row) for row in values]
    # Six digits are more than a screen shows, and a third of what would be sent.
    return [float(f"{one:.6g}") if math.isfinite(one) else None for one in values.tolist()]
