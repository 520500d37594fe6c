"""One process a run: a lock that the system takes back when its holder ends, however it ends."""

import fcntl
import json
import os
import socket
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import final

_NAME = "lock"
_ATTEMPTS, _PAUSE = 4, 0.05


@final
class InUseError(Exception):
    """Another process holds the lock; its text says which."""


@final
@dataclass(frozen=True)
class Lock:
    """A lock that this process holds."""

    descriptor: int

    @classmethod
    def taken(cls, folder: Path) -> "Lock":
        """Take the lock of a run, which may have belonged to a process that has gone.

        Raises:
            InUseError: if a living process holds it.
            OSError: if the folder cannot be written to.
        """
        descriptor = os.open(folder / _NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            _lock(descriptor)
            holder = {"pid": os.getpid(), "host": socket.gethostname(), "since": time.time()}
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, json.dumps(holder).encode(), 0)
        except BlockingIOError:
            raise InUseError(_holder(descriptor)) from None
        except BaseException:
            os.close(descriptor)
            raise
        return cls(descriptor)

    def release(self) -> None:
        """Give it back."""
        os.close(self.descriptor)


def _lock(descriptor: int) -> None:
    """Lock, with patience for those that only look: `is_locked` holds it for an instant."""
    for _ in range(_ATTEMPTS - 1):
        with suppress(BlockingIOError):
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        time.sleep(_PAUSE)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_locked(folder: Path) -> bool:
    """Whether a living process holds the lock of a run."""
    try:
        descriptor = os.open(folder / _NAME, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    else:
        return False
    finally:
        os.close(descriptor)


def _holder(descriptor: int) -> str:
    """Who holds it, as far as the file tells; closes it."""
    try:
        with suppress(OSError, ValueError, KeyError, TypeError):
            held = json.loads(os.pread(descriptor, 1000, 0))
            return f"process {int(held['pid'])} on {held['host']}"
        return "another process"
    finally:
        os.close(descriptor)
