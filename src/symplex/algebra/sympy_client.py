"""Asking a computer algebra system, in another process that may hang or die at no cost but time.

Owns the pipe to the worker: started on first use, ended with the program. Questions are texts in
our own language; what they mean is known to the worker, which answers each in a process of its own.
"""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final, final

from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text

_START = 60.0
_LONGEST = 3_600.0
_GRACE = 5.0
"""The worker ends a question by itself; it is ended only if it does not answer that long after."""
_LINE = 1 << 20
Ends = Mapping[str, tuple[float, float]]
"""The closed interval of each symbol."""
Factors = tuple[Fraction, list[tuple[Expression, int]]]
"""A constant, and irreducible factors with their multiplicities."""


class TimeOutError(Exception):
    """Computer algebra did not answer in time, and was stopped; or it has stopped by itself."""


@final
class SympyClient:
    """One worker process. Its answers depend on the question alone, not on earlier ones."""

    def __init__(self) -> None:
        self._worker: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._buffer = b""
        self._number = 0
        self._lock = threading.RLock()

    def zero_by_algebra(self, expression: Expression, box: Ends, seconds: float) -> str | None:
        """How a formula was reduced to zero; None if it was not.

        Raises:
            TimeOutError: when it took too long.
        """
        return self.ask(_question("zero", expression, box), seconds)

    def factors_of(self, expression: Expression, box: Ends, seconds: float) -> Factors | None:
        """The irreducible factors of a rational function of plain symbols, with multiplicities.

        Raises:
            TimeOutError: when it took too long.
        """
        found = self.ask(_question("factors", expression, box), seconds)
        if found is None:
            return None
        scope = Scope(tuple(box))
        try:
            factors = [(parse(text, scope), int(times)) for text, times in found[1]]
        except ExpressionError:
            return None
        return Fraction(found[0]), factors

    def forms_of(self, expression: Expression, box: Ends, seconds: float) -> list[Expression]:
        """Other ways to write a formula; each is to be verified before it is used.

        Raises:
            TimeOutError: when it took too long.
        """
        found = self.ask(_question("forms", expression, box), seconds)
        forms: list[Expression] = []
        for text in found or ():
            with suppress(ExpressionError):  # a form that our language cannot say is left out
                forms.append(parse(text, Scope(tuple(box))))
        return forms

    def start(self) -> float:
        """Start the worker unless it runs; how many seconds that took."""
        begun = time.monotonic()
        with suppress(OSError, TimeOutError), self._lock:
            self._running()
        return time.monotonic() - begun

    def ask(self, question: Mapping[str, Any], seconds: float) -> Any:  # noqa: ANN401
        """The worker's answer; None if it has none.

        Raises:
            TimeOutError: when it took longer than `seconds`.
        """
        seconds = min(seconds, _LONGEST)
        if seconds <= 0:
            raise TimeOutError
        with self._lock:
            reply = self._reply(question, seconds)
        if reply.get("late"):
            raise TimeOutError
        return reply.get("answer")

    def _reply(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """The reply to this very question: a worker that owes one to another is ended."""
        try:
            worker = self._running()
            self._number += 1
            _send(worker, {**question, "seconds": seconds, "number": self._number})
            reply = self._line(worker, seconds + _GRACE)
            if reply.get("number") != self._number:
                raise OSError("the worker answered another question")
        except (OSError, ValueError) as error:
            self.close()
            raise TimeOutError from error
        except BaseException:  # whatever interrupts it, a reply is still to come
            self.close()
            raise
        return reply

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._owner != os.getpid():  # a fork of ours must not write into the same pipe
            self._worker, self._buffer = None, b""
        if self._worker is None or self._worker.poll() is not None:
            self.close()
            self._worker = _started()
            self._owner = os.getpid()
            atexit.register(self.close)
            try:
                self._line(self._worker, _START)
            except BaseException:  # its first line would be taken for an answer
                self.close()
                raise
        return self._worker

    def _line(self, worker: "subprocess.Popen[bytes]", seconds: float) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        descriptor = _descriptor(worker.stdout)
        while b"\n" not in self._buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([descriptor], [], [], left)[0]:
                raise TimeOutError
            part = os.read(descriptor, _LINE)
            if not part:
                raise OSError("the worker has gone")
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line)

    def close(self) -> None:
        """End the worker, if there is one, and whatever it is computing."""
        worker, self._worker, self._buffer = self._worker, None, b""
        atexit.unregister(self.close)
        if worker is None or self._owner != os.getpid():
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()


def _started() -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", "from symplex.algebra.sympy_worker import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        start_new_session=True,
        env={**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"},
    )


def _send(worker: "subprocess.Popen[bytes]", question: Mapping[str, Any]) -> None:
    line = (json.dumps(question) + "\n").encode()
    while line:
        line = line[os.write(_descriptor(worker.stdin), line) :]


def _descriptor(pipe: Any) -> int:  # noqa: ANN401 (a pipe, or None where none was made)
    if pipe is None:
        raise OSError("the worker has no pipe")
    return pipe.fileno()


def _question(task: str, expression: Expression, box: Ends) -> dict[str, Any]:
    return {"task": task, "formula": to_text(expression), "symbols": _signs(box)}


def _signs(box: Ends) -> dict[str, str]:
    """What SymPy may assume of each symbol on the closed box."""
    found: dict[str, str] = {}
    for name, (low, high) in box.items():
        sign = "positive" if low > 0 else "nonnegative" if low >= 0 else "real"
        found[name] = "negative" if high < 0 else sign
    return found


PROCESS_CLIENT: Final = SympyClient()
"""The one worker that this process shares, since starting one means importing SymPy.

It holds a pipe and nothing that a caller could notice: every question is answered by a fresh fork
of a worker that has answered none.
"""


def forms_of(expression: Expression, box: Ends, seconds: float) -> list[Expression]:
    """Other ways to write a formula, by the worker that this process shares.

    Raises:
        TimeOutError: when it took too long.
    """
    return PROCESS_CLIENT.forms_of(expression, box, seconds)
