"""The course of a run on one problem: what is tried, in which order, in turns of counted work.

Owns the order: what the user told, then the search and the textbook in turns. Each attempt ends in
a certificate for this problem. A smaller problem that a method makes has a course of its own.
"""

import math
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, final

from symplex.approximation import Approximation
from symplex.approximation.yardstick import Formulas
from symplex.budget import Budget
from symplex.expression import Expression, apply, tuple_of
from symplex.methods.method import Method
from symplex.polish.fold import folded
from symplex.polish.phases import unfolded
from symplex.polish.polish import Polished
from symplex.problem import Problem
from symplex.search.loop import Search
from symplex.search.saving import save
from symplex.search.settings import SearchSettings
from symplex.search.state import Finding, RunOptions
from symplex.solution.approximating import (
    AFTER,
    ATTEMPT,
    SECONDS,
    Acceptance,
    Approximating,
    seconds_for,
)
from symplex.solution.checkpoint import Position
from symplex.solution.finisher import Finisher
from symplex.solution.freed import freed
from symplex.solution.hints import Hint
from symplex.solution.reading import Reading
from symplex.solution.textbook import Textbook
from symplex.solution.value_search import ValueSearch

_MAX_DEPTH: Final = 2
"""How often a smaller problem may be made of a smaller problem."""
_SMALLER: Final = (20_000, 5_000)
"""The candidates that a smaller problem may cost, by depth."""
_HEAD_START: Final = 10_000
"""What the textbook may cost before the search begins, where there is one variable."""
_MAX_CONSTANTS: Final = 12
"""A formula with more is not solved for all parameters at once."""
_DELAY: Final = 1_000
"""The candidates of the search before the textbook begins, where there are several."""
_LOOK_AFTER: Final = 4_000
"""The candidates of the search before a reference is looked at, where there are several variables.
"""


@final
@dataclass(frozen=True)
class Plan:
    """What a course is made with, whatever its problem is."""

    settings: SearchSettings
    options: RunOptions
    methods: tuple[Method, ...]
    clock: Budget
    """It ends the run; no decision depends on it."""
    depth: int = 0
    """How many reductions have led to the problem."""
    sights: tuple[Method, ...] = ()
    """Methods that look at a reference; they come late, and not for smaller problems."""
    acceptance: Acceptance | None = None
    """What ends the run before its time."""

    @property
    def below(self) -> "Plan":
        """The plan for a smaller problem."""
        options = replace(
            self.options,
            hints=(),
            watch=None,
            keep=None,
            neighbours=None,
            time_limit=max(self.clock.left, 1e-3),
        )
        return replace(self, options=options, depth=self.depth + 1, sights=(), acceptance=None)


