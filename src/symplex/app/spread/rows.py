"""Rows that outlive a crash: a file with a JSON object a line, on the disk as soon as it is there.

Owns the file. Each row begins with the name of its task, and no task has two. A row that a crash
has torn is cut off when the file is opened again; a file that holds anything else is left alone.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, final

from symplex.errors import SettingsError

Row = dict[str, Any]
TASK = "task"
"""The key under which a row has the name of its task."""
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
        """Read the rows of a file, which is made if there is none.

        Raises:
            SettingsError: if it cannot be written, or holds something else.
        """
        self._path = path
        try:
            with path.open("ab+") as file:
                file.seek(0)
                *lines, torn = file.read().split(b"\n")
                self._rows = {row[TASK]: row for row in map(self._row, lines)}
                if torn[: len(_BEGINNING)] != _BEGINNING[: len(torn)]:
                    raise self._foreign()
                self._length = sum(len(line) + 1 for line in lines)
                file.truncate(self._length)
            _synchronise(path.parent)
        except OSError as error:
            raise self._unwritable(error) from None

    @property
    def rows(self) -> Mapping[str, Row]:
        """The rows that there are, by task."""
        return self._rows

    def append(self, task: str, row: Row) -> None:
        """Keep the row of a task: when this returns, no crash can lose it."""
        whole = {TASK: task, **row}
        line = f"{json.dumps(whole, ensure_ascii=False)}\n".encode()
        try:
            with self._path.open("ab") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):  # whatever of the row is there must not precede another
                os.truncate(self._path, self._length)
            raise self._unwritable(error) from None
        self._length += len(line)
        self._rows[task] = whole

    def _row(self, line: bytes) -> Row:
        try:
            row = json.loads(line) if line[: len(_BEGINNING)] == _BEGINNING else None
        except ValueError:
            row = None
        if row is None:
            raise self._foreign()
        return row

    def _unwritable(self, error: OSError) -> SettingsError:
        return SettingsError(f"{self._path}: cannot be written: {error.strerror}")

    def _foreign(self) -> SettingsError:
        return SettingsError(f"{self._path}: expected the rows of a sweep, found something else")


def _synchronise(folder: Path) -> None:
    """Make sure that a file that was made in a folder is there after a crash."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


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
        self._rows[task] = {TASK: task, **row}
