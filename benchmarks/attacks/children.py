"""Verification in child processes that may hang or die.

Owns the time limit that the verifier's own does not keep: a child that has not answered is killed
with its group, the question counts as a hang, and a new child takes the next one.
"""

import os
import resource
import signal
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import TypeVar, final

from attacks.cases import Attack

HANG = "hang"
CRASH = "crash"
Question = TypeVar("Question")


@final
@dataclass(frozen=True)
class Reply:
    """What came back for one question."""

    status: str
    """The verdict's word, or one of the two above."""
    detail: str
    """The level of the proof, or what went wrong."""
    seconds: float
    megabytes: float = 0.0
    """The largest memory that the child and its own children ever used."""


Work = Callable[[Question], tuple[str, str]]
"""Answers a question with a status and a detail; runs in the child."""


def verdict_on(attack: Attack) -> tuple[str, str]:
    """The verifier's word on an attack, with its ordinary limits."""
    from symplex import verify  # late: only the child pays for it

    certificate = verify(attack.problem, dict(attack.answer))
    return certificate.status.value, certificate.level


def _serve(work: Work[Question], questions: Connection) -> None:
    """The child's life: one reply for each question."""
    os.setsid()
    while True:
        question = questions.recv()
        start = time.perf_counter()
        try:
            status, detail = work(question)
        except Exception as error:  # a crash is a finding like any other
            status, detail = CRASH, f"{type(error).__name__}: {error}"[:300]
        questions.send(Reply(status, detail, time.perf_counter() - start, _memory()))


def _memory() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(kind).ru_maxrss for kind in kinds) / 1024


@final
class Child:
    """One process that answers questions; started again after a hang or a crash."""

    def __init__(self, work: Work[Question], seconds: float) -> None:
        self._work = work
        self._seconds = seconds
        self._process: BaseProcess | None = None
        self._questions: Connection | None = None

    def ask(self, question: object) -> Reply:
        """The reply to one question, within the time limit."""
        start = time.perf_counter()
        questions = self._questions or self._started()
        try:
            questions.send(question)
            if questions.poll(self._seconds):
                return questions.recv()
        except (EOFError, OSError) as error:
            self.stop()
            return Reply(CRASH, f"the process died: {error!r}", time.perf_counter() - start)
        self.stop()
        return Reply(HANG, f"no answer in {self._seconds:g} s", time.perf_counter() - start)

    def _started(self) -> Connection:
        context = get_context("spawn")
        self._questions, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(self._work, theirs), daemon=False)
        self._process.start()
        theirs.close()
        return self._questions

    def stop(self) -> None:
        """End the process and all that it started."""
        # Taken first: whoever waits for its answer sees it end, and stops it too.
        process, self._process, self._questions = self._process, None, None
        if process is None or process.pid is None:
            return
        for kill in (os.killpg, os.kill):
            try:
                kill(process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        process.join()


def ask_all(
    questions: Sequence[Question], work: Work[Question], *, seconds: float, jobs: int
) -> Iterator[tuple[Question, Reply]]:
    """Every question with its reply, as they come, from so many children at once."""
    free: SimpleQueue[Child] = SimpleQueue()
    children = [Child(work, seconds) for _ in range(jobs)]
    for child in children:
        free.put(child)

    def ask(question: Question) -> tuple[Question, Reply]:
        child = free.get()
        try:
            return question, child.ask(question)
        finally:
            free.put(child)

    with ThreadPoolExecutor(jobs) as pool:
        pending = [pool.submit(ask, question) for question in questions]
        try:
            yield from (one.result() for one in as_completed(pending))
        finally:  # whoever listens no more does not wait for the children, either
            for one in pending:
                one.cancel()
            _stop(children)


def _stop(children: Iterable[Child]) -> None:
    for child in children:
        child.stop()
