"""The rows of a bench of the handbook, their totals by group, and how they were made."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from symplex.errors import SettingsError
from symplex_benchmarks.bench._references import ReferenceProblem
from symplex_benchmarks.bench._runs import Row, summary

FIRST = 100
"""So many problems of the answers file, in its order, have a total of their own."""

_KEYS = ("problem", "seed", "status", "proved", "other", "srr", "seconds", "candidates", "answer")
"""What a saved row must have."""


@final
@dataclass(frozen=True)
class Provenance:
    """How rows were made."""

    command: str
    version: str
    time_limit: float
    cores: int
    jobs: int
    threads: int
    """Of each run."""


@final
@dataclass(frozen=True)
class Report:
    """The rows of some problems, with the problems and how the rows were made."""

    problems: tuple[ReferenceProblem, ...]
    rows: tuple[Row, ...]
    provenance: tuple[Provenance, ...]

    @property
    def seeds(self) -> list[int]:
        """The seeds of the rows."""
        return sorted({row["seed"] for row in self.rows})

    def of(self, problems: Iterable[ReferenceProblem]) -> list[Row]:
        """The rows of some problems."""
        names = {one.name for one in problems}
        return [row for row in self.rows if row["problem"] in names]

    def with_seeds(self, seeds: Iterable[int]) -> "Report":
        """The part of it that belongs to some seeds."""
        wanted = set(seeds)
        rows = tuple(row for row in self.rows if row["seed"] in wanted)
        return Report(self.problems, rows, self.provenance)

    def family_totals(self) -> dict[str, Row]:
        """What the rows of each family add up to."""
        return self._totals(by_family(self.problems))

    def totals(self) -> dict[str, Row]:
        """What the rows of problems of all families add up to."""
        return self._totals(
            {
                f"the first {FIRST}": [one for one in self.problems if one.position < FIRST],
                "nonlinear": [one for one in self.problems if one.nonlinear],
                "not readable": [one for one in self.problems if not one.readable],
                "all": self.problems,
            }
        )

    def _totals(self, groups: Mapping[str, Sequence[ReferenceProblem]]) -> dict[str, Row]:
        rows = {name: self.of(problems) for name, problems in groups.items()}
        return {name: summary(found) for name, found in rows.items() if found}


def by_family(problems: Iterable[ReferenceProblem]) -> dict[str, list[ReferenceProblem]]:
    """Problems by family, in their own order."""
    found: dict[str, list[ReferenceProblem]] = {}
    for one in problems:
        found.setdefault(one.family, []).append(one)
    return found


def read_reports(files: Sequence[str], problems: Sequence[ReferenceProblem]) -> Report:
    """The report of saved rows; of two with the same problem and seed the last counts."""
    names = {one.name: one.position for one in problems}
    rows: dict[tuple[str, int], Row] = {}
    provenance: dict[Provenance, None] = {}
    for file in files:
        saved = _saved(Path(file))
        found = {(row["problem"], row["seed"]): row for row in saved["rows"]}
        rows |= {key: row for key, row in found.items() if key[0] in names}
        provenance |= dict.fromkeys(saved["made"])
    if not rows:
        raise SettingsError("the saved rows are of none of these problems; expected some")
    ordered = sorted(rows, key=lambda key: (names[key[0]], key[1]))
    return Report(tuple(problems), tuple(rows[key] for key in ordered), tuple(provenance))


def _saved(path: Path) -> dict[str, Any]:
    expected = "expected what 'symplex bench handbook --json' writes"
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        return {
            "rows": list(map(_row, saved["rows"])),
            "made": [Provenance(**m) for m in saved["made"]],
        }
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError:
        raise SettingsError(f"{path}: {expected}, found what is not JSON") from None
    except KeyError as error:
        raise SettingsError(f"{path}: {expected}, found no {error}") from None
    except TypeError:
        raise SettingsError(f"{path}: {expected}, found something else") from None


def _row(saved: Row) -> Row:
    missing = [key for key in _KEYS if key not in saved]
    if missing:
        raise KeyError(missing[0])
    return saved
