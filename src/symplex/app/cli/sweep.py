"""`symplex sweep FILES… --seeds N`: solves many problems with many seeds, and keeps every row."""

import argparse
import sys
from pathlib import Path

from symplex.app.cli.parser import add_cluster
from symplex.app.cli.search_options import configure_search, settings_of
from symplex.app.spread.rows import NoFile, Row, RowFile
from symplex.notation.problem_files import load


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="problem files, or names of bundled problems"
    )
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="runs a problem (1)")
    parser.add_argument("--first-seed", type=int, default=0, dest="seed", metavar="SEED")
    configure_search(parser)
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="runs side by side (1)")
    add_cluster(parser)
    parser.add_argument(
        "--rows",
        metavar="FILE",
        help="keep each row here as it comes, as a line of JSON; runs that it has are not repeated",
    )
    parser.add_argument("--quiet", action="store_true", help="no lines but the last")


def run(options: argparse.Namespace) -> int:
    """Solve, print a line a run, then how many were solved."""
    # Imported late, as everything that searches.
    from symplex.app.spread.places import place, threads
    from symplex.app.spread.sweep import runs_of, summary, sweep
    from symplex.solver.solution.choices import Choices

    problems = {name: load(name) for name in options.files}
    side_by_side = threads(options.jobs, options.cluster)
    choices = Choices(**settings_of(options))
    runs = runs_of(options.files, choices, options.seeds, threads=side_by_side)
    rows: list[Row] = []
    kept = RowFile(Path(options.rows)) if options.rows else NoFile()
    with place(options.jobs, options.cluster) as where:
        shown = ""
        for row in sweep(problems, runs, where, kept):
            rows.append(row)
            if options.quiet:
                continue
            if where.where != shown:
                shown = where.where
                left = len(runs) - len(rows)
                print(f"symplex: {shown}; runs left: {left}", file=sys.stderr)
            print(_line(row, len(rows), len(runs)), flush=True)
    counts = ", ".join(f"{count} {status}" for status, count in summary(rows).items())
    print(f"{len(rows)} runs: {counts}")
    return 0


def _line(row: Row, done: int, runs: int) -> str:
    answer = "; ".join(f"{name} = {text}" for name, text in row["solution"].items())
    width = len(str(runs))
    return (
        f"{done:>{width}}/{runs}  {row['problem']:<26} seed {row['seed']:<3} {row['status']:<12} "
        f"{row['seconds']:7.2f} s {row['candidates']:>8}  {answer}"
    )
