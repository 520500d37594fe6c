"""The true solutions that runs are judged by, read from an answers file of `benchmarks/`.

An entry is named after its problem. The keys that are the problem's unknowns hold the solution;
all others tell something about the problem.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, final

from symplex.errors import SettingsError, listing
from symplex.problem import load


@final
@dataclass(frozen=True)
class Known:
    """A problem whose solution is known; nothing but text, so that it travels to processes."""

    name: str
    source: str
    """A problem file, or the name of a bundled problem."""
    equations: tuple[str, ...]
    truth: Mapping[str, str]
    """A formula for each unknown, and nothing else."""
    place: int = 0
    """Its place in the answers file, from 0."""
    family: str = ""
    nonlinear: bool = False
    readable: bool = False
    """Whether seeds and lifts alone read the solution off the statement when it was chosen."""
    why: str = ""
    """What is known about why it is not found, if anything."""


def known_problems(folder: Path, pattern: str = "*") -> list[Known]:
    """The problems of a folder's answers file whose names match a pattern, in its order."""
    path = folder / "answers.toml"
    if not path.is_file():
        raise SettingsError(f"expected the true solutions in {path}; see --benchmarks")
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    found = [
        _known(path, name, place, entry)
        for place, (name, entry) in enumerate(entries.items())
        if fnmatchcase(name, pattern)
    ]
    if not found:
        raise SettingsError(f"no problem of {path} matches '{pattern}'")
    return found


def _known(path: Path, name: str, place: int, entry: Mapping[str, Any]) -> Known:
    file = path.with_name(f"{name}.toml")
    source = str(file) if file.is_file() else name
    problem = load(source)
    missing = [u for u in problem.unknowns if not isinstance(entry.get(u), str)]
    if missing:
        raise SettingsError(
            f"{path}: '{name}' lacks the true {listing(missing)}; expected a formula in quotes for "
            f"each unknown of the problem"
        )
    return Known(
        name=name,
        source=source,
        equations=tuple(equation.text for equation in problem.equations),
        truth={unknown: entry[unknown] for unknown in problem.unknowns},
        place=place,
        family=str(entry.get("family", "")),
        nonlinear=bool(entry.get("nonlinear", False)),
        readable=bool(entry.get("readable", False)),
        why=str(entry.get("why", "")),
    )
