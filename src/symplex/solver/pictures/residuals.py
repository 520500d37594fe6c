"""What a fit leaves over: measured minus computed, along each variable and as a distribution."""

from collections.abc import Mapping
from typing import Any, Final, Protocol

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from symplex.solver.pictures.curve import Floats
from symplex.solver.pictures.figure import LIGHT, Picture, Theme, name_label, new_picture, plain

_MOST: Final = 3
"""Variables that residuals are drawn along."""
_SHOWN: Final = 5_000
"""Points of a panel: more are a stain; every n-th is shown."""


class Fit(Protocol):
    """What was fitted; `Fitted` is one."""

    @property
    def estimates(self) -> Mapping[str, Any]:
        """Each parameter as the data show it; its text has the interval."""
        ...

    @property
    def level(self) -> float:
        """Of the confidence intervals."""
        ...

    @property
    def places(self) -> Mapping[str, Floats]:
        """The variables of each measurement."""
        ...

    @property
    def residuals(self) -> Mapping[str, Floats]:
        """Measured minus computed, by unknown."""
        ...


def residual_figure(fitted: Fit, *, theme: Theme = LIGHT) -> Picture:
    """Residuals along each variable, and their distribution beside a normal one.

    What is random has no shape along a variable; what has one was not explained by the formula.

    Args:
        fitted: What `Solution.fit` gave.
        theme: The colours.
    """
    along = list(fitted.places)[:_MOST]
    rows, columns = len(fitted.residuals), len(along) + 1
    with mpl.rc_context(theme.settings):
        picture = new_picture(3.6 * columns, 2.7 * rows + 0.4)
        grid = picture.subplots(rows, columns, squeeze=False, sharey="row")
        for row, (unknown, residual) in zip(grid, fitted.residuals.items(), strict=True):
            spread = float(np.sqrt(np.mean(residual**2)))
            for axes, name in zip(row, along, strict=False):
                _draw_along(axes, name, fitted.places[name], residual, theme)
            for axes in row:
                _draw_band(axes, spread, theme)
            _draw_distribution(row[-1], residual, spread, theme)
            row[0].set_ylabel(f"measured {name_label(unknown)} minus computed")
        picture.suptitle(_title(fitted), fontsize=10)
    return picture


def _title(fitted: Fit) -> str:
    found = (f"{plain(name)} = {estimate}" for name, estimate in fitted.estimates.items())
    return f"{'; '.join(found)}   ({100 * fitted.level:g}% intervals)"


def _draw_along(axes: Axes, name: str, places: Floats, residual: Floats, theme: Theme) -> None:
    step = max(1, -(-len(residual) // _SHOWN))
    axes.plot(places[::step], residual[::step], ".", color=theme.late, markersize=4, alpha=0.7)
    axes.set_xlabel(name_label(name))


def _draw_band(axes: Axes, spread: float, theme: Theme) -> None:
    """Nought, and twice the spread to both sides: nineteen of twenty points lie within."""
    axes.axhline(0.0, color=theme.soft, linewidth=0.8)
    axes.axhspan(-2 * spread, 2 * spread, color=theme.early, alpha=0.25, linewidth=0)


def _draw_distribution(axes: Axes, residual: Floats, spread: float, theme: Theme) -> None:
    bins = min(max(int(np.sqrt(len(residual))), 5), 40)
    axes.hist(residual, bins=bins, density=True, orientation="horizontal", color=theme.late,
              alpha=0.5)  # fmt: skip
    if spread > 0:
        values = np.linspace(-4 * spread, 4 * spread, 201)
        normal = np.exp(-0.5 * (values / spread) ** 2) / (spread * np.sqrt(2 * np.pi))
        axes.plot(normal, values, color=theme.kink, linewidth=1.4, label="normal")
        axes.legend(fontsize=8)
    axes.set_xlabel("density")
