"""The numerical solution that is looked at, in the middle of the parameters, kept for others."""

from typing import Final, final

from symplex.expression.evaluate import value_of
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import NoReference, Reference
from symplex.problem import Problem
from symplex.problem.restrict import value_inside
from symplex.work.budget import Budget

_DENOMINATOR: Final = 64


@final
class ReferenceCache:
    """Finds the reference of a problem, and keeps it for others who need it."""

    def __init__(self) -> None:
        self.found: Reference | None = None
        """What was found for a problem without parameters; others are solved at other values."""
        self.was_cut = False
        """Whether the work was given up."""

    def find(self, problem: Problem, budget: Budget) -> Reference | NoReference:
        """A reference at the middle of the parameters.

        What it shows has constants that algebra can still find for all parameters.
        """
        middle = {
            name: value_of(value_inside(interval, 0.5, _DENOMINATOR))
            for name, interval in problem.parameters.items()
        }
        found = reference(problem, budget=budget, parameters=[middle])
        self.was_cut |= isinstance(found, NoReference) and found.cut
        if not problem.parameters and isinstance(found, Reference):
            self.found = found
        return found
