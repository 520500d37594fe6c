"""Many runs of `solve` on problems with known solutions: their rows, and the totals of these."""

import argparse
import json
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

from rich.console import Console

from symplex.bench._comparison import compare
from symplex.bench._pool import pool
from symplex.bench._references import ReferenceProblem
from symplex.errors import SettingsError
from symplex.expression.parse import parse
from symplex.problem import load
from symplex.search.settings import SearchSettings
from symplex.solution import SolutionStatus, solve

Row = dict[str, Any]
Hints = Mapping[str, tuple[str, ...]]
"""Guesses by the names of problems."""


@final
@dataclass(frozen=True)
class Task:
    """One run: a problem, a seed, a recipe."""

    problem: ReferenceProblem
    seed: int
    label: str
    recipe: str | SearchSettings
    without: tuple[str, ...]
    time_limit: float
    threads: int
    hints: tuple[str, ...] = ()


def configure(
    parser: argparse.ArgumentParser, *, seeds: int | None, time_limit: float | None
) -> None:
    """The options that benches of whole runs share; a bench that gives None decides later."""
    default = "" if seeds is None else f" (default {seeds})"
    parser.add_argument("--seeds", type=int, default=seeds, help=f"runs a problem{default}")
    parser.add_argument("--first-seed", type=int, default=0, metavar="SEED", help="(default 0)")
    parser.add_argument("--time-limit", type=float, default=time_limit, metavar="SECONDS")
    parser.add_argument("--problems", default="*", metavar="GLOB", help="only problems that match")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side, a thread each")


def configure_recipe(parser: argparse.ArgumentParser) -> None:
    """The options of benches that run one recipe."""
    parser.add_argument("--recipe", default="default", help="default, paper or symformer")
    parser.add_argument(
        "--without",
        default="",
        metavar="INGREDIENTS",
        help="ingredients to switch off: statement-formulas,hold-out,…; see symplex solve --help",
    )


def tasks(
    problems: Iterable[ReferenceProblem],
    options: argparse.Namespace,
    variant: tuple[str, SearchSettings] | None = None,
    hints: Hints | None = None,
) -> list[Task]:
    """A run of each problem with each seed, by a labelled recipe or the one in the options."""
    label, recipe = variant or (options.recipe, options.recipe)
    without = () if variant else tuple(name for name in options.without.split(",") if name)
    for name in ("seeds", "jobs"):
        if getattr(options, name) < 1:
            raise SettingsError(f"--{name} must be at least 1, found {getattr(options, name)}")
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    return [
        Task(
            *(one, seed, label, recipe, without, options.time_limit, threads(options.jobs)),
            hints=(hints or {}).get(one.name, ()),
        )
        for one in problems
        for seed in seeds
    ]


def threads(jobs: int) -> int:
    """How many threads a run has where so many run side by side."""
    return 1 if jobs > 1 else 2


def run_all(tasks: Sequence[Task], jobs: int) -> Iterator[Row]:
    """The rows of all tasks, in their order."""
    if jobs <= 1:
        yield from map(_run, tasks)
        return
    with pool(jobs) as workers:
        yield from workers.imap(_run, tasks)


def run_and_print(tasks: Sequence[Task], jobs: int) -> list[Row]:
    """The rows of all tasks, a line printed for each when it is there."""
    console = Console(highlight=False, soft_wrap=True)
    rows: list[Row] = []
    for row in run_all(tasks, jobs):
        rows.append(row)
        console.print(line(row), markup=False)
    return rows


def _run(task: Task) -> Row:
    problem = load(task.problem.source)
    solution = solve(
        problem,
        seed=task.seed,
        time_limit=task.time_limit,
        recipe=task.recipe,
        without=task.without,
        threads=task.threads,
        hint=task.hints,
    )
    truth = {u: parse(text, problem.answer_scope) for u, text in task.problem.solution.items()}
    family = {"family": task.problem.family} if task.problem.family else {}
    named = {"recipe": task.label, "problem": task.problem.name, **family}
    return {**named, **compare(problem, solution, truth)}


def line(row: Row) -> str:
    """A row as it is printed when it comes."""
    mark = "proved" if row["proved"] else "DIFFERENT" if row["other"] else row["status"]
    return (
        f"{row['problem']:<26} seed {row['seed']:<3} {mark:<12} {row['seconds']:7.2f} s "
        f"{row['candidates']:>8}  {row['answer']}"
    )


def summary(rows: Iterable[Row]) -> Row:
    """What rows add up to; the medians are over all runs unless they are of the proved."""
    found = list(rows)
    proved = [row for row in found if row["proved"]]
    return {
        "runs": len(found),
        "proved": len(proved),
        "exact_but_different": sum(row["other"] for row in found),
        "conjectured": sum(row["status"] == SolutionStatus.CONJECTURED.value for row in found),
        "recovered": sum(row["srr"] for row in found),
        "median_seconds": median(found, "seconds"),
        "median_candidates": median(found, "candidates"),
        "median_seconds_of_proved": median(proved, "seconds"),
        "median_candidates_of_proved": median(proved, "candidates"),
    }


def median(rows: Sequence[Row], key: str) -> float | None:
    """The median of a number of the rows; None if there is no row."""
    return statistics.median(row[key] for row in rows) if rows else None


def shown(number: float | None, decimals: int) -> str:
    """A median for a table."""
    return "–" if number is None else f"{number:.{decimals}f}"


def write(path: str | None, rows: Sequence[Row], totals: Mapping[str, Any], **more: object) -> None:
    """The rows and the summary as JSON, if a file was named."""
    if path:
        text = json.dumps({**more, "rows": list(rows), "summary": dict(totals)}, indent=1)
        Path(path).write_text(f"{text}\n", encoding="utf-8")
