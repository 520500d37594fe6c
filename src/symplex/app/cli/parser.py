"""How arguments are read: a mistake is one sentence, and a formula may begin with a minus."""

import argparse
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn, final

from symplex.errors import SettingsError, nearest, shown

_HELP = "-h"
"""The only option with a single minus."""
_OPTION = re.compile(r"--([A-Za-z][A-Za-z-]*(=.*)?)?", re.DOTALL)
"""What an option looks like; ``--abs(x)`` does not."""
_NO_COMMAND = re.compile(
    r"argument COMMAND: invalid choice: '(.*)' \(choose from (.*)\)", re.DOTALL
)
_MARK = " "
"""Keeps argparse from taking what follows for an option; it is removed from what was read."""


@final
class Parser(argparse.ArgumentParser):
    """An argument parser that says what is wrong in one sentence instead of a usage page.

    Every option has two minus signs and a word, so anything else is a value: ``-abs(x)``, ``-1``,
    ``--(x)``. After ``--`` everything is one.
    """

    def read(self, arguments: Sequence[str] | None = None) -> argparse.Namespace:
        """The options that the arguments give."""
        given = sys.argv[1:] if arguments is None else arguments
        options, rest = self.parse_known_args([_marked(argument) for argument in given])
        # argparse takes an argument that may be missing for missing once an option has come.
        if len(rest) == 1 and not _OPTION.fullmatch(rest[0]) and _lacks_formula(options):
            options.formula = rest.pop()
        # Several equations, one an argument, are those of one statement.
        if rest and "file" in options and all("=" in one and "--" not in one[:3] for one in rest):
            if getattr(options, "formula", None) is not None:
                options.formula, rest = rest[-1], [options.formula, *rest[:-1]]
            options.file, rest = "; ".join((options.file, *map(_unmarked, rest))), []
        if rest:
            command = f" {options.command}" if getattr(options, "command", None) else ""
            raise _mistake(
                f"unrecognized arguments: {' '.join(map(_unmarked, rest))}", self.prog + command
            )
        for name, value in vars(options).items():
            setattr(options, name, _unmarked(value))
        return options

    def error(self, message: str) -> NoReturn:
        """One sentence instead of a usage page."""
        unknown = _NO_COMMAND.match(message)
        if unknown is not None:
            known = re.findall(r"[a-z]+", unknown[2])
            message = f"there is no command '{shown(unknown[1])}'{nearest(unknown[1], known)}"
        raise _mistake(message, self.prog)


def _mistake(message: str, program: str) -> SettingsError:
    return SettingsError(f"{message}; '{program} --help' shows what is possible")


def _lacks_formula(options: argparse.Namespace) -> bool:
    return "formula" in options and options.formula is None


def add_problem(parser: argparse.ArgumentParser) -> None:
    """The argument of every command that takes a problem."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a problem file, '-', the name of a bundled problem, or equations 'u_t = u_xx'",
    )
    stated = parser.add_argument_group("with equations in place of FILE, also in LaTeX")
    stated.add_argument("--on", metavar="INTERVALS", help="such as 'x=0..2*pi, t=0..1'")
    stated.add_argument(
        "--given",
        action="append",
        default=[],
        metavar="CONDITION",
        help="such as 't=0: u=sin(x)'; may be repeated",
    )
    stated.add_argument("--parameters", metavar="RANGES", help="such as 'kappa=0.5..2, c=3'")
    stated.add_argument("--unknowns", metavar="NAMES", help="such as 'u, v' (default u)")
    stated.add_argument("--time", metavar="NAME", help="the variable that is time (default t)")
    stated.add_argument(
        "--free", metavar="ENDS", help="ends up to which u is continuous, such as 'x, r=0'"
    )
    stated.add_argument("--open", metavar="ENDS", help="ends beyond the domain, such as 'S=0'")


def add_solution(parser: argparse.ArgumentParser) -> None:
    """The argument of every command that takes a saved solution."""
    parser.add_argument(
        "solution", metavar="DIR|SOLUTION", help="the folder of a run, or what 'solve --json' wrote"
    )


def add_device(parser: argparse.ArgumentParser) -> None:
    """The argument of every command that searches."""
    parser.add_argument("--device", default="cpu", help="cpu, or cuda for an NVIDIA GPU")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """The argument of every command whose work can be done by many machines."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="a Ray cluster that is running, 'auto' for the one that this machine belongs to",
    )


def _marked(argument: str) -> str:
    is_option = argument in ("-", _HELP) or _OPTION.fullmatch(argument)
    return argument if argument[:1] != "-" or is_option else _MARK + argument


def _unmarked(value: Any) -> Any:  # noqa: ANN401 (an option has any type)
    match value:
        case str() if value.startswith(f"{_MARK}-"):
            return value[len(_MARK) :]
        case list():
            return [_unmarked(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
        case _:
            return value
