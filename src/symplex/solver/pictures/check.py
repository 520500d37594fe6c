"""What is left over of an answer: its residuals, and its difference from a numerical solution."""

from collections.abc import Sequence
from typing import Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from symplex.codes import ReferenceCode
from symplex.errors import SymplexError
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import NoReference, Reference
from symplex.problem.residuals import residuals_of
from symplex.reasons import Reason
from symplex.sentences import sentence
from symplex.solver.pictures.answer import Answer, require_formulas
from symplex.solver.pictures.curve import Floats, Line
from symplex.solver.pictures.figure import (
    LIGHT,
    Picture,
    Theme,
    name_label,
    new_picture,
    note,
    plain,
)
from symplex.solver.pictures.solution import held_words
from symplex.solver.pictures.views import Family, families, rounded
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

_FLOOR: Final = 1e-18
"""What is smaller is drawn there; zeros are not drawn, since a logarithm has none."""
_POINTS: Final = 161
_ROOM: Final = 3_000
"""So many times the error of a numerical solution leave room for a legend above it."""
_LONGEST: Final = 60


def check_figure(
    solution: Answer,
    *,
    limit: float = 5.0,
    known: Reference | NoReference | None = None,
    theme: Theme = LIGHT,
) -> Picture:
    """The residual of every equation, and how far the formulas are from a numerical solution.

    Args:
        solution: What is drawn; it has a formula for each unknown.
        limit: Seconds that a numerical solution may take; 0 for none.
        known: What `numerical_solution` gave, where that is there already.
        theme: The colours.

    Raises:
        ExpressionError: if there is no formula.
    """
    require_formulas(solution)
    problem = solution.problem
    (family, *_) = families(problem, next(iter(solution.formulas.values())))
    found = numerical_solution(solution, limit) if known is None else known
    count = len(problem.equations) + len(solution.formulas)
    with mpl.rc_context(theme.settings):
        picture = new_picture(min(4.2 * count, 12.6), 3.3 * -(-count // 3))
        grid = np.atleast_1d(picture.subplots(-(-count // 3), min(count, 3))).ravel()
        panels = list(grid)
        for axes, (text, residual) in zip(panels, _residuals(solution), strict=False):
            _draw_residual(axes, text, residual, family, theme)
        for axes, name in zip(panels[len(problem.equations) :], solution.formulas, strict=False):
            _draw_difference(axes, solution, name, family, found, theme)
        for axes in panels[count:]:
            axes.set_axis_off()
    return picture


def numerical_solution(solution: Answer, limit: float = 5.0) -> Reference | NoReference:
    """A numerical solution at the parameters that are drawn, or why there is none.

    Args:
        solution: Whose problem is solved.
        limit: Seconds after which the work is given up; 0 for none.
    """
    if limit <= 0:
        return NoReference(Reason(ReferenceCode.REFERENCE_NOT_ASKED_FOR), 0.0)
    problem = solution.problem
    (family, *_) = families(problem, next(iter(solution.formulas.values())))
    held = family.lines[0].held
    choice = {name: held[name] for name in problem.parameters}
    return reference(problem, budget=Budget(Deadline(limit)), parameters=[choice])


def _residuals(solution: Answer) -> list[tuple[str, Expression | None]]:
    """The text and the residual of every equation that holds in the interior."""
    equations = solution.problem.equations
    try:
        found: Sequence[Expression | None] = residuals_of(solution.problem, solution.formulas)
    except SymplexError:  # a derivative has too many nodes
        found = [None] * len(equations)
    return [(equation.text, residual) for equation, residual in zip(equations, found, strict=False)]


def _draw_residual(
    axes: Axes, text: str, residual: Expression | None, family: Family, theme: Theme
) -> None:
    if residual is None:
        note(axes, "the residual is too long to be computed", theme)
        return
    _draw_sizes(axes, family, [_along(residual, line) for line in family.lines], theme)
    axes.set_title(plain(f"residual of {_cut(text)}"))


def _draw_difference(
    axes: Axes,
    solution: Answer,
    name: str,
    family: Family,
    found: Reference | NoReference,
    theme: Theme,
) -> None:
    if isinstance(found, NoReference):
        note(axes, f"no numerical solution of {name}:\n{sentence(found.reason)}", theme)
        return
    row = solution.problem.unknowns.index(name)
    variables = solution.problem.variables
    sizes: list[Floats] = []
    lines = [line for line in family.lines if _is_at(line, found)]
    for line in lines:
        positions = _positions(line)
        columns = {**line.held, line.axis: positions}
        points = {n: np.broadcast_to(columns[n], positions.shape) for n in variables}
        sizes.append(_along(solution.formulas[name], line) - found.values(points)[row])
    _draw_sizes(axes, family, sizes, theme, tuple(lines))
    axes.axhline(found.error, color=theme.kink, linestyle="--", linewidth=1.2)
    label = f"error of the numerical solution: {found.error:.0e}"
    axes.text(0.02, found.error / 1.5, label, color=theme.kink, fontsize=7.5, va="top",
              transform=axes.get_yaxis_transform())  # fmt: skip
    # The legend stands above the line.
    axes.set_ylim(top=max(axes.get_ylim()[1], _ROOM * found.error))
    axes.set_title(f"{name_label(name)} beside the numerical solution")


def _is_at(line: Line, found: Reference) -> bool:
    """Whether a line is at the parameters of the numerical solution."""
    known = found.samples[0].parameters
    return all(np.isclose(line.held[name], value) for name, value in known.items())


def _draw_sizes(
    axes: Axes,
    family: Family,
    sizes: Sequence[Floats],
    theme: Theme,
    lines: tuple[Line, ...] | None = None,
) -> None:
    """Sizes on a logarithmic axis, one curve for each line."""
    shades = theme.shades(np.linspace(0, 1, max(len(sizes), 2)))
    for line, size, shade in zip(lines or family.lines, sizes, shades, strict=False):
        drawn = np.where(size == 0.0, np.nan, np.maximum(np.abs(size), _FLOOR))
        through = family.through
        label = f"{name_label(through)} = {rounded(line.held[through])}" if through else None
        axes.plot(_positions(line), drawn, ".", color=shade, label=label, markersize=3)
    axes.set_yscale("log")
    finite = np.concatenate([np.abs(size[np.isfinite(size)]) for size in sizes] or [np.zeros(1)])
    top = max(float(finite.max(initial=0.0)), 1e-12)
    axes.set_ylim(_FLOOR / 2, 300 * top)
    if not np.any(finite):
        axes.text(0.5, 0.5, "0 at every point", ha="center", transform=axes.transAxes)
    axes.set_xlim(*family.interval)
    axes.set_xlabel(f"{name_label(family.axis)}   ({held_words(family.held)})"
                    if family.held else name_label(family.axis))  # fmt: skip
    if family.through:
        axes.legend(fontsize=7, loc="upper right", handlelength=0.6, ncols=3, markerscale=2)


def _positions(line: Line) -> Floats:
    """Points beside the middle, where kinks like to be."""
    margin = 1e-3 * line.length
    return np.linspace(line.low + margin, line.high - margin, _POINTS + 1)


def _along(formula: Expression, line: Line) -> Floats:
    positions = _positions(line)
    found = evaluate(formula, {**line.held, line.axis: positions})
    return np.array(np.broadcast_to(found, positions.shape))


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
