"""The searches of the workbench: a queue, and a process of its own for each that runs.

Owns the queue, which is saved, and the processes. A search is the program's own command line: it
saves its run, can be interrupted and continued, and ends by itself. No window owns it.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, Final, final

from symplex.app.workbench.limits import Limits
from symplex.errors import SettingsError
from symplex.work.clock import machine_seconds, now
from symplex.work.runs.files import write_whole
from symplex.work.runs.lock import InUseError, Lock
from symplex.work.runs.places import new_place

_FOLDER: Final = ".workbench"
_QUEUE: Final = "queue.json"
_COMMAND: Final = (sys.executable, "-m", "symplex.app.cli.main")
_NICE: Final = 10
"""Searches give way to the page that shows them."""
_PATIENCE: Final = 10.0
"""Seconds that an interrupted search has for saving its best; then it is interrupted again."""
_GRACE: Final = 60.0
"""Seconds beyond its time limit after which a search is taken for stuck."""
_REMEMBERED: Final = 200
"""How many refusals are remembered."""


@final
@dataclass(frozen=True)
class Search:
    """What is to be done, and the name of the run that it will be saved as."""

    name: str
    title: str
    text: str
    """Of the problem; empty where a saved run is to be continued."""
    time_limit: float
    seed: int = 0
    recipe: str = "default"
    hints: tuple[str, ...] = ()

    @property
    def resumes(self) -> bool:
        """Whether it continues a saved run."""
        return not self.text

    def command(self, home: Path) -> list[str]:
        """The command line that does it."""
        folder = str(home / self.name)
        limit = f"--time-limit={self.time_limit!r}"
        if self.resumes:
            return [*_COMMAND, "resume", "--quiet", limit, folder]
        hints = (f"--hint={hint}" for hint in self.hints)
        options = (f"--seed={self.seed}", f"--recipe={self.recipe}", limit, *hints)
        return [*_COMMAND, "solve", "-", "--quiet", "--output", folder, *options]


@final
@dataclass
class _Running:
    search: Search
    process: "subprocess.Popen[bytes]"
    errors: IO[bytes]
    since: float
    ends: float
    """When it is interrupted, unless it has ended; later, when it is interrupted again."""
    stopping: bool = False


@final
@dataclass
class Searches:
    """The queue of one server; `advance` is to be called again and again."""

    home: Path
    limits: Limits
    waiting: list[Search] = field(default_factory=list[Search])
    refused: dict[str, str] = field(default_factory=dict[str, str])
    """Why a search did not begin, by its name."""
    version: int = 0
    """Grows with every change."""
    _running: dict[str, _Running] = field(default_factory=dict[str, _Running])
    _lock: Lock | None = None

    @classmethod
    def opened(cls, home: Path, limits: Limits) -> "Searches":
        """The searches of a folder of runs, with those that were left in the queue.

        Raises:
            SettingsError: if another server has this folder, or it cannot be written.
        """
        folder = home / _FOLDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = Lock.taken(folder)
        except InUseError as used:
            raise SettingsError(f"{home}: another workbench serves it: {used}") from None
        except OSError as error:
            raise SettingsError(f"{home}: cannot be written: {error.strerror}") from None
        found = cls(home, limits, _read_queue(folder / _QUEUE))
        found._lock = lock
        return found

    @property
    def running(self) -> tuple[Search, ...]:
        """Those that have a process."""
        return tuple(one.search for one in self._running.values())

    def new_name(self, problem: str) -> str:
        """The name of a run that is to begin: no other has it, saved or waiting."""
        stem = new_place(problem, time.time()).name
        taken = {search.name for search in (*self.waiting, *self.running)} | set(self.refused)
        names = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 10)))
        return next(n for n in names if n not in taken and not (self.home / n).exists())

    def submit(self, search: Search) -> None:
        """Put a search into the queue.

        Raises:
            SettingsError: if the queue is full, or the run is in it already.
        """
        if len(self.waiting) >= self.limits.waiting:
            raise SettingsError(
                f"the queue is full: {len(self.waiting)} searches wait; stop one, or wait too"
            )
        if any(search.name == other.name for other in (*self.waiting, *self.running)):
            raise SettingsError("this run is running, or waits to be")
        self.waiting.append(search)
        self._changed()

    def stop(self, name: str) -> bool:
        """Take a search out of the queue, or interrupt it; False if there is none of that name."""
        for search in self.waiting:
            if search.name == name:
                self.waiting.remove(search)
                self._changed()
                return True
        one = self._running.get(name)
        if one is None:
            return False
        self._interrupt(one)
        return True

    def advance(self) -> None:
        """See which have ended or are stuck, and begin those whose turn it is."""
        for name, one in list(self._running.items()):
            if one.process.poll() is not None:
                del self._running[name]
                self._ended(one)
            elif now() > one.ends:
                self._interrupt(one)
        while self.waiting and len(self._running) < self.limits.running:
            self._begin(self.waiting.pop(0))

    def close(self) -> None:
        """Interrupt what runs, which saves it, and keep the queue for the next server."""
        for one in self._running.values():
            self._interrupt(one)
        deadline = now() + _PATIENCE
        for one in self._running.values():
            with suppress(subprocess.TimeoutExpired):
                one.process.wait(machine_seconds(max(deadline - now(), 0.1)))
            if one.process.poll() is None:
                one.process.kill()
            one.errors.close()
        self._running.clear()
        if self._lock is not None:
            self._lock.release()

    def _begin(self, search: Search) -> None:
        errors = tempfile.TemporaryFile()  # noqa: SIM115 (as long as the process)
        # A file, not a pipe: nobody waits until the process has read it.
        with tempfile.TemporaryFile() as given:
            given.write(search.text.encode())
            given.seek(0)
            process = subprocess.Popen(
                search.command(self.home),
                stdin=given,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,  # Ctrl-C is for the server, which ends it in order
            )
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, process.pid, _NICE)
        at = now()
        ends = at + search.time_limit + _GRACE
        self._running[search.name] = _Running(search, process, errors, at, ends)
        self._changed()

    def _interrupt(self, one: _Running) -> None:
        """Ask it to end, twice at most; a second time it ends at once."""
        with suppress(ProcessLookupError):
            if one.stopping:
                one.process.kill()
            else:
                one.process.send_signal(signal.SIGINT)
        one.stopping, one.ends = True, now() + _PATIENCE
        self.version += 1

    def _ended(self, one: _Running) -> None:
        """Remember why a search was refused: there is no run that would tell."""
        one.errors.seek(0)
        lines = one.errors.read(10_000).decode(errors="replace").strip().splitlines()
        one.errors.close()
        path = self.home / one.search.name
        if lines and not (path / "solution.json").exists():
            while len(self.refused) >= _REMEMBERED:
                self.refused.pop(next(iter(self.refused)))
            self.refused[one.search.name] = lines[-1].removeprefix("symplex: ")
        self._changed()

    def _changed(self) -> None:
        """Save the queue; where that fails it is lost with the server, and nothing else is."""
        self.version += 1
        content = json.dumps([asdict(search) for search in self.waiting])
        with suppress(OSError):
            write_whole(self.home / _FOLDER / _QUEUE, content.encode(), durable=False)


def _search(*, hints: list[str], **rest: Any) -> Search:  # noqa: ANN401 (as JSON holds it)
    return Search(hints=tuple(hints), **rest)


def _read_queue(path: Path) -> list[Search]:
    """The searches that waited when the last server ended; none where that cannot be read."""
    try:
        saved: list[dict[str, Any]] = json.loads(path.read_bytes())
        return [_search(**one) for one in saved]
    except (OSError, ValueError, TypeError, KeyError):
        return []
