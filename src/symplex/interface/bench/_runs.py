"""Many runs of `solve` against known truths: rows, and what they add up to.

A run is judged here and nowhere else: the package does not know any truth.
"""

import argparse
import fnmatch
import json
import multiprocessing
import statistics
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, final

import numpy as np

from symplex.errors import SettingsError
from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.parse import parse
from symplex.expression.render import to_sympy
from symplex.problem import Problem, load
from symplex.search.settings import SearchSettings
from symplex.solution import Solution, SolutionStatus, solve

Row = dict[str, Any]
_POINTS = 4096
_RECOVERED = 1e-8
"""The mean squared error below which the paper counts a recovery."""
_EQUAL = 1e-12


@final
@dataclass(frozen=True)
class Task:
    """One run: a problem, a seed, a recipe."""

    problem: str
    source: str
    """A problem file, or the name of a bundled problem."""
    seed: int
    label: str
    recipe: str | SearchSettings
    without: tuple[str, ...]
    time_limit: float
    threads: int
    truth: Mapping[str, str]


def configure(parser: argparse.ArgumentParser, *, seeds: int, time_limit: float) -> None:
    """The options that benches of whole runs share."""
    parser.add_argument(
        "--seeds", type=int, default=seeds, help=f"runs a problem (default {seeds})"
    )
    parser.add_argument("--time-limit", type=float, default=time_limit, metavar="SECONDS")
    parser.add_argument("--problems", default="*", metavar="GLOB", help="only problems that match")
    parser.add_argument("--jobs", type=int, default=1, help="runs side by side, a thread each")


def source_of(folder: Path, name: str) -> str:
    """The problem's file beside the truths, or its name if it is a bundled one."""
    path = folder / f"{name}.toml"
    return str(path) if path.is_file() else name


def truths(folder: Path, pattern: str) -> dict[str, dict[str, str]]:
    """The true solutions in a folder, of the problems that match a pattern."""
    path = folder / "answers.toml"
    if not path.is_file():
        raise SettingsError(f"expected the true solutions in {path}; see --benchmarks")
    found = {
        name: {k: v for k, v in entry.items() if isinstance(v, str)}
        for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items()
        if fnmatch.fnmatch(name, pattern)
    }
    if not found:
        raise SettingsError(f"no problem matches '{pattern}'")
    return found


def run_all(tasks: Sequence[Task], jobs: int) -> Iterator[Row]:
    """The rows of all tasks, in their order."""
    if jobs <= 1:
        yield from map(_run, tasks)
        return
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        yield from pool.imap(_run, tasks)


def _run(task: Task) -> Row:
    problem = load(task.source)
    solution = solve(
        problem,
        seed=task.seed,
        time_limit=task.time_limit,
        recipe=task.recipe,
        without=task.without,
        threads=task.threads,
    )
    truth = {u: parse(task.truth[u], problem.answer_scope) for u in problem.unknowns}
    return {"recipe": task.label, "problem": task.problem, **_judge(problem, solution, truth)}


def _judge(problem: Problem, solution: Solution, truth: Mapping[str, Expression]) -> Row:
    error = _error(problem, solution, truth)
    exact = solution.status is SolutionStatus.EXACT
    equal = error < _EQUAL
    return {
        "seed": solution.seed,
        "status": solution.status.value,
        "proved": exact and equal,
        "other": exact and not equal,
        "srr": error < _RECOVERED and _same_form(solution, truth),
        "mse": error if np.isfinite(error) else None,
        "seconds": round(solution.seconds, 3),
        "candidates": solution.candidates,
        "answer": "; ".join(f"{name} = {text}" for name, text in solution.text.items()),
    }


def _error(problem: Problem, solution: Solution, truth: Mapping[str, Expression]) -> float:
    """The mean squared error at fixed points of the domain, for all unknowns together."""
    if not solution.formulas:
        return float("inf")
    random = np.random.default_rng(20_240_607)
    points = {
        name: random.uniform(*interval.floats, _POINTS)
        for name, interval in {**problem.domain, **problem.parameters}.items()
    }
    gaps = [
        evaluate(solution.formulas[name], points) - evaluate(truth[name], points) for name in truth
    ]
    return float(np.mean([np.mean(np.broadcast_to(gap, _POINTS) ** 2) for gap in gaps]))


def _same_form(solution: Solution, truth: Mapping[str, Expression]) -> bool:
    """The paper's recovery: the same simplified form up to numbers."""
    import sympy  # half a second, and only for what is close

    def skeleton(tree: Expression) -> Any:  # noqa: ANN401 (SymPy is untyped)
        form = sympy.simplify(to_sympy(tree))
        number = sympy.Symbol("number")
        return form.replace(
            lambda part: part.is_Number and part not in (-1, 0, 1), lambda _: number
        )

    return all(
        skeleton(solution.formulas[name]) == skeleton(tree)
        or sympy.simplify(to_sympy(solution.formulas[name]) - to_sympy(tree)) == 0
        for name, tree in truth.items()
    )


def summary(rows: Iterable[Row]) -> Row:
    """What rows add up to."""
    found = list(rows)
    proved = [row for row in found if row["proved"]]
    return {
        "runs": len(found),
        "proved": len(proved),
        "exact_but_different": sum(row["other"] for row in found),
        "recovered": sum(row["srr"] for row in found),
        "median_seconds": statistics.median(row["seconds"] for row in found),
        "median_candidates": statistics.median(row["candidates"] for row in found),
    }


def write(path: str | None, rows: Sequence[Row], totals: Mapping[str, Any]) -> None:
    """The rows and the summary as JSON, if a file was named."""
    if path:
        text = json.dumps({"rows": list(rows), "summary": dict(totals)}, indent=1)
        Path(path).write_text(f"{text}\n", encoding="utf-8")
