"""The end of the pipe at which questions are asked.

Owns the worker process: started once, at the first question or ahead of it, ended with the program.
Questions and answers are JSON. Safe in threads, which take turns, and after a fork, which gets a
worker of its own.
"""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, final

from symplex.work.clock import machine_seconds, now
from symplex.work.worker.ending import Ending, WorkEnded

_START = 60.0
"""How long a worker may take to load what it needs; that is no part of any answer's time."""
LONGEST = 3_600.0
"""Seconds that any one question may take."""
_CHUNK = 1 << 20
_MILLISECONDS = 1_000


@final
class WorkerClient:
    """One worker process. Its answers depend on the question alone, not on earlier ones."""

    def __init__(self, program: str, grace: float) -> None:
        """A client without a worker yet.

        Args:
            program: Python source that the worker runs; it calls
                `symplex.work.worker.server.serve`.
            grace: The worker ends a question by itself when its time is over; it is ended itself
                if it does not answer this many seconds later.
        """
        self._program = program
        self._grace = grace
        self._worker: subprocess.Popen[bytes] | None = None
        self._is_ready = False
        self._buffer = b""
        self._number = 0
        self._lock = threading.RLock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget)

    @property
    def process(self) -> int | None:
        """The number of the worker's process, if it was started."""
        return None if self._worker is None else self._worker.pid

    def launch(self) -> None:
        """Start the worker unless it runs, and do not wait for it."""
        with suppress(OSError), self._lock:
            self._launched()

    def start(self) -> float:
        """Start the worker unless it runs, and wait for it; how many seconds that took."""
        begun = now()
        with suppress(OSError, WorkEnded), self._lock:
            self._running()
        return now() - begun

    def ask(self, question: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
        """The worker's reply, without waiting longer than `seconds` and the grace for it.

        If the worker has gone, another one is asked: no answer depends on who killed it.

        Raises:
            WorkEnded: where there is none.
        """
        seconds = min(seconds, LONGEST)
        if not seconds > 0:
            raise WorkEnded(Ending.TIME)
        with self._lock:
            try:
                reply = self._reply(question, seconds)
            except WorkEnded as ended:
                if ended.ending is not Ending.CRASH:
                    raise
                reply = self._reply(question, seconds)
        if "ended" in reply:
            raise WorkEnded(Ending(reply["ended"]), reply.get("detail", ""))
        return reply

    def _reply(self, question: Mapping[str, Any], seconds: float) -> Mapping[str, Any]:
        """The reply to this very question: a worker that owes one to another is ended."""
        try:
            worker = self._running()
            self._number += 1
            deadline = now() + seconds + self._grace
            _send(worker, {**question, "seconds": seconds, "number": self._number})
            reply = self._line(worker, deadline)
            if reply.pop("number", None) != self._number:
                raise OSError("the worker answered another question")
        except (OSError, ValueError) as error:
            self.close()
            raise WorkEnded(Ending.CRASH, str(error)) from error
        except BaseException:  # whatever interrupts it, a reply is still to come
            self.close()
            raise
        return reply

    def _running(self) -> "subprocess.Popen[bytes]":
        """The worker, ready to be asked."""
        worker = self._launched()
        if not self._is_ready:
            try:
                self._line(worker, now() + _START)
            except BaseException:  # its first line would be taken for an answer
                self.close()
                raise
            self._is_ready = True
        return worker

    def _launched(self) -> "subprocess.Popen[bytes]":
        if self._worker is None or self._worker.poll() is not None:
            self.close()
            self._worker = _started(self._program)
            atexit.register(self.close)
        return self._worker

    def _line(self, worker: "subprocess.Popen[bytes]", deadline: float) -> dict[str, Any]:
        descriptor = _descriptor(worker.stdout)
        poll = select.poll()  # `select` itself fails where a thousand files are open
        poll.register(descriptor, select.POLLIN)
        while b"\n" not in self._buffer:
            left = deadline - now()
            wait = machine_seconds(left)
            if left <= 0 or not poll.poll(None if wait is None else wait * _MILLISECONDS):
                raise WorkEnded(Ending.TIME)
            part = os.read(descriptor, _CHUNK)
            if not part:
                raise OSError("the worker has gone")
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line)

    def close(self) -> None:
        """End the worker, if there is one, and whatever it is computing."""
        worker, self._worker, self._buffer, self._is_ready = self._worker, None, b"", False
        atexit.unregister(self.close)
        if worker is None:
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
        _close_pipes(worker)

    def _forget(self) -> None:
        """In a fork of this process: the worker, its pipes and the lock belong to the parent."""
        worker, self._worker, self._buffer, self._is_ready = self._worker, None, b"", False
        self._lock = threading.RLock()
        atexit.unregister(self.close)
        if worker is not None:
            # Left open, they would keep the worker alive after the parent has gone.
            _close_pipes(worker)
            worker.returncode = 0  # nobody's child here, and not to be waited for


def _started(program: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,  # an interrupt is the parent's to deal with
        env={**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"},
    )


def _send(worker: "subprocess.Popen[bytes]", question: Mapping[str, Any]) -> None:
    line = (json.dumps(question) + "\n").encode()
    while line:
        line = line[os.write(_descriptor(worker.stdin), line) :]


def _close_pipes(worker: "subprocess.Popen[bytes]") -> None:
    for pipe in (worker.stdin, worker.stdout):
        with suppress(OSError):
            if pipe is not None:
                pipe.close()


def _descriptor(pipe: Any) -> int:  # noqa: ANN401 (a pipe, or None where none was made)
    if pipe is None:
        raise OSError("the worker has no pipe")
    return pipe.fileno()
