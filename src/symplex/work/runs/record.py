"""The record of a run while it goes: events, checkpoints and the solution, written beside it.

Owns when a checkpoint is due, and that no fault of the disk ever reaches the search: it is said
once, what could not be written is tried again with what comes next, and the search goes on.
"""

import faulthandler
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import IO, Any, Final, final

from symplex.errors import SettingsError
from symplex.work.clock import now
from symplex.work.runs.events import Event, EventKind
from symplex.work.runs.folder import CRASH, RunFolder
from symplex.work.runs.manifest import Manifest
from symplex.work.runs.writer import Writer

_FIRST: Final = 5.0
"""Seconds before the first checkpoint: most runs have ended by then."""
APART: Final = 10.0
"""Seconds between two checkpoints, at least, unless told otherwise."""
_SHARE: Final = 0.01
"""And at most this share of the time is spent on making them."""
_UNWRITTEN: Final = 1_000
"""So many events wait for a disk that is full; older ones are given up."""
_BRIEF: Final = 2.0
"""A run this short does not wait for its solution's own file: the journal has it, durably."""
_KILLED: Final = (
    "the program had been killed, by the system if there was no memory left, or crashed: it ended "
    "without a word"
)

Listener = Callable[[Event], None]
"""Told of each event once it is durable, and of faults at once; from a thread of its own."""


