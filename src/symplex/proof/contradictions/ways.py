"""All ways in which a statement may contradict itself, the cheap ones first."""

import math
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Final

from symplex.errors import ExpressionError
from symplex.problem import Problem
from symplex.problem.contradiction import Contradiction
from symplex.proof.contradictions.along_characteristic import along_characteristics
from symplex.proof.contradictions.balance import balance
from symplex.proof.contradictions.corners import corner_jumps
from symplex.proof.contradictions.cross_derivatives import cross_derivatives
from symplex.proof.contradictions.ordinary import as_ordinary, is_linear, may_be_excessive
from symplex.proof.contradictions.parameters import at_choices
from symplex.proof.contradictions.pointwise import pointwise
from symplex.proof.contradictions.textbook import Library
from symplex.proof.contradictions.well_posed import well_posed
from symplex.work.budget import Budget, Undecided
from symplex.work.clock import Deadline

_STEPS: Final = 60_000
"""After which looking for a contradiction is given up; what was found by then is said."""


def contradictions(
    problem: Problem, library: Library, seconds: float = math.inf
) -> tuple[Contradiction, ...]:
    """What contradicts itself in a statement, by the first way that shows anything.

    Nothing is said that is not shown exactly: none found does not mean that there is none. The
    clock ends what runs away.
    """
    budget = Budget(Deadline(seconds), _STEPS, patient=False)
    for way in (_at_points, _by_ordinary_equations, _by_partial_equations):
        found: list[Contradiction] = []
        with suppress(Undecided, ExpressionError):
            for one in way(problem, library, budget):
                found.append(one)
        if found:
            return tuple(found)
    return ()


def _at_points(problem: Problem, _library: Library, _: Budget) -> Iterator[Contradiction]:
    yield from pointwise(problem)
    yield from cross_derivatives(problem)


def _by_ordinary_equations(
    problem: Problem, library: Library, budget: Budget
) -> Iterator[Contradiction]:
    ordinary = as_ordinary(problem)
    if ordinary is None or not may_be_excessive(ordinary):
        return
    # Late: these load the kernel, which most statements do not need.
    if is_linear(ordinary):
        from symplex.proof.contradictions.linear_odes import linear_odes as way
    else:
        way = well_posed
    yield from at_choices(partial(way, library), ordinary, budget)


def _by_partial_equations(
    problem: Problem, library: Library, budget: Budget
) -> Iterator[Contradiction]:
    if len(problem.variables) == 1:
        return
    for way in (along_characteristics, _by_integrals, partial(well_posed, library)):
        found = at_choices(way, problem, budget)
        yield from found
        if found:
            return


def _by_integrals(problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Where the data of a problem without time jump, fluxes need not be integrable: silence."""
    for found in balance(problem, budget):
        if problem.time is not None or all(jump.order for jump in corner_jumps(problem)):
            yield found
