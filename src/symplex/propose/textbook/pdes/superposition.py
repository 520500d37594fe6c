"""Linear problems with data on faces of several variables: a sum of problems, each with fewer."""

from collections.abc import Iterator, Sequence
from typing import final

from symplex.exact.formulas.building import ZERO, multiply, rebuilt, total
from symplex.expression import Expression, leaf
from symplex.problem import Problem
from symplex.problem.equation import Equation
from symplex.problem.method import Family, Method
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.pde import Pde, lone_pde
from symplex.propose.textbook.smaller import answers
from symplex.work.budget import Budget


@final
class Superposition:
    """The sum of what solves each part; sources go with the first."""

    name = "superposition"

    def __init__(self, methods: Sequence[Method]) -> None:
        """With the methods that solve the parts."""
        self._methods = methods

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The sum, where all parts are solved."""
        pde = lone_pde(problem, budget)
        if pde is None or pde.linear is None:
            return
        parts = _parts(pde)
        if len(parts) < 2:  # noqa: PLR2004 (nothing to be added)
            return
        found: list[Expression] = []
        for part in parts:
            solved = next(answers(self._methods, part, budget), None)
            if solved is None:
                return
            found.append(solved[pde.unknown])
        formulas = {pde.unknown: rebuilt(total(found))}
        if satisfies(problem, formulas):
            yield Family(self.name, formulas)


def _parts(pde: Pde) -> list[Problem]:
    """The problem with the data on faces of one variable alone, for each that has any."""
    conditions = pde.problem.conditions
    given = [condition.given_value() for condition in conditions]
    if None in given or any(len(condition.region.fixed) != 1 for condition in conditions):
        return []
    owners = [condition.region.fixed[0][0] for condition in conditions]
    pairs = zip(owners, given, strict=True)
    busy = list(dict.fromkeys(owner for owner, pair in pairs if pair and pair[1] != ZERO))
    found: list[Problem] = []
    for name in busy:
        kept = tuple(
            condition if owner == name else _homogeneous(condition)
            for owner, condition in zip(owners, conditions, strict=True)
        )
        equations = pde.problem.equations if not found else _without_source(pde)
        found.append(pde.problem.changed(equations=equations, conditions=kept))
    return found


def _homogeneous(condition: Equation) -> Equation:
    given = condition.given_value()
    left = condition.left if given is None or condition.left.derivatives else condition.right
    return Equation(left, ZERO, condition.region)


def _without_source(pde: Pde) -> tuple[Equation, ...]:
    return tuple(
        Equation(total(multiply(c, leaf(d)) for d, c in one.coefficients.items()), ZERO)
        for one in pde.linear or ()
    )
