"""Data with corners, solved piece by piece: a maximum of data becomes a maximum of solutions.

That holds for ramps that spread, fronts that carry a kink and hills with an edge; whether it does
is decided by the proof.
"""

from collections.abc import Iterator, Sequence
from typing import final

from symplex.exact.formulas.building import ZERO, negative, rebuilt
from symplex.expression import Derivative, Expression, apply, leaf
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.problem.equation import Equation, Region
from symplex.problem.method import Family, Method
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.pde import Data, Pde, lone_pde
from symplex.propose.textbook.smaller import answers
from symplex.work.budget import Budget

_CORNERS = frozenset({op.MAX, op.MIN, op.ABS, op.RELU})


@final
class Pieces:
    """Maxima and minima of data that other methods solve."""

    name = "piece by piece"

    def __init__(self, methods: Sequence[Method]) -> None:
        """With the methods that solve the pieces."""
        self._methods = methods

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The same maximum or minimum of the pieces' solutions."""
        pde = lone_pde(problem, budget)
        if pde is None or len(problem.conditions) != 1:
            return
        for data in pde.marching():
            value = data.values.get((pde.unknown, 0))
            if value is None or value.root not in _CORNERS:
                continue
            formula = self._solved(pde, data, value)
            if formula is not None and satisfies(problem, {pde.unknown: formula}):
                yield Family(self.name, {pde.unknown: rebuilt(formula)})

    def _solved(self, pde: Pde, data: Data, value: Expression) -> Expression | None:
        if value.root not in _CORNERS:
            return self._smooth(pde, data, value)
        corner, parts = _parts(value)
        solved = [self._solved(pde, data, part) for part in parts]
        found = [one for one in solved if one is not None]
        return apply(corner, *found) if len(found) == len(solved) else None

    def _smooth(self, pde: Pde, data: Data, value: Expression) -> Expression | None:
        """The solution for data without corners: the first that passes."""
        problem = pde.problem.changed(
            conditions=(
                Equation(leaf(Derivative(pde.unknown)), value, Region(((data.variable, data.at),))),
            )
        )
        if satisfies(problem, {pde.unknown: value}):
            return value
        found = next(answers(self._methods, problem, pde.budget), None)
        return None if found is None else found[pde.unknown]


def _parts(value: Expression) -> tuple[str, list[Expression]]:
    """Maximum or minimum, and of what."""
    root, below = value.root, value.arguments
    if root in (op.ABS, op.RELU):
        return "max", [below[0], negative(below[0]) if root is op.ABS else ZERO]
    return "max" if root is op.MAX else "min", list(below)
