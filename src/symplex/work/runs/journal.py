"""The journal: events as lines of JSON, appended one by one, each with its number and checksum.

Lines, not a database: a person can read them, `tail -f` can follow them, a torn end costs one line,
and nothing lies beside the file that would have to be moved with it. A second file holds how many
lines there are, so that a journal that was cut at the end of a line is noticed too.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import final

from symplex.work.runs.damage import DamagedError
from symplex.work.runs.events import Event
from symplex.work.runs.files import read_text, sync_folder, write_whole
from symplex.work.runs.sealing import sealed, unsealed

_LINES, _COUNT = "events.jsonl", "events.count"


@final
@dataclass(frozen=True)
class Reading:
    """What is in a journal."""

    events: tuple[Event, ...] = ()
    """The lines that are whole."""
    torn: bool = False
    """Whether the last line was being written when the run ended."""
    faults: tuple[str, ...] = ()
    """What else is wrong, a clause each."""

    @property
    def next_number(self) -> int:
        """The number of the next event."""
        return self.events[-1].number + 1 if self.events else 1


def read_journal(folder: Path) -> Reading:
    """The events of a run, and what is wrong with them."""
    path = folder / _LINES
    try:
        data = path.read_bytes()
    except OSError:
        return Reading(faults=_counted(folder, Reading()))
    lines = data.split(b"\n")
    tail = lines.pop()
    found = [_event(line) for line in lines]
    whole = tuple(event for event in found if event is not None)
    faults: list[str] = []
    bad = len(found) - len(whole)
    if bad:
        faults.append(f"{_LINES}: {bad} of {len(found)} lines are damaged and were left out")
    elif any(event.number != place for place, event in enumerate(whole, 1)):
        faults.append(f"{_LINES}: lines are missing or stand twice")
    reading = Reading(whole, bool(tail), tuple(faults))
    return replace(reading, faults=(*faults, *_counted(folder, reading)))


def _event(line: bytes) -> Event | None:
    try:
        return Event.from_plain(unsealed(line.decode()))
    except (DamagedError, KeyError, TypeError, ValueError):
        return None


def _counted(folder: Path, reading: Reading) -> tuple[str, ...]:
    """What the number of lines says against the journal; it may be one behind, and never ahead."""
    try:
        expected = int(unsealed(read_text(folder / _COUNT))["events"])
    except DamagedError as damage:
        empty = not reading.events and not (folder / _COUNT).exists()
        return () if empty else (f"{_COUNT} {damage}",)
    missing = expected + 1 - reading.next_number
    return (f"{_LINES}: the last {missing} lines are missing",) if missing > 0 else ()


@final
class Journal:
    """Appends events to the journal of one run; the only writer."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder, self._path, self._clock = folder, folder / _LINES, clock
        self._next = 1

    def begin(self) -> None:
        """Begin an empty journal."""
        self._path.touch()
        sync_folder(self._folder)

    def repair(self) -> Reading:
        """Cut off or leave out what is damaged, and go on after it; returns what was found.

        A journal that is damaged before its end is kept beside under another name.
        """
        reading = read_journal(self._folder)
        self._next = reading.next_number
        if reading.faults and self._path.exists():
            self._path.replace(self._beside())
        if reading.faults or reading.torn or not self._path.exists():
            lines = (f"{sealed(event.to_plain())}\n" for event in reading.events)
            write_whole(self._path, "".join(lines).encode())
            self._count()
        return reading

    def append(self, event: Event) -> Event:
        """Write one event durably and return it with its number.

        Raises:
            OSError: if it could not be written; the journal is then as it was.
        """
        numbered = replace(event, number=self._next)
        line = f"{sealed(numbered.to_plain())}\n".encode()
        # Opened each time: a file that was deleted would be written to in silence.
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND)
        try:
            _append(descriptor, line)
        finally:
            os.close(descriptor)
        self._next += 1
        self._count()
        return numbered

    def _count(self) -> None:
        """Say how many there are, after the fact and without waiting for the disk."""
        counted = sealed({"events": self._next - 1})
        write_whole(self._folder / _COUNT, counted.encode(), durable=False)

    def _beside(self) -> Path:
        taken = len(list(self._folder.glob("events.damaged-*.jsonl")))
        return self._folder / f"events.damaged-{taken + 1}.jsonl"


def _append(descriptor: int, line: bytes) -> None:
    before = os.fstat(descriptor).st_size
    try:
        while line:
            line = line[os.write(descriptor, line) :]
        os.fsync(descriptor)
    except BaseException:
        os.ftruncate(descriptor, before)  # half a line would spoil the next one
        raise
