"""Two ledgers side by side: which rows one of them lacks, and what differs in the others.

Owns what counts as a difference. A formula that is written otherwise and proved to be the same
function is told apart from one that is not.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, final

from ledger.book import Book
from ledger.questions import Truth
from ledger.rows import CRASHED, ENDED, Row
from symplex.errors import SymplexError
from symplex.expression.parse import parse
from symplex.expression.transport import to_words
from symplex.problem import Problem
from symplex.proof.here import verify_here
from symplex.work.budget import Limits

NEVER: Final = frozenset({"name", "seconds", "box", "truth"})
"""Fields that are no part of what is compared."""
SOLUTION, FORM = "solution", "form"
"""The field of a formula, and the name of its change if the function is still the same."""
_STEPS: Final = 20_000
"""Which a proof that two formulas are the same may take."""
ABSENT: Final = "–"


@final
@dataclass(frozen=True)
class Change:
    """A field of a row that is not what it was."""

    row: str
    field: str
    old: Any
    new: Any


@final
@dataclass(frozen=True)
class Comparison:
    """An earlier ledger and a later one."""

    before: Book
    after: Book
    ignored: Collection[str] = ()
    """Fields that may differ."""

    @cached_property
    def missing(self) -> list[str]:
        """The rows that the later one lacks."""
        return sorted(self.before.rows.keys() - self.after.rows.keys())

    @cached_property
    def added(self) -> list[str]:
        """The rows that the earlier one lacks."""
        return sorted(self.after.rows.keys() - self.before.rows.keys())

    @cached_property
    def changes(self) -> list[Change]:
        """Every field that differs, in the order of the rows."""
        common = sorted(self.before.rows.keys() & self.after.rows.keys())
        changes = (
            change
            for name in common
            for change in _changes(self.before.rows[name], self.after.rows[name])
        )
        return [change for change in changes if change.field not in self.ignored]

    @property
    def other_forms(self) -> list[Change]:
        """The changes that are proved to be of form alone."""
        return [change for change in self.changes if change.field == FORM]

    @property
    def differs(self) -> bool:
        """Whether anything does."""
        return bool(self.missing or self.added or self.changes)


def _changes(old: Row, new: Row) -> Iterator[Change]:
    name = old["name"]
    for field in sorted((old.keys() | new.keys()) - NEVER):
        pair = old.get(field, ABSENT), new.get(field, ABSENT)
        if pair[0] != pair[1]:
            is_form = field == SOLUTION and are_same(old, new)
            yield Change(name, FORM if is_form else field, *pair)


def are_same(old: Row, new: Row) -> bool:
    """Whether the formulas of two rows are proved to be the same functions on the whole box.

    One of them is put before the verifier as the answer to the equation that says it equals the
    other: what is not proved by counted work is taken to be another function.
    """
    before, after = old.get(SOLUTION), new.get(SOLUTION)
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return False
    if before.keys() != after.keys() or old.get("box") != new.get("box"):
        return False
    return all(_is_same(before[one], after[one], old["box"]) for one in before)


def _is_same(first: str, second: str, box: Mapping[str, Any]) -> bool:
    try:
        problem = Problem([f"{_UNKNOWN} = {first}"], **box, unknowns=[_UNKNOWN])
        answer = parse(second, problem.answer_scope)
        if to_words(answer) == to_words(parse(first, problem.answer_scope)):
            return True
        limits = Limits(math.inf, _STEPS)
        return verify_here(problem, {_UNKNOWN: answer}, limits).is_exact
    except SymplexError:
        return False


_UNKNOWN: Final = "unknown"
"""A name that no formula has."""


def page(comparison: Comparison, most: int = 40) -> str:
    """What differs: counts by kind of change, then row by row, so many of each."""
    before, after = comparison.before, comparison.after
    forms = comparison.other_forms
    others = [change for change in comparison.changes if change.field != FORM]
    lines = [
        f"{len(before.rows)} rows of source {before.heading.source}, "
        f"{len(after.rows)} of source {after.heading.source}",
        f"missing {len(comparison.missing)}, added {len(comparison.added)}, "
        f"changed {len({change.row for change in others})}, other form {len(forms)}",
        *_counts(others),
        *_listed("missing", comparison.missing, most),
        *_listed("added", comparison.added, most),
        *_listed("changed", _by_row(others), most),
        *_listed("other form", _by_row(forms), most),
    ]
    common = before.rows.keys() & after.rows.keys()
    seconds = (sum(book.rows[name]["seconds"] for name in common) for book in (before, after))
    lines.append("seconds of the rows that both have: " + " → ".join(f"{s:.0f}" for s in seconds))
    lines += [
        f"note: {field} is not the same: {old} → {new}"
        for field in ("pattern", "every", "machine")
        if (old := getattr(before.heading, field)) != (new := getattr(after.heading, field))
    ]
    return "\n".join(lines)


def _counts(changes: list[Change]) -> Iterator[str]:
    """How often each change of a field was made, from what to what if these are few words."""
    counts = Counter((change.field, *_kinds(change)) for change in changes)
    for (field, old, new), count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        yield f"{count:>7}  {field}" + (f": {old} → {new}" if old or new else "")


def _kinds(change: Change) -> tuple[str, str]:
    """The two values if they are words of the program's, and not of this row alone."""
    if change.field in _WORDS:
        return str(change.old), str(change.new)
    return "", ""


