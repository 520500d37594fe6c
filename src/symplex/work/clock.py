"""The one clock of the package: every limit in seconds is read off it, here and in every worker.

Owns what a second is. A machine that is eight times as fast or as slow is a clock that runs at
another rate: `SYMPLEX_CLOCK_RATE` sets it (8, 0.125, or 0 for a clock that stands still), so that
the tests can show that no answer depends on it. Dates are no durations, and not read here.
"""

import math
import os
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final, final

RATE: Final = float(os.environ.get("SYMPLEX_CLOCK_RATE", "1"))
"""Seconds of this clock in a second of the machine's; child processes inherit it."""


def now() -> float:
    """Seconds since some moment; only differences have a meaning."""
    return RATE * time.monotonic()


def machine_seconds(seconds: float) -> float | None:
    """How long the machine has to wait until so many seconds have passed here; None is for ever."""
    return seconds / RATE if RATE else None


@final
@dataclass
class Deadline:
    """When a piece of work ends by the clock; never, where nothing is said.

    A run keeps some of its time for its end, and pays nothing for what an earlier run has paid for.
    """

    seconds: float = math.inf
    """How long it may take."""
    started: float = field(default_factory=now)
    kept: float = 0.0
    """The part of the time that is kept for later."""

    @property
    def passed(self) -> float:
        """How long it has taken."""
        return now() - self.started

    @property
    def left(self) -> float:
        """What remains, without what is kept."""
        return self.seconds - self.kept - self.passed

    @property
    def is_over(self) -> bool:
        """Whether nothing remains."""
        return self.left <= 0

    def share(self, part: float, least: float = 0.0) -> "Deadline":
        """A deadline for a part of what remains, in which there is so much time at least."""
        return Deadline(max(part * self.left, least))

    @contextmanager
    def suspended(self, passed: float) -> Generator[None, None, None]:
        """Let work take any time; afterwards so many seconds have passed, whatever it took."""
        seconds, self.seconds = self.seconds, math.inf
        try:
            yield
        finally:
            self.seconds, self.started = seconds, now() - passed
