"""What processes do in tests that begin and end them: they find it by this module's name."""

import os
import time


def sleeping(pipe) -> None:
    try:
        pipe.send("here")
        time.sleep(600)
    except KeyboardInterrupt:
        pipe.send("what it has")


def stubborn(pipe) -> None:
    """Notices no signal that Python deals with."""
    said = "here"
    while True:
        try:
            pipe.send(said)
            time.sleep(600)
        except KeyboardInterrupt:
            said = "no"


def alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True
