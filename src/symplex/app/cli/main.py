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
from typing import TYPE_CHECKING

from symplex import __version__
from symplex.app.cli.added import added_commands
from symplex.app.cli.interrupts import INTERRUPTED, interruptible
from symplex.app.cli.parser import Parser, add_problem
from symplex.errors import ProblemError, SymplexError

if TYPE_CHECKING:
    from symplex.notation.problem_files import ProblemFile

BAD_INPUT, NO_MEMORY = 2, 1
_MISTAKES = 20
"""So many are told of a statement."""
_COLUMNS = 100
"""The width of a line where there is no terminal to ask."""
_COMMANDS = (
    ("solve", "search for a solution and prove it"),
    ("resume", "continue a run that was saved"),
    ("runs", "list the runs that were saved"),
    ("show", "show what is saved of a run"),
    ("plot", "draw a saved answer, or the run that found it"),
    ("report", "write one page of HTML for a run"),
    ("train", "let a policy learn one problem, and see what it learns"),
    ("sweep", "solve many problems with many seeds"),
    ("verify", "prove a formula that you bring, or refute it"),
    ("analyse", "solve numerically and say what is seen"),
    ("fit", "estimate a solution's parameters from measurements"),
    ("export", "write a solution's formulas for another program"),
    ("doctor", "say what is installed, what is missing, and whether a proof works"),
    ("serve", "open the workbench: write, solve and compare in a browser"),
)
"""The commands with a module of their own, in the order in which they are listed."""
_OWN = frozenset({"check", "list", *(name for name, _ in _COMMANDS)})


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    with interruptible(stays=arguments is None):
        return _run(arguments)


def _run(arguments: Sequence[str] | None) -> int:
    try:
        given = sys.argv[1:] if arguments is None else arguments
        options = _parser(next(iter(given), "")).read(given)
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


def _parser(named: str) -> Parser:
    """What reads the arguments, the first of which is given: mostly the name of a command."""
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
    for name, does in _COMMANDS:
        made = commands.add_parser(name, help=does)
        if named == name or named not in _OWN:  # the others are listed, and not loaded
            command = import_module(f"symplex.app.cli.{name}")
            command.configure(made)
            made.set_defaults(run=command.run)
    listing = commands.add_parser("list", help="show the bundled problems")
    listing.set_defaults(run=_list)
    for name, command in added_commands(named, own=_OWN).items():
        made = commands.add_parser(name, help=command.HELP)
        command.configure(made)
        made.set_defaults(run=command.run)
    return parser


def _check(options: argparse.Namespace) -> int:
    # Imported late, as every command is: the others do without.
    from symplex.app.cli.stated import stated_file

    given = stated_file(options)
    try:
        problem = given.problem()
    except ProblemError as error:
        return _tell_mistakes(given, error)
    from symplex.solver.consistency import check

    print(check(problem))
    return 0


def _tell_mistakes(given: "ProblemFile", first: ProblemError) -> int:
    """Every mistake in a statement, with the line in which it stands and a mark below it."""
    from symplex.notation.mistakes import read

    text = given.data.decode("utf-8-sig", errors="replace")
    found = read(text, _MISTAKES, given.name).mistakes
    lines = text.split("\n")
    if not found:
        raise first
    for one in found:
        key = f"{one.key}: " if one.key else ""
        print(f"symplex: {given.source}: {_one_line(key + one.message)}", file=sys.stderr)
        line = lines[one.line - 1] if one.line <= len(lines) else ""
        if not line.strip():
            continue
        before = line[: one.column - 1]
        print(f"    {_one_line(line)}", file=sys.stderr)
        print(f"    {' ' * len(_one_line(before + '.')[:-1])}^", file=sys.stderr)
    return BAD_INPUT


def _list(_: argparse.Namespace) -> int:
    from symplex.notation.problem_files import bundled, bundled_names
    from symplex.solver.solution.text import shortened

    names = bundled_names()
    width = max(map(len, names))
    columns = shutil.get_terminal_size((_COLUMNS, 0)).columns
    for name in names:
        equations = "; ".join(equation.text for equation in bundled(name).equations)
        print(shortened(f"{name:<{width}}  {equations}", columns))
    return 0


if __name__ == "__main__":
    sys.exit(main())
