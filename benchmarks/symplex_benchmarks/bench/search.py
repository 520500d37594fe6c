"""`symplex bench search`: how much of a search is spent fitting, and where the rest goes.

Runs searches that find no answer, records every batch that the core fits, and fits the same batches
from the same starts again, alone. The share is the distinct candidates fitted per second of search,
divided by the candidates fitted per second of that replay.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from symplex.errors import SettingsError
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex.propose.candidates.settings import RECIPES
from symplex.solver.search.loop import Search
from symplex.solver.search.state import RunOptions
from symplex.work.clock import Deadline
from symplex_benchmarks.bench import _runs
from symplex_benchmarks.bench._recording import Recorder, StackSampler

PROBLEMS = (
    "unseen/hj-spring",
    "unseen/heat-two-humps",
    "unseen/steady-growth-surface",
    "unseen/heaviside-line",
    "unseen/ode-legendre-second",
)
"""Problems of several kinds that are not solved within the time of this bench."""
Row = dict[str, Any]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    parser.add_argument("--time-limit", type=float, default=20.0, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2, help="of the core (default 2)")
    parser.add_argument("--recipe", default="default", help="default, paper or symformer")
    parser.add_argument(
        "--problems", nargs="+", default=list(PROBLEMS), metavar="NAME", help="below --benchmarks"
    )


def run(options: argparse.Namespace) -> int:
    """Search, replay, and print what share of the time was spent fitting."""
    console = Console(highlight=False, soft_wrap=True)
    folder = Path(options.benchmarks)
    if not folder.is_dir():
        raise SettingsError(f"--benchmarks {folder}: there is no such folder")
    if not (options.time_limit > 0 and options.seed >= 0):
        raise SettingsError("--time-limit must be positive, and --seed a number from 0 on")
    rows: list[Row] = []
    for name in options.problems:
        rows.append({"problem": name, **measured(load(str(folder / f"{name}.toml")), options)})
        console.print(_line(rows[-1]), markup=False)
    summary = summarised(rows)
    console.print(_table(rows, summary))
    _runs.write(options.json, rows, summary)
    return 0


def measured(problem: Problem, options: argparse.Namespace) -> Row:
    """One search whose promising candidates nobody proves, and its replay."""
    recorder, sampler = Recorder(), StackSampler()
    run_options = RunOptions(
        seed=options.seed,
        deadline=Deadline(options.time_limit),
        threads=options.threads,
        make_evaluator=recorder.evaluator,
    )
    start = time.perf_counter()
    with sampler:
        search = Search(problem, RECIPES[options.recipe], run_options)
        handed_out = sum(1 for _ in search)
    seconds = time.perf_counter() - start
    alone = recorder.replayed()
    distinct = recorder.distinct
    rate, core_rate = distinct / seconds, recorder.fitted / alone
    return {
        "seconds": seconds,
        "fitted": recorder.fitted,
        "distinct": distinct,
        "promising": handed_out,
        "per_second": rate,
        "core_per_second": core_rate,
        "share": rate / core_rate,
        "where": sampler.shares(),
    }


def summarised(rows: Sequence[Row]) -> Row:
    """The mean share, and where the time went over all searches."""
    modules = dict.fromkeys(name for row in rows for name in row["where"])
    where = {name: sum(row["where"].get(name, 0.0) for row in rows) / len(rows) for name in modules}
    return {
        "share": sum(row["share"] for row in rows) / len(rows),
        "least_share": min(row["share"] for row in rows),
        "where": dict(sorted(where.items(), key=lambda pair: -pair[1])),
    }


def _line(row: Row) -> str:
    return (
        f"{row['problem']:<30} {row['distinct']:>8} distinct candidates in {row['seconds']:.1f} s, "
        f"share {row['share']:.0%}"
    )


def _table(rows: Sequence[Row], summary: Row) -> Table:
    largest = ", ".join(f"{name} {part:.0%}" for name, part in list(summary["where"].items())[:8])
    table = Table(
        *("problem", "distinct/s", "core alone/s", "share"),
        caption=f"Where the time of the searches went: {largest}.",
    )
    for row in rows:
        speeds = (f"{row['per_second']:,.0f}", f"{row['core_per_second']:,.0f}")
        table.add_row(row["problem"], *speeds, f"{row['share']:.0%}")
    table.add_row("mean", "", "", f"{summary['share']:.0%}")
    return table
