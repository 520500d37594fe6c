"""Processes side by side that end with the one that started them, however it ends."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from multiprocessing.connection import wait
from multiprocessing.pool import Pool


@contextmanager
def pool(jobs: int) -> Generator[Pool]:
    """A pool of fresh processes; they are ended when the block is left, by SIGTERM too."""
    context = multiprocessing.get_context("spawn")
    with _sigterm_raises(), context.Pool(jobs, initializer=_end_with_parent) as workers:
        yield workers


@contextmanager
def _sigterm_raises() -> Generator[None]:
    """Leave by an exception, so that the pool is closed; other threads cannot set handlers.

    Where the program has a handler of its own, that one raises.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
        yield
        return
    before = signal.signal(signal.SIGTERM, _leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _leave(number: int, _: object) -> None:
    raise SystemExit(128 + number)


def _end_with_parent() -> None:
    """Watch the parent: a worker in the middle of a run would not notice that it was killed."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is the parent's to deal with
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
