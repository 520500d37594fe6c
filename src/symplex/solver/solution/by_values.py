"""What a course does with the values of a reference: a second search, and doubts about findings.

Owns when a reference is looked for, by counted work, and what the time for that is; what is put off
because the values speak against it; and what is accurate enough to end the run.
"""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, final

from symplex.codes import RunCode
from symplex.expression import Expression
from symplex.expression.transport import from_words, to_words
from symplex.origin import Counts, Origin, Writer, by_writer
from symplex.problem import Problem
from symplex.propose.candidates.settings import SearchSettings
from symplex.reasons import Reason
from symplex.solver.approximation import Approximation
from symplex.solver.approximation.reference_values import ReferenceValues
from symplex.solver.approximation.values import ValueDraw
from symplex.solver.search.loop import Search
from symplex.solver.search.saving import save_between_epochs
from symplex.solver.search.state import Finding, RunOptions, Scored
from symplex.solver.solution.approximating import (
    AFTER,
    ATTEMPT,
    OF_THE_END,
    Approximating,
    Begun,
    Plan,
    seconds_kept,
    tree_of,
)
from symplex.solver.solution.finisher import Finisher
from symplex.work.boundary import Ingredient
from symplex.work.clock import Deadline

_SHARE: Final = 0.5
"""How many of its candidates there are for each one of the search by the equations."""


@final
class ValueSearch:
    """A search whose candidates are fitted to the values of a reference."""

    def __init__(
        self,
        problem: Problem,
        settings: SearchSettings,
        options: RunOptions,
        reference: ReferenceValues,
        saved: bytes | None = None,
    ) -> None:
        """A search from its beginning, or from where an earlier one was.

        Args:
            problem: Whose solution is known by its values.
            settings: Those of the search by the equations.
            options: Those of the search by the equations, with formulas to begin with as hints.
            reference: The values.
            saved: What `saved` gave; what it began with then is what it began with.
        """
        first, _, state = (saved or b"").partition(b"\n")
        self._hints = tuple(map(from_words, json.loads(first))) if saved else options.hints
        self.objective = reference.known.objective(problem.variables, problem.unknowns)
        """The mean square error of candidates, at all points."""
        draw = ValueDraw(reference.known)
        alone = replace(
            options, hints=self._hints, draw=draw, watch=None, keep=None, neighbours=None
        )
        self._search = Search(problem, settings.for_values(reference.error), alone, state or None)
        self._findings = self._search.findings()

    @property
    def candidates(self) -> int:
        """How many were scored so far."""
        return self._search.state.candidates

    @property
    def candidates_by_origin(self) -> Counts:
        """The same by who wrote them."""
        return {_by_values(one): n for one, n in by_writer(self._search.state.written).items()}

    def turns(self, beside: int, deadline: Deadline) -> Iterator[Finding]:
        """What looks like the solution, until this search has its share beside another one.

        Args:
            beside: How many candidates the other one has scored since this one began.
            deadline: Of the run, and with it of a turn.
        """
        while self.candidates < _SHARE * beside and not deadline.is_over:
            for finding in self._findings:
                if finding is None:
                    break
                yield replace(finding, origin=_by_values(finding.origin))
            else:
                return

    @property
    def front(self) -> tuple[Scored, ...]:
        """The best of every size, with the mean squares of their errors."""
        found = self._search.result().front
        return tuple(replace(one, origin=_by_values(one.origin)) for one in found)

    def below(self, error: float) -> list[Scored]:
        """Those of the front whose root mean square error is small enough."""
        return [one for one in self.front if one.loss <= error**2]

    def saved(self) -> bytes:
        """What it began with, and where it is, between two turns."""
        first = json.dumps([to_words(hint) for hint in self._hints]).encode()
        return b"\n".join((first, save_between_epochs(self._search.state, self._search.seconds)))


def _by_values(origin: Origin) -> Origin:
    """The origin of a candidate: what it has for hints are formulas fitted to the values."""
    told = origin.writer is Writer.HINT
    return Origin(Writer.VALUES, of=Origin(Writer.REGRESSION) if told else origin)


_WAIT: Final = 20_000
"""The work after which the next formula that was put off has its attempt."""


@final
@dataclass(frozen=True)
class Values:
    """Where it is, between two epochs of the search by the equations."""

    begun: Begun | None = None
    """What became of the reference, once it was looked for."""
    search: bytes | None = None
    """The saved state of the search by values, once it has begun."""
    put_off: tuple[Finding, ...] = ()
    """What still waits for its attempt."""
    attempts: int = 0
    """How many that waited have had theirs."""
    looked_at: bool = False
    """Whether a reference was looked at that is used here too."""


