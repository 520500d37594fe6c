"""Processes of our own that end with the one that started them, however it ends.

Owns how they begin and end: fresh interpreters, a pipe to each, interrupts left to the parent.
What is said through the pipe is known to those at its ends.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from typing import Any, final

Pipe = Connection
Work = Callable[..., None]
"""What a process does, given its end of the pipe and whatever it was started with."""
_SIGNALS = frozenset({signal.SIGINT, signal.SIGTERM})


@final
class Child:
    """A process with a pipe to it."""

    def __init__(self, work: Work, *given: Any) -> None:  # noqa: ANN401 (whatever the work takes)
        context = multiprocessing.get_context("spawn")
        self.pipe, inner = context.Pipe()
        self._process = context.Process(target=_begin, args=(work, inner, *given), daemon=True)
        with _signals_wait():
            self._process.start()
        inner.close()  # so that reading ends when the child has gone

    @property
    def number(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def interrupt(self) -> None:
        """Ask it to end with what it has: its work sees a KeyboardInterrupt."""
        self._process.terminate()

    def end(self) -> None:
        """End it at once; what it started itself ends when it notices."""
        self._process.kill()
        self._process.join()
        self.pipe.close()


@contextmanager
def _signals_wait() -> Generator[None]:
    """Hold signals back while a process starts: it inherits that until it can deal with them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(work: Work, pipe: Pipe, *given: Any) -> None:  # noqa: ANN401 (as above)
    """What every process does first."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        # A terminal interrupts parent and child alike; the parent decides what becomes of it.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, _interrupted)
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        work(pipe, *given)
    except (KeyboardInterrupt, BrokenPipeError, EOFError):
        pass  # it was asked to end, or nobody listens any more


def _interrupted(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
    raise KeyboardInterrupt


def _end_with_parent() -> None:
    """Watch the parent: a process in the middle of its work would not notice that it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
