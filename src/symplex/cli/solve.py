"""`symplex solve FILE`: searches, proves, and prints the answer."""

import argparse
import sys
import time
from pathlib import Path
from typing import Any

from symplex.cli import running
from symplex.cli.parser import add_cluster, add_device, add_problem
from symplex.cli.stated import stated_file
from symplex.errors import SettingsError
from symplex.problem import Problem, ProblemFile
from symplex.runs.folder import RunFolder
from symplex.runs.manifest import Manifest
from symplex.runs.places import new_place


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


def configure_search(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that every search has but its seed."""
    parser.add_argument("--time-limit", type=float, default=300.0, metavar="SECONDS")
    parser.add_argument("--recipe", default="default", help="default, paper or symformer")
    parser.add_argument(
        "--without",
        default="",
        metavar="INGREDIENTS",
        help="statement-formulas,symformer,moves,lifts,ansatz,insertions,hold-out,lm,curriculum,"
        "algebra,textbook,reference,structure",
    )
    parser.add_argument(
        "--operators", default="", metavar="LIST", help="operators to add, or to forbid: erf,-sin"
    )
    parser.add_argument(
        "--hint",
        action="append",
        default=[],
        metavar="FORMULA",
        help="a guess; unknown names are constants; may be repeated",
    )
    parser.add_argument(
        "--max-candidates", type=int, metavar="N", help="end after so many candidates"
    )
    add_device(parser)
    parser.add_argument("--policy", metavar="FILE", help="weights that 'symplex train' has written")
    parser.add_argument(
        "--accept",
        type=float,
        metavar="ERROR",
        help="end at an approximation whose error is this share of the range of the solution",
    )
    parser.add_argument("--size", type=int, metavar="N", help="with at most so many nodes")


def run(options: argparse.Namespace) -> int:
    """Solve, print the answer, and say by the exit code whether it is proved."""
    # Imported late: the other commands do without what searches.
    from symplex.evaluation import Engine, engine

    if engine() is Engine.FALLBACK and not options.quiet:
        print(f"symplex: {Engine.FALLBACK.value}", file=sys.stderr)
    given = stated_file(options)
    settings = {**settings_of(options), "workers": options.workers}
    problem = given.problem()
    folder = _folder(options, problem)
    return running.run(problem, settings, options, folder, _manifest(given, problem, settings))


def settings_of(options: argparse.Namespace) -> dict[str, Any]:
    """What a search is told; fit for JSON."""
    return {
        "seed": options.seed,
        "time_limit": options.time_limit,
        "recipe": options.recipe,
        "without": _names(options.without),
        "operators": operators_of(options.operators),
        "hint": tuple(options.hint),
        "max_candidates": options.max_candidates,
        "device": options.device,
        "accept": options.accept,
        "size": options.size,
        "policy": options.policy,
    }


def _manifest(given: ProblemFile, problem: Problem, settings: dict[str, Any]) -> Manifest:
    text = given.data.decode("utf-8-sig")
    given_as = {"source": given.source, "text": text, "statement": problem.statement()}
    return Manifest(given_as, settings, problem.name)


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def operators_of(text: str) -> dict[str, bool]:
    """Operators by name, and whether they are added or forbidden."""
    return {name.lstrip("-"): not (len(name) > 1 and name[0] == "-") for name in _names(text)}


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
