"""The command line: reads arguments, calls the library, prints, and returns an exit code.

Exit codes: 0 done, 1 none found or not proved, 2 bad input (one sentence on standard error),
130 interrupted. No traceback ever reaches the user for a mistake of the user's.
"""

import argparse
import os
import shutil
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

from symplex import __version__, bench
from symplex.cli import (
    analyse,
    compare,
    export,
    fit,
    paper,
    plot,
    report,
    resume,
    runs,
    serve,
    show,
    solve,
    sweep,
    train,
    verify,
)
from symplex.cli.interrupts import INTERRUPTED, interruptible
from symplex.cli.parser import Parser, add_problem
from symplex.cli.stated import stated_problem
from symplex.consistency.consistency import check
from symplex.errors import SymplexError
from symplex.problem import bundled, bundled_names

BAD_INPUT, NO_MEMORY = 2, 1
_COLUMNS = 100
"""The width of a line where there is no terminal to ask."""
_COMMANDS = (
    ("solve", solve, "search for a solution and prove it"),
    ("resume", resume, "continue a run that was saved"),
    ("runs", runs, "list the runs that were saved"),
    ("show", show, "show what is saved of a run"),
    ("plot", plot, "draw a saved answer, or the run that found it"),
    ("report", report, "write one page of HTML for a run"),
    ("train", train, "let a policy learn one problem, and see what it learns"),
    ("sweep", sweep, "solve many problems with many seeds"),
    ("verify", verify, "prove a formula that you bring, or refute it"),
    ("compare", compare, "run other methods beside ours on the same problems"),
    ("paper", paper, "make the paper's tables and figures on this machine"),
    ("analyse", analyse, "solve numerically and say what is seen"),
    ("fit", fit, "estimate a solution's parameters from measurements"),
    ("export", export, "write a solution's formulas for another program"),
    ("serve", serve, "open the workbench: write, solve and compare in a browser"),
)
"""The commands with a module of their own, in the order in which they are listed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    with interruptible(stays=arguments is None):
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        options = _parser().read(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
    except SymplexError as error:
        print(f"symplex: {_one_line(str(error))}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        print("symplex: there is not enough memory to go on", file=sys.stderr)
        return NO_MEMORY
    except BrokenPipeError:
        # The reader left (`symplex list | head`): nothing is wrong, and nothing needs to be said.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


def _one_line(text: str) -> str:
    """The sentence on one line, with control characters of the user's text made visible."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in " ".join(text.split()))


def _parser() -> Parser:
    parser = Parser(
        prog="symplex",
        description="Closed-form solutions of partial differential equations, proved.",
    )
    parser.add_argument("--version", action="version", version=f"symplex {__version__}")
    commands = parser.add_subparsers(
        title="commands", required=True, metavar="COMMAND", dest="command"
    )
    checking = commands.add_parser("check", help="state a problem back and find its mistakes")
    add_problem(checking)
    checking.set_defaults(run=_check)
    for name, command, does in _COMMANDS:
        made = commands.add_parser(name, help=does)
        command.configure(made)
        made.set_defaults(run=command.run)
    listing = commands.add_parser("list", help="show the bundled problems")
    listing.set_defaults(run=_list)
    _add_benches(commands.add_parser("bench", help="measure the program on this machine"))
    return parser


def _add_benches(parser: argparse.ArgumentParser) -> None:
    """One subcommand for each public module of `symplex.bench`, imported only when it is run."""
    found = (module.name for module in iter_modules(bench.__path__))
    names = [name for name in found if not name.startswith("_")]
    parser.add_argument("bench", choices=names, metavar="BENCH", help=", ".join(names))
    parser.add_argument("rest", nargs=argparse.REMAINDER, help="its own options: BENCH --help")
    parser.set_defaults(run=_bench)


def _bench(options: argparse.Namespace) -> int:
    module = import_module(f"{bench.__name__}.{options.bench}")
    parser = Parser(prog=f"symplex bench {options.bench}", description=module.__doc__)
    parser.add_argument("--json", metavar="FILE", help="write the rows and the summary here")
    parser.add_argument(
        "--benchmarks", metavar="DIR", default="benchmarks", help="the folder with the truths"
    )
    module.configure(parser)
    return module.run(parser.read(options.rest))


def _check(options: argparse.Namespace) -> int:
    print(check(stated_problem(options)))
    return 0


def _list(_: argparse.Namespace) -> int:
    from symplex.solution.text import shortened  # late: it loads what solves

    names = bundled_names()
    width = max(map(len, names))
    columns = shutil.get_terminal_size((_COLUMNS, 0)).columns
    for name in names:
        equations = "; ".join(equation.text for equation in bundled(name).equations)
        print(shortened(f"{name:<{width}}  {equations}", columns))
    return 0


if __name__ == "__main__":
    sys.exit(main())
