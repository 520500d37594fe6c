"""The problem that a person names: a file, standard input or a bundled problem.

Owns the choice between the three. What may stand in a file is `statement`'s business.
"""

import sys
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import final

from symplex.errors import ProblemError, nearest
from symplex.problem.defined import require_defined
from symplex.problem.files import bytes_of, read_limited
from symplex.problem.problem import Problem


@final
@dataclass(frozen=True)
class ProblemFile:
    """A problem file as it was given."""

    data: bytes
    source: str
    """Where it comes from, for errors."""
    name: str = ""
    """The problem's name if it has none of its own."""

    def problem(self) -> Problem:
        """The problem that it states.

        Raises:
            ProblemError: for the first mistake in it.
        """
        problem = Problem.from_bytes(self.data, self.source, self.name)
        try:
            require_defined(problem)
        except ProblemError as error:
            raise error.at(self.source) from None
        return problem


def load(source: str) -> Problem:
    """The problem that a command line names.

    A path if it exists or ends in ``.toml``, ``-`` for standard input, otherwise the name of a
    bundled problem.
    """
    return problem_file(source).problem()


def problem_file(source: str) -> ProblemFile:
    """The file that a command line names, as it is."""
    if source == "-":
        source = "standard input"
        return ProblemFile(read_limited(sys.stdin.buffer, source), source)
    path = Path(source)
    if source.endswith(".toml") or _exists(path):
        return ProblemFile(bytes_of(path), str(path), path.stem)
    return _bundled_file(source)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long, or with a null byte
        return False


def bundled_names(folder: str | None = None) -> tuple[str, ...]:
    """The names of the problems that come with the program.

    Args:
        folder: Only the problems of this folder, where "" is the top one, with the paper's; by
            default those of the top one, then of each other, in alphabetical order within each.
    """
    root = _bundled_folder()
    if folder is not None:
        return tuple(_problem_files(root / folder if folder else root))
    return tuple(_bundled_files())


def bundled(name: str) -> Problem:
    """A problem that comes with the program."""
    return _bundled_file(name).problem()


def _bundled_file(name: str) -> ProblemFile:
    files = _bundled_files()
    if name not in files:
        raise ProblemError(
            f"there is no file and no bundled problem '{name}' ('symplex list' shows those)"
            f"{nearest(name, files)}"
        )
    return ProblemFile(files[name].read_bytes(), name, name)


def _bundled_folder() -> Traversable:
    return resources.files("symplex.problems")


def _bundled_files() -> dict[str, Traversable]:
    root = _bundled_folder()
    folders = sorted((f for f in root.iterdir() if f.is_dir()), key=lambda folder: folder.name)
    found = _problem_files(root)
    for folder in folders:
        found |= _problem_files(folder)
    return found


def _problem_files(folder: Traversable) -> dict[str, Traversable]:
    """The problem files of one folder by name; none if there is no such folder."""
    files = folder.iterdir() if folder.is_dir() else ()
    named = {file.name.removesuffix(".toml"): file for file in files if _is_problem(file.name)}
    return dict(sorted(named.items()))


def _is_problem(filename: str) -> bool:
    return filename.endswith(".toml")
