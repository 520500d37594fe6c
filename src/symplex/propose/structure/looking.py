"""A reference to look at: at one choice of the parameters first, then at as many as laws need."""

from dataclasses import replace
from typing import Final, final

from symplex.expression.evaluate import value_of
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import NoReference, Reference
from symplex.problem import Problem
from symplex.problem.restrict import value_inside
from symplex.work.budget import Budget

_MORE: Final = 3
"""How many more choices there are than parameters."""
_DENOMINATOR: Final = 64


@final
class Sight:
    """Finds the reference of a problem, and keeps it for others who need it."""

    def __init__(self) -> None:
        self.found: Reference | None = None
        """What was found for a problem without parameters; others are solved at other values."""
        self.was_cut = False
        """Whether the work was given up, or some of it."""

    def find(self, problem: Problem, budget: Budget) -> Reference | NoReference:
        """A reference at several choices of the parameters; at the first alone if it must be.

        What one choice shows has constants that algebra can still find for all parameters.
        """
        wanted = choices(problem)
        first = self._at(problem, wanted[:1], budget)
        if isinstance(first, NoReference):
            return first
        if len(wanted) == 1:
            self.found = first
            return first
        rest = self._at(problem, wanted[1:], budget)
        if isinstance(rest, NoReference):
            return first
        seconds = first.seconds + rest.seconds
        return replace(first, samples=(*first.samples, *rest.samples), seconds=seconds)

    def _at(
        self, problem: Problem, wanted: list[dict[str, float]], budget: Budget
    ) -> Reference | NoReference:
        found = reference(problem, budget=budget, parameters=wanted)
        self.was_cut |= isinstance(found, NoReference) and found.cut
        return found


def looked(problem: Problem, budget: Budget) -> Reference | NoReference:
    """A reference at several choices of the parameters, for one look."""
    return Sight().find(problem, budget)


def choices(problem: Problem) -> list[dict[str, float]]:
    """Values of the parameters that fill their ranges; the first are near the middle."""
    names = list(problem.parameters)
    if not names:
        return [{}]
    found: list[dict[str, float]] = []
    for step in range(len(names) + _MORE):
        shares = [(0.5 + step * (0.618 + 0.137 * place) % 1) % 1 for place in range(len(names))]
        found.append(
            {
                name: value_of(
                    value_inside(problem.parameters[name], 0.05 + 0.9 * share, _DENOMINATOR)
                )
                for name, share in zip(names, shares, strict=True)
            }
        )
    return found
