"""`symplex bench paper`: the paper's 14 problems, proved or not, over seeds."""

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table

from symplex.bench import _runs
from symplex.bench._runs import Row, shown, summary
from symplex.bench._truths import known_problems


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    _runs.configure(parser, seeds=20, time_limit=60.0)
    _runs.configure_recipe(parser)


def run(options: argparse.Namespace) -> int:
    """Run, print a line a run, then a table."""
    console = Console(highlight=False, soft_wrap=True)
    known = known_problems(Path(options.benchmarks), options.problems)
    rows: list[Row] = []
    for row in _runs.run_all(_runs.tasks(known, options), options.jobs):
        rows.append(row)
        console.print(_runs.line(row), markup=False)
    by_problem = {
        one.name: summary(row for row in rows if row["problem"] == one.name) for one in known
    }
    console.print(_table(by_problem, summary(rows)))
    _runs.write(options.json, rows, {**summary(rows), "problems": by_problem})
    return 0


def _table(by_problem: dict[str, Row], total: Row) -> Table:
    table = Table("problem", "proved", "exact, different", "SRR", "median s", "median candidates")
    for name, row in {**by_problem, "all": total}.items():
        table.add_row(
            name,
            f"{row['proved']}/{row['runs']}",
            str(row["exact_but_different"]),
            f"{row['recovered']}/{row['runs']}",
            shown(row["median_seconds"], 2),
            shown(row["median_candidates"], 0),
        )
    return table
