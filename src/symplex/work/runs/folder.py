"""The folder of one run: made, opened by one process at a time, read by any.

Owns which files there are. `record` writes into it while a run goes on.
"""

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final, final

from symplex.errors import SettingsError
from symplex.work.runs.checkpoints import Checkpoints
from symplex.work.runs.damage import DamagedError
from symplex.work.runs.events import Event, EventKind
from symplex.work.runs.files import read_text, write_whole
from symplex.work.runs.journal import Journal, Reading, read_journal
from symplex.work.runs.lock import InUseError, Lock, is_locked
from symplex.work.runs.manifest import NAME, Manifest, SavedManifest, read_manifest
from symplex.work.runs.sealing import sealed, unsealed

SOLUTION: Final = "solution.json"
PROGRESS: Final = "progress.json"
"""How far a running search is: for those who watch, replaced again and again, gone at the end."""
CRASH: Final = "crash.txt"
"""Where Python writes what it was doing when compiled code crashed."""
_INDENT: Final = 1


class RunState(Enum):
    """What became of a run."""

    RUNNING = "running"
    STOPPED = "stopped"
    """It was killed, or crashed: it ended without saying so."""
    ENDED = "ended"


@final
@dataclass(frozen=True)
class RunFolder:
    """A folder that this process alone writes to."""

    path: Path
    lock: Lock

    @classmethod
    def made(cls, path: Path) -> "RunFolder":
        """A folder for a new run.

        Raises:
            SettingsError: if it cannot be made or written to, or holds a run.
        """
        try:
            path.mkdir(parents=True, exist_ok=True)
            folder = cls(path, Lock.taken(path))
        except InUseError as used:
            raise _in_use(path, used) from None
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise SettingsError(f"{path}: cannot be written: {reason}") from None
        if (path / NAME).exists():
            folder.lock.release()
            raise SettingsError(
                f"{path}: holds a run already; 'symplex resume {path}' continues it, another "
                "folder takes a new one"
            )
        return folder

    @classmethod
    def opened(cls, path: Path) -> "RunFolder":
        """The folder of a run that is to be continued.

        Raises:
            SettingsError: if there is none, or another process is at it.
        """
        if not (path / NAME).exists():
            raise SettingsError(f"{path}: holds no run (there is no {NAME})")
        try:
            return cls(path, Lock.taken(path))
        except InUseError as used:
            raise _in_use(path, used) from None
        except OSError as error:
            raise SettingsError(f"{path}: cannot be written: {error.strerror}") from None

    @property
    def journal(self) -> Journal:
        """Where events are appended."""
        return Journal(self.path)

    @property
    def checkpoints(self) -> Checkpoints:
        """What the run can continue from."""
        return Checkpoints(self.path)

    def begin(self, manifest: Manifest) -> None:
        """Write what was asked, and an empty journal."""
        manifest.write(self.path, time.time())
        self.journal.begin()

    def discard(self) -> None:
        """Remove a run that came to nothing, and the folder if nothing else is in it."""
        for pattern in (NAME, SOLUTION, PROGRESS, CRASH, "events.*", "lock", ".*.part"):
            for path in self.path.glob(pattern):
                path.unlink(missing_ok=True)
        with suppress(OSError):
            self.path.rmdir()
        self.lock.release()

    def write_solution(self, solution: Mapping[str, Any], *, durable: bool) -> None:
        """Write the solution, whole or not at all."""
        text = f"{sealed(solution, _INDENT)}\n"
        write_whole(self.path / SOLUTION, text.encode(), durable=durable)

    def write_progress(self, progress: Mapping[str, Any]) -> None:
        """Say how far the run is; the one that said so before is replaced."""
        write_whole(self.path / PROGRESS, sealed(progress).encode(), durable=False)

    def remove_progress(self) -> None:
        """Say no more how far the run is: it has ended."""
        (self.path / PROGRESS).unlink(missing_ok=True)


def read_progress(path: Path) -> Mapping[str, Any] | None:
    """How far a run is, as it said last; None where it does not say."""
    try:
        return unsealed(read_text(path / PROGRESS))
    except (DamagedError, SettingsError):
        return None


def _in_use(path: Path, used: InUseError) -> SettingsError:
    return SettingsError(f"{path}: is in use by {used}")


@final
@dataclass(frozen=True)
class RunReport:
    """All that can be read of a run, by anyone, while it runs too."""

    path: Path
    saved: SavedManifest
    journal: Reading
    state: RunState
    solution: Mapping[str, Any] | None
    crash: str
    faults: tuple[str, ...]
    """What is damaged, a clause each."""

    @property
    def has_ended(self) -> bool:
        """Whether the last thing that it told was its end."""
        return self.latest is not None and self.latest.kind is EventKind.ENDED

    @property
    def latest(self) -> Event | None:
        """The last event."""
        return self.journal.events[-1] if self.journal.events else None

    @property
    def best(self) -> Mapping[str, Any]:
        """The facts of the latest event with a formula; none if there is no formula yet."""
        found = (EventKind.FINDING, EventKind.CONJECTURE)
        events = [event for event in self.journal.events if event.kind in found]
        return events[-1].facts if events else {}


def read_run(path: Path) -> RunReport:
    """Read a run.

    Raises:
        SettingsError: if there is none that can be read.
    """
    saved = read_manifest(path)
    is_running = is_locked(path)
    journal = read_journal(path)
    faults = list(journal.faults)
    if journal.torn and not is_running:
        faults.append("events.jsonl: its last line is torn")
    solution = _solution(path, journal, faults)
    stored = Checkpoints(path).latest_first()
    faults.extend(checkpoint.fault for checkpoint in stored if checkpoint.fault)
    ended = bool(journal.events) and journal.events[-1].kind is EventKind.ENDED
    state = RunState.ENDED if ended else RunState.STOPPED
    return RunReport(
        path,
        saved,
        journal,
        RunState.RUNNING if is_running else state,
        solution,
        _crash(path),
        tuple(faults),
    )


def _solution(path: Path, journal: Reading, faults: list[str]) -> Mapping[str, Any] | None:
    """The solution of its own file, or else the one that the journal holds."""
    last = journal.events[-1] if journal.events else None
    told = last.facts.get("solution") if last and last.kind is EventKind.ENDED else None
    try:
        return unsealed(read_text(path / SOLUTION).removesuffix("\n"), _INDENT)
    except DamagedError as damage:
        if (path / SOLUTION).exists() or told is not None:
            faults.append(f"{SOLUTION} {damage}")
        return told


def _crash(path: Path) -> str:
    try:
        return (path / CRASH).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
