"""Files → the content of a problem: what can be wrong with a file as a file.

Owns files that are missing, directories, too large, not UTF-8 or not TOML. What may stand in one is
`statement`'s business.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from symplex.errors import ProblemError
from symplex.problem.entries import Literal

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
