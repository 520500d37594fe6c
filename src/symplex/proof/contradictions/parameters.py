"""A statement at fixed values of its parameters: it must hold at each of them.

A contradiction counts where it is shown at two choices that are nothing special: one that a single
value of a parameter brings about (a resonance, say) is none of the statement as a whole.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from symplex.problem import Equation, Problem
from symplex.problem.contradiction import Contradiction
from symplex.problem.restrict import value_inside, with_parameters
from symplex.proof.contradictions.exact import Point, place
from symplex.work.budget import Budget

Way = Callable[[Problem, Budget], Iterator[Contradiction]]
"""Contradictions of a problem without parameters."""
_SHARES, _STEP, _DENOMINATOR = (0.3, 0.6), 0.17, 5


def at_choices(way: Way, problem: Problem, budget: Budget) -> tuple[Contradiction, ...]:
    """What is contradictory at every choice of the parameters, said of the first."""
    if not problem.parameters:
        return tuple(way(problem, budget))
    first = _choice(problem, _SHARES[0])
    found = tuple(way(_fixed(problem, first), budget))
    again = found and tuple(way(_fixed(problem, _choice(problem, _SHARES[1])), budget))
    return tuple(_with(one, first) for one in found) if again else ()


def _choice(problem: Problem, share: float) -> Point:
    return {
        name: value_inside(interval, (share + k * _STEP) % 1, _DENOMINATOR)
        for k, (name, interval) in enumerate(problem.parameters.items())
    }


def _fixed(problem: Problem, values: Point) -> Problem:
    """The problem at these values; its equations keep the text that the user wrote."""
    fixed = with_parameters(problem, values)
    return fixed.changed(
        equations=_texts(fixed.equations, problem.equations),
        conditions=_texts(fixed.conditions, problem.conditions),
    )


def _texts(fixed: tuple[Equation, ...], stated: tuple[Equation, ...]) -> tuple[Equation, ...]:
    pairs = zip(fixed, stated, strict=True)
    return tuple(replace(one, text=other.text) for one, other in pairs)


def _with(found: Contradiction, values: Point) -> Contradiction:
    where = ", ".join(part for part in (place(values), found.where) if part)
    return replace(found, where=where)
