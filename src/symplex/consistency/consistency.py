"""All ways in which a statement may contradict itself, the cheap ones first."""

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Final

from symplex.budget import Budget, Undecided
from symplex.consistency.balance import balance
from symplex.consistency.corners import corner_jumps
from symplex.consistency.cross_derivatives import cross_derivatives
from symplex.consistency.gradients import gradients
from symplex.consistency.lines import lines
from symplex.consistency.ordinary import as_ordinary, is_linear, may_be_excessive
from symplex.consistency.parameters import at_choices
from symplex.consistency.pointwise import pointwise
from symplex.consistency.well_posed import well_posed
from symplex.errors import ExpressionError
from symplex.problem import Problem
from symplex.problem.contradiction import Contradiction
from symplex.problem.defined import require_defined
from symplex.problem.overview import Overview
from symplex.problem.overview import check as summarised

_STEPS: Final = 60_000
"""After which looking for a contradiction is given up; what was found by then is said."""


def check(problem: Problem) -> Overview:
    """Summarise a problem, warn of likely mistakes in it, and name exact contradictions.

    Raises:
        ProblemError: if it is undefined in part of where it is to hold.
    """
    require_defined(problem)
    return replace(
        summarised(problem),
        contradictions=contradictions(problem),
        remarks=tuple(jump.reason for jump in corner_jumps(problem)),
    )


def contradictions(problem: Problem, seconds: float = math.inf) -> tuple[Contradiction, ...]:
    """What contradicts itself in a statement, by the first way that shows anything.

    Nothing is said that is not shown exactly: none found does not mean that there is none. The
    clock ends what runs away.
    """
    budget = Budget(seconds, _STEPS, patient=False)
    for way in (_at_points, _by_ordinary_equations, _by_partial_equations):
        found: list[Contradiction] = []
        with suppress(Undecided, ExpressionError):
            for one in way(problem, budget):
                found.append(one)
        if found:
            return tuple(found)
    return ()


def _at_points(problem: Problem, _: Budget) -> Iterator[Contradiction]:
    yield from pointwise(problem)
    yield from cross_derivatives(problem)


def _by_ordinary_equations(problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    ordinary = as_ordinary(problem)
    if ordinary is None or not may_be_excessive(ordinary):
        return
    # Late: these load the textbook.
    if is_linear(ordinary):
        from symplex.consistency.linear_odes import linear_odes as way
    else:
        from symplex.consistency.initial_values import initial_values as way
    yield from at_choices(way, ordinary, budget)


def _by_partial_equations(problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    if len(problem.variables) == 1:
        return
    for way in (lines, gradients, _by_integrals, well_posed):
        found = at_choices(way, problem, budget)
        yield from found
        if found:
            return


def _by_integrals(problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Where the data of a problem without time jump, fluxes need not be integrable: silence."""
    for found in balance(problem, budget):
        if problem.time is not None or all(jump.order for jump in corner_jumps(problem)):
            yield found
