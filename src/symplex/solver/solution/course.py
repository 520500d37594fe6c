"""The course of a run on one problem: what is tried, in which order, in turns of counted work.

Owns the order (what the user told, then the search and the textbook in turns) and the checkpoint
from which a run continues. Each attempt ends in a certificate for this problem. A smaller problem
that a method makes has a course of its own.
"""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, final

from symplex.codes import RunCode, read_reason
from symplex.errors import SettingsError, SymplexError
from symplex.expression import Expression
from symplex.expression.transport import from_words, to_words
from symplex.origin import (
    UNRECORDED,
    Counts,
    Origin,
    Writer,
    added,
    by_writer,
    from_plain,
    to_plain,
)
from symplex.problem import Problem
from symplex.proof.certificate import Certificate
from symplex.reasons import Reason
from symplex.solver.approximation import Approximation
from symplex.solver.polish.effort import Shortfall
from symplex.solver.polish.polish import Polished
from symplex.solver.search.loop import Search
from symplex.solver.search.saving import save
from symplex.solver.search.state import Finding
from symplex.solver.solution.approximating import Begun, Plan
from symplex.solver.solution.by_values import ByValues, Values, by_unknown
from symplex.solver.solution.finisher import Finisher
from symplex.solver.solution.freed import freed
from symplex.solver.solution.hints import Hint
from symplex.solver.solution.textbook import (
    Reading,
    Recalled,
    Recollection,
    Textbook,
    TextbookAccount,
)
from symplex.work.boundary import Ingredient

_FORMAT: Final = 6
_READ: Final = (3, 4, 5, 6)
"""The formats that are read: until 3, a held answer had its certificate beside it; until 4, no
origins were saved; until 5, reasons were saved in words.
"""


@final
@dataclass(frozen=True)
class Position:
    """Where a course is, between two epochs of its search."""

    search: bytes
    """The saved state of the search."""
    limit: int | None = None
    """How many candidates end the search, if that was said."""
    told: tuple[Reason, ...] = ()
    """What became of the hints, which were all tried, and who failed."""
    turns: int = 0
    """How many turns the textbook has had."""
    textbook: TextbookAccount | None = None
    """What the textbook has cost, once it has no more turns."""
    seen_turns: int = 0
    """How many turns the methods have had that look at a reference."""
    seen: TextbookAccount | None = None
    """What they have cost, once they have no more turns."""
    recollections: tuple[Recollection | None, ...] = ()
    """What each of them has proposed, where that can be saved."""
    values: Values = field(default_factory=Values)
    """Where the search by values is."""
    left_out: tuple[Reason, ...] = ()
    """The methods and proposers that are not asked again, since they failed."""


@final
@dataclass
class Standing:
    """What the attempts of a run have come to so far, short of a proof."""

    held: Polished | None = None
    """What is conjectured."""
    shortfalls: frozenset[Shortfall] = field(default_factory=frozenset[Shortfall])
    """What was left undone for any of the candidates."""


@final
@dataclass(frozen=True)
class Held:
    """A conjectured answer as it is saved: without its certificate, which would not be believed."""

    answer: Mapping[str, Expression]
    shortfalls: frozenset[Shortfall] = frozenset()
    by_algebra: int = 0
    by_digits: int = 0
    origin: Origin = UNRECORDED

    @classmethod
    def of(cls, polished: Polished) -> "Held":
        """What is saved of an answer."""
        counts = polished.by_algebra, polished.by_digits
        return cls(polished.answer, polished.shortfalls, *counts, polished.origin)

    def with_certificate(self, certificate: Certificate) -> Polished:
        """The answer again."""
        counts = self.by_algebra, self.by_digits
        return Polished(self.answer, certificate, self.shortfalls, *counts, self.origin)