@final
class ByValues:
    """A search by values beside the search of a course, once the reference is known."""

    def __init__(self, problem: Problem, plan: Plan, search: Search, finisher: Finisher) -> None:
        """Nothing is begun; time is kept for a reference at the end of the run."""
        self._problem, self._plan, self._search = problem, plan, search
        self._finisher = finisher
        wanted = plan.settings.reference and not plan.depth
        self.approximating = Approximating(
            problem, plan.cache, plan.settings.sampling, wanted=wanted
        )
        self._values: ValueSearch | None = None
        self._measured: set[Expression] = set()
        self._put_off: list[Finding] = []
        self._attempts = 0
        self._lost: Reason | None = None
        self.accepted: Approximation | None = None
        """An approximation that is good enough to end the run, if that was asked for."""
        if wanted:
            deadline = plan.options.deadline
            deadline.kept = seconds_kept(deadline.seconds)

    @property
    def candidates(self) -> int:
        """How many were scored by values."""
        return 0 if self._values is None else self._values.candidates

    @property
    def candidates_by_origin(self) -> Counts:
        """The same by who wrote them."""
        return {} if self._values is None else self._values.candidates_by_origin

    @property
    def remarks(self) -> tuple[Reason, ...]:
        """Why nothing is measured, and what could not be continued."""
        return tuple(one for one in (self.approximating.note, self._lost) if one is not None)

    def position(self) -> Values:
        """Where it is."""
        return Values(
            begun=self.approximating.begun,
            search=None if self._values is None else self._values.saved(),
            put_off=tuple(self._put_off),
            attempts=self._attempts,
            looked_at=self.approximating.looked_at,
        )

    def again(self, earlier: Values) -> None:
        """Be where another one was, at no cost of time: a run has paid for it."""
        self._put_off, self._attempts = list(earlier.put_off), earlier.attempts
        if earlier.looked_at:
            self.approximating.recall_look()
        if earlier.begun is None:
            return
        self._plan.options.deadline.kept = 0.0
        self.approximating.begin_again(earlier.begun, self._plan.options.boundary)
        if earlier.search is not None:
            self._begin_search(earlier.search)
            if self._values is None:
                self._lost = Reason(RunCode.RESUMED_VALUES_LOST)

    @property
    def _work(self) -> int:
        """What the search has done, counted in candidates: attempts at proofs cost far more."""
        return self._search.state.candidates + ATTEMPT * len(self._search.state.tried)

    def turns(self) -> Iterator[Finding]:
        """What looks like the solution, in the turns that are due, and what has waited for that."""
        first = self.approximating.is_open
        if first and self._work >= AFTER:
            self._begin()
            self._begin_search()
        deadline = self._plan.options.deadline
        if self._values is None or deadline.is_over:
            return
        turns = self._values.turns(self._work - AFTER, deadline)
        for found in self._plan.options.boundary.turns(Ingredient.VALUES, turns, most=math.inf):
            if self._finisher.is_new(ValueSearch, found.tree) and not self.puts_off(found):
                yield found
        yield from self._waited()
        self._plan.options.boundary.value(Ingredient.MEASURING, lambda: self._accept(first=first))

    def _begin(self, share: float = 1.0) -> None:
        """Look for a reference, in the time that was kept for it too."""
        options = self._plan.options
        options.deadline.kept = 0.0
        self.approximating.begin(options.deadline, options.boundary, share=share)

    def _begin_search(self, saved: bytes | None = None) -> None:
        self._plan.options.boundary.value(Ingredient.VALUES, lambda: self._make_search(saved))

    def _make_search(self, saved: bytes | None) -> None:
        approximating, plan = self.approximating, self._plan
        if approximating.reference_values is None:
            return
        hints = tuple(map(tree_of, approximating.own))
        options = replace(plan.options, hints=hints, deadline=Deadline())
        values = ValueSearch(
            self._problem, plan.settings, options, approximating.reference_values, saved
        )
        self._values = values
        self._search.agree_with(values.objective, again=saved is not None)

    def puts_off(self, found: Finding) -> bool:
        """Whether a formula is put off: it is known to be an approximation, if values are right."""
        formulas = by_unknown(self._problem, found.tree)
        boundary = self._plan.options.boundary
        if not boundary.value(Ingredient.MEASURING, lambda: self.approximating.rules_out(formulas)):
            return False
        self._put_off.append(found)
        return True

    def _waited(self) -> Iterator[Finding]:
        """What was put off, now and then: a reference may be wrong."""
        while self._put_off and self._work >= AFTER + _WAIT * (self._attempts + 1):
            self._attempts += 1
            yield self._put_off.pop(0)

    def _accept(self, *, first: bool) -> None:
        wanted = self._plan.acceptance
        if wanted is None or self._values is None:
            return
        new = self.found() if first else self._weighed(self._values.below(wanted.error))
        self.accepted = self.approximating.accepted(wanted, new) if first or new else None

    def _weighed(self, found: Iterable[Scored]) -> list[Approximation]:
        """Those of the formulas that were not measured before."""
        new = [one for one in found if one.tree not in self._measured]
        self._measured.update(one.tree for one in new)
        return [self._approximation(one, math.nan) for one in new]

    def begin_at_the_end(self) -> None:
        """Look for a reference if that was not done, in the time that was kept for it."""
        if self.approximating.is_open:
            self._begin(OF_THE_END)

    def found(self) -> list[Approximation]:
        """The best formulas of both searches, from small to large; NaN is a loss not computed."""
        by_values = () if self._values is None else self._values.front
        mine = [self._approximation(one, one.loss) for one in self._search.result().front]
        return [*mine, *(self._approximation(one, math.nan) for one in by_values)]

    def _approximation(self, one: Scored, loss: float) -> Approximation:
        return Approximation.unmeasured(by_unknown(self._problem, one.tree), one.origin, loss)


def by_unknown(problem: Problem, tree: Expression) -> dict[str, Expression]:
    """A candidate's formula for each unknown."""
    return dict(zip(problem.unknowns, tree.components, strict=True))
