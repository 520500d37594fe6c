"""Processes side by side that end with the one that started them, however it ends."""

import multiprocessing
import os
import threading
from multiprocessing.connection import wait
from multiprocessing.pool import Pool


def pool(jobs: int) -> Pool:
    """A pool of fresh processes."""
    return multiprocessing.get_context("spawn").Pool(jobs, initializer=_end_with_parent)


def _end_with_parent() -> None:
    """Watch the parent: a worker in the middle of a run would not notice that it is gone."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
