"""The one clock of the package: every limit in seconds is read off it, here and in every worker.

Owns what a second is. A machine that is eight times as fast or as slow is a clock that runs at
another rate: `SYMPLEX_CLOCK_RATE` sets it (8, 0.125, or 0 for a clock that stands still), so that
the tests can show that no answer depends on it. Dates are no durations, and not read here.
"""

import os
import time
from typing import Final

RATE: Final = float(os.environ.get("SYMPLEX_CLOCK_RATE", "1"))
"""Seconds of this clock in a second of the machine's; child processes inherit it."""


def now() -> float:
    """Seconds since some moment; only differences have a meaning."""
    return RATE * time.monotonic()


def machine_seconds(seconds: float) -> float | None:
    """How long the machine has to wait until so many seconds have passed here; None is for ever."""
    return seconds / RATE if RATE else None
