"""Reads a formula off a trained network: pykan's choice of a function for each edge, by the clock.

pykan's own `auto_symbolic` does the same without looking at the clock: it tries every function of a
library on every edge, at ten thousand pairs of constants each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, final

import torch

from symplex.work.clock import now

_WHOLE: Final = ("x", "x^2", "abs", "sin", "exp", "x^3", "cos", "x^4", "tanh")
"""The simplest and most common first: where time is short, it is cut from the end."""
PARTIAL: Final = frozenset({"sqrt", "log"})
"""Not defined everywhere: what fits where a function was read off may be undefined elsewhere."""
LIBRARY: Final = (*_WHOLE, *sorted(PARTIAL))
_MARGIN = 1.5
"""Of what reading off is expected to take: functions differ in their cost, and so does the load."""


@final
@dataclass
class Reader:
    """A network whose edges are to become functions, and what a fit costs as far as measured."""

    model: Any
    rows: torch.Tensor
    """Points at which functions are fitted to the splines."""
    checked: torch.Tensor
    """Points at which the formula must have a value."""
    fits: int = 0
    spent: float = 0.0

    def __post_init__(self) -> None:
        """Measure the first fit, on the network as it is."""
        self._show()
        self._fit((0, 0, 0), "sin")
        self.model.unfix_symbolic(0, 0, 0, log_history=False)
        self._hide()

    @property
    def edges(self) -> list[tuple[int, int, int]]:
        """Each edge by its layer, its input and its output."""
        widths = self.model.width_in, self.model.width_out
        return [
            (layer, i, j)
            for layer in range(len(widths[0]) - 1)
            for i in range(widths[0][layer])
            for j in range(widths[1][layer + 1])
        ]

    @property
    def expected(self) -> float:
        """Seconds that reading off with the whole library will take."""
        return _MARGIN * self.cost * len(self.edges) * (len(LIBRARY) + 1)

    @property
    def cost(self) -> float:
        """Seconds a fit, as far as is known."""
        return self.spent / self.fits

    def read(self, ends: float) -> None:
        """Make every edge a function, trying as many for each as time allows, one at least."""
        self._show()
        acts, splines = self.model.acts, self.model.spline_postacts
        chosen: dict[tuple[int, int, int], str] = {}
        for done, edge in enumerate(self.edges):
            share = (ends - now()) / (len(self.edges) - done)
            chosen[edge] = self._choose(edge, LIBRARY[: max(int(share / self.cost) - 1, 1)])
        if not self.is_finite():
            self.model.acts, self.model.spline_postacts = acts, splines
            for edge in [e for e, name in chosen.items() if not PARTIAL.isdisjoint([name])]:
                self._choose(edge, _WHOLE)

    def is_finite(self) -> bool:
        """Whether the network has a value wherever it must."""
        with torch.no_grad():
            return bool(torch.isfinite(self.model(self.checked)).all())

    def _choose(self, edge: tuple[int, int, int], library: Sequence[str]) -> str:
        """Fit each function to an edge and keep the best by pykan's trade with simplicity."""
        name = library[0]
        if len(library) > 1:
            begin = now()
            with torch.no_grad():
                name = self.model.suggest_symbolic(*edge, lib=list(library), verbose=False)[0]
            self.fits += len(library)
            self.spent += now() - begin
        self._fit(edge, name)
        return name

    def _fit(self, edge: tuple[int, int, int], name: str) -> None:
        begin = now()
        with torch.no_grad():
            self.model.fix_symbolic(*edge, name, verbose=False, log_history=False)
        self.fits += 1
        self.spent += now() - begin

    def _show(self) -> None:
        """Let the network keep what goes through its edges."""
        self.model.symbolic_enabled, self.model.save_act = True, True
        with torch.no_grad():
            self.model(self.rows)

    def _hide(self) -> None:
        """No symbolic branch and no stored activations while splines are trained."""
        self.model.speed()
