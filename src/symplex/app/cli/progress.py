"""How a run shows itself on standard error: a live panel on a terminal, plain lines elsewhere."""

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final, final

from symplex.expression.render import to_text
from symplex.work.clock import now
from symplex.work.runs.events import Event, EventKind, Level

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

    from symplex.solver.search.state import Progress

_PANEL_AFTER: Final = 0.5
"""Seconds before the panel appears: most runs have ended by then."""
_PANEL_EVERY: Final = 0.2
_LINE_EVERY: Final = 5.0
_WIDTH: Final = 110


@final
class Display:
    """Shows progress and events; both may come from threads of their own."""

    def __init__(self, level: Level, time_limit: float, *, quiet: bool = False) -> None:
        self._level = Level.WARNING if quiet else level
        self._shows, self._time_limit = not quiet, time_limit
        self._terminal = sys.stderr.isatty()
        self._next = now() + (_PANEL_AFTER if self._terminal else _LINE_EVERY)
        self._first: tuple[float, int] | None = None
        self._live: Live | None = None

    def watch(self, progress: "Progress") -> None:
        """Show how far the search is, now and then."""
        self._first = self._first or (progress.seconds, progress.candidates)
        at = now()
        if not self._shows or at < self._next:
            return
        self._next = at + (_PANEL_EVERY if self._terminal else _LINE_EVERY)
        if self._terminal:
            self._panel().update(self._page(progress), refresh=True)
        else:
            self._print(self._line(progress))

    def tell(self, event: Event) -> None:
        """Show an event, if a person wants to know that much."""
        if event.kind.level.value >= self._level.value and not self._is_in_panel(event):
            self._print(sentence(event))

    def close(self) -> None:
        """Take the panel away."""
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _is_in_panel(self, event: Event) -> bool:
        return self._terminal and event.kind.level is Level.INFO

    def _print(self, line: str) -> None:
        if self._live is not None:
            self._live.console.print(line, markup=False, highlight=False)
            return
        with suppress(BrokenPipeError):  # nobody reads it: the answer may still be wanted
            print(line, file=sys.stderr, flush=True)

    def _line(self, progress: "Progress") -> str:
        best = "" if progress.best is None else to_text(progress.best)
        return (
            f"{progress.seconds:6.1f} s  stage {progress.stage}, epoch {progress.epoch}, "
            f"{progress.candidates} candidates, loss {progress.loss:.2g}: {best}"
        )

    def _panel(self) -> "Live":
        if self._live is None:
            from rich.console import Console  # late: only a terminal needs it
            from rich.live import Live

            console = Console(file=sys.stderr)
            self._live = Live(console=console, transient=True, auto_refresh=False)
            self._live.start()
        return self._live

    def _page(self, progress: "Progress") -> "RenderableType":
        """Where the run is, and its best formulas."""
        from rich.panel import Panel
        from rich.text import Text

        left = max(self._time_limit - progress.seconds, 0.0)
        lines = [
            f"stage {progress.stage}, epoch {progress.epoch}",
            f"{progress.candidates:,} candidates, {self._speed(progress):,.0f} a second",
            f"{progress.seconds:.0f} s, {left:.0f} s left",
            *(f"loss {loss:8.2g}  {to_text(tree)}" for tree, loss in progress.leaders),
        ]
        text = Text("\n".join(line[:_WIDTH] for line in lines), no_wrap=True)
        return Panel(text, title="symplex", expand=False)

    def _speed(self, progress: "Progress") -> float:
        seconds, candidates = self._first or (0.0, 0)
        passed = progress.seconds - seconds
        return (progress.candidates - candidates) / passed if passed > 0 else 0.0


def sentence(event: Event) -> str:
    """An event as a line for a person."""
    facts = event.facts
    match event.kind:
        case EventKind.FAULT:
            said = f"{facts['what']}"
        case EventKind.FINDING:
            where = f"stage {facts['stage']}, {facts['candidates']} candidates"
            said = f"found, with loss {facts['loss']:.2g} ({where}): {facts['formula']}"
        case EventKind.CONJECTURE:
            said = f"conjectured: {facts['formula']}"
        case EventKind.CHECKPOINT:
            kilobytes = facts["bytes"] / 1000
            said = f"checkpoint {facts['number']}: {kilobytes:.0f} kB in {facts['seconds']:g} s"
        case EventKind.RESUMED:
            said = f"continued from {facts['checkpoint'] or 'the beginning'}"
        case EventKind.STARTED:
            said = "started"
        case EventKind.ENDED:
            said = f"ended: {facts['solution']['stop_reason']}"
    return f"symplex: {said}"
