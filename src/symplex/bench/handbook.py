"""`symplex bench handbook`: the bundled handbook of problems, proved or not, by family.

Also writes the page of results, of these runs or of saved ones.
"""

import argparse
import os
from pathlib import Path

from rich.console import Console
from rich.table import Column, Table

from symplex import __version__
from symplex.bench import _runs
from symplex.bench._page import page
from symplex.bench._report import Making, Report, read_reports
from symplex.bench._runs import Row, shown
from symplex.bench._truths import Known, known_problems
from symplex.errors import SettingsError, listing, nearest


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this bench's options."""
    _runs.configure(parser, seeds=1, time_limit=60.0)
    _runs.configure_recipe(parser)
    parser.add_argument("--family", metavar="NAME", help="only problems of this family")
    parser.add_argument("--page", metavar="FILE", help="write the results here, in Markdown")
    parser.add_argument(
        "--from-json",
        nargs="+",
        metavar="FILE",
        help="run nothing: take the rows that --json saved; of two runs alike the last counts",
    )


def run(options: argparse.Namespace) -> int:
    """Run, or read, and print a table by family; write what was asked for."""
    console = Console(highlight=False, soft_wrap=True)
    known = _chosen(options)
    report = read_reports(options.from_json, known) if options.from_json else _made(options, known)
    families, totals = report.family_totals(), report.totals()
    console.print(_table(families, totals))
    made = [vars(one) for one in report.made]
    _runs.write(options.json, report.rows, {**totals, "families": families}, made=made)
    if options.page:
        Path(options.page).write_text(page(report), encoding="utf-8")
    return 0


def _chosen(options: argparse.Namespace) -> list[Known]:
    known = known_problems(Path(options.benchmarks) / "handbook", options.problems)
    if options.family is None:
        return known
    found = [one for one in known if one.family == options.family]
    if not found:
        families = list(dict.fromkeys(one.family for one in known))
        raise SettingsError(
            f"no problem is of the family '{options.family}'; there are {listing(families)}"
            f"{nearest(options.family, families)}"
        )
    return found


def _made(options: argparse.Namespace, known: list[Known]) -> Report:
    console = Console(highlight=False, soft_wrap=True)
    rows: list[Row] = []
    for row in _runs.run_all(_runs.tasks(known, options), options.jobs):
        rows.append(row)
        console.print(_runs.line(row), markup=False)
    making = Making(
        command=_command(options),
        version=__version__,
        time_limit=options.time_limit,
        cores=_cores(),
        jobs=options.jobs,
        threads=_runs.threads(options.jobs),
    )
    return Report(tuple(known), tuple(rows), (making,))


def _cores() -> int:
    """How many cores this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _command(options: argparse.Namespace) -> str:
    """The command with what decides about its rows: no names of files."""
    usual = {"first_seed": 0, "problems": "*", "jobs": 1, "recipe": "default", "without": ""}
    words = ["symplex bench handbook", f"--seeds {options.seeds}"]
    words.append(f"--time-limit {options.time_limit:g}")
    for name, value in {**usual, "family": None}.items():
        given = getattr(options, name)
        if given != value:
            quoted = f"'{given}'" if name in ("problems", "family") else given
            words.append(f"--{name.replace('_', '-')} {quoted}")
    return " ".join(words)


def _table(*parts: dict[str, Row]) -> Table:
    table = Table(
        Column("family", no_wrap=True), "proved", "exact, different", "median s of the proved"
    )
    for part in parts:
        for name, row in part.items():
            table.add_row(
                name,
                f"{row['proved']}/{row['runs']}",
                str(row["exact_but_different"]),
                shown(row["median_seconds_of_proved"], 2),
            )
        table.add_section()
    return table
