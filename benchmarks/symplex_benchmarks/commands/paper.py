"""`symplex paper ITEM`: the paper's tables and figures, made anew on this machine."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from symplex.app.cli.parser import add_device
from symplex.errors import SettingsError, listing, nearest

if TYPE_CHECKING:
    from symplex_benchmarks.rivals.paper.items import Effort

HELP: Final = "make the paper's tables and figures on this machine"
_ALL = "all"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "item",
        metavar="ITEM",
        help="table-paradigms, table-problems, table-main, table-appendix, table-smooth, "
        "table-nonsmooth, table-parametric, table-formulas, table-solvers, figure-kink, "
        "figure-attention, figure-curriculum, or all",
    )
    parser.add_argument("--quick", action="store_true", help="all within half an hour")
    parser.add_argument(
        "--seeds", type=int, metavar="N", help="runs a problem (20; quick, and where one learns: 1)"
    )
    parser.add_argument(
        "--time-limit", type=float, metavar="SECONDS", help="of every run (300; quick: 8)"
    )
    parser.add_argument(
        "--recipe",
        metavar="NAME",
        help="by which SymPlex searches: default, paper or symformer (what is usual in the item)",
    )
    parser.add_argument("--methods", metavar="LIST", help="only these columns, with commas")
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="of each method (1)")
    add_device(parser)
    parser.add_argument(
        "--output", default="paper", metavar="DIR", help="where files and rows go (paper)"
    )
    parser.add_argument(
        "--benchmarks", metavar="DIR", default="benchmarks", help="the folder with the truths"
    )


def run(options: argparse.Namespace) -> int:
    """Make what was asked for; what is there already is not run again."""
    # Imported late: the list of commands does without the rivals.
    from symplex.app.spread.rows import RowFile
    from symplex.numerics.evaluation.evaluator import require_device
    from symplex_benchmarks.rivals.catalogue import methods_named
    from symplex_benchmarks.rivals.comparison.truth import read_truths
    from symplex_benchmarks.rivals.paper.items import ITEMS, METHODS
    from symplex_benchmarks.rivals.paper.make import Workshop
    from symplex_benchmarks.rivals.paper.printed import read_printed

    if options.item not in (*ITEMS, _ALL):
        close = nearest(options.item, ITEMS)
        raise SettingsError(f"the paper has no '{options.item}'{close}; there are {listing(ITEMS)}")
    path = Path(options.benchmarks) / "answers.toml"
    if not path.is_file():
        raise SettingsError(f"expected the true solutions in {path}; see --benchmarks")
    effort = _effort(options)
    chosen = METHODS if options.methods is None else methods_named(options.methods.split(","))
    printed = read_printed(path.parent)
    require_device(options.device)
    folder = Path(options.output)
    _made(folder)
    shop = Workshop(
        *(folder, effort, read_truths(path), printed),
        *(RowFile(folder / "runs.jsonl"), _tell, chosen),
        threads=options.threads,
        device=options.device,
        recipe=options.recipe,
    )
    for item in ITEMS if options.item == _ALL else (options.item,):
        for file in shop.make(item):
            print(file)
    return 0


def _effort(options: argparse.Namespace) -> "Effort":
    """How much work goes into everything, and by which recipe: mistakes in it are found here."""
    from symplex.propose.candidates.settings import RECIPES
    from symplex_benchmarks.rivals.paper.items import FULL, QUICK

    effort = QUICK if options.quick else FULL
    if options.seeds is not None:
        effort = replace(effort, seeds=options.seeds, learning_seeds=options.seeds)
    if options.time_limit is not None:
        limits = ("seconds", "solver_seconds", "learning_seconds")
        effort = replace(effort, **dict.fromkeys(limits, options.time_limit))
    if effort.seeds < 1 or not effort.seconds > 0:
        raise SettingsError("--seeds must be at least 1 and --time-limit positive")
    if options.recipe is not None and options.recipe not in RECIPES:
        close = nearest(options.recipe, RECIPES)
        raise SettingsError(
            f"there is no recipe '{options.recipe}'{close}; there are {listing(RECIPES)}"
        )
    return effort


def _made(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"--output {folder}: cannot be made: {error.strerror}") from None


def _tell(done: int, count: int, what: str) -> None:
    print(f"{done}/{count}  {what}", file=sys.stderr, flush=True)
