"""One solution by several islands: the first proof ends all of them.

Owns what becomes of the islands' answers (the best of them is the solution, and what was lost is
noted) and the islands that are processes of this machine. Each island's course depends on the seed
and on how many there are; which of them is the first to prove something depends on the machine too.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing.connection import wait
from typing import Any, Final, Protocol, final

from symplex.app.spread.island import (
    Ended,
    Event,
    Island,
    Lost,
    Refused,
    Rounds,
    Seen,
    from_plain,
    islands_of,
    run,
)
from symplex.app.spread.processes import Child, Pipe
from symplex.codes import RunCode
from symplex.errors import SettingsError
from symplex.expression.transport import from_words
from symplex.origin import Counts, added
from symplex.origin import from_plain as counts_of
from symplex.problem import Problem
from symplex.problem.transport import to_data
from symplex.proof.verdict import Verdict
from symplex.reasons import Reason
from symplex.solver.approximation.front import front_of
from symplex.solver.search.state import Progress, StopReason
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solution import Approximation, Solution
from symplex.work.clock import machine_seconds, now


@final
class IslandProcesses:
    """Islands at work. Whoever makes one closes it, whatever happens."""

    def __init__(self, islands: Sequence[Island], problem: Mapping[str, Any]) -> None:
        self._rounds = Rounds(len(islands))
        self._waiting: set[int] = set()
        self._children: list[Child] = []
        self._open: dict[Pipe, int] = {}
        try:
            for island in islands:
                self._children.append(Child(_search, island, problem))
        except BaseException:  # an interrupt, or no room for so many
            self.close()
            raise
        self._open |= {child.pipe: number for number, child in enumerate(self._children)}

    @property
    def numbers(self) -> tuple[int | None, ...]:
        """The numbers of their processes."""
        return tuple(child.number for child in self._children)

    def events(self, seconds: float) -> Iterator[tuple[int, Event]]:
        """What is heard from which island, until all have ended or so many seconds have passed."""
        deadline = now() + seconds
        while self._open and (left := deadline - now()) > 0:
            for pipe in wait([*self._open], machine_seconds(left)):
                if isinstance(pipe, Pipe) and pipe in self._open:
                    yield from self._heard(pipe)

    def interrupt(self) -> None:
        """Ask all of them to end with the best so far."""
        for child in self._children:
            child.interrupt()

    def close(self) -> None:
        """End them at once."""
        for child in self._children:
            child.end()
        self._open.clear()

    def _heard(self, pipe: Pipe) -> Iterator[tuple[int, Event]]:
        number = self._open[pipe]
        try:
            said = pipe.recv()
        except (EOFError, OSError):
            said = Lost(Reason(RunCode.ISLAND_DIED))
        if isinstance(said, bytes):
            self._rounds.bring(number, said)
            self._waiting.add(number)
        else:
            if not isinstance(said, Seen):
                del self._open[pipe]
                self._rounds.leave(number)
            yield number, said
        self._hand_out()

    def _hand_out(self) -> None:
        """Give every island that waits what it waits for, if it is there."""
        for pipe, number in self._open.items():
            due = self._rounds.due(number) if number in self._waiting else None
            if due is None:
                continue
            self._waiting.discard(number)
            try:
                pipe.send(due)
            except OSError:
                continue  # it has died, which is heard next


def _search(pipe: Pipe, island: Island, problem: Mapping[str, Any]) -> None:
    """What the process of an island does."""

    def meet(packet: bytes) -> Sequence[bytes]:
        pipe.send(packet)
        return pipe.recv()

    pipe.send(run(island, problem, meet, pipe.send))


Watch = Callable[[Progress], None]
_GRACE: Final = 15.0
"""Seconds after the time limit when islands that have not ended by themselves are ended."""
_LAST_WORDS: Final = 4.0
"""Seconds that interrupted islands have to say what they found."""
_ORDER: Final = tuple(Verdict)
"""From the best status to the worst."""


class Archipelago(Protocol):
    """Islands at work, wherever they are."""

    def events(self, seconds: float) -> Iterator[tuple[int, Event]]:
        """What is heard from which island, until all have ended or so many seconds have passed."""
        ...

    def interrupt(self) -> None:
        """Ask all of them to end with the best so far."""
        ...

    def close(self) -> None:
        """End them at once."""
        ...


Settle = Callable[[Sequence[Island], Mapping[str, Any]], Archipelago]
"""Sets islands to work on a problem."""


def solve_on_islands(
    problem: Problem,
    choices: Choices,
    *,
    workers: int,
    watch: Watch | None = None,
    settle: Settle = IslandProcesses,
) -> Solution:
    """Search with several islands, each in a process of its own, until the first proof.

    Args:
        problem: What is to be solved.
        choices: What `solve` would be given.
        workers: How many islands there are.
        watch: Called with the progress of any of them, the candidates being those of all.
        settle: Where the islands are: by default in processes of this machine.
    """
    if workers < 1:
        raise SettingsError(f"the number of workers must be at least 1, found {workers}")
    islands = islands_of(choices, workers)
    gathered = _Gathered(problem, islands, watch)
    running = settle(islands, to_data(problem))
    try:
        try:
            gathered.until_proof(running, choices.time_limit + _GRACE)
        except KeyboardInterrupt:
            gathered.is_interrupted = True
            running.interrupt()
            gathered.until_proof(running, _LAST_WORDS)
    finally:
        running.close()
    return gathered.solution()


@final
@dataclass
class _Gathered:
    """What was heard from the islands so far."""

    problem: Problem
    islands: Sequence[Island]
    watch: Watch | None
    is_interrupted: bool = False
    began: float = field(default_factory=now)
    answers: dict[int, Solution] = field(default_factory=dict[int, Solution])
    lost: dict[int, Reason] = field(default_factory=dict[int, Reason])
    candidates: dict[int, int] = field(default_factory=dict[int, int])
    by_origin: dict[int, Counts] = field(default_factory=dict[int, Counts])

    @property
    def seconds(self) -> float:
        return now() - self.began

    def until_proof(self, running: Archipelago, seconds: float) -> None:
        """Listen until an island has found what ends all."""
        for number, event in running.events(seconds):
            match event:
                case Seen():
                    self._see(number, event)
                case Ended(answer):
                    self.answers[number] = found = from_plain(self.problem, answer)
                    self.candidates[number] = found.candidates
                    self.by_origin[number] = found.candidates_by_origin
                    if found.status in (Verdict.EXACT, Verdict.CONJECTURED):
                        return
                case Refused(sentence):
                    raise SettingsError(sentence)
                case Lost(why):
                    if not self.is_interrupted:  # it had not begun when it was asked to end
                        self.lost[number] = why

    def _see(self, number: int, seen: Seen) -> None:
        self.candidates[number] = seen.candidates
        self.by_origin[number] = counts_of(seen.candidates_by_origin)
        if self.watch is None:
            return
        stage = f"{seen.stage} ({self.islands[number].name})"
        best = None if seen.best is None else from_words(seen.best)
        counts = sum(self.candidates.values()), self.seconds
        every = added(self.by_origin.values())
        told = Progress(stage, seen.epoch, best, seen.loss, *counts, candidates_by_origin=every)
        self.watch(told)

    def solution(self) -> Solution:
        """The best of the answers, with what all islands have done."""
        number = min(self.answers, key=lambda one: _merit(self.answers[one]), default=None)
        best = None if number is None else self.answers[number]
        if best is None:
            best = Solution(self.problem, Verdict.NONE, {}, None, stop_reason=_ALL_LOST)
        fronts = [one for answer in self.answers.values() for one in answer.front]
        proved = best.status in (Verdict.EXACT, Verdict.CONJECTURED)
        interrupted = self.is_interrupted and not best.is_exact
        return replace(
            best,
            seed=self.islands[0].choices.seed,
            seconds=self.seconds,
            candidates=sum(self.candidates.values()),
            candidates_by_origin=added(self.by_origin.values()),
            stop_reason=StopReason.INTERRUPTED.value if interrupted else best.stop_reason,
            front=() if proved else _joined(fronts),
            remarks=(*best.remarks, *self._remarks(number)),
        )

    def _remarks(self, number: int | None) -> Iterator[Reason]:
        if number is not None and self.answers[number].formulas:
            one = self.islands[number]
            yield Reason(RunCode.RUN_FOUND_BY, island=one.name, seed=one.seed)
        for other, why in sorted(self.lost.items()):
            yield Reason(RunCode.RUN_ISLAND_LOST, island=self.islands[other].name, why=why)


_ALL_LOST: Final = "every island was lost"


def _merit(answer: Solution) -> tuple[int, bool, float]:
    """What answers are sorted by, the best first: a measured error counts before any residual."""
    front = _joined(answer.front)
    measured = any(one.error is not None for one in front)
    least = min((one.badness for one in front), default=math.inf)
    return _ORDER.index(answer.status), not measured, least


def _joined(front: Sequence[Approximation]) -> tuple[Approximation, ...]:
    """Those that no smaller one beats; the measured ones alone where there are any."""
    measured = [one for one in front if one.error is not None]
    return front_of(measured or front)
