"""Formulas that the textbook proposes outright for a problem, shown to be its only solution."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.proof.contradictions.textbook import Library
from symplex.proof.here import verify_here
from symplex.proof.uniqueness.theorem import leaves_no_other
from symplex.work.budget import Budget, Limits, OutOfBudget, Undecided

Formulas = Mapping[str, Expression]
"""A formula for each unknown."""
_TRIES: Final = 3
"""How many formulas of each method are looked at."""
_STEPS: Final = 20_000
"""After which the proof of one formula is given up."""
_FAILURES: Final = (ArithmeticError, LookupError, RecursionError, TypeError, ValueError)


def only_solutions(library: Library, problem: Problem, budget: Budget) -> Iterator[Formulas]:
    """Formulas without constants that are proved to solve the problem, as nothing else does."""
    seen: list[Formulas] = []
    for formulas in _proposed(library, problem, budget):
        if formulas in seen:
            continue
        seen.append(formulas)
        try:
            limits = Limits(seconds=budget.deadline.left, steps=_STEPS)
            if leaves_no_other(verify_here(problem, formulas, limits).unique):
                yield formulas
        except (Undecided, ExpressionError):
            continue


def _proposed(library: Library, problem: Problem, budget: Budget) -> Iterator[Formulas]:
    for method in library().every:
        try:
            for proposed in islice(method.propose(problem, budget), _TRIES):
                if isinstance(proposed, Family) and not proposed.constants:
                    yield proposed.formulas
        except OutOfBudget:
            return
        except (Undecided, ExpressionError, *_FAILURES):  # it has said what it could
            continue
