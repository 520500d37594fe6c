"""Methods that are asked once: what they proposed is remembered, and saved with a run.

Owns what can be saved: families. What a method sees depends on how much the clock let it see, so a
run that continues must not look again if it can help it. A smaller problem cannot be saved.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

from symplex.budget import Budget, OutOfBudget
from symplex.expression.transport import from_words, to_words
from symplex.methods.method import Family, Method, Reduction
from symplex.problem import Problem
from symplex.reasons import Reason


@final
@dataclass(frozen=True)
class Recollection:
    """What a method has proposed, all of it families."""

    families: tuple[Family, ...]
    cut: Reason | None = None
    """What the clock has ended, if it has."""

    def to_json(self) -> dict[str, Any]:
        """The formulas as words."""
        return {
            "families": [_plain(one) for one in self.families],
            "cut": None if self.cut is None else self.cut.to_json(),
        }

    @classmethod
    def from_json(cls, plain: Mapping[str, Any]) -> "Recollection":
        """What `to_json` wrote."""
        cut = Reason.from_json(plain["cut"]) if plain["cut"] else None
        return cls(tuple(map(_family, plain["families"])), cut)


@final
class Recalled:
    """A method, and what it has proposed for the one problem that it is asked about."""

    def __init__(self, method: Method, known: Recollection | None = None) -> None:
        """A method that is still to be asked, or what it proposed in an earlier run."""
        self._method = method
        self._proposed: Sequence[Family | Reduction] | None = None
        self._cut: Reason | None = None
        if known is not None:
            self._proposed, self._cut = list(known.families), known.cut

    @property
    def name(self) -> str:
        """That of the method."""
        return self._method.name

    @property
    def recollection(self) -> Recollection | None:
        """What it has proposed; None if it was not asked, or proposed what cannot be saved."""
        found = [one for one in self._proposed or () if isinstance(one, Family)]
        if self._proposed is None or len(found) < len(self._proposed):
            return None
        return Recollection(tuple(found), self._cut)

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family | Reduction]:
        """What the method proposes, or has proposed.

        Raises:
            OutOfBudget: after that, if the clock has ended its work.
        """
        if self._proposed is None:
            made: list[Family | Reduction] = []
            try:
                for one in self._method.propose(problem, budget):
                    made.append(one)  # what came before the clock is kept
            except OutOfBudget as error:
                self._cut = error.reason
            self._proposed = made
        yield from self._proposed
        if self._cut is not None:
            raise OutOfBudget(self._cut)


def _plain(family: Family) -> dict[str, Any]:
    formulas = {name: to_words(formula) for name, formula in family.formulas.items()}
    near = None if family.near is None else dict(family.near)
    return {
        "method": family.method,
        "formulas": formulas,
        "constants": family.constants,
        "near": near,
    }


def _family(plain: Mapping[str, Any]) -> Family:
    formulas = {name: from_words(words) for name, words in plain["formulas"].items()}
    return Family(plain["method"], formulas, tuple(plain["constants"]), plain["near"])