_WORDS: Final = frozenset({"status", "level", "stop_reason", "complete", CRASHED, ENDED})
"""Fields whose values say how one thing became another."""


def _by_row(changes: list[Change]) -> list[str]:
    rows: dict[str, list[str]] = {}
    for change in changes:
        rows.setdefault(change.row, []).append(
            f"      {change.field}: {_text(change.old)} → {_text(change.new)}"
        )
    return ["\n".join([row, *lines]) for row, lines in rows.items()]


def _text(value: object) -> str:
    if isinstance(value, Mapping):
        return "; ".join(f"{name} = {formula}" for name, formula in value.items()) or "nothing"
    return str(value) or "nothing"


def _listed(title: str, entries: list[str], most: int) -> Iterator[str]:
    if entries:
        yield f"{title}:"
        yield from (f"   {entry}" for entry in entries[:most])
    if len(entries) > most:
        yield f"   and {len(entries) - most} more"


def summary(rows: Collection[Row]) -> str:
    """How many rows of each suite have which verdict; then every verdict that must not be."""
    lines = [
        f"{suite:<16}{counts.total():>6}  " + ", ".join(f"{n} {s}" for s, n in counts.most_common())
        for suite, counts in sorted(by_suite(rows).items())
    ]
    return "\n".join([*lines, *(f"FALSE {row['name']}: {verdict(row)}" for row in false(rows))])


def by_suite(rows: Iterable[Row]) -> dict[str, Counter[str]]:
    """How many rows of each suite have which verdict."""
    suites: dict[str, Counter[str]] = {}
    for row in rows:
        suites.setdefault(row["name"].partition("/")[0], Counter())[verdict(row)] += 1
    return suites


def verdict(row: Row) -> str:
    """A row's status in a word or two."""
    for field in (CRASHED, ENDED):
        if field in row:
            return f"{field} {row[field]}"
    return str(row.get("status", f"{row.get('count')} contradictions"))


def false(rows: Collection[Row]) -> list[Row]:
    """The rows that must not be: a wrong answer called exact, a true one refuted, none at all."""
    wrong = {(Truth.WRONG.value, "exact"), (Truth.RIGHT.value, "refuted")}
    return [
        row
        for row in rows
        if (row.get("truth"), row.get("status")) in wrong or {CRASHED, ENDED} & row.keys()
    ]


def count(rows: Collection[Row], field: str, *, named: bool = False) -> str:
    """How many rows have which value of a field, the commonest first; perhaps with their names."""
    found: dict[str, list[str]] = {}
    for row in rows:
        found.setdefault(_text(row.get(field, ABSENT)), []).append(row["name"])
    lines: list[str] = []
    for value, names in sorted(found.items(), key=lambda item: (-len(item[1]), item[0])):
        lines.append(f"{len(names):>7}  {value}")
        lines += [f"         {name}" for name in sorted(names)] if named else []
    return "\n".join(lines)
