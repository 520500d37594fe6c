"""Where a run is, as a value and as bytes: what it needs to continue as if it had never stopped.

Owns the format: a line of JSON, then the states of the searches, which have a format of their own.
Nothing that was proved is saved: an answer that is held has to be verified again.
The textbook is not saved but repeated, since each of its turns depends on counted work alone; once
it has no more turns, what it has cost suffices.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, final

from symplex.errors import SettingsError, SymplexError
from symplex.expression import Expression
from symplex.expression.transport import from_words, to_words
from symplex.origin import UNRECORDED, Origin, from_plain, to_plain
from symplex.polish.effort import Shortfall
from symplex.polish.polish import Polished
from symplex.proof.certificate import Certificate
from symplex.reasons import Reason
from symplex.search.state import Finding
from symplex.solution.approximating import Begun
from symplex.solution.by_values import Values
from symplex.solution.recalled import Recollection
from symplex.solution.textbook import TextbookAccount

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
    """All that a run continues from."""

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
        told=tuple(map(Reason.from_json, plain["told"])),
        left_out=tuple(map(Reason.from_json, plain.get("left_out", ()))),
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
    return Begun(shared, Reason.from_json(note) if note else None)


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
    return TextbookAccount(families, known, tuple(map(Reason.from_json, remarks)))


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
