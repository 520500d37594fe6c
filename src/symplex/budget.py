"""The time that a certificate may take, and what a proof raises when it cannot go on."""

import math
import time
from dataclasses import dataclass, field
from typing import final


class Undecided(Exception):  # noqa: N818 (not an error: an honest answer)
    """Something could not be shown; its text says what."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Missing(Undecided):
    """A step of a proof was not shown. Another way may be tried, unlike after `OutOfTime`."""


@final
class OutOfTime(Undecided):
    """The clock stopped the work. Never caught on the way to another proof: it must be reported."""


@final
@dataclass(frozen=True)
class Limits:
    """How much a certificate may cost."""

    seconds: float = 8.0
    """Wall-clock time for the whole."""
    nodes: int = 400
    """Answers with more nodes are examined by numbers only."""
    examined: int = 1_000
    """Answers with more nodes are not examined at all."""


@final
@dataclass
class Budget:
    """The time that one certificate may take.

    The clock ends a certificate, and the certificate says so. Every other limit of a proof counts
    work.
    """

    seconds: float = 8.0
    started: float = field(default_factory=time.monotonic)
    patient: bool = True
    """Whether helpers in other processes, which are slow to start, may be asked."""

    @classmethod
    def unlimited(cls) -> "Budget":
        """A budget that never ends, for work outside of a certificate."""
        return cls(math.inf)

    @property
    def left(self) -> float:
        """What remains, in seconds."""
        return self.seconds - (time.monotonic() - self.started)

    @property
    def left_for_helpers(self) -> float:
        """What remains for a question to another process, in seconds."""
        return self.left if self.patient else 0.0

    def check_deadline(self) -> None:
        """Stop if no time is left; called inside every long loop.

        Raises:
            OutOfTime: saying so.
        """
        if time.monotonic() - self.started >= self.seconds:
            raise OutOfTime(f"the time limit of {self.seconds:g} s was reached")
