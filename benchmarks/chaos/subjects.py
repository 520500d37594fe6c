"""The runs that are maltreated: what they solve, how they are started, what they should come to."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, final
from uuid import uuid4

MARK: Final = "SYMPLEX_CHAOS"
"""An environment variable by which a run's processes are known, its children's too."""
_COMMAND: Final = (sys.executable, "-m", "symplex.cli.main")
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
_DRIVEN: Final = """
name = "driven"
equations = ["u_xx = u^2 + x"]
domain = {x = [0, 1]}
conditions = [{where = "x = 0", equation = "u = 0"}, {where = "x = 0", equation = "u_x = 1"}]
"""
_PROBLEMS: Final = ((_CUBIC, 2_500), (_RADIAL, 2_000), (_DRIVEN, 2_500))
"""Problems without an answer in closed form, and how many candidates end them. The textbook makes a
smaller problem of the second, and begins with the third."""


@final
@dataclass(frozen=True)
class Subject:
    """A problem, and what an undisturbed run on it comes to."""

    file: Path
    arguments: tuple[str, ...]
    solution: dict[str, Any] = field(default_factory=dict[str, Any])
    seconds: float = 0.0
    """How long that took, the start of the program included."""

    def solve(self, folder: Path) -> "subprocess.Popen[str]":
        """Begin a run."""
        return started("solve", str(self.file), "--output", str(folder), *self.arguments)

    def resume(self, folder: Path) -> "subprocess.Popen[str]":
        """Continue a run; one that was killed before it was written down is begun."""
        if (folder / "run.json").exists():
            return started("resume", str(folder), *self.arguments[-_SHARED:])
        return self.solve(folder)


_SHARED: Final = 5
"""How many of the arguments `resume` takes too."""


def subjects(folder: Path, more: Sequence[str]) -> list[Subject]:
    """The problems with the answers of undisturbed runs."""
    found: list[Subject] = []
    for number, (text, candidates) in enumerate(_PROBLEMS):
        file = folder / f"problem-{number}.toml"
        file.write_text(text, encoding="utf-8")
        limits = ("--seed", str(number + 1), "--max-candidates", str(candidates), *more)
        shared = ("--log-level", "debug", "--checkpoint-every", "0.2", "--json")
        subject = Subject(file, (*limits, *shared))
        begun = time.monotonic()
        with subject.solve(folder / f"whole-{number}") as process:
            process.communicate()
        seconds = time.monotonic() - begun
        found.append(
            Subject(file, subject.arguments, solution_in(folder / f"whole-{number}"), seconds)
        )
    return found


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
    try:
        entries = Path(f"/proc/{process.pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return b""
    return next((entry for entry in entries if entry.startswith(MARK.encode())), b"")


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
    found: list[int] = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in path.read_bytes().split(b"\0"):
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found
