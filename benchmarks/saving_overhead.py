"""What saving a run costs: the same search with a record and without, in turns, in one process.

``python benchmarks/saving_overhead.py --candidates 60000 --rounds 3``; the checkpoints are made as
often as the command line makes them. ``--short`` measures the paper's 14 problems instead.
"""

import argparse
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from symplex.notation.problem_files import bundled, bundled_names
from symplex.problem import Problem
from symplex.solver.search.state import Progress
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.solve import solve
from symplex.work.runs.folder import RunFolder
from symplex.work.runs.manifest import Manifest
from symplex.work.runs.record import Record

_UNSOLVABLE: Final = Problem(
    ["u_t = u_xx - u^3"], {"x": [0, 1], "t": [0, 1]}, [("t = 0", "u = sin(x)")], name="cubic"
)
Search = Callable[[Record | None], Solution]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and print the times side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--candidates", type=int, default=60_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--short", action="store_true", help="the paper's problems")
    options = parser.parse_args(arguments)
    solve(bundled("heat"), time_limit=60)  # whatever is loaded late
    if options.short:
        runs = [_short(name) for name in bundled_names("")]
    else:
        runs = [_long(options.candidates)]
    table = [[_pair(run, turn) for run in runs] for turn in range(options.rounds)]
    pairs = [pair for row in table for pair in row]
    plain, saved = (statistics.median(column) for column in zip(*pairs, strict=True))
    more = statistics.median(second - first for first, second in pairs)
    print(f"without {plain:.3f} s, with {saved:.3f} s (medians of {len(pairs)} runs each)")
    print(f"more by {1000 * more:.1f} ms, {100 * more / plain:.1f} % (median of the differences)")
    apart = saved - plain
    print(f"the medians differ by {1000 * apart:.1f} ms, {100 * apart / plain:.1f} %")
    by_run = zip(*table, strict=True)
    quickest = [[min(column) for column in zip(*of_one, strict=True)] for of_one in by_run]
    least = [statistics.median(column) for column in zip(*quickest, strict=True)]
    print(
        f"the quickest of {options.rounds} runs of each, median over the problems: "
        f"{least[0]:.3f} s, {least[1]:.3f} s, more by {1000 * (least[1] - least[0]):.1f} ms"
    )
    return 0


def _short(name: str) -> Search:
    return lambda record: solve(bundled(name), time_limit=60, record=record, watch=_unseen)


def _long(candidates: int) -> Search:
    return lambda record: solve(
        _UNSOLVABLE, time_limit=3_600, max_candidates=candidates, record=record, watch=_unseen
    )


def _unseen(_: Progress) -> None:
    """The command line follows the progress with a record and without."""


def _pair(run: Search, turn: int) -> tuple[float, float]:
    """How long a run takes without a record and with one; each comes first in every second turn."""
    folder = Path(tempfile.mkdtemp(prefix="symplex-overhead-"))
    try:
        if turn % 2:
            saved = _seconds(run, folder)
            return _seconds(run, None), saved
        return _seconds(run, None), _seconds(run, folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _seconds(run: Search, folder: Path | None) -> float:
    begun = time.monotonic()
    if folder is None:
        run(None)
    else:
        record = Record(RunFolder.made(folder))
        record.begin(Manifest({}, {}))
        solution = run(record)
        record.end(solution.to_json(), is_final=solution.is_exact)
        record.close()
    return time.monotonic() - begun


if __name__ == "__main__":
    sys.exit(main())
