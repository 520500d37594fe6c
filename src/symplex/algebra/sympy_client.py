"""Asking a computer algebra system, in a child process that may hang or die at no cost but time.

Owns the child: started on first use, reused, killed when a question takes too long, ended with
the program. What is asked is text in our own language; what it means is known to the worker.
"""

import atexit
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, final

from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.expression.parse import Scope, parse
from symplex.expression.render import to_text

_START = 60.0
_LINE = 1 << 20
Ends = Mapping[str, tuple[float, float]]
"""The closed interval of each symbol."""


class TimeOutError(Exception):
    """The child did not answer in time; it has been killed."""


@final
class Algebra:
    """One child process, restarted when it had to be killed."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._buffer = b""

    def ask(self, question: Mapping[str, Any], seconds: float) -> Any:  # noqa: ANN401
        """The child's answer.

        Raises:
            TimeOutError: when it took longer than `seconds`.
        """
        if seconds <= 0:
            raise TimeOutError
        child = self._running()
        try:
            line = (json.dumps(question) + "\n").encode()
            if child.stdin is None:
                raise TimeOutError
            child.stdin.write(line)
            child.stdin.flush()
            return self._line(child, seconds).get("answer")
        except (OSError, ValueError, TimeOutError, KeyboardInterrupt):
            self.close()
            raise

    def _running(self) -> "subprocess.Popen[bytes]":
        if self._child is None or self._child.poll() is not None:
            self.close()
            self._child = subprocess.Popen(
                [sys.executable, "-c", "from symplex.algebra.sympy_worker import main; main()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
                env={**os.environ, "PYTHONHASHSEED": "0"},
            )
            self._line(self._child, _START)
        return self._child

    def _line(self, child: "subprocess.Popen[bytes]", seconds: float) -> dict[str, Any]:
        deadline = time.monotonic() + seconds
        if child.stdout is None:
            raise TimeOutError
        while b"\n" not in self._buffer:
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([child.stdout], [], [], left)[0]:
                raise TimeOutError
            part = os.read(child.stdout.fileno(), _LINE)
            if not part:
                raise TimeOutError
            self._buffer += part
        line, _, self._buffer = self._buffer.partition(b"\n")
        return json.loads(line)

    def close(self) -> None:
        """End the child, if there is one."""
        child, self._child, self._buffer = self._child, None, b""
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except OSError:
                    continue


@cache
def _shared() -> Algebra:
    """The child that every proof of this process uses: starting one costs half a second."""
    algebra = Algebra()
    atexit.register(algebra.close)
    return algebra


def zero_by_algebra(expression: Expression, box: Ends, seconds: float) -> str | None:
    """How the child reduced a formula to zero; None if it could not.

    Raises:
        TimeOutError: when it took too long.
    """
    question = {"task": "zero", "formula": to_text(expression), "symbols": _signs(box)}
    return _asked(question, seconds)


def factors_of(
    expression: Expression, box: Ends, seconds: float
) -> tuple[Fraction, list[tuple[Expression, int]]] | None:
    """The irreducible factors of a rational function of plain symbols, with multiplicities."""
    question = {"task": "factors", "formula": to_text(expression), "symbols": _signs(box)}
    found = _asked(question, seconds)
    if found is None:
        return None
    scope = Scope(tuple(_signs(box)))
    try:
        factors = [(parse(text, scope), int(times)) for text, times in found[1]]
    except ExpressionError:
        return None
    return Fraction(found[0]), factors


def forms_of(expression: Expression, box: Ends, seconds: float) -> list[Expression]:
    """Other ways to write a formula; each is to be verified before it is used.

    Raises:
        TimeOutError: when it took too long.
    """
    question = {"task": "forms", "formula": to_text(expression), "symbols": _signs(box)}
    scope = Scope(tuple(_signs(box)))
    return [parse(text, scope) for text in _asked(question, seconds) or ()]


def _asked(question: Mapping[str, Any], seconds: float) -> Any:  # noqa: ANN401
    try:
        return _shared().ask(question, seconds)
    except (OSError, ValueError):
        return None


def _signs(box: Ends) -> dict[str, str]:
    """What SymPy may assume of each symbol on the closed box."""
    found: dict[str, str] = {}
    for name, (low, high) in box.items():
        sign = "positive" if low > 0 else "nonnegative" if low >= 0 else "real"
        found[name] = "negative" if high < 0 else sign
    return found
