"""`symplex bench suite DIR`: the problems of a folder with an answers file, proved or not.

DIR holds `answers.toml`: a table for each problem with a formula for each of its unknowns. The
problem is a file beside it with the table's name, or a bundled problem of that name.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.console import Console

from symplex.errors import SettingsError, nearest
from symplex_benchmarks.bench import _runs
from symplex_benchmarks.bench._references import ReferenceProblem, read_toml, reference_problems
from symplex_benchmarks.bench._runs import Hints, summary
from symplex_benchmarks.bench._tables import problem_table


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    parser.add_argument("folder", metavar="DIR", help="the folder with answers.toml")
    _runs.configure(parser, seeds=1, time_limit=60.0)
    _runs.configure_recipe(parser)
    parser.add_argument("--first", type=int, metavar="N", help="only the first N of the answers")
    parser.add_argument(
        "--hints",
        metavar="FILE",
        help="a TOML file that gives a problem's name a formula, or a list of formulas, as hints",
    )


def run(options: argparse.Namespace) -> int:
    """Run, print a line a run, then a table."""
    folder = Path(options.folder)
    if options.first is not None and options.first < 1:
        raise SettingsError(f"--first must be at least 1, found {options.first}")
    problems = reference_problems(folder, options.problems, first=options.first, option="DIR")
    hints = read_hints(Path(options.hints), folder) if options.hints else None
    report(problems, options, hints)
    return 0


def report(
    problems: Sequence[ReferenceProblem], options: argparse.Namespace, hints: Hints | None = None
) -> None:
    """Run problems, print a line a run and a table by problem, and write the JSON."""
    console = Console(highlight=False, soft_wrap=True)
    tasks = _runs.tasks(problems, options, hints=hints)
    rows = _runs.run_and_print(tasks, options, _runs.KeptRows(options.json))
    total = summary(rows)
    by_problem = {
        one.name: summary(row for row in rows if row["problem"] == one.name) for one in problems
    }
    console.print(problem_table(by_problem, total))
    _runs.write(options.json, rows, {**total, "problems": by_problem})


def read_hints(path: Path, folder: Path) -> Mapping[str, tuple[str, ...]]:
    """The hints of a file, by the names of the folder's problems."""
    names = [one.name for one in reference_problems(folder, option="DIR")]
    found: dict[str, tuple[str, ...]] = {}
    for name, entry in read_toml(path).items():
        if name not in names:
            raise SettingsError(f"{path}: no problem is called '{name}'{nearest(name, names)}")
        formulas: list[object] = entry if isinstance(entry, list) else [entry]  # pyright: ignore[reportUnknownVariableType]
        if not all(isinstance(formula, str) for formula in formulas):
            raise SettingsError(f"{path}: {name}: expected a formula in quotes, or a list of them")
        found[name] = tuple(map(str, formulas))
    return found
