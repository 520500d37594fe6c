"""`symplex paper ITEM`: the paper's tables and figures, made anew on this machine."""

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from symplex.cli.parser import add_device
from symplex.errors import SettingsError, listing, nearest

_ALL = "all"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    parser.add_argument(
        "item",
        metavar="ITEM",
        help="table-main, table-appendix, table-smooth, table-nonsmooth, table-parametric, "
        "table-formulas, table-solvers, figure-kink, figure-curriculum, or all",
    )
    parser.add_argument("--quick", action="store_true", help="all within twenty minutes")
    parser.add_argument("--seeds", type=int, metavar="N", help="runs a problem (20; quick: 1)")
    parser.add_argument("--time-limit", type=float, metavar="SECONDS", help="(300; quick: 8)")
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
    # Imported late: the other commands do without the rivals.
    from symplex.evaluation import require_device
    from symplex.rivals.catalogue import methods_named
    from symplex.rivals.comparison.truth import read_truths
    from symplex.rivals.paper.items import FULL, ITEMS, METHODS, QUICK
    from symplex.rivals.paper.make import Workshop
    from symplex.spread.rows import RowFile

    if options.item not in (*ITEMS, _ALL):
        close = nearest(options.item, ITEMS)
        raise SettingsError(f"the paper has no '{options.item}'{close}; there are {listing(ITEMS)}")
    path = Path(options.benchmarks) / "answers.toml"
    if not path.is_file():
        raise SettingsError(f"expected the true solutions in {path}; see --benchmarks")
    effort = QUICK if options.quick else FULL
    effort = replace(
        effort,
        seeds=effort.seeds if options.seeds is None else options.seeds,
        seconds=effort.seconds if options.time_limit is None else options.time_limit,
    )
    if effort.seeds < 1 or not effort.seconds > 0:
        raise SettingsError("--seeds must be at least 1 and --time-limit positive")
    chosen = METHODS if options.methods is None else methods_named(options.methods.split(","))
    require_device(options.device)
    folder = Path(options.output)
    _made(folder)
    shop = Workshop(
        *(folder, effort, read_truths(path), RowFile(folder / "runs.jsonl"), _tell, chosen),
        threads=options.threads,
        device=options.device,
    )
    for item in ITEMS if options.item == _ALL else (options.item,):
        for file in shop.make(item):
            print(file)
    return 0


def _made(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SettingsError(f"--output {folder}: cannot be made: {error.strerror}") from None


def _tell(done: int, count: int, what: str) -> None:
    print(f"{done}/{count}  {what}", file=sys.stderr, flush=True)
