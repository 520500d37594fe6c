"""The methods of the textbook, scheduled: families are completed, smaller problems are solved.

Owns in which order what methods propose gets its turn, what a turn costs, how far the methods have
been read, and what is remembered of those that are asked once. A smaller problem is a problem: it
is solved as the original one is, with a share of the work and to a bounded depth, and its answers
become families for the original.
"""

import math
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any, Final, Protocol, final

from symplex.codes import RunCode, read_reason
from symplex.expression.transport import from_words, to_words
from symplex.origin import Counts, Origin, Writer, added, made_of
from symplex.problem import Problem
from symplex.problem.method import Family, Method, Reduction
from symplex.reasons import Reason
from symplex.solver.polish.completion import Skeleton
from symplex.solver.polish.polish import Polished
from symplex.solver.search.state import State
from symplex.solver.solution.finisher import Finisher
from symplex.work.boundary import Boundary, Ingredient
from symplex.work.budget import Budget, OutOfBudget
from symplex.work.clock import Deadline

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
        methods: Iterable[Method],
        finisher: Finisher,
        smaller: Callable[[Problem], Attempts] | None,
        deadline: Deadline,
        boundary: Boundary | None = None,
        *,
        writer: Writer = Writer.METHOD,
    ) -> None:
        """What is scheduled; without `smaller`, reductions are left out: the depth is reached.

        What methods propose has the origin `writer`.
        """
        self._problem, self._methods, self._finisher = problem, methods, finisher
        self._smaller, self.deadline = smaller, deadline
        self._boundary = boundary or Boundary(deadline)
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
            proposed = partial(
                method.propose, self._problem, Budget(self.deadline, _STEPS_OF_A_METHOD)
            )
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
    return Reason(RunCode.INGREDIENT_METHOD, name=method.name)


def _is_answer(polished: Polished) -> bool:
    return polished.certificate.is_exact or polished.certificate.is_conjectured


_NOT_AGAIN: Final = Reason(RunCode.RESUMED_NOT_FOUND_AGAIN)


@final
class Reading:
    """A textbook and where it is open."""

    def __init__(self, book: Textbook, ahead: int) -> None:
        """A book from its first turn.

        Args:
            book: What is read.
            ahead: By how many candidates its cost may be ahead of the search's; negative where
                the search goes first.
        """
        self.book, self._ahead = book, ahead
        self._waiting = book.turns()
        self._is_read = False
        self.turns = 0
        """How many were taken."""

    @property
    def account(self) -> TextbookAccount | None:
        """What it has cost, once there are no more turns."""
        return self.book.account if self._is_read else None

    def due(self, state: State | None) -> Iterator[Polished | None]:
        """Its turns until it has cost as much as the search, with what it may be ahead.

        All of its turns, where there is no search to wait for.
        """
        due = math.inf if state is None else state.candidates + self._ahead
        while self.book.cost < due and not self.book.deadline.is_over:
            try:
                yield next(self._waiting)
                self.turns += 1
            except StopIteration:
                self._is_read = True
                return

    def again(self, turns: int, account: TextbookAccount | None) -> Iterator[Polished]:
        """Be where it was after so many turns; those that proved something are handed out."""
        if account is not None:
            self.book.close(account)
        taken = 0
        for polished in islice(self._waiting, turns):
            taken += 1
            if polished is not None and polished.certificate.is_exact:
                yield polished
        if account is None and taken < turns:
            self.book.remarks.append(_NOT_AGAIN)
        self.turns, self._is_read = turns, account is not None


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
        cut = read_reason(plain["cut"]) if plain["cut"] else None
        return cls(tuple(map(_family, plain["families"])), cut)


@final
class Recalled:
    """A method, and what it has proposed for the one problem that it is asked about.

    What a method sees depends on how much the clock let it see, so a run that continues must not
    look again if it can help it. Families can be saved; a smaller problem cannot.
    """

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