@final
class Course:
    """All that is tried on one problem."""

    def __init__(
        self,
        problem: Problem,
        plan: Plan,
        hints: tuple[Hint, ...] = (),
        earlier: Position | None = None,
    ) -> None:
        """A course from its beginning, or from where an earlier one was."""
        self._problem, self._plan, self._hints = problem, plan, hints
        self._earlier = earlier
        saved = None if earlier is None else earlier.search
        self.search = Search(problem, plan.settings, plan.options, saved)
        self._finisher = Finisher(
            problem, plan.clock, plan.options.seed, algebra=plan.settings.algebra
        )
        smaller = self._smaller if plan.depth < _MAX_DEPTH else None
        methods = plan.methods if plan.settings.textbook else ()
        sights = plan.sights if plan.settings.reference and plan.settings.structure else ()
        ahead = _HEAD_START if len(problem.variables) == 1 else -_DELAY
        self._textbook = Reading(
            Textbook(problem, methods, self._finisher, smaller, plan.clock), ahead
        )
        self._seen = Reading(
            Textbook(problem, sights, self._finisher, smaller, plan.clock),
            -_DELAY if len(problem.variables) == 1 else -_LOOK_AFTER,
        )
        wanted = plan.settings.reference and not plan.depth
        self.approximating = Approximating(problem, wanted=wanted)
        self._values: ValueSearch | None = None
        self._measured: set[Expression] = set()
        self.accepted: Approximation | None = None
        """An approximation that is good enough to end the run, if that was asked for."""
        self._told: list[str] = []
        if plan.depth:
            self.search.end_after(_SMALLER[plan.depth - 1])

    @property
    def candidates(self) -> int:
        """How many were scored so far, for smaller problems too."""
        return self.search.state.candidates + self.candidates_below

    @property
    def candidates_below(self) -> int:
        """How many were scored for smaller problems, and by values."""
        by_values = 0 if self._values is None else self._values.candidates
        return self._textbook.book.candidates + self._seen.book.candidates + by_values

    @property
    def notes(self) -> tuple[str, ...]:
        """What became of hints that were of no use, and of methods that failed."""
        unmeasured = (self.approximating.note,) if self.approximating.note else ()
        return (*self._told, *self._textbook.book.notes, *self._seen.book.notes, *unmeasured)

    def position(self) -> Position:
        """Where it is, while the search is between two epochs: a course can continue from there."""
        book, seen = self._textbook, self._seen
        return Position(
            search=save(self.search.state),
            limit=self.search.candidate_limit,
            told=tuple(self._told),
            turns=book.turns,
            textbook=book.account,
            seen_turns=seen.turns,
            seen=seen.account,
            values=None if self._values is None else self._values.saved(),
        )

    def attempts(self) -> Iterator[Polished | None]:
        """What was finished, one after the other; None where a turn ends without that."""
        if self._earlier is None:
            for hint in self._hints:
                yield from self._tried(hint)
            yield from self._due()
        else:
            yield from self._again(self._earlier)
            self._begin_values(self._earlier.values)
        for finding in self.search.findings():
            if finding is None:
                yield from self._due()
                yield from self._by_values()
                if self.accepted is not None:
                    return
                yield None
            elif not finding.held:
                yield from self._polished(finding.tree)
            elif self._plan.settings.algebra:
                yield from self._for_all_parameters(finding)

    def _polished(self, tree: Expression) -> Iterator[Polished]:
        """What looks like a solution, finished; nothing if it is known to be an approximation."""
        formulas = by_unknown(self._problem, tree)
        if not self.approximating.rules_out(formulas):
            yield self._finisher.polished(formulas)

    @property
    def _work(self) -> int:
        """What the search has done, counted in candidates: attempts at proofs cost far more."""
        return self.search.state.candidates + ATTEMPT * len(self.search.state.tried)

    def _by_values(self) -> Iterator[Polished]:
        """Once the search has gone on for long, a search by values has its turns beside it."""
        first = self.approximating.is_open
        self._begin_values()
        if self._values is None or self._plan.clock.left <= 0:
            return
        for tree in self._values.turns(self._work - AFTER):
            yield from self._polished(tree)
        wanted = self._plan.acceptance
        if wanted is not None:
            new = self.found() if first else self._weighed(self._values.below(wanted.error))
            self.accepted = self.approximating.accepted(wanted, new) if first or new else None

    def _weighed(self, trees: Iterable[Expression]) -> list[tuple[dict[str, Expression], float]]:
        """Those of the formulas that were not measured before."""
        new = [tree for tree in trees if tree not in self._measured]
        self._measured.update(new)
        return [(by_unknown(self._problem, tree), math.nan) for tree in new]

    def _begin_values(self, saved: bytes | None = None) -> None:
        """Look for a reference when it is time, and search by its values from then on."""
        approximating, plan = self.approximating, self._plan
        if not approximating.is_open or self._work < AFTER:
            return
        seconds = seconds_for(plan.options.time_limit)
        if plan.clock.left < seconds:  # what is left is for the end
            return
        approximating.begin(seconds)
        if approximating.yardstick is None:
            return
        hints = tuple(map(_as_tree, approximating.own))
        options = replace(plan.options, hints=hints, time_limit=math.inf)
        values = ValueSearch(self._problem, plan.settings, options, approximating.yardstick, saved)
        self._values = values
        self.search.agree_with(values.objective, again=saved is not None)

    @property
    def seconds_at_the_end(self) -> float:
        """What a reference may take that was not looked for before time was up."""
        return min(SECONDS, max(1.0, self._plan.options.time_limit / 4))

    def found(self) -> list[tuple[dict[str, Expression], float]]:
        """The best formulas of the search with their losses, from small to large."""
        by_values = () if self._values is None else self._values.front
        found = (*self.search.result().front, *((tree, math.nan) for tree, _ in by_values))
        return [(by_unknown(self._problem, tree), loss) for tree, loss in found]

    def _tried(self, hint: Hint) -> Iterator[Polished]:
        why = yield from self._finisher.completed(hint.skeleton)
        if why:
            self._told.append(f"the hint '{hint.text}' gave no proved answer: {why}")

    def _for_all_parameters(self, finding: Finding) -> Iterator[Polished]:
        """What solves the problem at held parameters, its constants as functions of them."""
        plain = by_unknown(self._problem, finding.tree)
        written = {name: unfolded(folded(formula)) for name, formula in plain.items()}
        for formulas in (written, plain) if written != plain else (plain,):
            skeleton, near = freed(formulas)
            if len(skeleton.names) <= _MAX_CONSTANTS:
                yield from self._finisher.solved(skeleton, near)

    def _due(self) -> Iterator[Polished | None]:
        """The turns of the methods until they have cost what is due."""
        for reading in (self._textbook, self._seen):
            yield from reading.due(self.search.state, self._plan.clock)

    def _again(self, earlier: Position) -> Iterator[Polished | None]:
        """Take the methods to where they were: their turns are repeated, unless all were taken.

        They take no time from the run, which has paid for them.
        """
        self._told.extend(earlier.told)
        if earlier.limit is not None:
            self.search.end_after(earlier.limit - self.search.state.candidates)
        clock, left = self._plan.clock, self._plan.options.time_limit - self.search.state.seconds
        clock.seconds = math.inf
        yield from self._textbook.again(earlier.turns, earlier.textbook)
        yield from self._seen.again(earlier.seen_turns, earlier.seen)
        clock.seconds, clock.started = left, time.monotonic()
        self.search.restart_clock()

    def _smaller(self, problem: Problem) -> "Course":
        return Course(problem, self._plan.below)


def _as_tree(formulas: Formulas) -> Expression:
    """Formulas for all unknowns as one tree."""
    parts = tuple(formulas.values())
    return parts[0] if len(parts) == 1 else apply(tuple_of(len(parts)), *parts)


def by_unknown(problem: Problem, tree: Expression) -> dict[str, Expression]:
    """A candidate's formula for each unknown."""
    return dict(zip(problem.unknowns, tree.components, strict=True))
