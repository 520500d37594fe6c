"""`symplex runs`: the runs that were saved, with their state, their best formula and their age.

The state is the one that a run said of itself; nothing is proved here.
"""

import argparse
import shutil
import time
from pathlib import Path

from symplex.errors import SymplexError, one_line
from symplex.work.runs.folder import read_run
from symplex.work.runs.places import kept_runs, runs_home
from symplex.work.runs.telling import best_of, state_of

_COLUMNS = 100
_UNITS = ((86_400, "d"), (3_600, "h"), (60, "min"), (1, "s"))


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "folder", metavar="DIR", nargs="?", help=f"where the runs are (default {runs_home()})"
    )


def run(options: argparse.Namespace) -> int:
    """Print a line for each run, the latest first."""
    from symplex.solver.solution.text import shortened  # late: it loads what solves

    home = runs_home() if options.folder is None else Path(options.folder)
    found = list(kept_runs(home))
    columns = shutil.get_terminal_size((_COLUMNS, 0)).columns
    for path in found:
        print(shortened(_line(path, time.time()), max(columns, len(str(path)))))
        print(f"    {path}")
    if not found:
        print(f"no runs in {home}")
    return 0


def _line(path: Path, now: float) -> str:
    try:
        report = read_run(path)
    except SymplexError as error:
        return f"{'damaged':<12} {one_line(str(error))}"
    name = one_line(report.saved.manifest.name) or "(no name)"
    damaged = " (damaged)" if report.faults else ""
    age = _age(now - (report.latest.at if report.latest else report.saved.created))
    state, best = one_line(state_of(report)), one_line(best_of(report))
    return f"{state:<12} {age:>7}  {name}{damaged}: {best}"


def _age(seconds: float) -> str:
    """How long ago, in the largest unit that fits."""
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{seconds / size:.0f} {unit}"
    return "now"
