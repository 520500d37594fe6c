"""How much work one attempt at polishing may take, counted; and the clock that can end it.

Owns the counts, and what algebra may do for the constants. They are the same on every machine, so
whether a candidate is proved does not depend on how fast or how busy the machine is. The deadline
ends the attempt as a whole.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import islice
from typing import Final, final

import numpy as np

from symplex.codes import RunCode
from symplex.errors import ExpressionError
from symplex.exact.coefficients import System, solutions
from symplex.expression import Expression
from symplex.problem import Problem
from symplex.problem.residuals import residuals_of
from symplex.proof.certificate import Certificate
from symplex.proof.verify import verify
from symplex.solver.polish.fit import Array, ConstantFit, Family, fit
from symplex.work.budget import Budget, Limits, OutOfBudget
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


_MAX_SOLUTIONS: Final = 3
"""How many solutions of the equations for the constants are tried, the nearest first."""
_STEPS: Final = 100_000
"""After which algebra for the constants of one formula is given up."""
_MAX_NODES: Final = 4_000
"""Of all residuals together; longer ones are left to the digits."""


def solved(
    family: Family, found: ConstantFit, account: Account
) -> Iterator[tuple[Family, ConstantFit]]:
    """The family with constants put in that solve the statement, the nearest to the fit first.

    Each has been evaluated: what does not leave rounding errors alone is not handed out.
    """
    try:
        for values in islice(_values(family, found, account.deadline), _MAX_SOLUTIONS):
            smaller = family.with_values(values)
            kept = [name in smaller.names for name in family.names]
            fitted = account.fit(smaller, found.constants[np.array(kept, dtype=bool)])
            if fitted.is_rounding:
                yield smaller, fitted
    except (ExpressionError, OutOfBudget):  # too long a formula, or the attempt ends here anyway
        account.check_deadline()


def _values(
    family: Family, found: ConstantFit, deadline: Deadline
) -> Iterator[Mapping[str, Expression]]:
    problem = family.problem
    residuals = residuals_of(problem, family.trees)
    if sum(residual.size for residual in residuals) > _MAX_NODES:
        return
    system = System(
        residuals,
        problem.variables,
        {name: (interval.low, interval.high) for name, interval in problem.parameters.items()},
        family.names,
        {name: (interval.low, interval.high) for name, interval in problem.domain.items()},
    )
    near = dict(zip(family.names, map(float, found.constants), strict=True))
    yield from solutions(system, Budget(deadline, _STEPS), near)
