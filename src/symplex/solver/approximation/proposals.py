"""Formulas of this room's own, fitted to the values of a reference.

Owns the order in which forms and terms are tried, and how many: all of it is counted work, the same
every time. The clock can only end it early.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

import numpy as np

from symplex.expression import Expression
from symplex.problem import Problem
from symplex.solver.approximation.families import families, grown, seeds_of, waves
from symplex.solver.approximation.forms import forms
from symplex.solver.approximation.quotients import Target
from symplex.solver.approximation.terms import (
    bases_of,
    degree_for,
    functions_of,
    monomials,
    values_of,
)
from symplex.solver.approximation.values import ValueFit, some_of
from symplex.solver.approximation.yardstick import Yardstick
from symplex.work.clock import Deadline

MAX_NODES: Final = 40
_MAX_TERMS: Final = 9
_MAX_BASES: Final = 4
_SEEDS: Final = 12
_AT_ONCE: Final = 50
"""Families are fitted so many at once, between two looks at the clock."""
_STEPS: Final = 80
"""Of the fits of families, whose constants begin far from where they end."""


def proposals(
    problem: Problem, unknown: str, yardstick: Yardstick, deadline: Deadline
) -> Iterator[Expression]:
    """Formulas for one unknown, each of at most `MAX_NODES` nodes, fitted to its values."""
    fit = ValueFit(yardstick, problem.variables, unknown)
    found: dict[Expression, float] = {}
    for formula, loss in _first(problem, unknown, yardstick, fit, deadline):
        found[formula] = loss
        yield formula
    seeds = seeds_of(found, _SEEDS)
    yield from grown(seeds, _bases(problem), fit, MAX_NODES, deadline)


def _bases(problem: Problem) -> tuple[Expression, ...]:
    """The variables and parameters, and functions that the equations have, if there are few."""
    return (*bases_of(problem), *functions_of(problem))[:_MAX_BASES]


def _first(
    problem: Problem, unknown: str, yardstick: Yardstick, fit: ValueFit, deadline: Deadline
) -> Iterator[tuple[Expression, float]]:
    """Sums, quotients, families and waves, with the mean squares of their errors."""
    yield from _sums_and_quotients(problem, unknown, yardstick, fit, deadline)
    made = [one for one in families(problem, unknown, yardstick) if one.size <= MAX_NODES]
    for start in range(0, len(made), _AT_ONCE):
        if not deadline.is_over:
            yield from fit.scored(made[start : start + _AT_ONCE], steps=_STEPS)
    if len(problem.variables) == 1 and not problem.parameters and not deadline.is_over:
        yield from fit.scored(list(_waves(problem, unknown, yardstick, fit)))


def _waves(
    problem: Problem, unknown: str, yardstick: Yardstick, fit: ValueFit
) -> Iterator[Expression]:
    points, (variable,) = some_of(yardstick), bases_of(problem)
    column = yardstick.columns[problem.variables[0]][points]
    values = yardstick.values[unknown][points]

    def refit(formula: Expression) -> Expression:
        return fit.fitted([formula], steps=_STEPS)[0]

    found = waves(variable, column, values, refit)
    yield from (one for one in found if one.size <= MAX_NODES)


def _sums_and_quotients(
    problem: Problem, unknown: str, yardstick: Yardstick, fit: ValueFit, deadline: Deadline
) -> Iterator[tuple[Expression, float]]:
    bases = _bases(problem)
    terms = list(monomials(bases, degree_for(bases), problem.parameters))
    columns = np.stack([values_of(p, yardstick.columns, yardstick.size) for p in terms], axis=1)
    points = some_of(yardstick)
    for number, form in enumerate(forms(problem, unknown, yardstick)):
        if number and deadline.is_over:  # the plain form is always tried
            return
        used = points[form.weight[points] > 0]
        target = Target(form.target[used], form.weight[used], terms, columns[used])
        inner = chain(target.sums(_MAX_TERMS), target.quotients(_MAX_TERMS))
        made = [form.wrap(v) for v in inner]
        yield from fit.scored([one for one in made if one.size <= MAX_NODES])
