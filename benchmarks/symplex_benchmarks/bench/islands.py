"""`symplex bench islands`: several workers against one, by candidates a second and time to proof.

The speed is measured on searches that find no answer: one worker with one thread, in a process of
its own too, then several workers, for each problem in turn. The time to a proof is measured on hard
problems of the handbook: one worker with as many threads as there are workers, and the workers, in
alternating order.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from symplex.app.spread.islands import solve_on_islands
from symplex.errors import SettingsError
from symplex.notation.problem_files import load
from symplex.numerics.evaluation.evaluator import require_device
from symplex.problem import Problem
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solution import Solution
from symplex.solver.solution.solve import solve_chosen
from symplex_benchmarks.bench import _runs
from symplex_benchmarks.bench.search import PROBLEMS

HARD: Final = (
    "call-option",
    "eikonal-square",
    "laplace-dipole",
    "monge-ampere-wedge",
    "abc-flow",
    "laplace-six",
    "liouville-channel",
    "goursat-log",
    "sine-gordon-breather",
    "eikonal-unequal-ends",
    "heat-constant-flux",
    "transport-quadratic",
    "transport-rotating",
    "heat-ramped-source",
    "wave-gaussian-blow",
    "wave-forced",
    "heat-warming",
    "wave-resonant",
    "robin-driven",
    "lq-control",
)
"""The problems of the handbook that take one worker the most candidates, on its page of results."""
ALONE, TOGETHER = "one worker", "several workers"
Row = dict[str, Any]
Way = Callable[[Problem, Choices], Solution]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    parser.add_argument(
        "part", nargs="?", choices=("speed", "proof", "both"), default="both", help="(both)"
    )
    parser.add_argument("--workers", type=int, default=2, help="islands, a thread each (2)")
    parser.add_argument("--seeds", type=int, default=3, help="runs a hard problem (3)")
    parser.add_argument("--time-limit", type=float, default=60.0, metavar="SECONDS")
    _runs.configure_device(parser)
    parser.add_argument(
        "--speed-seconds", type=float, default=20.0, metavar="SECONDS", help="a search (20)"
    )
    parser.add_argument("--problems", nargs="+", default=list(HARD), metavar="NAME")


def run(options: argparse.Namespace) -> int:
    """Measure, print a line a run, then a table for each part."""
    for name in ("workers", "seeds"):
        if getattr(options, name) < 1:
            raise SettingsError(f"--{name} must be at least 1, found {getattr(options, name)}")
    require_device(options.device)
    console = Console(highlight=False, soft_wrap=True)
    parts: list[tuple[Iterator[Row], Callable[[Sequence[Row]], Row]]] = []
    if options.part in ("speed", "both"):
        parts.append((_speeds(options), speed_summary))
    if options.part in ("proof", "both"):
        parts.append((_proofs(options), proof_summary))
    rows: list[Row] = []
    totals: Row = {}
    for made, summary in parts:
        found: list[Row] = []
        for row in made:
            console.print(_line(row), markup=False)
            found.append(row)
        rows += found
        totals |= summary(found)
    console.print(_table(totals))
    _runs.write(options.json, rows, totals)
    return 0


def _speeds(options: argparse.Namespace) -> Iterator[Row]:
    """One worker with one thread, then several, on searches that find no answer."""
    folder = Path(options.benchmarks)
    # Without the textbook, which only the first island has: all do the same kind of work.
    choices = Choices(
        time_limit=options.speed_seconds, without=("textbook",), device=options.device
    )
    for name in PROBLEMS:
        problem = load(str(folder / f"{name}.toml"))
        for label, workers in ((ALONE, 1), (TOGETHER, options.workers)):
            way = partial(solve_on_islands, workers=workers)
            yield {"part": "speed", **_row(name, label, way(problem, choices))}


def _proofs(options: argparse.Namespace) -> Iterator[Row]:
    """One worker with as many threads as there are workers, and the workers, turn by turn."""
    ways = list(_ways(options.workers, threads=options.workers).items())
    for number, (name, seed) in enumerate(
        chain.from_iterable(((name, s) for s in range(options.seeds)) for name in options.problems)
    ):
        choices = Choices(seed=seed, time_limit=options.time_limit, device=options.device)
        for label, way in ways if number % 2 else reversed(ways):
            yield {"part": "proof", **_row(name, label, way(load(name), choices))}


def _ways(workers: int, *, threads: int) -> Mapping[str, Way]:
    def alone(problem: Problem, choices: Choices) -> Solution:
        return solve_chosen(problem, choices, threads=threads)

    def together(problem: Problem, choices: Choices) -> Solution:
        return solve_on_islands(problem, choices, workers=workers)

    return {ALONE: alone, TOGETHER: together}


def _row(name: str, label: str, solution: Solution) -> Row:
    return {
        "problem": name,
        "how": label,
        "seed": solution.seed,
        "status": solution.status.value,
        "exact": solution.is_exact,
        "seconds": round(solution.seconds, 3),
        "candidates": solution.candidates,
    }


def speed_summary(rows: Sequence[Row]) -> Row:
    """The candidates a second of each way over all searches, and how they compare."""
    rates = {
        label: sum(row["candidates"] for row in found) / sum(row["seconds"] for row in found)
        for label, found in _by_way(rows).items()
    }
    return {"candidates_per_second": rates, "speedup": rates[TOGETHER] / rates[ALONE]}


def proof_summary(rows: Sequence[Row]) -> Row:
    """How many each way proves, and the median seconds: over all, and where both prove."""
    ways = _by_way(rows)
    proved = {label: {_key(row) for row in found if row["exact"]} for label, found in ways.items()}
    both = proved[ALONE] & proved[TOGETHER]
    return {
        "proved": {label: len(keys) for label, keys in proved.items()},
        "runs": len(ways[ALONE]),
        "median_seconds": {label: _median(found) for label, found in ways.items()},
        "proved_by_both": len(both),
        "median_seconds_of_both": {
            label: _median([row for row in found if _key(row) in both])
            for label, found in ways.items()
        },
    }


def _by_way(rows: Sequence[Row]) -> dict[str, list[Row]]:
    return {label: [row for row in rows if row["how"] == label] for label in (ALONE, TOGETHER)}


def _key(row: Row) -> tuple[str, int]:
    return row["problem"], row["seed"]


def _median(rows: Sequence[Row]) -> float | None:
    return median(row["seconds"] for row in rows) if rows else None


def _line(row: Row) -> str:
    return (
        f"{row['problem']:<30} seed {row['seed']:<3} {row['how']:<16} {row['status']:<12} "
        f"{row['seconds']:7.2f} s {row['candidates']:>8}"
    )


def _table(totals: Row) -> Table:
    table = Table("what", ALONE, TOGETHER, caption="A run without a proof counts with its seconds.")
    for key, title in (
        ("candidates_per_second", "candidates a second"),
        ("proved", "proved"),
        ("median_seconds", "median seconds"),
        ("median_seconds_of_both", "median seconds where both prove"),
    ):
        if key in totals:
            shown = (_runs.shown(totals[key][label], 2) for label in (ALONE, TOGETHER))
            table.add_row(title, *shown)
    return table
