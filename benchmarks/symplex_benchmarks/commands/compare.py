"""`symplex compare PROBLEM…`: every method on the same problems, by the same reference."""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from symplex.app.cli.parser import add_device
from symplex.errors import SettingsError
from symplex.work.runs.files import write_whole

HELP: Final = "run other methods beside ours on the same problems"
_ALL = "all"
_FORMULA = 60


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "files", nargs="+", metavar="PROBLEM", help="problem files, or names of bundled problems"
    )
    parser.add_argument(
        "--methods", default=_ALL, metavar="LIST", help="names with commas, or all (default)"
    )
    parser.add_argument("--seeds", type=int, default=1, metavar="N", help="runs a problem (1)")
    parser.add_argument("--time-limit", type=float, default=300.0, metavar="SECONDS")
    parser.add_argument("--memory-limit", type=float, default=8.0, metavar="GIB", help="(8)")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="of each method (1)")
    add_device(parser)
    parser.add_argument(
        "--truth",
        metavar="FILE",
        help="true solutions in TOML, a table for each problem: errors are then measured by them, "
        "and recovery too; without it, errors are measured by a numerical reference",
    )
    parser.add_argument(
        "--faces",
        action="store_true",
        help="tell the true values on open faces to methods that need them (not to symplex)",
    )
    parser.add_argument("--rows", metavar="FILE", help="keep each row here as it comes, and go on")
    parser.add_argument("--json", metavar="FILE", help="write all rows here at the end")


def run(options: argparse.Namespace) -> int:
    """Run every method on every problem, print a line a run, then two tables for each problem."""
    # Imported late: the list of commands does without the rivals.
    from symplex.app.spread.rows import NoFile, RowFile
    from symplex_benchmarks.rivals.comparison.report import answers, costs
    from symplex_benchmarks.rivals.comparison.runs import rows_of

    courses, truths = _courses(options), _truths(options)
    kept = RowFile(Path(options.rows)) if options.rows else NoFile()
    rows: list[dict[str, Any]] = []
    for row in rows_of(courses, truths, kept):
        rows.append(row)
        print(f"{len(rows)}/{len(courses)}  {_line(row)}", file=sys.stderr, flush=True)
    for name in dict.fromkeys(row["problem"] for row in rows):
        chosen = [row for row in rows if row["problem"] == name]
        print(answers(name, chosen).markdown())
        print(costs(name, chosen).markdown())
    _write(options.json, rows)
    return 0


def _courses(options: argparse.Namespace) -> list[Any]:
    from symplex.notation.problem_files import load
    from symplex.numerics.evaluation.evaluator import require_device
    from symplex_benchmarks.rivals.catalogue import all_methods, methods_named
    from symplex_benchmarks.rivals.comparison.process import Limits
    from symplex_benchmarks.rivals.comparison.rows import Course

    for name in ("seeds", "threads"):
        if getattr(options, name) < 1:
            raise SettingsError(f"--{name} must be at least 1, found {getattr(options, name)}")
    for name in ("time_limit", "memory_limit"):
        if not getattr(options, name) > 0:
            raise SettingsError(f"--{name.replace('_', '-')} must be positive")
    if options.faces and not options.truth:
        raise SettingsError("--faces needs the true values: give them by --truth")
    chosen = [name.strip() for name in options.methods.split(",") if name.strip()]
    methods = all_methods() if chosen == [_ALL] else methods_named(chosen)
    memory = int(options.memory_limit * (1 << 30))
    require_device(options.device)
    limits = Limits(options.time_limit, memory, options.threads, options.device)
    for source in options.files:
        load(source)  # mistakes are found before the first run
    return [
        Course(source, method, seed, limits, faces=options.faces)
        for source in options.files
        for method in methods
        for seed in range(options.seeds)
    ]


def _truths(options: argparse.Namespace) -> Mapping[str, Mapping[str, str]]:
    from symplex.notation.problem_files import load
    from symplex_benchmarks.rivals.comparison.truth import read_truths, stated_truth

    truths: Mapping[str, Mapping[str, str]] = {}
    if options.truth:
        truths = read_truths(Path(options.truth))
    for source in options.files:
        problem = load(source)
        if problem.name in truths:
            stated_truth(problem, truths[problem.name])
        elif options.truth:
            raise SettingsError(f"--truth {options.truth}: has no table '{problem.name}'")
    return truths


def _line(row: dict[str, Any]) -> str:
    from symplex_benchmarks.rivals.comparison.tables import error, seconds

    found = row["formula"] or row["why"] or "a field of values"
    return (
        f"{row['problem']:<26} {row['method']:<12} seed {row['seed']:<3} "
        f"MSE {error(row['mse']):<8} {'proved' if row['proved'] else '':<7}"
        f"{seconds(row['seconds']):>9}  {found[:_FORMULA]}"
    )


def _write(path: str | None, rows: Sequence[dict[str, Any]]) -> None:
    if path is None:
        return
    text = json.dumps({"rows": list(rows)}, indent=1, ensure_ascii=False)
    try:
        write_whole(Path(path), f"{text}\n".encode())
    except OSError as error:
        raise SettingsError(f"--json {path}: cannot be written: {error.strerror}") from None
