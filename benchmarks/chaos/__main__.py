"""`make chaos`: so many runs are maltreated in each way; prints a table, and all that went wrong.

``python -m chaos --size 200`` with `benchmarks` on Python's path; the exit code is 1 if any trial
failed. What every trial does follows from ``--seed``; what it hits depends on the machine.
"""

import argparse
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

from chaos.subjects import Subject, subjects
from chaos.trials import Trial, contested, damaged, interrupted, killed, starved

_WAYS: Final[tuple[tuple[str, Callable[[Trial], str], float], ...]] = (
    ("killed, then resumed", killed, 1.0),
    ("interrupted", interrupted, 0.5),
    ("disk full", starved, 0.25),
    ("damaged files", damaged, 5.0),
    ("two at one folder", contested, 0.05),
)
"""What is done, and how often for each run that is killed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do all of it, print what came of it, and say by the exit code whether all survived."""
    parser = argparse.ArgumentParser(prog="chaos", description=__doc__)
    parser.add_argument("--size", type=int, default=200, help="runs to kill (default 200)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="runs at once (default 1)")
    parser.add_argument("--only", metavar="WORD", default="", help="only what has this in its name")
    parser.add_argument("--solve", metavar="OPTIONS", default="", help="more options of solve")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="symplex-chaos-") as name:
        folder = Path(name)
        found = subjects(folder, options.solve.split())
        print("undisturbed:", ", ".join(f"{one.seconds:.1f} s" for one in found), flush=True)
        failures = 0
        for title, trial, share in _WAYS:
            if options.only in title:
                count = max(round(options.size * share), 1)
                failures += _done(title, trial, count, found, folder, options)
    return 1 if failures else 0


def _done(
    title: str,
    trial: Callable[[Trial], str],
    count: int,
    found: Sequence[Subject],
    folder: Path,
    options: argparse.Namespace,
) -> int:
    """Do one thing so many times, some of them at once; how many went wrong."""

    def tried(number: int) -> str:
        place = folder / f"trial-{number}"
        rng = random.Random(f"{options.seed} {title} {number}")
        try:
            return trial(Trial(found[number % len(found)], place, rng))
        finally:
            shutil.rmtree(place, ignore_errors=True)

    begun, failures = time.monotonic(), 0
    with ThreadPoolExecutor(options.jobs) as pool:
        for number, wrong in enumerate(pool.map(tried, range(count))):
            if wrong:
                failures += 1
                print(f"  {title}, trial {number}: {wrong}", flush=True)
    took = time.monotonic() - begun
    print(f"{title:<22} {count - failures:>5} of {count:>5} survived, {took:6.1f} s", flush=True)
    return failures


if __name__ == "__main__":
    sys.exit(main())
