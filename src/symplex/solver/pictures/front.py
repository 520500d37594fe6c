"""The Pareto front: how small against how accurate, every formula written beside its point."""

from collections.abc import Sequence
from typing import Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from symplex.solver.approximation import Approximation
from symplex.solver.pictures.answer import Answer
from symplex.solver.pictures.figure import LIGHT, Picture, Theme, formula_label, new_picture, note

_MAX: Final = 14
"""More formulas are not written: those between are left out."""
_LINE: Final = 0.34
_SMALLEST: Final = 1e-18


def front_figure(solution: Answer, *, theme: Theme = LIGHT) -> Picture:
    """The front of an answer, small formulas first.

    Args:
        solution: Whose front is drawn; it may be empty.
        theme: The colours.
    """
    front = _some(solution.front)
    with mpl.rc_context(theme.settings):
        picture = new_picture(9.5, max(3.0, 1.2 + _LINE * sum(map(_lines, front))))
        if not front:
            note(picture.subplots(), "there is no front: the answer is exact or none", theme)
            return picture
        left, right = picture.subplots(1, 2, width_ratios=(1, 1.25))
        points = _draw_points(left, front, theme)
        _write(left, right, front, points, theme)
    return picture


def _some(front: Sequence[Approximation]) -> list[Approximation]:
    if len(front) <= _MAX:
        return list(front)
    chosen = np.unique(np.linspace(0, len(front) - 1, _MAX).round().astype(int))
    return [front[index] for index in chosen]


def _lines(one: Approximation) -> int:
    return len(one.formulas)


def _draw_points(
    axes: Axes, front: Sequence[Approximation], theme: Theme
) -> list[tuple[float, float]]:
    measured = all(one.error is not None for one in front)
    sizes = [float(one.size) for one in front]
    heights = [max(_height(one, measured=measured), _SMALLEST) for one in front]
    axes.plot(sizes, heights, drawstyle="steps-post", color=theme.early, linewidth=1.4)
    axes.plot(sizes, heights, "o", color=theme.late, markersize=5)
    axes.set_yscale("log")
    axes.set_xlabel("nodes of the formula")
    axes.set_ylabel(
        "error, as a share of the range"
        if measured
        else "residual norm at sampled points; no error is measured"
    )
    axes.margins(x=0.06, y=0.1)
    return list(zip(sizes, heights, strict=True))


def _height(one: Approximation, *, measured: bool) -> float:
    if measured:
        return one.badness
    return float(np.sqrt(one.loss)) if np.isfinite(one.loss) else np.nan


def _write(
    left: Axes,
    right: Axes,
    front: Sequence[Approximation],
    points: Sequence[tuple[float, float]],
    theme: Theme,
) -> None:
    """The formulas in a column, from the top in the order of size, each joined to its point."""
    right.set_axis_off()
    total = sum(map(_lines, front))
    above = 0
    for one, point in zip(front, points, strict=True):
        place = 1.0 - (above + _lines(one) / 2) / total
        above += _lines(one)
        label = "\n".join(formula_label(name, tree, 52) for name, tree in one.formulas.items())
        right.annotate(
            label,
            xy=point,
            xycoords=left.transData,
            xytext=(0.04, place),
            textcoords=right.transAxes,
            va="center",
            fontsize=10,
            color=theme.ink,
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": theme.soft, "lw": 0.6, "shrinkB": 4,
                        "relpos": (0, 0.5)},
        )  # fmt: skip
