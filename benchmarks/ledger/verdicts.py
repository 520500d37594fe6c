"""The verdicts that are kept with the sources, until a proof or a question changes.

Owns the file of them, short enough to be read in a review: the key of what they rest on, counts,
and the true answers that are not proved. Every other true answer is.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Self, final

from ledger.comparison import by_suite, summary, verdict
from ledger.key import Key
from ledger.questions import RIGHT, TRUE, WRONG, Truth
from ledger.rows import Row
from near_misses.cases import BENCHMARKS

SUITES: Final = (TRUE, RIGHT, WRONG)
"""Of which verdicts are kept."""
KEPT: Final = BENCHMARKS / "verdicts.json"


@final
@dataclass(frozen=True)
class Verdicts:
    """What was said of all attacks and true answers, in short."""

    key: Key
    counts: Mapping[str, Mapping[str, int]]
    """By suite and verdict."""
    unproved: Sequence[str]
    """The true answers that are not called exact."""

    @classmethod
    def of(cls, key: Key, rows: Collection[Row]) -> Self:
        """In short, in an order that does not depend on who answered first."""
        counts = {
            suite: dict(sorted(found.items())) for suite, found in sorted(by_suite(rows).items())
        }
        return cls(key, counts, sorted(row["name"] for row in _unproved(rows)))

    @classmethod
    def read(cls, path: Path) -> Self:
        """Those of a file; none at all if there is no file.

        Raises:
            ValueError: If the file holds anything else.
        """
        if not path.exists():
            return cls(Key("", ""), {}, [])
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            return cls(Key(**found["key"]), found["counts"], found["unproved"])
        except (TypeError, KeyError, ValueError):
            raise ValueError(
                f"{path}: expected what 'ledger verdicts --write' writes, found something else"
            ) from None

    def write(self, path: Path) -> None:
        """Keep them in a file."""
        text = json.dumps(asdict(self), ensure_ascii=False, indent=2)
        path.write_text(f"{text}\n", encoding="utf-8")

    def lost(self, rows: Collection[Row]) -> list[Row]:
        """The true answers without a proof that are not among those that had none."""
        return [row for row in _unproved(rows) if row["name"] not in self.unproved]


def _unproved(rows: Collection[Row]) -> list[Row]:
    right = Truth.RIGHT.value
    return [row for row in rows if row.get("truth") == right and row.get("status") != "exact"]


def report(kept: Verdicts, rows: Collection[Row]) -> str:
    """Counts by suite, then every verdict that must not be, and every proof that is lost."""
    lost = (f"UNPROVED {row['name']}: {verdict(row)}" for row in kept.lost(rows))
    return "\n".join([summary(rows), *lost])
