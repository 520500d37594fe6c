"""Islands as processes of this machine, one thread each; the exchange goes through their parent."""

from collections.abc import Iterator, Mapping, Sequence
from multiprocessing.connection import wait
from typing import Any, final

from symplex.clock import machine_seconds, now
from symplex.reasons import Code, Reason
from symplex.spread.island import Ended, Island, Lost, Refused, Seen, run
from symplex.spread.processes import Child, Pipe
from symplex.spread.rounds import Rounds

Event = Seen | Ended | Refused | Lost
"""What is heard from an island; after any but the first, nothing more is."""


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
            said = Lost(Reason(Code.ISLAND_DIED))
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
