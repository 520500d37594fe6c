"""How much work one attempt at polishing may take, counted; and the clock that can end it.

Owns the counts. They are the same on every machine, so whether a candidate is proved does not
depend on how fast or how busy the machine is. The deadline ends the attempt as a whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import final

from symplex.codes import RunCode
from symplex.expression import Expression
from symplex.problem import Problem
from symplex.proof.certificate import Certificate
from symplex.proof.verify import verify
from symplex.solver.polish.fit import Array, ConstantFit, Family, fit
from symplex.work.budget import Limits
from symplex.work.clock import Deadline

_LEAST_SECONDS = 2.0
"""What the last certificate is given after the deadline."""


@final
@dataclass(frozen=True, kw_only=True)
class Effort:
    """The work that one attempt may take."""

    evaluations: int = 2_000_000
    """Nodes of formulas evaluated in fits, summed over sets of constants."""
    certificates: int = 12
    """Forms submitted to the verifier."""


class Shortfall(Enum):
    """Why an attempt left something undone."""

    EFFORT = RunCode.ATTEMPT_EFFORT
    DEADLINE = RunCode.ATTEMPT_DEADLINE
    REWRITING = RunCode.ATTEMPT_REWRITING
    INTERRUPT = RunCode.ATTEMPT_INTERRUPT
    PROOF = RunCode.ATTEMPT_PROOF


@final
class AttemptEnded(Exception):  # noqa: N818 (not an error: the attempt is over)
    """The attempt is over; `shortfall` says why."""

    def __init__(self, shortfall: Shortfall) -> None:
        super().__init__(shortfall.value)
        self.shortfall = shortfall


@final
class Account:
    """What is left of an attempt's effort; every fit and every certificate goes through it."""

    def __init__(self, effort: Effort, deadline: Deadline) -> None:
        self._evaluations = effort.evaluations
        self._certificates = effort.certificates
        self.deadline = deadline
        self.stopped_proofs = 0
        """Certificates that their own time limit ended."""

    def fit(self, family: Family, start: Array) -> ConstantFit:
        """Fit the constants of a family.

        Raises:
            AttemptEnded: where too many nodes have been evaluated, or after the deadline.
        """
        self.check_deadline()
        if self._evaluations <= 0:
            raise AttemptEnded(Shortfall.EFFORT)
        found = fit(family, start)
        self._evaluations -= found.evaluations * family.size
        return found

    def certificate(self, problem: Problem, answer: Mapping[str, Expression]) -> Certificate:
        """The certificate of one form.

        Raises:
            AttemptEnded: where too many forms have been submitted, or the deadline ended the proof.
        """
        self.check_deadline()
        if self._certificates <= 0:
            raise AttemptEnded(Shortfall.EFFORT)
        self._certificates -= 1
        found = self._verified(problem, answer)
        self.stopped_proofs += not found.is_complete
        if not (found.is_exact or found.is_conjectured):
            self.check_deadline()
        return found

    def last_certificate(self, problem: Problem, answer: Mapping[str, Expression]) -> Certificate:
        """The certificate of the answer that the attempt ends with, whatever is left."""
        return self._verified(problem, answer)

    def _verified(self, problem: Problem, answer: Mapping[str, Expression]) -> Certificate:
        left = max(self.deadline.left, _LEAST_SECONDS)
        return verify(problem, answer, Limits(seconds=min(left, Limits().seconds)))

    def check_deadline(self) -> None:
        """End the attempt after the deadline.

        Raises:
            AttemptEnded: saying so.
        """
        if self.deadline.is_over:
            raise AttemptEnded(Shortfall.DEADLINE)
