"""The end of the pipe at which questions are answered: JSON lines in, JSON lines out.

Each question is answered by a fork that is made for it, so caches and the memory in use are the
same at every question, whatever was asked before. The fork has limits of time and memory; when it
is over them, or dies, the reply says so and the next question finds everything as it was.
"""

import gc
import json
import math
import os
import select
import signal
import sys
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from symplex.work.clock import machine_seconds, now
from symplex.work.worker.ending import Ending

try:
    import resource
except ImportError:  # not on this platform: the clock alone protects
    resource = None

_MEMORY = 2 << 30
"""Bytes of address space that a fork may have."""
_SPARE = 2
"""Seconds of computing beyond its time after which a fork ends, though nobody is left to end it."""
_OUT_OF_MEMORY = 3
"""The exit code that says so."""
_CHUNK = 1 << 16
_STDIN, _STDOUT = 0, 1
Reply = Mapping[str, Any]
Answer = Callable[[Mapping[str, Any]], Reply]
"""From a question to its reply; an exception is a crash."""


def serve(answer: Answer) -> None:
    """Answer questions until standard input ends; what is loaded now is shared by all forks."""
    gc.freeze()
    _write({"ready": True})
    for line in iter(sys.stdin.buffer.readline, b""):
        question = json.loads(line)
        _write({**_answered(question, answer), "number": question.get("number")})


def _answered(question: Mapping[str, Any], answer: Answer) -> Reply:
    """The reply of a fork, or why there is none."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        _answer_and_end(question, answer, writer)
    os.close(writer)
    found = None
    try:
        found = _collected(reader, now() + question["seconds"])
    finally:
        os.close(reader)
        if found is None:
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    return _reply(found, status)


def _collected(reader: int, deadline: float) -> bytes | None:
    """All that the fork writes before the deadline; ends with the parent if that has gone."""
    found = b""
    while True:
        ready = select.select([reader, _STDIN], [], [], machine_seconds(max(deadline - now(), 0)))[
            0
        ]
        if reader in ready:
            part = os.read(reader, _CHUNK)
            if not part:
                return found
            found += part
        elif _STDIN in ready:  # one question at a time: this can only be the end of input
            raise SystemExit
        else:
            return None


def _reply(found: bytes | None, status: int) -> Reply:
    if found is None:
        return {"ended": Ending.TIME.value}
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        late = number == signal.SIGXCPU
        detail = signal.strsignal(number) or f"signal {number}"
        return {"ended": (Ending.TIME if late else Ending.CRASH).value, "detail": detail.lower()}
    if os.WEXITSTATUS(status) == _OUT_OF_MEMORY:
        return {"ended": Ending.MEMORY.value}
    try:
        return json.loads(found)
    except ValueError:
        return {"ended": Ending.CRASH.value}


def _answer_and_end(question: Mapping[str, Any], answer: Answer, writer: int) -> NoReturn:
    code = 0
    try:
        _limit(question["seconds"])
        _keep_quiet()
        text = json.dumps(_attempt(question, answer)).encode()
        while text:
            text = text[os.write(writer, text) :]
    except MemoryError:
        code = _OUT_OF_MEMORY
    finally:
        os._exit(code)


def _attempt(question: Mapping[str, Any], answer: Answer) -> Reply:
    try:
        return answer(question)
    except MemoryError:
        raise
    except Exception as error:  # whatever goes wrong is no answer
        return {"ended": Ending.CRASH.value, "detail": type(error).__name__}


def _limit(seconds: float) -> None:
    """Bound the memory of this process, and its computing time in case it is left alone."""
    if resource is None:
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    computing = machine_seconds(seconds)
    if computing is not None:
        longest = math.ceil(computing) + _SPARE
        resource.setrlimit(resource.RLIMIT_CPU, (longest, longest))


def _keep_quiet() -> None:
    """Whatever a library prints must not be taken for a reply."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (_STDIN, _STDOUT):
        os.dup2(nowhere, descriptor)


def _write(message: Reply) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()