@final
@dataclass(frozen=True)
class Checkpoint:
    """All that a run continues from.

    As bytes: a line of JSON, then the states of the searches, which have a format of their own.
    Nothing that was proved is saved: an answer that is held has to be verified again. The textbook
    is not saved but repeated, since each of its turns depends on counted work alone.
    """

    position: Position
    held: Held | None = None
    shortfalls: frozenset[Shortfall] = frozenset()

    @classmethod
    def of(cls, position: Position, standing: Standing) -> "Checkpoint":
        """What is saved of a run."""
        held = None if standing.held is None else Held.of(standing.held)
        return cls(position, held, standing.shortfalls)

    def to_bytes(self) -> bytes:
        """As bytes; what they hold is not protected against damage here."""
        position, held = self.position, self.held
        plain = {
            "format": _FORMAT,
            "search": len(position.search),
            "limit": position.limit,
            "told": [one.to_json() for one in position.told],
            "left_out": [one.to_json() for one in position.left_out],
            "turns": position.turns,
            "textbook": _plain_account(position.textbook),
            "seen_turns": position.seen_turns,
            "seen": _plain_account(position.seen),
            "recollections": [one and one.to_json() for one in position.recollections],
            "values": _plain_values(position.values),
            "held": None if held is None else _plain(held),
            "shortfalls": sorted(one.name for one in self.shortfalls),
        }
        states = position.search + (position.values.search or b"")
        return b"\n".join((json.dumps(plain).encode(), states))

    @classmethod
    def from_bytes(cls, data: bytes) -> "Checkpoint":
        """What `to_bytes` wrote.

        Raises:
            SettingsError: if it is something else, or of another format.
        """
        first, _, states = data.partition(b"\n")
        try:
            plain = json.loads(first)
            if plain["format"] not in _READ:
                raise SettingsError(f"the checkpoint has format {plain['format']}, not {_FORMAT}")
            held = plain["held"]
            return cls(
                _position(plain, states),
                None if held is None else _held(held),
                frozenset(Shortfall[name] for name in plain["shortfalls"]),
            )
        except SettingsError:
            raise
        except (SymplexError, LookupError, TypeError, ValueError) as error:
            raise SettingsError(f"the checkpoint was not written by SymPlex ({error!r})") from None


def _position(plain: Mapping[str, Any], states: bytes) -> Position:
    end = int(plain["search"])
    known = (one and Recollection.from_json(one) for one in plain["recollections"])
    return Position(
        search=states[:end],
        limit=plain["limit"],
        told=tuple(map(read_reason, plain["told"])),
        left_out=tuple(map(read_reason, plain.get("left_out", ()))),
        turns=int(plain["turns"]),
        textbook=_account(plain["textbook"]),
        seen_turns=int(plain["seen_turns"]),
        seen=_account(plain["seen"]),
        recollections=tuple(known),
        values=_values(plain["values"], states[end:] or None),
    )


def _plain_values(values: Values) -> dict[str, Any]:
    begun = values.begun
    return {
        "begun": None if begun is None else [begun.shared, begun.note and begun.note.to_json()],
        "put_off": [to_words(one.tree) for one in values.put_off],
        "put_off_origins": [str(one.origin) for one in values.put_off],
        "attempts": values.attempts,
        "looked_at": values.looked_at,
    }


def _values(plain: Mapping[str, Any], search: bytes | None) -> Values:
    begun = None if plain["begun"] is None else _begun(*plain["begun"])
    trees = list(map(from_words, plain["put_off"]))
    unrecorded = [str(UNRECORDED)] * len(trees)
    origins = map(Origin.read, plain.get("put_off_origins", unrecorded))
    put_off = tuple(map(Finding, trees, origins))
    return Values(begun, search, put_off, int(plain["attempts"]), bool(plain["looked_at"]))


def _begun(shared: bool, note: Mapping[str, Any] | str | None) -> Begun:  # noqa: FBT001
    return Begun(shared, read_reason(note) if note else None)


def _plain_account(account: TextbookAccount | None) -> list[Any] | None:
    if account is None:
        return None
    remarks = [remark.to_json() for remark in account.remarks]
    return [account.families, to_plain(account.candidates_by_origin), remarks]


def _account(plain: list[Any] | None) -> TextbookAccount | None:
    if plain is None:
        return None
    families, counts, remarks = plain
    known = {UNRECORDED: counts} if isinstance(counts, int) else from_plain(counts)
    return TextbookAccount(families, known, tuple(map(read_reason, remarks)))


def _plain(held: Held) -> dict[str, Any]:
    return {
        "answer": {name: to_words(formula) for name, formula in held.answer.items()},
        "shortfalls": sorted(one.name for one in held.shortfalls),
        "by_algebra": held.by_algebra,
        "by_digits": held.by_digits,
        "origin": str(held.origin),
    }


