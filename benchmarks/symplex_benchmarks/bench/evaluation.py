"""`symplex bench evaluation`: how fast candidates are fitted, and how well.

One run measures the compiled core and the PyTorch oracle side by side, then the share of random
starts from which each method finds exact constants of trees whose structure is right.
"""

import argparse
import json
import time
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table

from symplex.errors import SettingsError
from symplex.expression import CONSTANT, Expression, Symbol, leaf
from symplex.expression.parse import Scope, parse
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.evaluator import Evaluator, engine, evaluator
from symplex.numerics.evaluation.fit import Adam, Fixed, LevenbergMarquardt, Method
from symplex.numerics.evaluation.objective import Objective
from symplex.numerics.evaluation.sampling import Sampling, draw
from symplex.problem import Problem
from symplex_benchmarks.bench._candidates import candidates, vocabulary

PROBLEM = "parametric-heat"
SIZES = (64, 512, 4096)
RUNS, TRIALS, CLOSE = 5, 60, 1e-10
METHODS: Final[Mapping[str, Method]] = MappingProxyType(
    {
        "LM x1": LevenbergMarquardt(starts=1),
        "LM x4": LevenbergMarquardt(starts=4),
        "LM x8": LevenbergMarquardt(starts=8),
        "Adam 50": Adam(),
    }
)
Row = dict[str, Any]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    parser.add_argument("--runs", type=int, default=RUNS, help="timings of each; the best counts")
    parser.add_argument("--trials", type=int, default=TRIALS, help="random starts per skeleton")


def run(arguments: argparse.Namespace) -> int:
    """Measure, print and write."""
    console = Console()
    known = skeletons(Path(arguments.benchmarks))
    console.print(f"{engine().value}.")
    speed = _speeds(arguments.runs)
    _print_speeds(console, speed)
    fits = [_constants(name, text, arguments.trials) for name, text in known.items()]
    summary = {**_speed_summary(speed), **_fit_summary(fits)}
    _print_fits(console, fits, summary)
    for name, value in summary.items():
        console.print(f"{name}: {value:.4g}", highlight=False)
    if arguments.json:
        text = json.dumps({"rows": [*speed, *fits], "summary": summary}, indent=1)
        Path(arguments.json).write_text(f"{text}\n", encoding="utf-8")
    return 0


def skeletons(folder: Path) -> dict[str, str]:
    """The right skeleton of each problem, by name."""
    path = folder / "skeletons.toml"
    if not path.is_file():
        raise SettingsError(f"expected {path} with the skeletons to fit; see --benchmarks")
    return tomllib.loads(path.read_text(encoding="utf-8"))["skeletons"]


def _speeds(runs: int) -> list[Row]:
    problem = bundled(PROBLEM)
    objective = draw(problem, np.random.default_rng(0), Sampling(interior=200, initial=160))
    tokens = vocabulary(problem)
    rows: list[Row] = []
    for threads in (1, 2):
        core = evaluator(objective, tokens, threads)
        for size in SIZES:
            batch = candidates(problem, size)
            rows.append(_core_row(core, batch, threads, runs))
    rows.append(_oracle_row(objective, tokens, candidates(problem, SIZES[0])))
    return rows


