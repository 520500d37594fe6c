"""`symplex bench ablation`: what each ingredient of the default recipe contributes.

Without seeds throughout, so that the search itself is measured and not the statement's formulas.
"""

import argparse
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.table import Table

from symplex.interface.bench import _runs
from symplex.interface.bench._runs import Row, Task, summary
from symplex.search.settings import DEFAULT, Learner, SearchSettings

_BARE = DEFAULT.without(["seeds"])


def variants() -> dict[str, SearchSettings]:
    """The full recipe and one without each ingredient."""
    return {
        "full": _BARE,
        "without SymFormer": _BARE.without(["symformer"]),
        "without moves": _BARE.without(["moves"]),
        "without lifts": _BARE.without(["lifts"]),
        "Adam 50 for LM": _BARE.without(["lm"]),
        "without curriculum": _BARE.without(["curriculum"]),
        "LSTM for SymFormer": replace(_BARE, learner=Learner.LSTM),
    }


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    _runs.configure(parser, seeds=2, time_limit=15.0)


def run(options: argparse.Namespace) -> int:
    """Run every variant on every problem and print one table."""
    console = Console(highlight=False, soft_wrap=True)
    known = _runs.truths(Path(options.benchmarks), options.problems)
    rows: list[Row] = []
    totals: dict[str, Row] = {}
    for label, settings in variants().items():
        tasks = [
            Task(
                problem=name,
                source=_runs.source_of(Path(options.benchmarks), name),
                seed=seed,
                label=label,
                recipe=settings,
                without=(),
                time_limit=options.time_limit,
                threads=1 if options.jobs > 1 else 2,
                truth=truth,
            )
            for name, truth in known.items()
            for seed in range(options.seeds)
        ]
        found = list(_runs.run_all(tasks, options.jobs))
        rows += found
        totals[label] = summary(found)
        console.print(f"{label}: {totals[label]['proved']} of {len(found)} proved", markup=False)
    console.print(_table(totals))
    _runs.write(options.json, rows, totals)
    return 0


def _table(totals: dict[str, Row]) -> Table:
    table = Table("recipe", "proved", "median s", "median candidates")
    for label, row in totals.items():
        table.add_row(
            label,
            f"{row['proved']}/{row['runs']}",
            f"{row['median_seconds']:.2f}",
            f"{row['median_candidates']:.0f}",
        )
    return table