def _held(plain: Mapping[str, Any]) -> Held:
    return Held(
        {name: from_words(words) for name, words in plain["answer"].items()},
        frozenset(Shortfall[name] for name in plain["shortfalls"]),
        int(plain["by_algebra"]),
        int(plain["by_digits"]),
        Origin.read(plain.get("origin", str(UNRECORDED))),
    )


_MAX_DEPTH: Final = 2
"""How often a smaller problem may be made of a smaller problem."""
_SMALLER: Final = (20_000, 5_000)
"""The candidates that a smaller problem may cost, by depth."""
_HEAD_START: Final = 10_000
"""What the textbook may cost before the search begins, where there is one variable."""
_MAX_CONSTANTS: Final = 12
"""A formula with more is not solved for all parameters at once."""
_DELAY: Final = 100
"""The candidates of the search before the textbook begins, where there are several."""
_MAX_IDLE: Final = 100
"""The epochs of a search without a new candidate after which the textbook does not wait for it."""
_MAX_FRONT: Final = 100
"""How many approximations are offered, whoever measures more."""
_LOOK_AFTER: Final = (1_000, 4_000)
"""The candidates of the search before a reference is looked at, with one variable and several."""


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
        deadline = plan.options.deadline
        self._finisher = Finisher(
            problem, deadline, plan.options.seed, algebra=plan.settings.algebra
        )
        smaller = self._smaller if plan.depth < _MAX_DEPTH else None
        methods = plan.methods if plan.settings.textbook else ()
        self._structure = self._recalled()
        ahead = _HEAD_START if len(problem.variables) == 1 else -_DELAY
        self._boundary = boundary = plan.options.boundary
        self._textbook = Reading(
            Textbook(problem, methods, self._finisher, smaller, deadline, boundary), ahead
        )
        self._seen = Reading(
            Textbook(
                *(problem, self._structure, self._finisher, smaller, deadline, boundary),
                writer=Writer.STRUCTURE,
            ),
            -_LOOK_AFTER[len(problem.variables) > 1],
        )
        self.by_values = ByValues(problem, plan, self.search, self._finisher)
        self._told: list[Reason] = []
        self._counted = self._idle = 0
        if plan.depth:
            self.search.end_after(_SMALLER[plan.depth - 1])

    def _recalled(self) -> tuple[Recalled, ...]:
        """The methods that look at a reference, with what they saw in an earlier run."""
        settings = self._plan.settings
        structure = self._plan.structure if settings.reference and settings.structure else ()
        known = () if self._earlier is None else self._earlier.recollections
        some = (*known, *(None for _ in structure))
        return tuple(map(Recalled, structure, some))

    @property
    def is_over(self) -> bool:
        """Whether the time of the run is over."""
        return self._plan.options.deadline.is_over

    @property
    def candidates(self) -> int:
        """How many were scored so far, for smaller problems too."""
        return self.search.state.candidates + self.candidates_below

    @property
    def candidates_below(self) -> int:
        """How many were scored for smaller problems, and by values."""
        books = self._textbook.book.candidates + self._seen.book.candidates
        return books + self.by_values.candidates

    @property
    def candidates_by_origin(self) -> Counts:
        """All that were scored so far, by who wrote them."""
        return added((by_writer(self.search.state.written), self.candidates_below_by_origin))

    @property
    def candidates_below_by_origin(self) -> Counts:
        """Those for smaller problems, and by values, by who wrote them."""
        books = (one.book.candidates_by_origin for one in (self._textbook, self._seen))
        return added((*books, self.by_values.candidates_by_origin))

    @property
    def families(self) -> int:
        """How many formulas with constants its methods have proposed."""
        return sum(one.book.account.families for one in (self._textbook, self._seen))

    @property
    def remarks(self) -> tuple[Reason, ...]:
        """What became of hints that were of no use, and of methods that failed."""
        books = (*self._textbook.book.remarks, *self._seen.book.remarks)
        return (*self._told, *books, *self.by_values.remarks)

    def measured_front(self) -> tuple[Approximation, ...]:
        """The best formulas by their errors; empty where nothing is measured."""

        def front() -> tuple[Approximation, ...]:
            return self.by_values.approximating.front(self.by_values.found())

        made = self._boundary.value(Ingredient.MEASURING, front, share=1.0) or ()
        return tuple(one for one in made[:_MAX_FRONT] if math.isfinite(one.badness))

    def position(self) -> Position:
        """Where it is, while the search is between two epochs: a course can continue from there."""
        book, seen = self._textbook, self._seen
        return Position(
            search=save(self.search.state),
            limit=self.search.candidate_limit,
            told=(*self._told, *self._boundary.remarks),
            left_out=self._boundary.left_out,
            turns=book.turns,
            textbook=book.account,
            seen_turns=seen.turns,
            seen=seen.account,
            recollections=tuple(method.recollection for method in self._structure),
            values=self.by_values.position(),
        )

    def attempts(self) -> Iterator[Polished | None]:
        """What was finished, one after the other; None where a turn ends without that."""
        if self._earlier is None:
            for hint in self._hints:
                yield from self._tried(hint)
            yield from self._due()
        else:
            yield from self._again(self._earlier)
        for finding in self._boundary.turns(Ingredient.SEARCH, self.search.findings, most=math.inf):
            if self.is_over:  # the search has more: what is left is for the end
                return
            yield from self._between_epochs() if finding is None else self._followed(finding)
            if self.by_values.accepted is not None:
                return
        if self._boundary.has_failed(Ingredient.SEARCH):
            yield from self._due(alone=True)

    def _between_epochs(self) -> Iterator[Polished | None]:
        """The turns of all else; they do not wait for a search that comes to nothing new."""
        self._idle = 0 if self._counted < self.search.state.candidates else self._idle + 1
        self._counted = self.search.state.candidates
        yield from self._due(alone=self._idle > _MAX_IDLE)
        yield from map(self._finished, self.by_values.turns())
        if self.by_values.accepted is None:
            yield None

    def _followed(self, finding: Finding) -> Iterator[Polished | None]:
        """What the search has found, finished, once."""
        if not self._finisher.is_new(Search, (finding.tree, *finding.held.items())):
            return
        if finding.held:
            if self._plan.settings.algebra:
                found = self._for_all_parameters(finding)
                yield from self._boundary.turns(Ingredient.PARAMETERS, found)
        elif not self.by_values.puts_off(finding):
            yield self._finished(finding)

    def _finished(self, found: Finding) -> Polished | None:
        """What looks like a solution, polished, with its certificate."""

        def polished() -> Polished:
            return self._finisher.polished(by_unknown(self._problem, found.tree), found.origin)

        return self._boundary.value(Ingredient.POLISHING, polished)

    def _tried(self, hint: Hint) -> Iterator[Polished]:
        completed = self._finisher.completed(hint.skeleton, Origin(Writer.HINT))
        why = yield from self._boundary.turns(Ingredient.HINTS, completed)
        if why is not None:
            self._told.append(Reason(RunCode.RUN_HINT, hint=hint.text, why=why))

    def _for_all_parameters(self, finding: Finding) -> Iterator[Polished]:
        """What solves the problem at held parameters, its constants as functions of them."""
        skeleton, near = freed(by_unknown(self._problem, finding.tree))
        if len(skeleton.names) <= _MAX_CONSTANTS:
            origin = Origin(Writer.ALGEBRA, of=finding.origin)
            yield from self._finisher.solved(skeleton, origin, near)

    def _due(self, *, alone: bool = False) -> Iterator[Polished | None]:
        """The turns of the methods until they have cost what is due; all, if they are alone."""
        for reading in (self._textbook, self._seen):
            yield from reading.due(None if alone else self.search.state)

    def _again(self, earlier: Position) -> Iterator[Polished | None]:
        """Take all else to where it was: turns of methods are repeated, unless all were taken.

        That takes no time from the run, which has paid for it.
        """
        self._told.extend(earlier.told)
        self._boundary.leave_out(earlier.left_out)
        if earlier.limit is not None:
            self.search.end_after(earlier.limit - self.search.state.candidates)
        with self._plan.options.deadline.suspended(self.search.state.seconds):
            yield from self._textbook.again(earlier.turns, earlier.textbook)
            yield from self._seen.again(earlier.seen_turns, earlier.seen)
            self.by_values.again(earlier.values)
        self.search.restart_clock()

    def _smaller(self, problem: Problem) -> "Course":
        return Course(problem, self._plan.below)
