"""Rows that outlive a crash: a file with a JSON object a line, on the disk as soon as it is there.

Owns the file. Each row begins with the name of its task, and no task has two. A row that a crash
has torn is cut off when the file is opened again; a file that holds anything else is left alone.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol, final

from symplex.errors import SettingsError

Row = dict[str, Any]
_TASK = "task"
_BEGINNING = b'{"task": "'


class RowWriter(Protocol):
    """Whatever keeps the rows of tasks."""

    @property
    def rows(self) -> Mapping[str, Row]:
        """The rows that there are, by task."""
        ...

    def append(self, task: str, row: Row) -> None:
        """Keep the row of a task: when this returns, no crash can lose it."""
        ...


@final
class RowFile:
    """The rows of a file, and the way to append to them."""

    def __init__(self, path: Path) -> None:
        """Open a file, which is made if there is none, and read the rows that it has.

        Raises:
            SettingsError: if it cannot be written, or holds something else.
        """
        self._path = path
        try:
            self._file = path.open("ab+")
            self._rows = self._read()
        except OSError as error:
            raise self._unwritable(error) from None

    @property
    def rows(self) -> Mapping[str, Row]:
        """The rows that there are, by task."""
        return self._rows

    def _read(self) -> dict[str, Row]:
        self._file.seek(0)
        *lines, torn = self._file.read().split(b"\n")
        found = {row[_TASK]: row for row in map(self._row, lines)}
        if torn[: len(_BEGINNING)] != _BEGINNING[: len(torn)]:
            raise self._foreign()
        self._file.truncate(sum(len(line) + 1 for line in lines))
        return found

    def _row(self, line: bytes) -> Row:
        try:
            row = json.loads(line) if line[: len(_BEGINNING)] == _BEGINNING else None
        except ValueError:
            row = None
        if row is None:
            raise self._foreign()
        return row

    def append(self, task: str, row: Row) -> None:
        """Keep the row of a task: when this returns, no crash can lose it."""
        whole = {_TASK: task, **row}
        try:
            self._file.write(f"{json.dumps(whole, ensure_ascii=False)}\n".encode())
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise self._unwritable(error) from None
        self._rows[task] = whole

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _unwritable(self, error: OSError) -> SettingsError:
        return SettingsError(f"{self._path}: cannot be written: {error.strerror}")

    def _foreign(self) -> SettingsError:
        return SettingsError(f"{self._path}: expected the rows of a sweep, found something else")


@final
class NoFile:
    """Rows that nobody asked to keep."""

    def __init__(self) -> None:
        self._rows: dict[str, Row] = {}

    @property
    def rows(self) -> Mapping[str, Row]:
        """The rows that there are, by task."""
        return self._rows

    def append(self, task: str, row: Row) -> None:
        """Remember the row of a task."""
        self._rows[task] = {_TASK: task, **row}
