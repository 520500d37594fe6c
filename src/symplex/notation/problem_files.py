"""Files → problems: what can be wrong with a file as a file, and the problems that come with us.

Owns files that are missing, directories, too large, not UTF-8 or not TOML, and finding a problem
by its name. What may stand in a file is the business of `problem.statement`.
"""

import re
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, BinaryIO, final

from symplex.errors import ProblemError, nearest
from symplex.problem.defined import require_defined
from symplex.problem.problem import Problem
from symplex.problem.statement import Literal

MAX_BYTES = 1_000_000
_NO_KEY, _STEP = re.compile(r"[^\w.\-\s\"']+"), re.compile(r"\.\s*[\w\"'-]")
_MAX_STEPS = 20
"""Of a dotted key: the time that `tomllib` takes for one grows with their square."""


def bytes_of(path: Path) -> bytes:
    """The bytes of a problem file.

    Raises:
        ProblemError: with the file's name, where it is not a file of a reasonable size.
    """
    source = str(path)
    try:
        if path.is_dir():
            raise ProblemError("is a directory; expected a problem file", source=source)
        if path.exists() and not path.is_file():
            raise ProblemError("is not a regular file; expected a problem file", source=source)
        with path.open("rb") as file:
            return read_limited(file, source)
    except FileNotFoundError:
        raise ProblemError("no such file", source=source) from None
    except ProblemError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise ProblemError(f"cannot be read: {reason}", source=source) from None


def read_limited(file: BinaryIO, source: str) -> bytes:
    """The bytes of an open file, unless they are more than any problem needs."""
    content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise ProblemError(f"is larger than {MAX_BYTES:,} bytes; no problem file is", source=source)
    return content


def content_of(data: bytes) -> Mapping[str, Any]:
    """The keys and values of a problem file, its decimals still as text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProblemError(f"is not UTF-8 text (at byte {error.start})") from None
    if any(len(_STEP.findall(part)) > _MAX_STEPS for part in _NO_KEY.split(text)):
        raise ProblemError("is not TOML that can be read: a key has too many parts")
    try:
        return tomllib.loads(text, parse_float=Literal)
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(f"is not TOML: {error}") from None
    except (RecursionError, ValueError):
        raise ProblemError("is not TOML that can be read: nested too deeply") from None


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


def named(source: object) -> Problem:
    """The problem of a name or a file, for who gives no domain.

    Raises:
        ProblemError: if it is an equation, which needs one.
    """
    if isinstance(source, Problem):
        return source
    text = str(source)
    if not isinstance(source, str | Path) or ("=" in text and not _exists(Path(text))):
        example = "{'x': (0, 1), 't': (0, 1)}"
        raise ProblemError(f"an equation needs the intervals of its variables, such as {example}")
    return load(text)


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
    return resources.files("symplex.problem") / "bundled"


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
