"""At which values of the parameters a reference is taken: the middle, the ends, and between.

Owns the choice. An approximation is fitted there, for ends are where errors are large, and measured
there and at values between, which no fit has seen.
"""

from collections.abc import Iterator
from itertools import islice, product
from typing import Final

from symplex.problem import Problem

_CORNERS: Final = 4
_QUARTERS: Final = (0.25, 0.75)
_BETWEEN: Final = (0.15, 0.85)
"""Where a low power of a parameter that meets the ends and the middle is far off."""


def parameter_choices(problem: Problem) -> list[dict[str, float]] | None:
    """Values of the parameters, the middle first; None where there are none.

    Where there is one variable, and a solution is cheap, more of them.
    """
    if not problem.parameters:
        return None
    shares = [0.5, *(_QUARTERS if len(problem.variables) == 1 else ())]
    found = [dict.fromkeys(problem.parameters, share) for share in shares]
    found[1:1] = islice(_corners(problem), _CORNERS)
    return [{name: _at(problem, name, share) for name, share in choice.items()} for choice in found]


def choices_between(problem: Problem) -> list[dict[str, float]]:
    """Values of the parameters at which nothing is fitted; none where there are no parameters."""
    names = list(problem.parameters)
    return [
        {name: _at(problem, name, _BETWEEN[(place + turn) % 2]) for place, name in enumerate(names)}
        for turn in (range(2) if names else ())
    ]


def _corners(problem: Problem) -> Iterator[dict[str, float]]:
    """The ends of the ranges; of many, those in which an even number is at the upper end first."""
    ends = list(product((0.0, 1.0), repeat=len(problem.parameters)))
    for corner in sorted(ends, key=lambda one: (sum(one) % 2, one)):
        yield dict(zip(problem.parameters, corner, strict=True))


def _at(problem: Problem, name: str, share: float) -> float:
    low, high = problem.parameters[name].ends
    return low + share * (high - low)
