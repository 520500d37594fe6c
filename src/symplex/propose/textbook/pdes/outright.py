"""What methods answer outright: formulas without constants that are still to be found."""

from collections.abc import Iterator, Mapping, Sequence

from symplex.expression import Expression
from symplex.problem import Problem
from symplex.problem.method import Family, Method
from symplex.work.budget import Budget, Undecided


def outright(
    methods: Sequence[Method], problem: Problem, budget: Budget
) -> Iterator[Mapping[str, Expression]]:
    """The answers of each method in turn; one that runs out of time is passed over."""
    for method in methods:
        try:
            for proposed in method.propose(problem, budget):
                if isinstance(proposed, Family) and not proposed.constants:
                    yield proposed.formulas
        except Undecided:  # it has said what it could in its time
            continue
