"""Smaller problems that other methods solve, asked by the method that made them.

A reduction that none of them solves needs a search of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, final

from symplex.expression import Expression
from symplex.problem import Problem
from symplex.problem.method import Family, Method, Reduction
from symplex.propose.textbook.pdes.regular import is_underdetermined, regular_solution
from symplex.propose.textbook.smaller import answers
from symplex.work.budget import Budget, Undecided

_STEPS: Final = 150_000
"""When the methods for a smaller problem count as runaways."""
_MAX_ANSWERS: Final = 3
_MAX_USEFUL: Final = 2
"""How many answers are tried, and how many of those that lead back."""


@final
class NestedSolve:
    """A method whose smaller problems are handed to others before they are proposed."""

    def __init__(self, method: Method, solvers: Sequence[Method]) -> None:
        """Which methods solve the smaller problems of which."""
        self._method, self._solvers = method, solvers
        self.name: str = method.name

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        """Families where the smaller problem is solved, else the reduction itself."""
        for proposed in self._method.propose(problem, budget):
            if isinstance(proposed, Family):
                yield proposed
                continue
            answered = False
            for family in self._answers(proposed, budget.part(_STEPS)):
                answered = True
                yield family
            if not (answered or _lacks_conditions(proposed.problem)):
                yield proposed

    def _answers(self, reduction: Reduction, budget: Budget) -> Iterator[Family]:
        """What the first answers to the smaller problem mean, until some mean anything."""
        useful = 0
        for count, formulas in enumerate(self._solutions(reduction.problem, budget), 1):
            found = list(reduction.back(formulas))
            yield from found
            useful += bool(found)
            if useful == _MAX_USEFUL or count == _MAX_ANSWERS:
                return

    def _solutions(self, problem: Problem, budget: Budget) -> Iterator[Mapping[str, Expression]]:
        if _lacks_conditions(problem):
            with suppress(Undecided):
                found = regular_solution(self._solvers, problem, budget)
                if found is not None:
                    yield found
            return
        yield from answers(self._solvers, problem, budget)


def _lacks_conditions(problem: Problem) -> bool:
    """Whether a search would find whatever it likes."""
    return len(problem.variables) == 1 and is_underdetermined(problem)
