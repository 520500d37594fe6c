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
    """The first task ends after another one has."""
    place = Path(shared)
    end = time.monotonic() + 60
    while own == 0 and not any(place.iterdir()) and time.monotonic() < end:
        time.sleep(0.05)
    if own == 0:
        time.sleep(0.3)  # until what the other one gave is taken
    else:
        (place / str(own)).touch()
    return {"own": own}
