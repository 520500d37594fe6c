"""`symplex solve FILE`: searches, proves, and prints the answer."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from symplex.app.cli import running
from symplex.app.cli.parser import add_cluster, add_problem
from symplex.app.cli.search_options import configure_search, settings_of
from symplex.app.cli.stated import stated_file
from symplex.errors import SettingsError
from symplex.notation.problem_files import ProblemFile
from symplex.problem import Problem
from symplex.work.runs.folder import RunFolder
from symplex.work.runs.manifest import Manifest
from symplex.work.runs.places import new_place


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_problem(parser)
    parser.add_argument("--seed", type=int, default=0, help="of every random choice (default 0)")
    configure_search(parser)
    parser.add_argument(
        "--workers", type=int, default=1, metavar="N", help="searches that exchange what they find"
    )
    add_cluster(parser)
    running.configure(parser)
    parser.add_argument("--output", metavar="DIR", help="save the run in this folder")
    parser.add_argument("--no-save", action="store_true", help="do not save the run")


def run(options: argparse.Namespace) -> int:
    """Solve, print the answer, and say by the exit code whether it is proved."""
    # Imported late: the other commands do without what searches.
    from symplex.numerics.evaluation.evaluator import Engine, engine

    if engine() is Engine.FALLBACK and not options.quiet:
        print(f"symplex: {Engine.FALLBACK.value}", file=sys.stderr)
    given = stated_file(options)
    settings = {**settings_of(options), "workers": options.workers}
    problem = given.problem()
    folder = _folder(options, problem)
    return running.run(problem, settings, options, folder, _manifest(given, problem, settings))


def _manifest(given: ProblemFile, problem: Problem, settings: dict[str, Any]) -> Manifest:
    text = given.data.decode("utf-8-sig")
    given_as = {"source": given.source, "text": text, "statement": problem.statement()}
    return Manifest(given_as, settings, problem.name)


def _folder(options: argparse.Namespace, problem: Problem) -> RunFolder | None:
    """Where the run is saved, made before the search: a mistake in it must not cost the answer."""
    if options.output is not None:
        if options.no_save:
            raise SettingsError("--output and --no-save cannot both be given")
        try:
            return RunFolder.made(Path(options.output))
        except SettingsError as error:
            raise SettingsError(f"--output {error}") from None
    if options.no_save:
        return None
    try:
        return RunFolder.made(new_place(problem.name, time.time()))
    except SettingsError as error:  # the user did not ask for it
        print(f"symplex: the run is not being saved: {error}", file=sys.stderr)
        return None
