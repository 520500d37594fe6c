"""What the command line says of itself: the `--help` of every command and every bench."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import final

from measures.source import BENCHMARKS, PACKAGE, House, Source

MAIN = PACKAGE / "app" / "cli" / "main.py"


@final
@dataclass(frozen=True)
class HelpText:
    """The help of one command."""

    command: str
    text: str
    failed: bool
    """Whether the command could not show it."""


def help_texts(house: House) -> list[HelpText]:
    """Show the help of every command; none where the checkout has no command line."""
    main = next((source for source in house.package if source.path == MAIN), None)
    if main is None:
        return []
    commands = [[], *([name] for name in _commands(main)), *(["bench", b] for b in _benches(house))]
    run = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("show_help.py")), json.dumps(commands)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(_paths(house))},
    )
    if run.returncode:
        return [HelpText("symplex", run.stderr, failed=True)]
    return [
        HelpText(" ".join(["symplex", *words]), shown["text"], shown["failed"])
        for words, shown in zip(commands, json.loads(run.stdout), strict=True)
    ]


def _commands(main: Source) -> Iterator[str]:
    """The names of the commands, as `add_parser` is called with them."""
    for node in ast.walk(main.tree):
        match node:
            case ast.Call(
                func=ast.Attribute(attr="add_parser"), args=[ast.Constant(value=str(name)), *_]
            ):
                yield name
            case _:
                pass


def _paths(house: House) -> list[str]:
    """Where the packages of the checkout are found."""
    return [str((house.root / one.parent).resolve()) for one in (PACKAGE, BENCHMARKS)]


def _benches(house: House) -> list[str]:
    folder = BENCHMARKS / "bench"
    names = [source.path.stem for source in house.package if source.path.parent == folder]
    return [name for name in names if not name.startswith("_")]
