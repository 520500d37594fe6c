"""`symplex bench gpu`: whether the GPU engine agrees with the core, and how fast it is.

Agreement is measured over all bundled problems, at fixed constants and by planted ones; speed on
the trees of `symplex bench evaluation`, with what it depends on: batch, constants, nodes, points.
"""

import argparse
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from rich.console import Console

from symplex.notation.problem_files import bundled, bundled_names
from symplex.numerics.evaluation.engines.cuda_library import Library, library
from symplex_benchmarks.bench.evaluation import skeleton, skeletons

SIZES: Final = (64, 512, 4096, 65_536, 1_048_576)
SMALL: Final = (64, 512, 4096)
MIDDLE: Final = 131_072
DRAWN: Final = (4096, 16_384, 65_536)
TABLES: Final = ("core", "size", "warps", "constants", "nodes", "points")
Row = dict[str, Any]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    parser.add_argument("--agreement", action="store_true", help="leave out the speeds")
    parser.add_argument("--speed", action="store_true", help="leave out the agreement")
    parser.add_argument("--sampling", action="store_true", help="also draw trees on the GPU")
    parser.add_argument("--trees", type=int, default=200, help="random trees for each problem")
    parser.add_argument(
        "--searched", action="store_true", help="trees and constants of a search in their place"
    )
    parser.add_argument("--trials", type=int, default=60, help="random starts per skeleton")
    parser.add_argument("--problems", default="", metavar="NAMES", help="bundled ones; all if none")
    parser.add_argument(
        "--tables", default=",".join(TABLES), metavar="NAMES", help="of the speeds; all by default"
    )
    parser.add_argument("--runs", type=int, default=3, help="timings of each; the best counts")
    parser.add_argument("--threads", type=int, default=2, help="of the core")


def run(arguments: argparse.Namespace) -> int:
    """Measure, print and write."""
    console, engine = Console(width=120), library()
    console.print(f"GPU: {engine.device}", highlight=False)
    rows: list[Row] = []
    summary: Row = {"device": engine.device}
    if not arguments.speed:
        rows += _agreement(console, arguments, engine, summary)
    if not arguments.agreement:
        rows += _speeds(console, arguments, engine)
    if arguments.sampling:
        from symplex_benchmarks.bench._gpu_speed import sampling_speeds

        rows += _printed(console, sampling_speeds(DRAWN, arguments.runs))
    for name, value in summary.items():
        console.print(f"{name}: {value}", highlight=False)
    if arguments.json:
        text = json.dumps({"rows": rows, "summary": summary}, indent=1)
        Path(arguments.json).write_text(f"{text}\n", encoding="utf-8")
    return 0


def _agreement(
    console: Console, arguments: argparse.Namespace, engine: Library, summary: Row
) -> list[Row]:
    # Late, here and below: the help does without the compiled core.
    from symplex_benchmarks.bench._gpu_agreement import agreement, planted, searched

    compared = searched if arguments.searched else agreement

    chosen = [name for name in arguments.problems.split(",") if name]
    rows: list[Row] = []
    for name in chosen or bundled_names():
        row = compared(name, arguments.trees, engine, arguments.threads)
        rows.append(row)
        facts = {key: value for key, value in row.items() if key != "rest"}
        console.print(_line(facts), highlight=False)
        for rest in row["rest"]:
            console.print(f"    {_line(rest)}", highlight=False, markup=False)
    for key in ("trees", "agree", "noise", "differ"):
        summary[key] = sum(row[key] for row in rows)
    summary["share within 1e-9"] = summary["agree"] / max(summary["trees"], 1)
    found = [
        planted(name, skeleton(text, bundled(name)), arguments.trials, engine)
        for name, text in skeletons(Path(arguments.benchmarks)).items()
        if not chosen or name in chosen
    ]
    for label in ("core", "gpu"):
        summary[f"planted, found by the {label}"] = sum(row[label] for row in found)
    return [*rows, *_printed(console, found)]


def _speeds(console: Console, arguments: argparse.Namespace, engine: Library) -> list[Row]:
    from symplex_benchmarks.bench._gpu_speed import Speeds

    speeds = Speeds(engine, arguments.runs)
    tables: dict[str, Iterable[Row]] = {
        "core": (speeds.core(threads) for threads in (arguments.threads,)),
        "size": speeds.by_size(SIZES),
        "warps": speeds.by_warps(SMALL),
        "constants": speeds.by_constants(MIDDLE),
        "nodes": speeds.by_nodes(MIDDLE),
        "points": speeds.by_points(MIDDLE),
    }
    chosen = arguments.tables.split(",")
    return [row for name in TABLES if name in chosen for row in _printed(console, tables[name])]


def _printed(console: Console, rows: Iterable[Row]) -> list[Row]:
    kept: list[Row] = []
    for row in rows:
        kept.append(row)
        console.print(_line(row), highlight=False)
    return kept


def _line(row: Row) -> str:
    return ", ".join(
        f"{key} {value:,.4g}" if isinstance(value, float) else f"{key} {value}"
        for key, value in row.items()
    )
