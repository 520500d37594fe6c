"""What a piece of work may cost: steps, which are counted, and a deadline for what runs away.

Whether a proof, a reference or a method is given up is decided by its steps, the same on every
machine. The clock ends the run that the work belongs to, or a single step that does not return.
"""

import math
from dataclasses import dataclass, field
from typing import Final, final

from symplex.reasons import Code, Fact, Reason, ReasonCode, as_reason
from symplex.work.clock import Deadline

_OPERATIONS: Final = 1_000_000
"""Floating-point operations that count as one step: both take some tens of microseconds."""


class Undecided(Exception):  # noqa: N818 (not an error: an honest answer)
    """Something could not be shown; its reason says what."""

    def __init__(self, reason: ReasonCode | Reason, /, **facts: Fact) -> None:
        """The reason, or its code with its facts."""
        self.reason = as_reason(reason).also(**facts)
        super().__init__(self.reason)


class Missing(Undecided):
    """A step of a proof was not shown. Another way may be tried, unlike after `OutOfBudget`."""


@final
class OutOfBudget(Undecided):
    """The budget is spent. Never caught on the way to another proof: it must be reported."""


@final
@dataclass(frozen=True)
class Limits:
    """How much a certificate may cost."""

    seconds: float = 60.0
    """Of the clock, for the whole: only a runaway takes that long."""
    steps: int = 250_000
    """Counted inside every long loop; most certificates take less than 10 000."""
    nodes: int = 400
    """Answers with more nodes are examined by numbers only."""
    examined: int = 1_000
    """Answers with more nodes are not examined at all."""


@final
@dataclass
class Budget:
    """The steps that are left of a piece of work, and its deadline."""

    deadline: Deadline = field(default_factory=lambda: Deadline(Limits.seconds))
    steps: float = math.inf
    patient: bool = True
    """Whether helpers in other processes, which are slow to start, may be asked."""
    whole: "Budget | None" = None
    """The budget that this one is a part of: what is spent here is spent there, too."""

    @classmethod
    def unlimited(cls) -> "Budget":
        """A budget that never ends."""
        return cls(Deadline())

    def part(self, steps: float) -> "Budget":
        """A part of this budget: no more than so many of its steps, and the same deadline."""
        return Budget(self.deadline, steps, self.patient, self)

    def anew(self, steps: float) -> "Budget":
        """So many steps until the same deadline, for what comes after this work is long over."""
        return self.part(steps) if self.whole is None else self.whole.anew(steps)

    @property
    def is_spent(self) -> bool:
        """Whether nothing is left of the steps or of the time."""
        within = self.whole is not None and self.whole.is_spent
        return within or self.steps < 0 or self.deadline.is_over

    def operations(self, count: float) -> None:
        """Count floating-point operations that are about to be made.

        Raises:
            OutOfBudget: saying what is spent.
        """
        self.step(1 + int(count / _OPERATIONS))

    def step(self, count: int = 1) -> None:
        """Count a step of the work; called inside every long loop.

        Raises:
            OutOfBudget: saying what is spent.
        """
        self.steps -= count
        if self.steps < 0:
            raise OutOfBudget(Code.BUDGET_STEPS)
        if self.whole is not None:
            self.whole.step(count)
        elif self.deadline.is_over:
            raise OutOfBudget(Code.BUDGET_TIME, seconds=self.deadline.seconds)
