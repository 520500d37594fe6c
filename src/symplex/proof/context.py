"""What every step of a proof is given: a box, the time that is left, and the tools of algebra."""

from dataclasses import dataclass, replace
from typing import final

from symplex.algebra.normal_form import Normaliser
from symplex.algebra.sympy_client import PROCESS_CLIENT, Ends, Factors, SympyClient, TimeOutError
from symplex.budget import Budget, OutOfTime
from symplex.expression import Expression
from symplex.problem import Box

STOPPED = "computer algebra ran out of time"


@final
@dataclass(frozen=True)
class ProofContext:
    """One certificate at work on a box. The normaliser and the budget are the certificate's own."""

    box: Box
    budget: Budget
    normaliser: Normaliser
    algebra: SympyClient
    time: str | None = None
    """The variable that is time, if one is."""
    values_only: bool = False
    """Values almost everywhere are all that matters: smoothness and exceptions do not."""

    @classmethod
    def of(cls, box: Box, budget: Budget | None = None, time: str | None = None) -> "ProofContext":
        """The context of a new certificate."""
        budget = budget or Budget()
        return cls(box, budget, Normaliser(budget), PROCESS_CLIENT, time)

    def on(self, box: Box) -> "ProofContext":
        """The same certificate on another box."""
        return replace(self, box=box)

    @property
    def almost_everywhere(self) -> "ProofContext":
        """The same, where only values almost everywhere matter."""
        return replace(self, values_only=True)

    def zero_by_algebra(self, formula: Expression) -> str | None:
        """How computer algebra reduced a formula to zero; None if it did not.

        Raises:
            TimeOutError: if it had to be stopped.
        """
        self.budget.excuse(self.algebra.start())
        return self.algebra.zero_by_algebra(formula, self.box.ends, self.budget.for_question)

    def factors_of(self, formula: Expression, ends: Ends) -> Factors | None:
        """The irreducible factors of a rational function, by computer algebra.

        Raises:
            OutOfTime: if it had to be stopped.
        """
        self.budget.excuse(self.algebra.start())
        try:
            return self.algebra.factors_of(formula, ends, self.budget.for_question)
        except TimeOutError:
            raise OutOfTime(STOPPED) from None
