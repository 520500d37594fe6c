"""Tasks that other processes do in tests: they find them by this module's name."""

import os
import signal
import time
from pathlib import Path

from symplex.errors import SettingsError


def add(shared, own):
    return {"sum": shared + own, "process": os.getpid()}


def fail(shared, own):
    if own == 1:
        raise ZeroDivisionError("oh")
    return {"sum": own}


def refuse(shared, own):
    raise SettingsError("there is no such thing")


def die_once(shared, own):
    """The first attempt ends the process in the middle of the task."""
    mark = Path(shared) / str(own)
    if own == 1 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return {"own": own}


def die_always(shared, own):
    if own == 1:
        os._exit(3)
    return {"own": own}


def slow(shared, own):
    """The first task ends after the result of another one was taken."""
    taken, end = Path(shared) / "taken", time.monotonic() + 120
    while own == 0 and not taken.exists() and time.monotonic() < end:
        time.sleep(0.05)
    return {"own": own}
