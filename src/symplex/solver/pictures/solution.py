"""The picture of an answer: curves through time and parameters, maps over two variables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.solver.pictures.answer import Answer, require_formulas
from symplex.solver.pictures.curve import Curve, Floats, curve
from symplex.solver.pictures.figure import (
    LIGHT,
    Picture,
    Theme,
    formula_label,
    name_label,
    new_picture,
    note,
)
from symplex.solver.pictures.ridges import ridges
from symplex.solver.pictures.views import Family, Map, families, maps, rounded

_GRID: Final = 121
_LEVELS: Final = 8
_LINES: Final[Mapping[str, Any]] = MappingProxyType(
    {"colors": "white", "linewidths": 0.5, "alpha": 0.6, "linestyles": "solid"}
)
_WIDTH, _HEIGHT, _TITLE, _NARROWEST = 4.0, 3.2, 0.45, 5.0
_COLUMNS: Final = 3
_FAR: Final = 5.0
"""Values so many times beyond the range of nearly all are cut off: a pole must not hide the rest.
"""


def solution_figure(solution: Answer, *, theme: Theme = LIGHT) -> Picture:
    """An answer over space, with sections through time and parameters.

    Args:
        solution: What is drawn; it has a formula for each unknown.
        theme: The colours.

    Raises:
        ExpressionError: if there is no formula.
    """
    require_formulas(solution)
    rows = [_Row.of(solution.problem, *named) for named in solution.formulas.items()]
    columns = max(row.columns for row in rows)
    heights = [row.height for row in rows]
    with mpl.rc_context(theme.settings):
        picture = new_picture(max(columns * _WIDTH, _NARROWEST), sum(heights))
        parts: Any = picture.subfigures(len(rows), 1, height_ratios=heights, squeeze=False)
        for part, row in zip(parts.ravel(), rows, strict=True):
            # In a small fraction matplotlib cuts the bars of an absolute value off.
            title = formula_label(row.name, row.formula, columns * 30)
            part.suptitle(title.replace(r"\frac", r"\dfrac"), fontsize=12)
            _draw_row(part, row, theme)
    return picture


@final
@dataclass(frozen=True)
class _Row:
    """An unknown with its views."""

    name: str
    formula: Expression
    families: tuple[Family, ...]
    maps: tuple[Map, ...]

    @classmethod
    def of(cls, problem: Problem, name: str, formula: Expression) -> "_Row":
        return cls(name, formula, families(problem, formula), maps(problem, formula))

    @property
    def is_split(self) -> bool:
        """Whether curves and maps have a line each."""
        return len(self.families) + len(self.maps) > _COLUMNS

    @property
    def columns(self) -> int:
        counts = len(self.families), len(self.maps)
        return max(counts) if self.is_split else sum(counts)

    @property
    def height(self) -> float:
        return _TITLE + (2 if self.is_split else 1) * _HEIGHT


def _draw_row(part: Any, row: _Row, theme: Theme) -> None:  # noqa: ANN401 (a figure or a part of one)
    if row.is_split:
        upper, lower = part.subfigures(2, 1)
        curves = np.atleast_1d(upper.subplots(1, len(row.families)))
        fields = np.atleast_1d(lower.subplots(1, len(row.maps)))
    else:
        panels = np.atleast_1d(part.subplots(1, row.columns))
        curves, fields = panels[: len(row.families)], panels[len(row.families) :]
    for axes, family in zip(curves, row.families, strict=True):
        draw_family(axes, family, [curve(row.formula, line) for line in family.lines], theme)
        axes.set_ylabel(name_label(row.name), rotation=0, labelpad=8)
    limits = _map_limits(row.maps, row.formula)
    drawn = [
        _draw_map(axes, view, row.formula, limits, theme)
        for axes, view in zip(fields, row.maps, strict=True)
    ]
    mesh = next((one for one in drawn if one is not None), None)
    if mesh is not None:
        bar = fields[0].figure.colorbar(mesh, ax=list(fields), shrink=0.9, pad=0.02)
        bar.outline.set_visible(False)


def draw_family(axes: Axes, view: Family, curves: Sequence[Curve], theme: Theme) -> None:
    """Curves from light to dark, their kinks as dots."""
    shades = theme.shades(np.linspace(0, 1, len(curves))) if len(curves) > 1 else [theme.late]
    labels = [f"{name_label(view.through)} = {rounded(v)}" for v in view.at] if view.through else []
    for index, (one, shade) in enumerate(zip(curves, shades, strict=True)):
        label = labels[index] if labels else None
        axes.plot(one.positions, one.values, color=shade, label=label, linewidth=1.6)
        axes.plot(one.kinks, one.kink_values, "o", color=theme.kink, markersize=3.5, zorder=3)
    if any(len(one.kinks) for one in curves):
        axes.plot([], [], "o", color=theme.kink, markersize=3.5, label="kinks")
    axes.set_xlim(*view.interval)
    _set_limits(axes, np.concatenate([one.values for one in curves]))
    axes.set_xlabel(name_label(view.axis))
    axes.set_title(held_words(view.held), color=theme.soft)
    if axes.get_legend_handles_labels()[1]:
        axes.legend(fontsize=7.5, handlelength=1.4, loc="best")


def held_words(held: Mapping[str, float]) -> str:
    """What is held, as mathematics."""
    return ", ".join(f"{name_label(name)} = {rounded(value)}" for name, value in held.items())


def _draw_map(
    axes: Axes, view: Map, formula: Expression, limits: tuple[float, float], theme: Theme
) -> QuadMesh | None:
    """Values in colours, with level lines, and kinks as lines; equal colours mean equal values."""
    columns = view.points(_GRID)
    values = _values(formula, columns)
    across, up = columns[view.across], columns[view.up]
    if not np.any(np.isfinite(values)):
        note(axes, "undefined here", theme)
        return None
    masked = np.ma.masked_invalid(values)
    low, high = limits
    options: dict[str, Any] = {"cmap": theme.field, "vmin": low, "vmax": high, "rasterized": True}
    mesh = axes.pcolormesh(across, up, masked, shading="nearest", **options)
    if float(np.nanmax(values) - np.nanmin(values)) > 1e-9 * (high - low):
        levels = np.linspace(low, high, _LEVELS + 2)[1:-1]
        axes.contour(across, up, masked, levels, **_LINES)
    for ridge in ridges(formula, view, _GRID):
        axes.plot(*ridge, color=theme.kink, linewidth=1.4)
    axes.set_xlabel(name_label(view.across))
    axes.set_ylabel(name_label(view.up), rotation=0, labelpad=8)
    axes.set_title(held_words(view.held), color=theme.soft)
    axes.locator_params(nbins=5)
    return mesh


def _values(formula: Expression, columns: Mapping[str, Floats]) -> Floats:
    shape = np.broadcast_shapes(*(np.shape(column) for column in columns.values()))
    return np.array(np.broadcast_to(evaluate(formula, columns), shape))


def _map_limits(views: Sequence[Map], formula: Expression) -> tuple[float, float]:
    """The range of all maps: equal colours mean equal values."""
    values = [_values(formula, view.points(_GRID // 3)).ravel() for view in views]
    return limits_of(np.concatenate(values)) if values else (0.0, 1.0)


def limits_of(values: Floats) -> tuple[float, float]:
    """The range of values, but for those that a pole sends far away."""
    finite = values[np.isfinite(values)]
    if not len(finite):
        return 0.0, 1.0
    low, high = (float(value) for value in (finite.min(), finite.max()))
    inner = np.quantile(finite, [0.03, 0.97])
    usual = float(inner[1] - inner[0])
    if usual > 0 and high - low > _FAR * usual:
        low, high = max(low, inner[0] - usual), min(high, inner[1] + usual)
    if high - low <= 1e-12 * max(abs(low), abs(high)):
        low, high = low - 0.5, high + 0.5
    return low, high


def _set_limits(axes: Axes, values: Floats) -> None:
    low, high = limits_of(values)
    margin = 0.06 * (high - low)
    axes.set_ylim(low - margin, high + margin)
