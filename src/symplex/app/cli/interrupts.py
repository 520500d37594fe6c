"""Ctrl-C, SIGTERM and a closed terminal: the first ends the work in order, the second at once."""

import os
import signal
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Final, final

INTERRUPTED: Final = 130
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interrupted(KeyboardInterrupt):
    """An interrupt of the user's.

    When a plain KeyboardInterrupt has passed through code that an import runs, Python ends the
    process by signal even if it was caught. It does not do so for a subclass.
    """


@final
class _Handler:
    """What is done at a signal; children notice by themselves that this process has gone."""

    def __init__(self, *, raises: bool, seen: int = 0) -> None:
        self._raises, self.seen = raises, seen

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.seen += 1
        if self.seen > 1:
            os._exit(INTERRUPTED)
        if self._raises:
            raise Interrupted


@contextmanager
def interruptible(*, stays: bool) -> Generator[None]:
    """Raise `Interrupted` at the first signal, and end at the second.

    With `stays`, the process is about to end after the block: signals no longer matter then.
    """
    with _handled(_Handler(raises=True)):
        yield
        if stays:
            _set(dict.fromkeys(_SIGNALS, signal.SIG_IGN))


def was_interrupted() -> bool:
    """Whether there has been a signal since `interruptible` began."""
    handlers = map(signal.getsignal, _SIGNALS)
    return any(isinstance(one, _Handler) and one.seen for one in handlers)


@contextmanager
def finishing(*, interrupted: bool) -> Generator[None]:
    """The answer is there and is being saved: a signal does not cost it, another one ends at once.

    `was_interrupted` tells of signals within the block too.

    Args:
        interrupted: Whether there was a signal before.
    """
    with _handled(_Handler(raises=False, seen=int(interrupted))):
        yield


@contextmanager
def _handled(handler: _Handler) -> Generator[None]:
    if not _is_main():
        yield  # others may not say what is done at a signal
        return
    before = {number: signal.getsignal(number) for number in _SIGNALS}
    # What was told to be ignored (nohup) stays so.
    chosen = [number for number in _SIGNALS if before[number] is not signal.SIG_IGN]
    _set(dict.fromkeys(chosen, handler))
    try:
        yield
    except BaseException:
        _set(before)
        raise
    if all(signal.getsignal(number) is handler for number in chosen):
        _set(before)


def _set(handlers: Mapping[signal.Signals, object]) -> None:
    if not _is_main():
        return
    for number, handler in handlers.items():
        signal.signal(number, handler)  # pyright: ignore[reportArgumentType] (what getsignal gave)


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()
