"""Files that are there whole or not at all."""

import os
from pathlib import Path

from symplex.errors import SettingsError
from symplex.work.runs.damage import DamagedError

_PART = ".part"
"""What is being written ends in this; nothing reads it."""


def write_whole(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Write a file under another name and rename it: a crash leaves the old one or the new one.

    Without `durable` the system may take its time: after a power failure, not after a crash of the
    program, the old file may be there.
    """
    part = path.with_name(f".{path.name}{_PART}")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    if durable:
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        DamagedError: if there is no such text.
        SettingsError: if it may not be read.
    """
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        raise DamagedError("is missing") from None
    except UnicodeDecodeError:
        raise DamagedError("is not what was written") from None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
