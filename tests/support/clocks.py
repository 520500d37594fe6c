"""Other clocks in the place of the package's one, so that no test waits for a real one."""

from dataclasses import dataclass

import pytest

from symplex.app.cli.progress import Display
from symplex.solver.search.state import Progress


@dataclass
class Hands:
    """A clock that moves when it is told to, and by a tick whenever it is read."""

    time: float = 1_000.0
    tick: float = 0.0

    def monotonic(self) -> float:
        """What `symplex.work.clock` asks for."""
        self.time += self.tick
        return self.time


def clock_by_hand(monkeypatch: pytest.MonkeyPatch, tick: float = 0.0) -> Hands:
    """Put a clock into this process, for the rest of the test.

    One that ticks makes time a count of the places where the package looks at it, which is the same
    on every machine.
    """
    hands = Hands(tick=tick)
    monkeypatch.setattr("symplex.work.clock.RATE", 1.0)
    monkeypatch.setattr("symplex.work.clock.time", hands)
    return hands


def a_second_for_each_report(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a second pass at each report of progress to the command line, and at no other time."""
    hands, watch = clock_by_hand(monkeypatch), Display.watch

    def waiting(display: Display, progress: Progress) -> None:
        hands.time += 1.0
        watch(display, progress)

    monkeypatch.setattr(Display, "watch", waiting)
