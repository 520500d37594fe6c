"""The methods of the textbook, scheduled: families are completed, smaller problems are solved.

Owns in which order what methods propose gets its turn, and what a turn costs. A smaller problem is
a problem: it is solved as the original one is, with a share of the work and to a bounded depth, and
its answers become families for the original.
"""

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final, Protocol, final

from symplex.boundary import Boundary, Ingredient
from symplex.budget import Budget
from symplex.methods.method import Family, Method, Reduction
from symplex.origin import Counts, Origin, Writer, added, made_of
from symplex.polish.completion import Skeleton
from symplex.polish.polish import Polished
from symplex.problem import Problem
from symplex.reasons import Code, Reason
from symplex.solution.finisher import Finisher

FAMILY_COST: Final = 500
"""What completing a family counts, in candidates of a search."""
_STEPS_OF_A_METHOD: Final = 300_000
"""After which a method is stopped, whatever it still has to propose."""
_MAX_PROPOSALS, _MAX_WAITING = 200, 200
"""How much of what one method proposes is tried, and how many smaller problems have turns."""


class Attempts(Protocol):
    """The attempts at a smaller problem, one a turn, and the candidates that they have cost."""

    @property
    def candidates(self) -> int:
        """How many were scored so far."""
        ...

    @property
    def candidates_by_origin(self) -> Counts:
        """The same by who wrote them."""
        ...

    def attempts(self) -> Iterator[Polished | None]:
        """What was finished, or None where a turn ends without that."""
        ...


@final
@dataclass(frozen=True)
class TextbookAccount:
    """What a textbook has cost and said."""

    families: int
    candidates_by_origin: Counts
    remarks: tuple[Reason, ...]

    @property
    def candidates(self) -> int:
        """Those that smaller problems have cost."""
        return sum(self.candidates_by_origin.values())


@final
class Textbook:
    """What the methods make of one problem; each step of `turns` is a turn."""

    def __init__(  # noqa: PLR0913 (all that its turns depend on)
        self,
        problem: Problem,
        methods: tuple[Method, ...],
        finisher: Finisher,
        smaller: Callable[[Problem], Attempts] | None,
        clock: Budget,
        boundary: Boundary | None = None,
        *,
        writer: Writer = Writer.METHOD,
    ) -> None:
        """What is scheduled; without `smaller`, reductions are left out: the depth is reached.

        What methods propose has the origin `writer`.
        """
        self._problem, self._methods, self._finisher = problem, methods, finisher
        self._smaller, self._clock = smaller, clock
        self._boundary = boundary or Boundary(clock)
        self._families = 0
        self._writer = writer
        self._earlier: Counts = {}
        self.remarks: list[Reason] = []
        self._tasks: list[tuple[str, Attempts]] = []

    @property
    def candidates(self) -> int:
        """The candidates that smaller problems have cost."""
        below = sum(task.candidates for _, task in self._tasks)
        return sum(self._earlier.values()) + below

    @property
    def candidates_by_origin(self) -> Counts:
        """The same by who wrote them."""
        tasks = (
            made_of(task.candidates_by_origin, Writer.REDUCTION, method)
            for method, task in self._tasks
        )
        return added((self._earlier, *tasks))

    @property
    def account(self) -> TextbookAccount:
        """What it has cost, and what it has to say."""
        return TextbookAccount(self._families, self.candidates_by_origin, tuple(self.remarks))

    def close(self, account: TextbookAccount) -> None:
        """Have no turns, since all were taken earlier, at this cost."""
        self._families, self._earlier = account.families, account.candidates_by_origin
        self.remarks, self._methods = list(account.remarks), ()

    @property
    def cost(self) -> int:
        """The work so far, in candidates."""
        return self.candidates + FAMILY_COST * self._families

    def turns(self) -> Iterator[Polished | None]:
        """Families as they are proposed; then smaller problems, a turn each, round after round."""
        waiting: deque[Iterator[Polished | None]] = deque()
        for proposed in self._proposed():
            if isinstance(proposed, Family):
                yield from self._completed(proposed, self._origin(proposed))
            elif self._smaller is not None and len(waiting) < _MAX_WAITING:
                waiting.append(
                    self._boundary.turns(
                        Ingredient.REDUCTION, self._reduced(proposed), most=math.inf
                    )
                )
        while waiting:
            turns = waiting.popleft()
            with suppress(StopIteration):
                yield next(turns)
                waiting.append(turns)

    def _proposed(self) -> Iterator[Family | Reduction]:
        for method in self._methods:
            proposed = partial(method.propose, self._problem, self._clock.part(_STEPS_OF_A_METHOD))
            turns = self._boundary.turns(name_of(method), proposed)
            new = (one for one in turns if self._finisher.is_new(id(method), _key(one)))
            yield from islice(new, _MAX_PROPOSALS)

    def _origin(self, family: Family) -> Origin:
        return Origin(self._writer, family.method if self._writer is Writer.METHOD else "")

    def _completed(self, family: Family, origin: Origin) -> Iterator[Polished | None]:
        self._families += 1
        skeleton = Skeleton(family.formulas, family.constants)
        completed = self._finisher.completed(skeleton, origin, family.near)
        yield from self._boundary.turns(Ingredient.POLISHING, completed)
        yield None

    def _reduced(self, reduction: Reduction) -> Iterator[Polished | None]:
        """The smaller problem until it is solved, then what its answer means for the original."""
        if self._smaller is None:
            return
        task = self._smaller(reduction.problem)
        self._tasks.append((reduction.method, task))
        for polished in task.attempts():
            yield None
            if polished is not None and _is_answer(polished):
                origin = Origin(Writer.REDUCTION, reduction.method, polished.origin)
                for family in islice(reduction.back(polished.answer), _MAX_PROPOSALS):
                    yield from self._completed(family, origin)
                return


def _key(proposed: Family | Reduction) -> Hashable:
    """What two proposals have in common that are the same."""
    if isinstance(proposed, Family):
        near = tuple((proposed.near or {}).items())
        return (tuple(proposed.formulas.items()), proposed.constants, near)
    return (str(proposed.problem.statement()), proposed.back)


def name_of(method: Method) -> Reason:
    """What a method is called in a sentence."""
    return Reason(Code.INGREDIENT_METHOD, name=method.name)


def _is_answer(polished: Polished) -> bool:
    return polished.certificate.is_exact or polished.certificate.is_conjectured
