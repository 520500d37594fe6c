"""Islands as tasks of a Ray cluster; the exchange goes through one actor on the head's machine."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final, final

from symplex.app.spread.cluster import Cluster
from symplex.app.spread.island import (
    Ended,
    Event,
    Island,
    Lost,
    Refused,
    Rounds,
    Seen,
    hearers_of,
    run,
)
from symplex.codes import RunCode
from symplex.errors import SettingsError
from symplex.reasons import Reason
from symplex.work.clock import machine_seconds, now

_PATIENCE: Final = 1.0
"""Seconds between two looks at what the islands say of themselves."""
_START: Final = 60.0
"""Seconds that the cluster has to free a core for each island."""


@final
class Exchange:
    """The rounds of all islands, as an actor: it answers many of them at once."""

    def __init__(self, islands: int) -> None:
        self._rounds, self._islands = Rounds(islands), islands
        self._waiting: dict[int, asyncio.Event] = {}
        self._seen: dict[int, Seen] = {}

    async def meet(self, island: int, packet: bytes) -> list[bytes]:
        """Bring a packet, and wait for what is due."""
        self._rounds.bring(island, packet)
        self._wake(island)
        while (due := self._rounds.due(island)) is None:
            changed = self._waiting[island] = asyncio.Event()
            await changed.wait()
        return due

    async def leave(self, island: int) -> None:
        """Nobody waits for an island any more."""
        self._rounds.leave(island)
        self._wake(island)

    def _wake(self, island: int) -> None:
        """Let those look again who may have waited for an island."""
        for hearer in hearers_of(island, self._islands):
            if hearer in self._waiting:
                self._waiting[hearer].set()

    async def say(self, island: int, seen: Seen) -> None:
        """Note how an island goes."""
        self._seen[island] = seen

    async def news(self) -> dict[int, Seen]:
        """What was said since the last time."""
        found, self._seen = self._seen, {}
        return found


@final
class ClusterIslands:
    """Islands at work on a cluster."""

    def __init__(
        self, cluster: Cluster, islands: Sequence[Island], problem: Mapping[str, Any]
    ) -> None:
        ray = self._ray = cluster.ray
        self._cluster = cluster
        self._group = self._reserved(len(islands))
        util = ray.util.scheduling_strategies
        head = ray.get_runtime_context().get_node_id()
        here = util.NodeAffinitySchedulingStrategy(head, soft=False)
        spare = len(islands) + 2  # calls that may wait at once: every island, and the head's own
        self._exchange = (
            ray.remote(Exchange)
            .options(num_cpus=0, max_concurrency=spare, scheduling_strategy=here)
            .remote(len(islands))
        )
        remote = ray.remote(num_cpus=1, max_retries=0)(search)
        data = ray.put(problem)
        self._running: dict[Any, int] = {}
        for island in islands:
            place = util.PlacementGroupSchedulingStrategy(self._group, island.number)
            task = remote.options(scheduling_strategy=place)
            self._running[task.remote(island, data, self._exchange)] = island.number

    def events(self, seconds: float) -> Iterator[tuple[int, Event]]:
        """What is heard from which island, until all have ended or so many seconds have passed."""
        deadline = now() + seconds
        while self._running and (left := deadline - now()) > 0:
            ready, _ = self._ray.wait(
                [*self._running], timeout=min(machine_seconds(left) or _PATIENCE, _PATIENCE)
            )
            for reference in ready:
                number = self._running.pop(reference)
                self._exchange.leave.remote(number)
                yield number, self._answer(reference)
            if not ready:
                yield from self._ray.get(self._exchange.news.remote()).items()

    def interrupt(self) -> None:
        """Ask all of them to end with the best so far."""
        for reference in self._running:
            self._ray.cancel(reference, force=False)

    def close(self) -> None:
        """End them at once."""
        for reference in self._running:
            self._ray.cancel(reference, force=True)
        self._ray.kill(self._exchange)
        self._ray.util.remove_placement_group(self._group)

    def _reserved(self, islands: int) -> Any:  # noqa: ANN401 (Ray has no types)
        """A core for each island, all at once: islands that have begun wait for the others."""
        if islands > self._cluster.cores:
            raise SettingsError(
                f"--workers {islands} needs as many cores; the cluster has {self._cluster.where}"
            )
        group = self._ray.util.placement_group([{"CPU": 1}] * islands, strategy="SPREAD")
        if not group.wait(_START):
            self._ray.util.remove_placement_group(group)
            raise SettingsError(f"the cluster has no {islands} free cores; try again later")
        return group

    def _answer(self, reference: object) -> Ended | Refused | Lost:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            return Lost(Reason(RunCode.ISLAND_CLUSTER, error=type(error).__name__))


def search(island: Island, problem: Mapping[str, Any], exchange: Any) -> Ended | Refused | Lost:  # noqa: ANN401
    """What the task of an island does."""
    ray: Any = import_module("ray")  # it runs there already

    def meet(packet: bytes) -> Sequence[bytes]:
        return ray.get(exchange.meet.remote(island.number, packet))

    return run(island, problem, meet, partial(exchange.say.remote, island.number))
