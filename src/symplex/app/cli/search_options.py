"""The options that every search has: how they are given, and what they say.

Owns their reading; knows nothing of the commands.
"""

import argparse
from typing import Any

from symplex.app.cli.parser import add_device


def configure_search(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that every search has but its seed."""
    parser.add_argument("--time-limit", type=float, default=300.0, metavar="SECONDS")
    parser.add_argument("--recipe", default="default", help="default, paper or symformer")
    parser.add_argument(
        "--without",
        default="",
        metavar="INGREDIENTS",
        help="statement-formulas,symformer,moves,lifts,ansatz,hold-out,lm,curriculum,algebra,"
        "textbook,reference,structure",
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


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


def operators_of(text: str) -> dict[str, bool]:
    """Operators by name, and whether they are added or forbidden."""
    return {name.lstrip("-"): not (len(name) > 1 and name[0] == "-") for name in _names(text)}
