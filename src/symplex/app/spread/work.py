"""Independent tasks and where they are done: here, in processes of this machine, or on a cluster.

Owns the interface and the first two. A task may be done twice, since whatever does it can be lost:
its result depends on the task alone, and each has one result in the end.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any, Final, Protocol, final

from symplex.app.spread.processes import Child, Pipe
from symplex.app.spread.rows import Row
from symplex.codes import RunCode
from symplex.errors import SymplexError
from symplex.reasons import Reason

ATTEMPTS: Final = 3
"""How often a task is begun whose process dies."""
Work = Callable[[Any, Any], Row]
"""From what tasks share and a task's own part to its row; a function of a module."""


@final
@dataclass(frozen=True)
class Task:
    """One piece of work."""

    shared: str
    """The name of what it shares with others, which travels once to each machine."""
    own: Any


@final
@dataclass(frozen=True)
class LostTask:
    """A task without a row, and why."""

    why: Reason


Result = Row | LostTask


class Place(Protocol):
    """Where tasks are done."""

    @property
    def where(self) -> str:
        """What it consists of at the moment, in a few words."""
        ...

    def results(
        self, work: Work, shared: Mapping[str, Any], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """The result of every task with its index, each once, as they come.

        Raises:
            SymplexError: if a task finds a mistake in what the user gave.
        """
        ...


def done(work: Work, shared: object, own: object) -> Result | SymplexError:
    """A task's result; a failure of the program costs the task and nothing else."""
    try:
        return work(shared, own)
    except SymplexError as error:
        return error
    except Exception as error:
        return LostTask(Reason(RunCode.ISLAND_FAILED, error=repr(error)))


def accepted(result: Result | SymplexError) -> Result:
    """A result, unless it is a mistake of the user's, which ends everything."""
    if isinstance(result, SymplexError):
        raise result
    return result


@final
class Here:
    """This process, one task after the other."""

    where = "this process"

    def results(
        self, work: Work, shared: Mapping[str, Any], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """The result of every task, in order."""
        for index, task in enumerate(tasks):
            yield index, accepted(done(work, shared[task.shared], task.own))


@final
class Processes:
    """Processes of this machine, side by side; they end when the results are left."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    @property
    def where(self) -> str:
        """How many there are."""
        return f"1 machine, {self._jobs} processes"

    def results(
        self, work: Work, shared: Mapping[str, Any], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """The result of every task, as they come; one whose process dies is begun again."""
        crew = _Crew(self._jobs, work, shared, tasks)
        try:
            yield from crew.results()
        finally:
            crew.end()


@final
class _Crew:
    """Processes at work on tasks, one task each at a time."""

    def __init__(
        self, jobs: int, work: Work, shared: Mapping[str, Any], tasks: Sequence[Task]
    ) -> None:
        self._jobs, self._work, self._shared, self._tasks = jobs, work, shared, tasks
        self._left = deque((index, 1) for index in range(len(tasks)))
        """The indices of tasks, with how often each was begun when it is begun again."""
        self._busy: dict[Pipe, tuple[Child, int, int]] = {}
        self._idle: list[Child] = []

    def results(self) -> Iterator[tuple[int, Result]]:
        while self._left or self._busy:
            self._begin()
            for pipe in wait([*self._busy]):
                if isinstance(pipe, Pipe):
                    yield from self._ended(pipe)

    def _begin(self) -> None:
        while self._left and len(self._busy) < self._jobs:
            index, attempt = self._left.popleft()
            child = self._idle.pop() if self._idle else Child(_serve)
            self._busy[child.pipe] = child, index, attempt
            task = self._tasks[index]
            with suppress(OSError):  # if it has died, that is heard next
                child.pipe.send((self._work, self._shared[task.shared], task.own))

    def _ended(self, pipe: Pipe) -> Iterator[tuple[int, Result]]:
        child, index, _ = self._busy[pipe]
        try:
            result = pipe.recv()
        except (EOFError, OSError):
            yield from self._died(pipe)
            return
        del self._busy[pipe]
        self._idle.append(child)
        yield index, accepted(result)

    def _died(self, pipe: Pipe) -> Iterator[tuple[int, Result]]:
        child, index, attempt = self._busy.pop(pipe)
        child.end()
        if attempt < ATTEMPTS:
            self._left.append((index, attempt + 1))
        else:
            yield index, LostTask(Reason(RunCode.TASK_DIED, times=ATTEMPTS))

    def end(self) -> None:
        for child in (*self._idle, *(child for child, _, _ in self._busy.values())):
            child.end()


def _serve(pipe: Pipe) -> None:
    """What a process of a crew does."""
    while True:
        pipe.send(done(*pipe.recv()))
