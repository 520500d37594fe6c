"""The paper's figures, as PNG and SVG, legible at the width of a page."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from symplex.errors import SettingsError
from symplex.rivals.catalogue import METHODS

Row = dict[str, Any]
_WIDTH = 7.2
"""Inches: what a page has between its margins."""
_DOTS = 160
_STYLES = ("-", "--", "-.", ":")


def kink(rows: Mapping[str, Row], variable: str, caption: str, to: Path) -> list[Path]:
    """Values along a line through a kink, and their errors below."""
    plt = _pyplot()
    figure, (above, below) = plt.subplots(2, 1, figsize=(_WIDTH, 6.4), sharex=True)
    first = next(iter(rows.values()))
    above.plot(first["line"][variable], first["true"], color="0.75", linewidth=5, label="true")
    for (method, row), style in zip(rows.items(), _STYLES, strict=False):
        if row["values"] is None:
            continue
        title = METHODS[method].title
        errors = np.abs(np.subtract(row["values"], row["true"]))
        above.plot(row["line"][variable], row["values"], style, label=title)
        # A line at zero cannot be drawn on a logarithmic scale: it is drawn at the rounding error.
        below.semilogy(row["line"][variable], np.maximum(errors, 1e-17), style, label=title)
    above.set_ylabel("u")
    below.set_ylabel("error")
    below.set_xlabel(variable)
    above.legend(frameon=False)
    return _saved(plt, figure, caption, to)


def curriculum(panels: Mapping[str, Mapping[str, Row]], caption: str, to: Path) -> list[Path]:
    """The best reward over epochs, a panel for each problem, a line for each way."""
    plt = _pyplot()
    figure, axes = plt.subplots(len(panels), 1, figsize=(_WIDTH, 3.2 * len(panels)), squeeze=False)
    for axis, (problem, ways) in zip(axes[:, 0], panels.items(), strict=True):
        for (title, row), style in zip(ways.items(), _STYLES, strict=False):
            (line,) = axis.plot(
                range(1, len(row["rewards"]) + 1), row["rewards"], style, label=title
            )
            for epoch in _changes(row["stages"]):
                axis.axvline(epoch, color=line.get_color(), linewidth=0.6, alpha=0.6)
        axis.set_title(problem, fontsize=10)
        axis.set_ylabel("reward")
        axis.set_ylim(0, 1.02)
        axis.legend(frameon=False, loc="lower right")
    axes[-1, 0].set_xlabel("epoch; a vertical line is the beginning of a stage")
    return _saved(plt, figure, caption, to)


def _changes(stages: Sequence[str]) -> list[int]:
    """The epochs at which a stage begins that is not the first."""
    return [k + 1 for k in range(1, len(stages)) if stages[k] != stages[k - 1]]


def _pyplot() -> Any:  # noqa: ANN401 (matplotlib is optional)
    try:
        import matplotlib as mpl  # pyright: ignore[reportMissingImports]
    except ImportError:
        message = "figures need matplotlib, which is not installed: pip install 'symplex[rivals]'"
        raise SettingsError(message) from None
    mpl.use("Agg")
    from matplotlib import pyplot  # pyright: ignore[reportMissingImports]

    return pyplot


def _saved(plt: Any, figure: Any, caption: str, to: Path) -> list[Path]:  # noqa: ANN401
    """Save as PNG and as SVG, with the caption below."""
    figure.text(0.01, 0.005, caption, fontsize=7, wrap=True, va="bottom")
    figure.tight_layout(rect=(0, 0.06, 1, 1))
    made = [to.with_suffix(".png"), to.with_suffix(".svg")]
    for path in made:
        figure.savefig(path, dpi=_DOTS)
    plt.close(figure)
    return made
