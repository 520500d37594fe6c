"""The paper's figures, as PNG and SVG, legible at the width of a page."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np

from symplex.errors import SettingsError
from symplex_benchmarks.rivals.catalogue import METHODS
from symplex_benchmarks.rivals.comparison.tables import size

Row = dict[str, Any]
_WIDTH = 7.2
"""Inches: what a page has between its margins."""
_DOTS = 160
_SIZE, _LETTERS = 8, 118
"""Of the caption, in points, and letters that fit into a line of it."""
_STYLES = ("-", "--", "-.", ":")
_COLOURS = ("C0", "C1", "C2", "C3")


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


def curriculum(
    panels: Mapping[str, Mapping[str, Sequence[Row]]], columns: int, caption: str, to: Path
) -> list[Path]:
    """The best reward over epochs, a panel for each problem and recipe, a colour for each way.

    Args:
        panels: The runs of each way, in columns one after the other.
        columns: How many columns of panels there are.
        caption: How it was made.
        to: The file, without its ending.
    """
    plt = _pyplot()
    lines = len(panels) // columns
    figure, axes = plt.subplots(lines, columns, figsize=(_WIDTH, 2.9 * lines), squeeze=False)
    for axis, (title, ways) in zip(axes.T.ravel(), panels.items(), strict=True):
        for (way, rows), style, colour in zip(ways.items(), _STYLES, _COLOURS, strict=False):
            _rewards(axis, way, rows, style, colour)
        axis.axhline(1.0, color="0.6", linewidth=0.8, linestyle="--")
        # A line of its own for the legend: no place inside is free of lines whatever the runs are.
        axis.set_title(f"{title}\n", fontsize=9, loc="left")
        axis.legend(
            frameon=False, fontsize=8, loc="lower left", bbox_to_anchor=(-0.02, 0.98),
            ncols=len(ways), columnspacing=1.0, handlelength=1.6, borderpad=0.2,
        )  # fmt: skip
        axis.set_ylabel("reward")
        axis.set_ylim(0, 1.04)
        axis.set_xlabel("epoch")
    return _saved(plt, figure, caption, to)


def _rewards(axis: Any, way: str, rows: Sequence[Row], style: str, colour: str) -> None:  # noqa: ANN401
    """The runs of one way: the first one full, the others thin, and where they end."""
    ends = float(np.median([row["rewards"][-1] if row["rewards"] else 0.0 for row in rows]))
    for number, row in enumerate(rows):
        rewards = [reward or np.nan for reward in row["rewards"]]  # 0: nothing was scored yet
        steps, first = range(1, len(rewards) + 1), number == 0
        drawn = {"linewidth": 1.4} if first else {"linewidth": 0.7, "alpha": 0.5}
        label = f"{way} ({ends:.2f})" if first else None
        axis.plot(steps, rewards, style, color=colour, label=label, **drawn)
    for epoch in _changes(rows[0]["stages"]):
        axis.axvline(epoch, color=colour, linewidth=0.8)
    for epoch in _restarts(rows[0]["rewards"]):
        axis.axvline(epoch, color=colour, linewidth=0.8, linestyle=":")


def attention(row: Row, caption: str, to: Path) -> list[Path]:
    """What SymFormer and a network without the tree look at, one above the other."""
    plt = _pyplot()  # says what is missing where matplotlib is
    from symplex.solver.pictures import Attention, attention_figure

    if not row["tokens"]:
        raise SettingsError("the policy has written no tree in its time: give it more")
    seen = [
        Attention(title, np.array(one["weights"]), np.array(one["shares"], dtype=np.float64))
        for title, one in row["policies"].items()
    ]
    return _saved(plt, attention_figure(row["tokens"], *seen), caption, to)


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
        message = (
            "figures need matplotlib, which is not installed: pip install './benchmarks[rivals]'"
        )
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
    engine = figure.get_layout_engine()
    if engine is None:
        figure.tight_layout(rect=(0, height, 1, 1))
    else:
        engine.set(rect=(0, height, 1, 1 - height))
    made = [to.with_suffix(".png"), to.with_suffix(".svg")]
    # The same rows give the same file: an SVG has its date otherwise.
    for path, metadata in zip(made, ({}, {"Date": None}), strict=True):
        figure.savefig(path, dpi=_DOTS, metadata=metadata)
    plt.close(figure)
    return made
