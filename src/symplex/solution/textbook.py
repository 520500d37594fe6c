"""The methods of the textbook, scheduled: families are completed, smaller problems are solved.

Owns in which order what methods propose gets its turn, and what a turn costs. A smaller problem is
a problem: it is solved as the original one is, with a share of the work and to a bounded depth, and
its answers become families for the original.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, Protocol, final

from symplex.budget import Budget, OutOfBudget, Undecided
from symplex.errors import SymplexError
from symplex.methods.method import Family, Method, Reduction
from symplex.polish.completion import Skeleton
from symplex.polish.polish import Polished
from symplex.problem import Problem
from symplex.solution.finisher import Finisher

FAMILY_COST: Final = 500
"""What completing a family counts, in candidates of a search."""
_STEPS_OF_A_METHOD: Final = 300_000
"""After which a method is stopped, whatever it still has to propose."""
_FAILURES: Final = (ArithmeticError, LookupError, RecursionError, TypeError, ValueError)


class Attempts(Protocol):
    """The attempts at a smaller problem, one a turn, and the candidates that they have cost."""

    @property
    def candidates(self) -> int:
        """How many were scored so far."""
        ...

    def attempts(self) -> Iterator[Polished | None]:
        """What was finished, or None where a turn ends without that."""
        ...


@final
@dataclass(frozen=True)
class TextbookAccount:
    """What a textbook has cost and said."""

    families: int
    candidates: int
    notes: tuple[str, ...]


@final
class Textbook:
    """What the methods make of one problem; each step of `turns` is a turn."""

    def __init__(
        self,
        problem: Problem,
        methods: tuple[Method, ...],
        finisher: Finisher,
        smaller: Callable[[Problem], Attempts] | None,
        clock: Budget,
    ) -> None:
        """What is scheduled; without `smaller`, reductions are left out: the depth is reached."""
        self._problem, self._methods, self._finisher = problem, methods, finisher
        self._smaller, self._clock = smaller, clock
        self._families = 0
        self._earlier = 0
        self.notes: list[str] = []
        self._tasks: list[Attempts] = []

    @property
    def candidates(self) -> int:
        """The candidates that smaller problems have cost."""
        return self._earlier + sum(task.candidates for task in self._tasks)

    @property
    def account(self) -> TextbookAccount:
        """What it has cost, and what it has to say."""
        return TextbookAccount(self._families, self.candidates, tuple(self.notes))

    def close(self, account: TextbookAccount) -> None:
        """Have no turns, since all were taken earlier, at this cost."""
        self._families, self._earlier = account.families, account.candidates
        self.notes, self._methods = list(account.notes), ()

    @property
    def cost(self) -> int:
        """The work so far, in candidates."""
        return self.candidates + FAMILY_COST * self._families

    def turns(self) -> Iterator[Polished | None]:
        """Families as they are proposed; then smaller problems, a turn each, round after round."""
        waiting: deque[Iterator[Polished | None]] = deque()
        for proposed in self._proposed():
            if isinstance(proposed, Family):
                yield from self._completed(proposed)
            elif self._smaller is not None:
                task = self._smaller(proposed.problem)
                self._tasks.append(task)
                waiting.append(self._reduced(proposed, task))
        while waiting:
            turns = waiting.popleft()
            with suppress(StopIteration):
                yield next(turns)
                waiting.append(turns)

    def _proposed(self) -> Iterator[Family | Reduction]:
        for method in self._methods:
            budget = self._clock.part(_STEPS_OF_A_METHOD)
            try:
                yield from method.propose(self._problem, budget)
            except OutOfBudget as ended:
                if self._clock.left > 0:
                    self.notes.append(f"the method '{method.name}' was stopped: {ended}")
            except Undecided:  # it has said what it could
                continue
            except _FAILURES as error:  # whatever a method does, the search goes on
                self.notes.append(f"the method '{method.name}' failed and was left out: {error}")

    def _completed(self, family: Family) -> Iterator[Polished | None]:
        self._families += 1
        skeleton = Skeleton(family.formulas, family.constants)
        yield from self._finisher.completed(skeleton, family.near)
        yield None

    def _reduced(self, reduction: Reduction, task: Attempts) -> Iterator[Polished | None]:
        """The smaller problem until it is solved, then what its answer means for the original."""
        with suppress(
            SymplexError, *_FAILURES
        ):  # a problem that cannot be evaluated, or no way back for this
            for polished in task.attempts():
                yield None
                if polished is not None and _is_answer(polished):
                    for family in reduction.back(polished.answer):
                        yield from self._completed(family)
                    return


def _is_answer(polished: Polished) -> bool:
    return polished.certificate.is_exact or polished.certificate.is_conjectured
