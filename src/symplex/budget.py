"""What a proof says when it cannot go on, and how long it may try."""

import time
from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
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

    @contextmanager
    def running(self) -> Generator[None]:
        """Have `look` watch this budget, in whatever is called meanwhile."""
        token = _RUNNING.set(self)
        try:
            yield
        finally:
            _RUNNING.reset(token)


# A context variable, since folds and operators of numbers pass no argument along.
_RUNNING: ContextVar[Budget | None] = ContextVar("running", default=None)


def check_deadline() -> None:
    """Stop if the budget that is running has no time left; for the inside of every long loop.

    Raises:
        Undecided: saying so.
    """
    budget = _RUNNING.get()
    if budget is not None:
        budget.spend()
