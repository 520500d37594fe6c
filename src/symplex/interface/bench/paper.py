"""`symplex bench paper`: the paper's 14 problems, proved or not, over seeds."""

import argparse
from pathlib import Path

from rich.console import Console
from rich.table import Table

from symplex.interface.bench import _runs
from symplex.interface.bench._runs import Row, Task, summary


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    _runs.configure(parser, seeds=20, time_limit=60.0)
    parser.add_argument("--recipe", default="default", help="default or paper")
    parser.add_argument("--without", default="", metavar="INGREDIENTS")


def run(options: argparse.Namespace) -> int:
    """Run, print a line a run, then a table."""
    console = Console(highlight=False, soft_wrap=True)
    tasks = _tasks(options)
    rows: list[Row] = []
    for row in _runs.run_all(tasks, options.jobs):
        rows.append(row)
        mark = "proved" if row["proved"] else "DIFFERENT" if row["other"] else row["status"]
        console.print(
            f"{row['problem']:<26} seed {row['seed']:<3} {mark:<12} {row['seconds']:7.2f} s "
            f"{row['candidates']:>8}  {row['answer']}",
            markup=False,
        )
    by_problem = {
        name: summary(row for row in rows if row["problem"] == name)
        for name in dict.fromkeys(row["problem"] for row in rows)
    }
    console.print(_table(by_problem, summary(rows)))
    _runs.write(options.json, rows, {**summary(rows), "problems": by_problem})
    return 0


def _tasks(options: argparse.Namespace) -> list[Task]:
    known = _runs.truths(Path(options.benchmarks), options.problems)
    without = tuple(name for name in options.without.split(",") if name)
    threads = 1 if options.jobs > 1 else 2
    return [
        Task(
            problem=name,
            source=_runs.source_of(Path(options.benchmarks), name),
            seed=seed,
            label=options.recipe,
            recipe=options.recipe,
            without=without,
            time_limit=options.time_limit,
            threads=threads,
            truth=truth,
        )
        for name, truth in known.items()
        for seed in range(options.seeds)
    ]


def _table(by_problem: dict[str, Row], total: Row) -> Table:
    table = Table("problem", "proved", "exact, different", "SRR", "median s", "median candidates")
    for name, row in {**by_problem, "all": total}.items():
        table.add_row(
            name,
            f"{row['proved']}/{row['runs']}",
            str(row["exact_but_different"]),
            f"{row['recovered']}/{row['runs']}",
            f"{row['median_seconds']:.2f}",
            f"{row['median_candidates']:.0f}",
        )
    return table
