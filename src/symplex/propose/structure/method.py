"""The method that looks at the solution before it names it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Final, final

from symplex.expression import Expression
from symplex.numerics.reference.result import NoReference, Reference
from symplex.problem import Problem
from symplex.problem.method import Family, Reduction
from symplex.propose.structure.fitting import MAX_CONSTANTS
from symplex.propose.structure.looking import Sight
from symplex.propose.structure.tidy import named
from symplex.reasons import Code
from symplex.work.budget import Budget, OutOfBudget

if TYPE_CHECKING:
    from symplex.propose.structure.findings import Seen

_COMBINATIONS: Final = 3


@final
class SeenStructure:
    """Formulas that have the values of a numerical solution."""

    name = "seen structure"

    def __init__(self, finder: Sight | None = None) -> None:
        """What finds the reference may be shared with others who need it."""
        self._finder = finder or Sight()

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        """What is seen as it is meant, then with free constants near the fitted ones.

        Where no formula is seen, equations in fewer variables for profiles that are.

        Raises:
            OutOfBudget: at the end, if there was too little of it to see the whole reference.
        """
        found = self._finder.find(problem, budget)
        if not isinstance(found, NoReference):
            yield from _proposed(problem, found, budget)
        if self._finder.was_cut:
            raise OutOfBudget(Code.BUDGET_REFERENCE)


def _proposed(problem: Problem, found: Reference, budget: Budget) -> Iterator[Family | Reduction]:
    # Late: most runs end before anything is looked at.
    from symplex.propose.structure.findings import formulas_of, view_of
    from symplex.propose.structure.reduction import reductions

    seen: dict[str, tuple[Seen, ...]] = {}
    for index, unknown in enumerate(problem.unknowns):
        seen[unknown] = formulas_of(problem, found, index, budget)
        if not seen[unknown]:
            yield from reductions(problem, view_of(found, index, budget), budget)
            return
    yield from families(seen, found.samples[0].parameters)


def families(
    seen: Mapping[str, "Sequence[Seen]"], parameters: Mapping[str, float]
) -> Iterator[Family]:
    """The families that formulas for the unknowns come to, without those that are the same."""
    told: set[tuple[Expression, ...]] = set()
    chosen = list(islice(product(*seen.values()), _COMBINATIONS))
    for pick in (_meant, _fitted):
        for row in chosen:
            formulas = dict(zip(seen, map(pick, row), strict=True))
            family = _family(formulas, parameters, tied=pick is _meant)
            key = tuple(family.formulas.values())
            if key not in told and len(family.constants) <= MAX_CONSTANTS:
                told.add(key)
                yield family


def _meant(seen: "Seen") -> Expression:
    return seen.meant


def _fitted(seen: "Seen") -> Expression:
    return seen.fitted


def _family(
    formulas: Mapping[str, Expression], parameters: Mapping[str, float], *, tied: bool
) -> Family:
    near: dict[str, float] = {}
    trees: dict[str, Expression] = {}
    for unknown, formula in formulas.items():
        one = named(formula, tied=tied, first=len(near) + 1)
        trees[unknown] = one.formula
        near.update(one.near)
    constants = tuple(near)
    return Family(SeenStructure.name, trees, constants, {**parameters, **near} if near else None)
