"""`symplex export DIR|SOLUTION --to c`: the formulas for another program."""

import argparse
from pathlib import Path

from symplex.app.cli.parser import add_solution
from symplex.errors import SettingsError
from symplex.notation.export.targets import Target, target_named


def configure(parser: argparse.ArgumentParser) -> None:
    """Add this command's arguments."""
    add_solution(parser)
    words = ", ".join(target.value for target in Target)
    parser.add_argument("--to", required=True, metavar="TARGET", help=words)
    parser.add_argument("--output", metavar="FILE", help="write there, not to standard output")


def run(options: argparse.Namespace) -> int:
    """Print the file, or write it."""
    from symplex.app.cli.saved import saved_solution  # late: it loads what proves

    target = target_named(options.to)
    made = saved_solution(options.solution).export(target.value)
    if options.output is None:
        print(made, end="")
        return 0
    try:
        Path(options.output).write_text(made, encoding="utf-8")
    except OSError as error:
        message = f"--output {options.output}: cannot be written: {error.strerror}"
        raise SettingsError(message) from None
    return 0
