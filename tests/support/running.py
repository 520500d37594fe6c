"""The command line in a process of its own, to be interrupted and killed."""

import subprocess
import sys
import time
from pathlib import Path

UNSOLVABLE = """
equations = ["u_t = u_xx - u^3"]
[domain]
x = [0, 1]
t = [0, 1]
[[conditions]]
where = "t = 0"
equation = "u = sin(x)"
"""
"""A problem without an answer in closed form, searched until it is told to end."""


def started(*arguments: str) -> subprocess.Popen[str]:
    """A command that runs."""
    return subprocess.Popen(
        [sys.executable, "-m", "symplex.app.cli.main", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(path: Path, seconds: float = 120.0, *, count: int = 1) -> None:
    """Wait until a file is there, or so many whose names match."""
    deadline = time.monotonic() + seconds
    while len([*path.parent.glob(path.name)]) < count:
        if time.monotonic() > deadline:
            raise AssertionError(f"{path} was not written in {seconds} s")
        time.sleep(0.02)


def children(process: int) -> list[int]:
    """The processes below a process."""
    found = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, path.read_text().split()):
            found += [child, *children(child)]
    return found


def are_gone(processes: list[int], seconds: float = 60.0) -> bool:
    """Whether all of them end soon."""
    deadline = time.monotonic() + seconds
    while any(Path(f"/proc/{process}").exists() for process in processes):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