@final
class Record:
    """Writes down what a run tells."""

    def __init__(
        self, folder: RunFolder, listener: Listener | None = None, *, apart: float = APART
    ) -> None:
        """A record of what is told from now on; checkpoints are so many seconds apart."""
        self.path = folder.path
        self._folder, self._listener = folder, listener
        self._journal, self._checkpoints = folder.journal, folder.checkpoints
        self._writer = Writer()
        self._unwritten: deque[Event] = deque(maxlen=_UNWRITTEN)
        self._manifest: Manifest | None = None
        self._is_new = False
        self._origin: str | None = None
        self._fault = ""
        self._begun = now()
        self._apart = apart
        self._due = self._begun + min(_FIRST, apart)
        self._crashed = ""
        self._crash_file: IO[str] | None = None
        self._watch_for_crashes()

    def begin(self, manifest: Manifest) -> None:
        """A new run: write down what was asked."""
        self._manifest, self._is_new = manifest, True
        self.tell(EventKind.STARTED)

    def resume(self) -> Iterator[bytes]:
        """The whole checkpoints of a run that is continued, the latest first."""
        if self._is_new:
            return
        for fault in self._repaired():
            self.tell(EventKind.FAULT, what=fault)
        for stored in self._checkpoints.latest_first():
            if stored.content is None:
                self.tell(EventKind.FAULT, what=f"{stored.fault}; the one before it is used")
            else:
                self._origin = stored.name
                yield stored.content
        self._origin = None

    def resumed(self) -> None:
        """The run goes on from the checkpoint that was given last, or else from its beginning."""
        if not self._is_new:
            self.tell(EventKind.RESUMED, checkpoint=self._origin)

    def _repaired(self) -> Iterator[str]:
        try:
            reading = self._journal.repair()  # before anything is appended
        except OSError as error:
            raise SettingsError(f"{self.path}: cannot be written: {error.strerror}") from None
        if self._crashed:
            yield f"the program had crashed: {self._crashed}"
        elif reading.events and reading.events[-1].kind is not EventKind.ENDED:
            yield _KILLED
        yield from reading.faults
        if reading.torn:
            yield "events.jsonl: a torn last line was cut off"

    def tell(self, kind: EventKind, **facts: Any) -> None:  # noqa: ANN401 (whatever JSON can hold)
        """Write an event down, when the disk has time."""
        event = Event(kind, time.time(), facts)
        self._writer.do(lambda: self._append(event))

    def show(self, progress: Mapping[str, Any]) -> None:
        """Let others see how far the run is; nothing is said where the disk is busy or full."""
        if self._writer.is_idle and self._manifest is None:
            self._writer.do(lambda: self._show(progress))

    def is_due(self) -> bool:
        """Whether it is time for a checkpoint."""
        return now() >= self._due and self._writer.is_idle

    def keep(self, make: Callable[[], bytes]) -> None:
        """Make a checkpoint here and now, and write it when the disk has time."""
        start = now()
        content = make()
        at = now()
        self._due = at + max(self._apart, (at - start) / _SHARE)
        self._writer.do(lambda: self._keep(content))

    def end(self, solution: Mapping[str, Any], *, is_final: bool) -> None:
        """Write the solution down; what is final needs no checkpoint any more."""
        durable = now() - self._begun > _BRIEF
        self.tell(EventKind.ENDED, solution=solution)
        self._writer.do(self._hide)
        self._writer.do(
            lambda: self._tried(lambda: self._folder.write_solution(solution, durable=durable))
        )
        if is_final:
            self._writer.do(self._remove_checkpoints)

    def close(self) -> None:
        """Wait for the disk, and let others have the folder."""
        self._writer.close()
        self._unwatch()
        self._folder.lock.release()

    def discard(self) -> None:
        """Remove all of it: the run could not begin."""
        self._writer.close()
        self._unwatch()
        with suppress(OSError):
            self._folder.discard()

    def _show(self, progress: Mapping[str, Any]) -> None:
        with suppress(OSError):
            self._folder.write_progress(progress)

    def _hide(self) -> None:
        with suppress(OSError):
            self._folder.remove_progress()

    def _remove_checkpoints(self) -> None:
        """Remove what is no longer needed; where the solution was not saved, all of it is."""
        if not self._fault and not self._unwritten:
            self._tried(self._checkpoints.remove)

    def _append(self, event: Event) -> None:
        self._unwritten.append(event)
        self._tried(self._append_all)

    def _append_all(self) -> None:
        if self._manifest is not None:
            self._folder.begin(self._manifest)
            self._manifest = None
        while self._unwritten:
            written = self._journal.append(self._unwritten[0])
            self._unwritten.popleft()
            self._say(written)

    def _keep(self, content: bytes) -> None:
        start = now()

        def write() -> None:
            number = self._checkpoints.keep(content)
            took = round(now() - start, 3)
            self._append(
                Event(
                    EventKind.CHECKPOINT,
                    time.time(),
                    {"number": number, "bytes": len(content), "seconds": took},
                )
            )

        self._tried(write)

    def _tried(self, write: Callable[[], None]) -> None:
        """Write; a fault is said once, until something could be written again."""
        try:
            write()
        except (OSError, MemoryError) as error:
            reason = getattr(error, "strerror", None) or str(error) or "out of memory"
            if not self._fault:
                self._complain(f"{self.path}: the run is not being saved: {reason}")
            self._fault = reason
        else:
            if self._fault and not self._unwritten:
                self._fault = ""
                self._complain(f"{self.path}: the run is being saved again")

    def _complain(self, what: str) -> None:
        self._say(Event(EventKind.FAULT, time.time(), {"what": what}))

    def _say(self, event: Event) -> None:
        if self._listener is not None:
            with suppress(OSError, ValueError):  # who listened may have gone
                self._listener(event)

    def _watch_for_crashes(self) -> None:
        """Let Python write down where it was, should compiled code crash."""
        path = self.path / CRASH
        try:
            self._crashed = (
                path.read_text(errors="replace").partition("\n")[0] if path.exists() else ""
            )
            if not faulthandler.is_enabled():
                self._crash_file = path.open("w", encoding="utf-8")
                faulthandler.enable(self._crash_file, all_threads=False)
        except OSError:  # a crash will then go unexplained
            return

    def _unwatch(self) -> None:
        if self._crash_file is not None:
            faulthandler.disable()
            self._crash_file.close()
            with suppress(OSError):
                (self.path / CRASH).unlink()
