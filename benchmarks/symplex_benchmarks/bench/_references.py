"""Problems with known solutions, read from a folder's answers file.

An entry is named after its problem, a file beside it or a bundled one. The keys that are the
problem's unknowns hold the solution; all others tell something about the problem. Only benches
read such a file: no search knows it.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import islice
from pathlib import Path
from typing import Any, final

from symplex.errors import SettingsError, listing
from symplex.notation.problem_files import load


@final
@dataclass(frozen=True)
class ReferenceProblem:
    """A problem whose solution is known; nothing but text, so that it can be sent to processes."""

    name: str
    source: str
    """A problem file, or the name of a bundled problem."""
    equations: tuple[str, ...]
    solution: Mapping[str, str]
    """A formula for each unknown, and nothing else."""
    position: int = 0
    """In the answers file, from 0."""
    family: str = ""
    nonlinear: bool = False
    readable: bool = False
    """Whether statement formulas and lifts alone gave the solution when it was chosen."""
    why: str = ""
    """What is known about why it is not found, if anything."""


def reference_problems(
    folder: Path, pattern: str = "*", *, first: int | None = None, option: str = "--benchmarks"
) -> list[ReferenceProblem]:
    """The problems of a folder's answers file, in its order.

    Args:
        folder: Where ``answers.toml`` lies.
        pattern: Only names that match it, or one of several with commas.
        first: Only entries among so many at the beginning of the file.
        option: What the user gave the folder by, for the message if there is no such file.
    """
    path = folder / "answers.toml"
    found = [
        _reference(path, name, position, entry)
        for position, (name, entry) in enumerate(islice(_entries(path, option).items(), first))
        if any(fnmatchcase(name, one.strip()) for one in pattern.split(","))
    ]
    if not found:
        raise SettingsError(f"no problem of {path} matches '{pattern}'")
    return found


def _entries(path: Path, option: str) -> dict[str, Any]:
    if not path.is_file():
        raise SettingsError(f"expected the true solutions in {path}; see {option}")
    return read_toml(path)


def read_toml(path: Path) -> dict[str, Any]:
    """The content of a file of the user's."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise SettingsError(f"{path}: is not a TOML file: {error}") from None


def _reference(path: Path, name: str, position: int, entry: Mapping[str, Any]) -> ReferenceProblem:
    file = path.with_name(f"{name}.toml")
    source = str(file) if file.is_file() else name
    problem = load(source)
    missing = [u for u in problem.unknowns if not isinstance(entry.get(u), str)]
    if missing:
        raise SettingsError(
            f"{path}: '{name}' lacks the true {listing(missing)}; expected a formula in quotes for "
            f"each unknown of the problem"
        )
    return ReferenceProblem(
        name=name,
        source=source,
        equations=tuple(equation.text for equation in problem.equations),
        solution={unknown: entry[unknown] for unknown in problem.unknowns},
        position=position,
        family=str(entry.get("family", "")),
        nonlinear=bool(entry.get("nonlinear", False)),
        readable=bool(entry.get("readable", False)),
        why=str(entry.get("why", "")),
    )
