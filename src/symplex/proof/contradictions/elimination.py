"""Linear equations with exact constants, eliminated until one of them cannot hold.

A pivot is an entry that is shown not to vanish; whatever stays in an impossible equation is shown
to vanish. An entry of which neither is shown ends the use of its equation, nothing else.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, final

from symplex.exact.formulas.building import divide, multiply, subtract, value_of_number
from symplex.expression import Expression
from symplex.proof.contradictions.exact import is_nonzero, is_zero

Key = Any
"""What stands for an unknown."""


@final
@dataclass(frozen=True)
class ExactRow:
    """Σ entries·unknowns = right, and the numbers of the facts that it comes from."""

    entries: Mapping[Key, Expression]
    right: Expression
    sources: frozenset[int]

    def minus(self, factor: Expression, other: "ExactRow") -> "ExactRow":
        """Without a multiple of another."""
        keys = dict.fromkeys((*self.entries, *other.entries))
        nothing = subtract(factor, factor)
        entries = {
            key: subtract(
                self.entries.get(key, nothing), multiply(factor, other.entries.get(key, nothing))
            )
            for key in keys
        }
        right = subtract(self.right, multiply(factor, other.right))
        return ExactRow(entries, right, self.sources | other.sources)


@final
class Elimination:
    """Equations that were taken up one by one, each solved for an unknown of its own."""

    def __init__(self) -> None:
        self._solved: list[tuple[Key, ExactRow]] = []

    @property
    def rank(self) -> int:
        """How many unknowns are solved for."""
        return len(self._solved)

    def impossible(self, rows: Iterable[ExactRow]) -> ExactRow | None:
        """The first of more equations of which 0 = right is left, the right side not zero."""
        for row in rows:
            found = self._taken(row)
            if found is not None:
                return found
        return None

    def values(self, sources: frozenset[int]) -> Mapping[Key, Expression]:
        """The unknowns that the equations from some facts determine, with their values."""
        known: dict[Key, Expression] = {}
        for key, row in reversed(self._solved):
            others = [name for name in row.entries if name != key and _counts(row.entries[name])]
            if row.sources <= sources and all(name in known for name in others):
                value = row.right
                for name in others:
                    value = subtract(value, multiply(row.entries[name], known[name]))
                known[key] = value
        return known

    def _taken(self, row: ExactRow) -> ExactRow | None:
        row = self.reduced(row)
        # The plainest pivot keeps numbers short.
        keys = sorted(row.entries, key=lambda key: row.entries[key].size)
        lead = next((key for key in keys if is_nonzero(row.entries[key])), None)
        if lead is not None:
            self._solved.append((lead, _divided(row, lead)))
            return None
        impossible = is_nonzero(row.right) and all(map(is_zero, row.entries.values()))
        return row if impossible else None

    def reduced(self, row: ExactRow) -> ExactRow:
        """An equation without the unknowns that are solved for."""
        for key, solved in self._solved:
            factor = row.entries.get(key)
            if factor is None:
                continue
            if value_of_number(factor) != 0:
                row = row.minus(factor, solved)
            # What is left of the pivot's unknown is zero by construction.
            row = ExactRow(
                {k: v for k, v in row.entries.items() if k != key}, row.right, row.sources
            )
        return row


def _counts(entry: Expression) -> bool:
    return value_of_number(entry) != 0


def _divided(row: ExactRow, lead: Key) -> ExactRow:
    pivot = row.entries[lead]
    entries = {key: divide(value, pivot) for key, value in row.entries.items()}
    return ExactRow(entries, divide(row.right, pivot), row.sources)
