"""`symplex bench handbook`: the bundled handbook of problems, proved or not, by family.

Also writes the page of results, of these runs or of saved ones.
"""

import argparse
import os
from pathlib import Path

from rich.console import Console

from symplex import __version__
from symplex.errors import SettingsError, listing, nearest
from symplex_benchmarks.bench import _runs
from symplex_benchmarks.bench._page import page
from symplex_benchmarks.bench._references import ReferenceProblem, reference_problems
from symplex_benchmarks.bench._report import Provenance, Report, read_reports
from symplex_benchmarks.bench._tables import family_table


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
    """Run, or read, and print a table by family; write the files that the options name."""
    console = Console(highlight=False, soft_wrap=True)
    problems = _chosen(options)
    saved = options.from_json
    report = read_reports(saved, problems) if saved else _measured(options, problems)
    families, totals = report.family_totals(), report.totals()
    console.print(family_table(families, totals))
    made = [vars(one) for one in report.provenance]
    _runs.write(options.json, report.rows, {**totals, "families": families}, made=made)
    if options.page:
        Path(options.page).write_text(page(report), encoding="utf-8")
    return 0


def _chosen(options: argparse.Namespace) -> list[ReferenceProblem]:
    problems = reference_problems(Path(options.benchmarks) / "handbook", options.problems)
    if options.family is None:
        return problems
    found = [one for one in problems if one.family == options.family]
    if not found:
        families = list(dict.fromkeys(one.family for one in problems))
        raise SettingsError(
            f"no problem is of the family '{options.family}'; there are {listing(families)}"
            f"{nearest(options.family, families)}"
        )
    return found


def _measured(options: argparse.Namespace, problems: list[ReferenceProblem]) -> Report:
    kept = _runs.KeptRows(options.json)
    rows = _runs.run_and_print(_runs.tasks(problems, options), options, kept)
    provenance = Provenance(
        command=_command(options),
        version=__version__,
        time_limit=options.time_limit,
        cores=_cores(),
        jobs=options.jobs,
        threads=_runs.threads(options),
    )
    return Report(tuple(problems), tuple(rows), (provenance,))


def _cores() -> int:
    """How many cores this process may use, where the system tells."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _command(options: argparse.Namespace) -> str:
    """The command with the options that decide about its rows: no names of files."""
    usual = {"first_seed": 0, "problems": "*", "jobs": 1, "recipe": "default", "without": ""}
    usual["device"] = "cpu"
    parts = ["symplex bench handbook", f"--seeds {options.seeds}"]
    parts.append(f"--time-limit {options.time_limit:g}")
    for name, value in {**usual, "family": None, "cluster": None}.items():
        given = getattr(options, name)
        if given != value:
            quoted = f"'{given}'" if name in ("problems", "family") else given
            parts.append(f"--{name.replace('_', '-')} {quoted}")
    return " ".join(parts)
