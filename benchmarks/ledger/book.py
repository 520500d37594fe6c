"""The file of a ledger: a line that says whose it is, then a line for each row.

Owns reading and writing it. Rows are appended as they come, so that what stands is not asked again
after an interrupt; in the end they stand sorted by name.
"""

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Self, final

import symplex
from ledger.rows import Row
from near_misses.cases import BENCHMARKS

FORM: Final = 1
"""Of the file: another one is refused."""
SOURCES: Final = frozenset(
    {".py", ".toml", ".cpp", ".hpp", ".inl", ".cu", ".cuh", ".safetensors", ".json"}
)
"""What answers may depend on."""


@final
@dataclass(frozen=True)
class Heading:
    """Whose ledger it is, and of which questions."""

    source: str
    """A digest of the package and of what is asked: rows of two sources do not mix."""
    pattern: str
    every: int
    machine: str
    """Numbers may differ in their last digits on another."""
    form: int = FORM

    @classmethod
    def of(cls, pattern: str, every: int, source: str = "") -> Self:
        """The heading of what this very package answers here; all of it, if no source is named."""
        machine = f"{platform.machine()}, Python {platform.python_version()}"
        return cls(source or source_digest(), pattern, every, machine)


@final
@dataclass(frozen=True)
class Book:
    """A ledger as a value."""

    heading: Heading
    rows: Mapping[str, Row]
    """By name."""


def read_book(path: Path) -> Book:
    """The ledger that a file holds; a row that was cut off while it was written is left out.

    Raises:
        ValueError: If it is none.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except OSError as error:
        raise ValueError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        heading = Heading(**json.loads(lines[0]))
        # Whatever follows the last end of a line was cut off.
        rows = {row["name"]: row for row in map(json.loads, lines[1:-1])}
    except (TypeError, KeyError, ValueError):
        raise ValueError(
            f"{path}: expected what 'ledger write' writes, found other lines"
        ) from None
    if heading.form != FORM:
        raise ValueError(f"{path}: expected a ledger of form {FORM}, found {heading.form}")
    return Book(heading, rows)


@final
class Writer:
    """Appends rows to a file."""

    def __init__(self, path: Path, heading: Heading) -> None:
        """The writer of a new ledger, or of one that was begun under the same heading.

        Raises:
            ValueError: If the file holds anything else.
        """
        self._path, self._heading = path, heading
        self.rows: dict[str, Row] = {}
        if path.exists():
            book = read_book(path)
            if book.heading != heading:
                raise ValueError(
                    f"{path}: expected a ledger begun by this source with the same options, found "
                    f"{_differing(book.heading, heading)}; give another file"
                )
            self.rows = dict(book.rows)
        self._written()
        self._file = path.open("a", encoding="utf-8")

    def add(self, row: Row) -> None:
        """A row, on the disk at once."""
        self.rows[row["name"]] = row
        self._file.write(_line(row))
        self._file.flush()

    def close(self) -> None:
        """Have the rows stand sorted by name."""
        self._file.close()
        self._written()

    def _written(self) -> None:
        """Write the file anew, whole, without what was cut off."""
        beside = self._path.with_name(f"{self._path.name}.new")
        rows = (self.rows[name] for name in sorted(self.rows))
        beside.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text("".join(map(_line, [asdict(self._heading), *rows])), encoding="utf-8")
        beside.replace(self._path)


def _line(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"


def _differing(found: Heading, expected: Heading) -> str:
    ours, theirs = asdict(expected), asdict(found)
    return ", ".join(f"{one} {theirs[one]}" for one in ours if theirs[one] != ours[one])


def source_digest() -> str:
    """Of every file of the package and of what is asked of it; compiled parts by their sources."""
    found = hashlib.sha256()
    for folder in (Path(symplex.__file__).parent, BENCHMARKS):
        for path in sorted(folder.rglob("*")):
            if path.suffix in SOURCES:
                found.update(path.relative_to(folder).as_posix().encode())
                found.update(path.read_bytes())
    return found.hexdigest()[:12]