def _core_row(core: Evaluator, batch: TokenBatch, threads: int, runs: int) -> Row:
    again = max(1, SIZES[-1] // len(batch) // 4)
    score, _ = _best(lambda: core.fit(batch, Fixed()), runs, again)
    fit, busy = _best(lambda: core.fit(batch, LevenbergMarquardt()), runs, again)
    adam, _ = _best(lambda: core.fit(batch, Adam()), 1, again)
    return {
        "engine": "core",
        "threads": threads,
        "candidates": len(batch),
        "nodes_per_second": len(batch.tokens) * core.objective.rows / score,
        "scored_per_second": len(batch) / score,
        "fitted_per_second": len(batch) / fit,
        "processor_seconds_per_fit": busy / len(batch),
        "adam_per_second": len(batch) / adam,
    }


def _oracle_row(objective: Objective, tokens: Vocabulary, batch: TokenBatch) -> Row:
    import torch  # only here, so that the core is measured without it

    from symplex.numerics.evaluation.engines.fallback import Fallback  # as above

    torch.set_num_threads(1)
    oracle = Fallback(objective, tokens)
    score, _ = _best(lambda: oracle.fit(batch, Fixed()), 1, 1)
    adam, busy = _best(lambda: oracle.fit(batch, Adam()), 1, 1)
    return {
        "engine": "oracle",
        "threads": 1,
        "candidates": len(batch),
        "nodes_per_second": len(batch.tokens) * objective.rows / score,
        "scored_per_second": len(batch) / score,
        "fitted_per_second": len(batch) / adam,
        "processor_seconds_per_fit": busy / len(batch),
        "adam_per_second": len(batch) / adam,
    }


def _best(work: Callable[[], object], runs: int, again: int) -> tuple[float, float]:
    """The least wall time and processor time of one call, over runs of `again` calls each."""
    wall, busy = float("inf"), float("inf")
    for _ in range(runs):
        start, worked = time.perf_counter(), time.process_time()
        for _ in range(again):
            work()
        wall = min(wall, (time.perf_counter() - start) / again)
        busy = min(busy, (time.process_time() - worked) / again)
    return wall, busy


def _constants(name: str, text: str, trials: int) -> Row:
    """From how many random starts each method finds the constants of one skeleton."""
    problem = bundled(name)
    expression = skeleton(text, problem)
    tokens = Vocabulary(tuple(dict.fromkeys(expression.tokens)))
    core = evaluator(draw(problem, np.random.default_rng(0)), tokens)
    batch = TokenBatch.of([tokens.encode(expression)])
    row: Row = {"problem": name, "skeleton": text, "constants": len(expression.constants)}
    for label, method in METHODS.items():
        hits = 0
        for trial in range(trials):
            start = np.random.default_rng(1000 + trial).normal(size=len(expression.constants))
            first = 2 * start
            hits += int(core.fit(batch, method, first=first, seed=trial).losses[0] < CLOSE)
        row[label] = hits / trials
    return row


def skeleton(text: str, problem: Problem) -> Expression:
    """A formula whose symbols c0, c1, … are slots."""
    slots = [f"c{index}" for index in range(10)]
    scope = Scope(problem.variables, (*problem.parameters, *slots))
    return parse(text, scope).substitute({Symbol(name): leaf(CONSTANT, 1.0) for name in slots})


def _speed_summary(rows: list[Row]) -> dict[str, float]:
    core = {(r["threads"], r["candidates"]): r for r in rows if r["engine"] == "core"}
    oracle = next(row for row in rows if row["engine"] == "oracle")["fitted_per_second"]
    one, two = core[1, SIZES[-1]], core[2, SIZES[-1]]
    return {
        "fitted_per_second_4096": one["fitted_per_second"],
        "fitted_per_second_64": core[1, SIZES[0]]["fitted_per_second"],
        "ratio_to_oracle_64": core[1, SIZES[0]]["fitted_per_second"] / oracle,
        "two_threads_to_one": two["fitted_per_second"] / one["fitted_per_second"],
        "two_threads_to_one_by_processor_time": 2
        * one["processor_seconds_per_fit"]
        / two["processor_seconds_per_fit"],
    }


def _fit_summary(rows: list[Row]) -> dict[str, float]:
    return {f"exact {label}": float(np.mean([row[label] for row in rows])) for label in METHODS}


def _print_speeds(console: Console, rows: list[Row]) -> None:
    table = Table("engine", "threads", "N", "nodes/s", "scored/s", "fitted/s", "Adam 50/s")
    for row in rows:
        numbers = ("nodes_per_second", "scored_per_second", "fitted_per_second", "adam_per_second")
        table.add_row(
            *(row["engine"], str(row["threads"]), str(row["candidates"])),
            *(f"{row[name]:,.4g}" for name in numbers),
        )
    console.print(table)
    console.print("fitted: core LM 4 x 20, oracle Adam 50; parametric heat, 200 + 160 points")


def _print_fits(console: Console, rows: list[Row], summary: dict[str, float]) -> None:
    table = Table("problem", "skeleton", *METHODS)
    for row in rows:
        shares = (f"{row[label]:.0%}" for label in METHODS)
        table.add_row(row["problem"], row["skeleton"], *shares)
    table.add_row("all", "", *(f"{summary[f'exact {label}']:.1%}" for label in METHODS))
    console.print(table)
