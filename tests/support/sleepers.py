"""What processes do in tests that begin and end them: they find it by this module's name."""

import os
import time


def sleeping(pipe) -> None:
    pipe.send("here")
    try:
        time.sleep(60)
    except KeyboardInterrupt:
        pipe.send("what it has")


def stubborn(pipe) -> None:
    """Notices no signal that Python deals with."""
    pipe.send("here")
    while True:
        try:
            time.sleep(60)
        except KeyboardInterrupt:
            pipe.send("no")


def alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True
