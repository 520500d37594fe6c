"""The paper's figures, as PNG and SVG, legible at the width of a page."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from symplex.errors import SettingsError
from symplex.rivals.catalogue import METHODS
from symplex.rivals.comparison.tables import size

Row = dict[str, Any]
_WIDTH = 7.2
"""Inches: what a page has between its margins."""
_DOTS = 160
_SIZE, _LETTERS = 8, 118
"""Of the caption, in points, and letters that fit into a line of it."""
_STYLES = ("-", "--", "-.", ":")


def kink(
    rows: Mapping[str, Row],
    variable: str,
    beside: tuple[float, float],
    caption: str,
    to: Path,
) -> list[Path]:
    """Values beside a kink, and their errors along the whole line below.

    Args:
        rows: Values along a line, by method.
        variable: Along which the line runs.
        beside: The part of it whose values are drawn.
        caption: How it was made.
        to: The file, without its ending.
    """
    plt = _pyplot()
    figure, (above, below) = plt.subplots(2, 1, figsize=(_WIDTH, 6.8))
    first = next(iter(rows.values()))
    above.plot(first["line"][variable], first["true"], color="0.75", linewidth=5, label="true")
    for (method, row), style in zip(rows.items(), _STYLES, strict=False):
        if row["values"] is None:
            continue
        title = f"{METHODS[method].title} ({size(row['storage'])})"
        errors = np.abs(np.subtract(row["values"], row["true"]))
        above.plot(row["line"][variable], row["values"], style, label=title)
        # A line at zero cannot be drawn on a logarithmic scale: it is drawn at the rounding error.
        below.semilogy(row["line"][variable], np.maximum(errors, 1e-17), style, label=title)
    _cut_out(above, first["line"][variable], first["true"], beside)
    above.set_ylabel("u")
    below.set_ylabel("absolute error")
    below.set_xlabel(variable)
    above.legend(frameon=False)
    return _saved(plt, figure, caption, to)


def curriculum(panels: Mapping[str, Mapping[str, Row]], caption: str, to: Path) -> list[Path]:
    """The best reward over epochs, a panel for each problem, a line for each way."""
    plt = _pyplot()
    figure, axes = plt.subplots(len(panels), 1, figsize=(_WIDTH, 3.2 * len(panels)), squeeze=False)
    for axis, (problem, ways) in zip(axes[:, 0], panels.items(), strict=True):
        for (title, row), style in zip(ways.items(), _STYLES, strict=False):
            rewards = [reward or np.nan for reward in row["rewards"]]  # 0: nothing was scored yet
            (line,) = axis.plot(range(1, len(rewards) + 1), rewards, style, label=title)
            for epoch in _changes(row["stages"]):
                axis.axvline(epoch, color=line.get_color(), linewidth=1)
            for epoch in _restarts(row["rewards"]):
                axis.axvline(epoch, color=line.get_color(), linewidth=1, linestyle=":")
        axis.set_title(problem, fontsize=10, loc="left")
        axis.set_ylabel("reward")
        axis.set_ylim(0, 1.02)
        axis.set_xlabel("epoch")
        # Beside the title: no place inside is free of lines whatever the runs are.
        axis.legend(frameon=False, loc="lower right", bbox_to_anchor=(1, 1), ncols=len(ways))
    return _saved(plt, figure, caption, to)


def _cut_out(axis: Any, along: Any, true: Any, beside: tuple[float, float]) -> None:  # noqa: ANN401
    """Show a part of a line alone, with the values that are true there."""
    inside = (np.asarray(along) >= beside[0]) & (np.asarray(along) <= beside[1])
    shown = np.asarray(true)[inside]
    room = 0.1 * max(float(np.ptp(shown)), 1e-12)
    axis.set_xlim(*beside)
    axis.set_ylim(shown.min() - room, shown.max() + 2 * room)


def _changes(stages: Sequence[str]) -> list[int]:
    """The epochs at which a stage begins that is not the first."""
    return [k + 1 for k in range(1, len(stages)) if stages[k] != stages[k - 1]]


def _restarts(rewards: Sequence[float]) -> list[int]:
    """The epochs after the first with nothing in the memory: the search begins anew."""
    return [k + 1 for k in range(1, len(rewards)) if not rewards[k] and rewards[k - 1]]


def _pyplot() -> Any:  # noqa: ANN401 (matplotlib is optional)
    try:
        import matplotlib as mpl  # pyright: ignore[reportMissingImports]
    except ImportError:
        message = "figures need matplotlib, which is not installed: pip install 'symplex[rivals]'"
        raise SettingsError(message) from None
    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "symplex"
    from matplotlib import pyplot  # pyright: ignore[reportMissingImports]

    return pyplot


def _saved(plt: Any, figure: Any, caption: str, to: Path) -> list[Path]:  # noqa: ANN401
    """Save as PNG and as SVG, with the caption below."""
    text = "\n".join(wrap(caption, _LETTERS))
    figure.text(0.01, 0.005, text, fontsize=_SIZE, va="bottom")
    height = (text.count("\n") + 2) * 1.35 * _SIZE / 72 / figure.get_figheight()
    figure.tight_layout(rect=(0, height, 1, 1))
    made = [to.with_suffix(".png"), to.with_suffix(".svg")]
    # The same rows give the same file: an SVG has its date otherwise.
    for path, metadata in zip(made, ({}, {"Date": None}), strict=True):
        figure.savefig(path, dpi=_DOTS, metadata=metadata)
    plt.close(figure)
    return made
