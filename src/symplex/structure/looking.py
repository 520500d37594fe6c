"""A reference to look at: at one choice of the parameters first, then at as many as laws need."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from symplex.budget import Budget
from symplex.expression.evaluate import value_of
from symplex.problem import Problem
from symplex.problem.restrict import value_inside
from symplex.reference import NoReference, Reference, reference

Finder = Callable[[Problem, Budget], Reference | NoReference]
"""What finds a reference for a problem."""
_SECONDS: Final = 8.0
"""When a reference counts as a runaway."""
_MORE: Final = 3
"""How many more choices there are than parameters."""
_DENOMINATOR: Final = 64


def looked(problem: Problem, budget: Budget) -> Reference | NoReference:
    """A reference at several choices of the parameters; at the first alone where there is no time.

    What one choice shows has constants that algebra can still find for all parameters.
    """
    wanted = choices(problem)
    first = reference(problem, limit=min(_SECONDS, budget.left), parameters=wanted[:1])
    if isinstance(first, NoReference) or len(wanted) == 1:
        return first
    rest = reference(problem, limit=min(_SECONDS, budget.left), parameters=wanted[1:])
    if isinstance(rest, NoReference):
        return first
    seconds = first.seconds + rest.seconds
    return replace(first, samples=(*first.samples, *rest.samples), seconds=seconds)


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
