"""`LiveView`: how far a search is, and its best formulas, renewed in place while it runs.

It is given to `symplex.solve` as `watch`. IPython is used where it is there, and never needed.
"""

import math
import sys
from collections.abc import Callable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any, Final, Protocol, final

from symplex.expression import Expression
from symplex.expression.render import to_text
from symplex.notation.mathml import math_element, to_mathml
from symplex.work.clock import now

if TYPE_CHECKING:
    from symplex.solver.search.state import Progress

_EVERY_HTML, _EVERY_TEXT = 0.3, 5.0
"""Seconds between two updates."""
_LONG: Final = 200
"""Nodes of a formula that is set; longer ones are text, cut."""
_WIDTH: Final = 100
_DRAWN: Final = 200
"""Points of the line of losses, at most."""


class Handle(Protocol):
    """What IPython gives for something that it displays."""

    def update(self, obj: object) -> None:
        """Show it anew."""
        ...


@final
class LiveView:
    """Shows a search while it runs: ``symplex.solve(problem, watch=LiveView())``.

    In a notebook it is a panel with the stage, the speed, the losses and the best formulas, renewed
    in place; elsewhere it is a line of text now and then. After the run it shows the last state.
    """

    def __init__(self, write: Callable[[str], object] | None = None) -> None:
        """A view of a search that is still to begin.

        Args:
            write: Where lines go outside of notebooks; by default to standard error.
        """
        self._write = write
        self._handle: Handle | None = None
        self._display = _display() if write is None else None
        self._next = 0.0
        self._losses: list[tuple[float, float]] = []
        self.latest: Progress | None = None
        """What was reported last."""

    def __call__(self, progress: "Progress") -> None:
        """Take a report, and show it if it is time."""
        self.latest = progress
        if math.isfinite(progress.loss):
            self._losses.append((progress.seconds, progress.loss))
            if len(self._losses) > 2 * _DRAWN:
                del self._losses[1:-1:2]
        at = now()
        if at >= self._next:
            self._next = at + (_EVERY_TEXT if self._display is None else _EVERY_HTML)
            self._show()

    def _show(self) -> None:
        if self._display is None:
            (self._write or sys.stderr.write)(f"{self}\n")
        elif self._handle is None:
            self._handle = self._display(self, display_id=True)
        else:
            self._handle.update(self)

    def __str__(self) -> str:
        """One line."""
        if self.latest is None:
            return "the search has not begun"
        one = self.latest
        best = "" if one.best is None else _cut(_text(one.best))
        return (
            f"{one.seconds:6.1f} s  stage {one.stage}, epoch {one.epoch}, "
            f"{one.candidates:,} candidates, loss {one.loss:.2g}: {best}"
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """A panel."""
        return "".join(self._panel())

    def _panel(self) -> Iterator[str]:
        one = self.latest
        yield '<div role="status" style="font-family:system-ui,sans-serif">'
        if one is None:
            yield "the search has not begun</div>"
            return
        speed = one.candidates / one.seconds if one.seconds > 0 else 0.0
        yield f"<b>{escape(one.stage)}</b>, epoch {one.epoch} · {one.seconds:.1f} s · "
        yield f"{one.candidates:,} candidates, {speed:,.0f} a second"
        yield _line_of(self._losses)
        yield '<table style="text-align:left"><tr><th>loss</th><th>candidate</th></tr>'
        for tree, loss in one.leaders:
            yield f"<tr><td>{loss:.2g}</td><td>{_formula(tree)}</td></tr>"
        yield "</table></div>"


def _display() -> Callable[..., Any] | None:
    """What displays in a notebook; None where there is none."""
    shell = sys.modules.get("IPython")
    running = None if shell is None else shell.get_ipython()
    if running is None or not hasattr(running, "kernel"):
        return None
    from IPython.display import display  # pyright: ignore[reportMissingImports, reportUnknownVariableType]

    return display  # pyright: ignore[reportUnknownVariableType]


def _formula(tree: Expression) -> str:
    if tree.size > _LONG:
        return f"<code>{escape(_cut(_text(tree)))}</code>"
    return math_element(to_mathml(tree))


def _text(tree: Expression) -> str:
    return "; ".join(map(to_text, tree.components))


def _cut(text: str) -> str:
    return text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"


def _line_of(losses: list[tuple[float, float]]) -> str:
    """The logarithm of the loss against time, as a line."""
    if len(losses) < 2:  # noqa: PLR2004 (a line has two points)
        return "<br>"
    times = [seconds for seconds, _ in losses]
    heights = [math.log10(max(loss, 1e-34)) for _, loss in losses]
    wide, high = (times[-1] - times[0]) or 1.0, (max(heights) - min(heights)) or 1.0
    points = " ".join(
        f"{2 + 296 * (t - times[0]) / wide:.1f},{2 + 56 * (max(heights) - h) / high:.1f}"
        for t, h in zip(times, heights, strict=True)
    )
    line = f'<polyline points="{points}" fill="none" stroke="currentColor" stroke-width="1.5"/>'
    label = f"loss from {losses[0][1]:.2g} to {losses[-1][1]:.2g}"
    return f'<br><svg role="img" aria-label="{label}" width="300" height="60">{line}</svg>'
