"""Many runs of `solve` on problems with known solutions: their rows, and the totals of these."""

import argparse
import hashlib
import json
import statistics
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any, final

from rich.console import Console

from symplex.app.spread import places
from symplex.app.spread.rows import TASK, NoFile, RowFile
from symplex.app.spread.sweep import LOST
from symplex.app.spread.work import LostTask
from symplex.app.spread.work import Task as WorkTask
from symplex.errors import SettingsError
from symplex.expression.parse import parse
from symplex.notation.problem_files import load
from symplex.numerics.evaluation.evaluator import require_device
from symplex.problem.transport import from_data, to_data
from symplex.proof.verdict import Verdict
from symplex.propose.candidates.settings import SearchSettings
from symplex.sentences import sentence
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solve import solve
from symplex.work.runs.files import write_whole
from symplex_benchmarks.bench._comparison import compare
from symplex_benchmarks.bench._references import ReferenceProblem

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
    max_candidates: int | None = None
    device: str = "cpu"
    more: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """What its row says besides."""


def configure(
    parser: argparse.ArgumentParser, *, seeds: int | None, time_limit: float | None
) -> None:
    """The options that benches of whole runs share; a bench that gives None decides later."""
    default = "" if seeds is None else f" (default {seeds})"
    parser.add_argument("--seeds", type=int, default=seeds, help=f"runs a problem{default}")
    parser.add_argument("--first-seed", type=int, default=0, metavar="SEED", help="(default 0)")
    parser.add_argument("--time-limit", type=float, default=time_limit, metavar="SECONDS")
    parser.add_argument(
        "--max-candidates", type=int, metavar="N", help="end a run after so many candidates"
    )
    parser.add_argument(
        "--problems", default="*", metavar="GLOBS", help="only those that match one, with commas"
    )
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side, a thread each")
    parser.add_argument("--cluster", metavar="ADDRESS", help="a Ray cluster for the runs, or auto")
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="keep each row here as it comes, as a line of JSON; runs that it has are not repeated",
    )
    configure_device(parser)


def configure_device(parser: argparse.ArgumentParser) -> None:
    """The option of every bench that searches."""
    parser.add_argument("--device", default="cpu", help="cpu, or cuda for an NVIDIA GPU")


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
    if options.cluster is None:
        require_device(options.device)
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    return [
        Task(
            *(one, seed, label, recipe, without, options.time_limit, threads(options)),
            hints=(hints or {}).get(one.name, ()),
            max_candidates=options.max_candidates,
            device=options.device,
        )
        for one in problems
        for seed in seeds
    ]


def threads(options: argparse.Namespace) -> int:
    """How many threads a run has where several run side by side."""
    return places.threads(options.jobs, options.cluster)


@final
class KeptRows:
    """The rows of a bench so far, in the file that --json names: whole after each of them."""

    def __init__(self, path: str | None) -> None:
        """Begin the file, so that a mistake in its name is found before the first run."""
        self._path, self._rows = path, list[Row]()
        self._write()

    def add(self, row: Row) -> None:
        """Keep another row."""
        self._rows.append(row)
        self._write()

    def _write(self) -> None:
        write(self._path, self._rows, summary(self._rows), complete=False)


def run_and_print(tasks: Sequence[Task], options: argparse.Namespace, kept: KeptRows) -> list[Row]:
    """The rows of all tasks in their order; kept, and a line printed, when one is there."""
    console = Console(highlight=False, soft_wrap=True)
    rows: dict[int, Row] = {}
    for index, row in _arriving(tasks, options):
        rows[index] = row
        kept.add(row)
        console.print(line(row), markup=False)
    return [rows[index] for index in range(len(tasks))]


def _arriving(tasks: Sequence[Task], options: argparse.Namespace) -> Iterator[tuple[int, Row]]:
    """The row of each task with its index: those that are kept, then the others as they come."""
    sources = dict.fromkeys(task.problem.source for task in tasks)
    shared = {source: to_data(load(source)) for source in sources}
    kept = RowFile(Path(options.output)) if options.output else NoFile()
    names = [_digest(shared[task.problem.source], task) for task in tasks]
    there = {name: _untold(row) for name, row in kept.rows.items()}
    yield from ((index, there[name]) for index, name in enumerate(names) if name in there)
    left = [index for index, name in enumerate(names) if name not in there]
    work = [WorkTask(tasks[index].problem.source, tasks[index]) for index in left]
    with places.place(options.jobs, options.cluster) as place:
        for which, result in place.results(_run, shared, work):
            index = left[which]
            if isinstance(result, LostTask):  # not kept: the next time it may succeed
                yield index, _lost_row(tasks[index], result)
            else:
                kept.append(names[index], result)
                yield index, result


def _untold(row: Row) -> Row:
    """A kept row without the name of its task."""
    return {key: value for key, value in row.items() if key != TASK}


def _digest(problem: Mapping[str, Any], task: Task) -> str:
    """What tells a run from others: all that its row depends on but the machine."""
    recipe = repr(Choices(recipe=task.recipe, without=task.without).settings)
    limits = task.time_limit, task.max_candidates, task.device
    parts = problem, task.label, recipe, task.seed, limits, task.hints, version("symplex")
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]


def _lost_row(task: Task, lost: LostTask) -> Row:
    """The row of a run that the program or the machine has lost: nothing was found."""
    nothing = {"proved": False, "other": False, "srr": False, "mse": None, "candidates": 0}
    named = {**_names(task), "seed": task.seed, "status": LOST, "seconds": task.time_limit}
    return {**named, **nothing, "answer": "", "why": sentence(lost.why)}


def _names(task: Task) -> Row:
    family = {"family": task.problem.family} if task.problem.family else {}
    return {"recipe": task.label, "problem": task.problem.name, **family, **task.more}


def _run(data: Mapping[str, Any], task: Task) -> Row:
    problem = from_data(data)
    solution = solve(
        problem,
        seed=task.seed,
        time_limit=task.time_limit,
        recipe=task.recipe,
        without=task.without,
        threads=task.threads,
        hint=task.hints,
        max_candidates=task.max_candidates,
        device=task.device,
    )
    truth = {u: parse(text, problem.answer_scope) for u, text in task.problem.solution.items()}
    return {**_names(task), **compare(problem, solution, truth)}


def line(row: Row) -> str:
    """A row as it is printed when it comes."""
    mark = "proved" if row["proved"] else "DIFFERENT" if row["other"] else row["status"]
    arm = f"{row['recipe']:<20} " if row.get("arm") is not None else ""
    return (
        f"{arm}{row['problem']:<26} seed {row['seed']:<3} {mark:<12} {row['seconds']:7.2f} s "
        f"{row['candidates']:>8}  {row['answer'] or row.get('why', '')}"
    )


def summary(rows: Iterable[Row]) -> Row:
    """What rows add up to; the medians are over all runs unless they are of the proved."""
    found = list(rows)
    proved = [row for row in found if row["proved"]]
    return {
        "runs": len(found),
        "proved": len(proved),
        "exact_but_different": sum(row["other"] for row in found),
        "conjectured": sum(row["status"] == Verdict.CONJECTURED.value for row in found),
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
    """The rows and the summary as JSON, whole or not at all, if a file was named.

    Raises:
        SettingsError: if it cannot be written.
    """
    if path is None:
        return
    text = json.dumps({**more, "rows": list(rows), "summary": dict(totals)}, indent=1)
    try:
        write_whole(Path(path), f"{text}\n".encode())
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise SettingsError(f"--json {path}: cannot be written: {reason}") from None
