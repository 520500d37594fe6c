"""Formulas of this room's own, fitted to the values of a reference.

Owns the order in which forms and terms are tried, and how many: all of it is counted work, the same
every time. The clock can only end it early.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

import numpy as np

from symplex.expression import Expression
from symplex.numerics.evaluation.regression import Fitted
from symplex.problem import Problem
from symplex.solver.approximation.families import families, grown, seeds_of, waves
from symplex.solver.approximation.forms import forms
from symplex.solver.approximation.quotients import Target
from symplex.solver.approximation.reference_values import ReferenceValues
from symplex.solver.approximation.terms import (
    bases_of,
    degree_for,
    functions_of,
    monomials,
    values_of,
)
from symplex.solver.approximation.values import ValueFit
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
    problem: Problem, unknown: str, reference: ReferenceValues, deadline: Deadline
) -> Iterator[Expression]:
    """Formulas for one unknown, each of at most `MAX_NODES` nodes, fitted to its values."""
    fit = ValueFit(reference, problem.variables, unknown)
    found: list[Fitted] = []
    for one in _first(problem, unknown, reference, fit, deadline):
        found.append(one)
        yield one.formula
    seeds = seeds_of(found, _SEEDS)
    yield from grown(seeds, _bases(problem), fit, MAX_NODES, deadline)


def _bases(problem: Problem) -> tuple[Expression, ...]:
    """The variables and parameters, and functions that the equations have, if there are few."""
    return (*bases_of(problem), *functions_of(problem))[:_MAX_BASES]


def _first(
    problem: Problem, unknown: str, reference: ReferenceValues, fit: ValueFit, deadline: Deadline
) -> Iterator[Fitted]:
    """Sums, quotients, families and waves, with the mean squares of their errors."""
    yield from _sums_and_quotients(problem, unknown, reference, fit, deadline)
    made = [one for one in families(problem, unknown, reference) if one.size <= MAX_NODES]
    for start in range(0, len(made), _AT_ONCE):
        if not deadline.is_over:
            yield from fit.fitted(made[start : start + _AT_ONCE], steps=_STEPS)
    if len(problem.variables) == 1 and not problem.parameters and not deadline.is_over:
        yield from fit.fitted(list(_waves(problem, unknown, fit)))


def _waves(problem: Problem, unknown: str, fit: ValueFit) -> Iterator[Expression]:
    (variable,), (name,) = bases_of(problem), problem.variables

    def refit(formula: Expression) -> Expression:
        return fit.fitted([formula], steps=_STEPS)[0].formula

    found = waves(variable, fit.known.columns[name], fit.known.values[unknown], refit)
    yield from (one for one in found if one.size <= MAX_NODES)


def _sums_and_quotients(
    problem: Problem, unknown: str, reference: ReferenceValues, fit: ValueFit, deadline: Deadline
) -> Iterator[Fitted]:
    bases = _bases(problem)
    terms = list(monomials(bases, degree_for(bases), problem.parameters))
    known, points = reference.known, fit.points
    columns = np.stack([values_of(p, known.columns, known.size) for p in terms], axis=1)
    for number, form in enumerate(forms(problem, unknown, known)):
        if number and deadline.is_over:  # the plain form is always tried
            return
        used = points[form.weight[points] > 0]
        target = Target(form.target[used], form.weight[used], terms, columns[used])
        inner = chain(target.sums(_MAX_TERMS), target.quotients(_MAX_TERMS))
        made = [form.wrap(v) for v in inner]
        yield from fit.fitted([one for one in made if one.size <= MAX_NODES])
