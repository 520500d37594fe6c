"""The method that looks at the solution before it names it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Final, final

from symplex.expression import CONSTANT, Expression, Operator, Token, apply, leaf, symbol
from symplex.numerics.reference.result import NoReference, Reference
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.structure.fitting import MAX_CONSTANTS
from symplex.propose.structure.reference_cache import ReferenceCache
from symplex.reasons import Code
from symplex.work.budget import Budget, OutOfBudget

_COMBINATIONS: Final = 3


@final
class SeenStructure:
    """Formulas that have the values of a numerical solution."""

    name = "seen structure"

    def __init__(self, references: ReferenceCache | None = None) -> None:
        """What finds the reference may be shared with others who need it."""
        self._references = references or ReferenceCache()

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """What is seen, with free constants near the fitted ones.

        Raises:
            OutOfBudget: at the end, if there was too little of it to see the whole reference.
        """
        found = self._references.find(problem, budget)
        if not isinstance(found, NoReference):
            yield from _proposed(found, budget)
        if self._references.was_cut:
            raise OutOfBudget(Code.BUDGET_REFERENCE)


def _proposed(found: Reference, budget: Budget) -> Iterator[Family]:
    # Late: most runs end before anything is looked at.
    from symplex.propose.structure.findings import formulas_of, view_of

    seen = {
        unknown: [one.formula for one in formulas_of(view_of(found, index, budget), budget)]
        for index, unknown in enumerate(found.unknowns)
    }
    yield from families(seen, found.samples[0].parameters)


def families(
    seen: Mapping[str, Sequence[Expression]], parameters: Mapping[str, float]
) -> Iterator[Family]:
    """The families that formulas for the unknowns come to."""
    for row in islice(product(*seen.values()), _COMBINATIONS):
        near: dict[str, float] = {}
        formulas = {name: _named(one, near) for name, one in zip(seen, row, strict=True)}
        if len(near) <= MAX_CONSTANTS:
            known = {**parameters, **near} if near else None
            yield Family(SeenStructure.name, formulas, tuple(near), known)


def _named(formula: Expression, near: dict[str, float]) -> Expression:
    """The formula with a new name for the constant in each slot; its value is noted."""
    # A fold visits leaves from the last to the first, so names are given beforehand.
    names = [f"c#{len(near) + 1 + place}" for place in range(len(formula.constants))]
    near.update(zip(names, formula.constants, strict=True))

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if token == CONSTANT:
            return symbol(names.pop())
        return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)

    return formula.fold(combine)
