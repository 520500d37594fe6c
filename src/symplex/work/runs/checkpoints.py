"""The latest checkpoints of a run: numbered, whole or not at all, the last two kept.

Owns the files. A header line names the format, the number and a SHA-256 of both and the content.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, final

from symplex.work.runs.damage import DamagedError
from symplex.work.runs.files import write_whole

_FORMAT: Final = b"symplex-checkpoint-1"
_NAME: Final = re.compile(r"checkpoint-(\d{6,})")
_KEPT: Final = 2


@final
@dataclass(frozen=True)
class Stored:
    """A checkpoint as it was found."""

    name: str
    content: bytes | None
    """None where it is damaged."""
    fault: str = ""


@final
class Checkpoints:
    """The checkpoints in one folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def numbers(self) -> list[int]:
        """The numbers of those that are there, the latest first."""
        names = (_NAME.fullmatch(path.name) for path in self._folder.iterdir())
        return sorted((int(match[1]) for match in names if match), reverse=True)

    def keep(self, content: bytes) -> int:
        """Write the next one durably, remove those before the last two, and return its number.

        Raises:
            OSError: if it could not be written; those before it are as they were.
        """
        before = self.numbers()
        number = before[0] + 1 if before else 1
        header = b" ".join((_FORMAT, str(number).encode(), _checksum(number, content)))
        write_whole(self._path(number), header + b"\n" + content)
        for old in before[_KEPT - 1 :]:
            self._path(old).unlink(missing_ok=True)
        return number

    def latest_first(self) -> Iterator[Stored]:
        """The checkpoints, the latest first, damaged ones too."""
        for number in self.numbers():
            name = self._path(number).name
            try:
                yield Stored(name, self._read(number))
            except DamagedError as damage:
                yield Stored(name, None, f"{name} {damage}")

    def remove(self) -> None:
        """Remove them all: the run has come to its end."""
        for number in self.numbers():
            self._path(number).unlink(missing_ok=True)

    def _path(self, number: int) -> Path:
        return self._folder / f"checkpoint-{number:06d}"

    def _read(self, number: int) -> bytes:
        try:
            header, _, content = self._path(number).read_bytes().partition(b"\n")
        except OSError as error:
            raise DamagedError(f"cannot be read: {error.strerror}") from None
        if header.partition(b" ")[0] != _FORMAT:
            raise DamagedError(f"is not in the format {_FORMAT.decode()}")
        if header != b" ".join((_FORMAT, str(number).encode(), _checksum(number, content))):
            raise DamagedError("is damaged: its checksum differs")
        return content


def _checksum(number: int, content: bytes) -> bytes:
    return hashlib.sha256(b"%d\n" % number + content).hexdigest().encode()
