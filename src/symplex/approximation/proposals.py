"""Formulas of this room's own, fitted to the values of a reference.

Owns the order in which forms and terms are tried, and how many: all of it is counted work, the same
every time.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np

from symplex.approximation.forms import Form, forms
from symplex.approximation.quotients import Target
from symplex.approximation.terms import bases_of, degree_for, monomials, values_of
from symplex.approximation.values import ValueFit
from symplex.approximation.yardstick import Yardstick
from symplex.expression import Expression
from symplex.problem import Problem

MOST_NODES: Final = 40
_MOST_TERMS: Final = 9
_THINNED: Final = 3
"""Terms are chosen at one of so many points."""


def proposals(problem: Problem, unknown: str, yardstick: Yardstick) -> Iterator[Expression]:
    """Formulas for one unknown, each of at most `MOST_NODES` nodes, fitted to its values."""
    fit = ValueFit(yardstick, problem.variables, unknown)
    bases = bases_of(problem)
    terms = list(monomials(bases, degree_for(bases)))
    columns = np.stack([values_of(p, yardstick.columns, yardstick.size) for p in terms], axis=1)
    for form in forms(problem, unknown, yardstick):
        made = [
            form.wrap(v)
            for v in _inner(form, Target(form.target, form.weight, terms, columns))
        ]
        yield from fit.fitted([one for one in made if one.size <= MOST_NODES])


def _inner(form: Form, target: Target) -> Iterator[Expression]:
    """Sums and quotients for v, chosen at some of the points."""
    used = np.flatnonzero(form.weight > 0)[::_THINNED]
    some = Target(target.values[used], target.weight[used], target.terms, target.columns[used])
    yield from some.sums(_MOST_TERMS)
    yield from some.quotients(_MOST_TERMS)
