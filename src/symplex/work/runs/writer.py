"""A thread that writes while the search goes on: the disk is waited for by it alone."""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import final

Job = Callable[[], None]


@final
class Writer:
    """Does jobs one after the other, in a thread of its own; a job must not raise."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._left = 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._work, name="symplex-writer", daemon=True)
        self._thread.start()

    @property
    def is_idle(self) -> bool:
        """Whether everything that it was given is done."""
        return self._left == 0

    def do(self, job: Job) -> None:
        """Do a job when those before it are done."""
        with self._lock:
            self._left += 1
        self._jobs.put(job)

    def close(self) -> None:
        """Wait until all is done."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            finally:
                with self._lock:
                    self._left -= 1
