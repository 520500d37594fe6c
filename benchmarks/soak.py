"""One process that solves changing problems for a long time: does it grow, does it slow down?

``python benchmarks/soak.py --minutes 30`` prints a line a minute: memory, open files, threads, and
the speed of one search that is repeated throughout. At its end it runs that search in turns with a
process that has just begun, so that it does not matter what else the machine does. The exit code is
1 if the memory grows by more than a tenth after the first minutes, files stay open, or the old
process has less than 95 % of the new one's speed.
"""

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Final, final

from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem
from symplex.solver.solution.solve import solve
from symplex.work.runs.folder import RunFolder
from symplex.work.runs.manifest import Manifest
from symplex.work.runs.record import Record

_YARDSTICK: Final = Problem(
    ["u_t = u_xx - u^3"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = sin(x)")], name="cubic"
)
_CANDIDATES: Final = 3_000
_GROWTH, _SPEED = 1.1, 0.95


@final
@dataclass(frozen=True)
class Reading:
    """What was measured at one moment."""

    seconds: float
    megabytes: float
    files: int
    threads: int
    speed: float
    """Candidates a second of the reference."""

    def __str__(self) -> str:
        """One line."""
        return (
            f"{self.seconds / 60:6.1f} min  {self.megabytes:7.1f} MB  {self.files:4d} files  "
            f"{self.threads:3d} threads  {self.speed:7.0f} candidates a second"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Solve, measure, print, and say by the exit code whether all stayed as it was."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--every", type=float, default=60.0, metavar="SECONDS")
    parser.add_argument("--pairs", type=int, default=15, help="of the comparison at the end")
    parser.add_argument("--reference", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.reference:
        return _serve()
    readings = measured(60 * options.minutes, options.every)
    wrong = [*verdict(readings), *slower(options.pairs)]
    print("\n".join(wrong) or "flat")
    return 1 if wrong else 0


def measured(seconds: float, every: float) -> list[Reading]:
    """Solve changing problems for so long; what was measured now and then."""
    begun, names = time.monotonic(), cycle(bundled_names())
    _solved(bundled("heat"))
    readings = [_reading(begun)]
    while time.monotonic() - begun < seconds:
        due = time.monotonic() + every
        while time.monotonic() < due:
            _solved(bundled(next(names)))
        readings.append(_reading(begun))
    return readings


def verdict(readings: Sequence[Reading]) -> list[str]:
    """What grew or slowed down: the last third against the first, the beginning left out."""
    part = max(len(readings) // 3, 1)
    first, last = readings[1 : 1 + part] or readings[:1], readings[-part:]
    wrong: list[str] = []
    for name, limit in (("megabytes", _GROWTH), ("files", _GROWTH), ("threads", _GROWTH)):
        before, after = _median(first, name), _median(last, name)
        if after > limit * before:
            wrong.append(f"{name}: from {before:g} to {after:g}")
    return wrong


def slower(pairs: int) -> list[str]:
    """Whether this process has become slower than one that has just begun; in turns with it."""
    command = [sys.executable, __file__, "--reference"]
    ratios: list[float] = []
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as other:
        requests, answers = other.stdin, other.stdout
        if requests is None or answers is None:
            return ["the new process cannot be spoken to"]
        for _ in range(pairs):
            requests.write("again\n")
            new = float(answers.readline())
            ratios.append(_speed() / new)
        requests.close()
    ratio = statistics.median(ratios)
    print(f"the speed is {100 * ratio:.1f} % of a new process's (median of {pairs} in turns)")
    return [] if ratio >= _SPEED else ["it has become slower"]


def _serve() -> int:
    """Be the process that has just begun: measure once for every line."""
    _solved(bundled("heat"))
    for _ in sys.stdin:
        print(_speed(), flush=True)
    return 0


def _speed() -> float:
    """Candidates a second of the reference."""
    start = time.monotonic()
    solution = solve(_YARDSTICK, time_limit=600, max_candidates=_CANDIDATES, without=("textbook",))
    return solution.candidates / (time.monotonic() - start)


def _median(readings: Sequence[Reading], name: str) -> float:
    return statistics.median(float(getattr(reading, name)) for reading in readings)


def _reading(begun: float) -> Reading:
    speed = _speed()
    status = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    kilobytes = next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))
    files = len(list(Path("/proc/self/fd").iterdir()))
    counts = files, threading.active_count()
    reading = Reading(time.monotonic() - begun, kilobytes / 1000, *counts, speed)
    print(reading, flush=True)
    return reading


def _solved(problem: Problem) -> None:
    """Solve a problem and save the run, as the command line does."""
    folder = Path(tempfile.mkdtemp(prefix="symplex-soak-"))
    record = Record(RunFolder.made(folder), apart=1.0)
    record.begin(Manifest({}, {}, problem.name))
    solution = solve(problem, time_limit=20, max_candidates=_CANDIDATES, record=record)
    record.end(solution.to_json(), is_final=solution.is_exact)
    record.close()
    shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
