"""`symplex bench NAME`: measure the program on this machine."""

import argparse
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from symplex.app.cli.parser import Parser
from symplex_benchmarks import bench

HELP: Final = "measure the program on this machine"


def configure(parser: argparse.ArgumentParser) -> None:
    """One bench for each public module of `symplex_benchmarks.bench`; imported when it is run."""
    found = (module.name for module in iter_modules(bench.__path__))
    names = [name for name in found if not name.startswith("_")]
    parser.add_argument("bench", choices=names, metavar="BENCH", help=", ".join(names))
    parser.add_argument("rest", nargs=argparse.REMAINDER, help="its own options: BENCH --help")


def run(options: argparse.Namespace) -> int:
    """Let the bench read its own options, and run it."""
    module = import_module(f"{bench.__name__}.{options.bench}")
    parser = Parser(prog=f"symplex bench {options.bench}", description=module.__doc__)
    parser.add_argument("--json", metavar="FILE", help="write the rows and the summary here")
    parser.add_argument(
        "--benchmarks", metavar="DIR", default="benchmarks", help="the folder with the truths"
    )
    module.configure(parser)
    return module.run(parser.read(options.rest))
