"""The runs that are maltreated: what they solve, how they are started, what they should come to."""

import json
import os
import random
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, final
from uuid import uuid4

MARK: Final = "SYMPLEX_CHAOS"
"""An environment variable by which a run's processes are known, its children's too."""
_COMMAND: Final = (sys.executable, "-m", "symplex.app.cli.main")
_POLL: Final = 0.005

_CUBIC: Final = """
name = "cubic"
equations = ["u_t = u_xx - u^3"]
domain = {x = [0, 1], t = [0, 1]}
conditions = [{where = "t = 0", equation = "u = sin(x)"}]
"""
_RADIAL: Final = """
name = "radial"
equations = ["u_t = u_xx + u_yy - u^2*t"]
domain = {x = [0, 1], y = [0, 1], t = [0, 1]}
conditions = [{where = "t = 0", equation = "u = x^2 + y^2"}]
"""
_SHARED: Final = ("--log-level", "debug", "--checkpoint-every", "0.2", "--json")
"""The arguments that `resume` has too."""
_FEWER: Final = ("--without", "statement-formulas,lifts,ansatz,textbook")
_PROBLEMS: Final = (
    (_CUBIC, ("--max-candidates", "2500")),
    (_RADIAL, ("--max-candidates", "2000")),
    ("heat-source", _FEWER),
)
"""Two problems without an answer in closed form, and one that is proved.

The textbook makes a smaller problem of the second.
"""


@final
@dataclass(frozen=True)
class Subject:
    """A problem, and what an undisturbed run on it comes to."""

    problem: str
    """A file, or the name of a bundled problem."""
    arguments: tuple[str, ...]
    solution: dict[str, Any] = field(default_factory=dict[str, Any])
    code: int = 0
    """The exit code."""
    seconds: float = 0.0
    """How long that took, the start of the program included."""

    @property
    def name(self) -> str:
        """A word for it."""
        return Path(self.problem).stem

    def solve(self, folder: Path) -> "subprocess.Popen[str]":
        """Begin a run."""
        return started("solve", self.problem, "--output", str(folder), *self.arguments)

    def resume(self, folder: Path) -> "subprocess.Popen[str]":
        """Continue a run; one that was killed before it was written down is begun."""
        if (folder / "run.json").exists():
            return started("resume", str(folder), *_SHARED)
        return self.solve(folder)


def subjects(folder: Path, more: Sequence[str]) -> list[Subject]:
    """The problems with the answers of undisturbed runs."""
    found: list[Subject] = []
    for number, (text, limits) in enumerate(_PROBLEMS):
        file = folder / f"problem-{number}.toml"
        is_bundled = "\n" not in text
        if not is_bundled:
            file.write_text(text, encoding="utf-8")
        given = (*limits, "--seed", "1", *more, *_SHARED)
        found.append(_undisturbed(Subject(text if is_bundled else str(file), given), folder))
    return found


def _undisturbed(subject: Subject, folder: Path) -> Subject:
    begun, place = time.monotonic(), folder / f"whole-{subject.name}"
    with subject.solve(place) as process:
        process.communicate()
    seconds = time.monotonic() - begun
    return replace(subject, solution=solution_in(place), code=process.returncode, seconds=seconds)


def solution_in(folder: Path) -> dict[str, Any]:
    """The saved solution of a run, without what the clock says."""
    saved = json.loads((folder / "solution.json").read_text(encoding="utf-8"))
    return {key: value for key, value in saved.items() if key not in ("seconds", "sha256")}


def started(*arguments: str) -> "subprocess.Popen[str]":
    """A command of its own mark that runs."""
    return subprocess.Popen(
        [*_COMMAND, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, MARK: uuid4().hex},
    )


def wait_for(path: Path, process: "subprocess.Popen[str]") -> None:
    """Wait until a file is there, or the process has ended."""
    while not path.exists() and process.poll() is None:
        time.sleep(_POLL)


def random_moment(subject: Subject, rng: random.Random) -> None:
    """Wait for a random part of the time that an undisturbed run takes."""
    time.sleep(rng.random() * subject.seconds)


def mark_of(process: "subprocess.Popen[str]") -> bytes:
    """The mark of a process that still runs; empty if it does not."""
    while process.poll() is None:
        entries = _environment(Path(f"/proc/{process.pid}/environ"))
        mark = next((entry for entry in entries if entry.startswith(MARK.encode())), b"")
        if mark:
            return mark
        time.sleep(_POLL)
    return b""


def has_printed(process: "subprocess.Popen[str]") -> bool:
    """Whether its answer is there to be read, or it has ended without one."""
    if process.stdout is None or process.poll() is not None:
        return True
    readable, _, _ = select.select([process.stdout], [], [], 0)
    return bool(readable)


def left_behind(mark: bytes, seconds: float = 3.0) -> list[int]:
    """The processes with a mark that do not end soon."""
    deadline = time.monotonic() + seconds
    while mark:
        found = _marked(mark)
        if not found or time.monotonic() > deadline:
            return found
        time.sleep(0.02)
    return []


def _marked(mark: bytes) -> list[int]:
    paths = Path("/proc").glob("[0-9]*/environ")
    return [int(path.parent.name) for path in paths if mark in _environment(path)]


def _environment(path: Path) -> list[bytes]:
    """The variables of a process; none if it has gone."""
    try:
        return path.read_bytes().split(b"\0")
    except OSError:
        return []
