"""Bytes → Problem: files, standard input and the bundled problems.

Owns what can be wrong with a file as a file (missing, a directory, too large, not UTF-8, not
TOML) and puts the file's name in front of every sentence. What may stand in it is `statement`'s.
"""

import sys
import tomllib
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, BinaryIO

from symplex.errors import ProblemError, nearest
from symplex.problem.entries import Literal
from symplex.problem.problem import Problem

MAX_BYTES = 1_000_000


def load(source: str) -> Problem:
    """The problem that a command line names.

    A path if it exists or ends in ``.toml``, ``-`` for standard input, otherwise the name of a
    bundled problem.
    """
    if source == "-":
        return _from_bytes(_limited(sys.stdin.buffer, "standard input"), "standard input", "")
    path = Path(source)
    if source.endswith(".toml") or _exists(path):
        return read_file(path)
    return bundled(source)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name too long, or with a null byte
        return False


def read_file(path: Path) -> Problem:
    """The problem in a file.

    Raises:
        ProblemError: with the file's name, for anything wrong with it or in it.
    """
    try:
        if path.is_dir():
            raise ProblemError("is a directory; expected a problem file", source=str(path))
        if path.exists() and not path.is_file():
            raise ProblemError("is not a regular file; expected a problem file", source=str(path))
        with path.open("rb") as file:
            content = _limited(file, str(path))
    except FileNotFoundError:
        raise ProblemError("no such file", source=str(path)) from None
    except (OSError, ValueError) as error:
        if isinstance(error, ProblemError):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ProblemError(f"cannot be read: {reason}", source=str(path)) from None
    return _from_bytes(content, str(path), path.stem)


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
    files = _bundled_files()
    if name not in files:
        raise ProblemError(
            f"there is no file and no bundled problem '{name}' ('symplex list' shows those)"
            f"{nearest(name, files)}"
        )
    return _from_bytes(files[name].read_bytes(), name, name)


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


def _limited(file: BinaryIO, source: str) -> bytes:
    content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ProblemError(f"is larger than {MAX_BYTES:,} bytes; no problem file is", source=source)
    return content


def _from_bytes(content: bytes, source: str, name: str) -> Problem:
    try:
        raw = _toml(content)
        return Problem.from_statement({"name": name, **raw})
    except ProblemError as error:
        raise error.at(source) from None


def _toml(content: bytes) -> Mapping[str, Any]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProblemError(f"is not UTF-8 text (at byte {error.start})") from None
    try:
        return tomllib.loads(text, parse_float=Literal)
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(f"is not TOML: {error}") from None
    except (RecursionError, ValueError):
        raise ProblemError("is not TOML that can be read: nested too deeply") from None
