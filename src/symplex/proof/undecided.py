"""What a proof says when it cannot go on, and how long it may try."""

import time
from dataclasses import dataclass, field
from typing import final


@final
class Undecided(Exception):  # noqa: N818 (not an error: an honest answer)
    """Something could not be shown; its text says what."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@final
@dataclass(frozen=True)
class Budget:
    """The time that one certificate may take."""

    seconds: float = 8.0
    question: float = 4.0
    """The most that one question to computer algebra may take."""
    started: float = field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        """What remains, in seconds."""
        return self.seconds - (time.monotonic() - self.started)

    @property
    def for_question(self) -> float:
        """The time for the next question."""
        return min(self.question, self.left)

    def spend(self) -> None:
        """Stop if no time is left.

        Raises:
            Undecided: saying so.
        """
        if self.left <= 0:
            raise Undecided(f"the time limit of {self.seconds:g} s was reached")
