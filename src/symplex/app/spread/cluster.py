"""A Ray cluster as a place for tasks: Ray schedules, ships and begins again what was lost.

Owns the connection. Ray is an optional dependency and is imported only here, when it is asked for;
it has no types of its own that a checker could use.
"""

import signal
import socket
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from typing import Any, Final, final

from symplex.app.spread.work import ATTEMPTS, LostTask, Result, Task, Work, accepted, done
from symplex.codes import RunCode
from symplex.errors import SettingsError, SymplexError
from symplex.reasons import Reason

_AHEAD: Final = 2
"""Tasks that are handed to the cluster for each of its cores: no core waits for the head."""
_ANSWER: Final = 5.0
"""Seconds that the head of a cluster has to answer."""
_PATIENCE: Final = 1.0
"""Seconds between two looks at which machines are left."""


@final
class Cluster:
    """A connection to a cluster that is running; nothing is left on it when it is closed."""

    def __init__(self, address: str) -> None:
        """Connect.

        Args:
            address: Of the cluster's head, or "auto" for the one that this machine belongs to.

        Raises:
            SettingsError: if Ray is not installed, or there is no such cluster.
        """
        try:
            self.ray: Any = import_module("ray")
        except ImportError:
            raise SettingsError(
                "--cluster needs Ray; install it with: pip install 'symplex[cluster]'"
            ) from None
        try:
            _require_answer(address)
            with _same_handler():
                self.ray.init(address=address, log_to_driver=False, logging_level="ERROR")
        except (OSError, ValueError, RuntimeError) as error:
            reason = " ".join(str(error).split())
            raise SettingsError(f"--cluster {address}: no cluster answers: {reason}") from None

    def __enter__(self) -> "Cluster":
        """The connection."""
        return self

    def __exit__(self, *_: object) -> None:
        """Leave the cluster; what still runs there for us ends."""
        self.ray.shutdown()

    @property
    def where(self) -> str:
        """How many machines and cores there are at the moment."""
        machines = sum(1 for node in self.ray.nodes() if node["Alive"])
        return f"{_counted(machines, 'machine')}, {_counted(self.cores, 'core')}"

    @property
    def cores(self) -> int:
        """How many tasks it can do at once."""
        return int(self.ray.cluster_resources().get("CPU", 0))

    def results(
        self, work: Work, shared: Mapping[str, Any], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """The result of every task, as they come; one whose machine is lost is begun again."""
        remote = self.ray.remote(max_retries=ATTEMPTS - 1, num_cpus=1)(done)
        # An object is copied once to each machine that needs it, whatever the number of tasks.
        held = {name: self.ray.put(value) for name, value in shared.items()}
        left = iter(enumerate(tasks))
        running: dict[Any, int] = {}
        try:
            while True:
                most = _AHEAD * max(self.cores, 1)
                for index, task in islice(left, max(most - len(running), 0)):
                    running[remote.remote(work, held[task.shared], task.own)] = index
                if not running:
                    return
                ready, _ = self.ray.wait([*running], timeout=_PATIENCE)
                for reference in ready:
                    yield running.pop(reference), accepted(self._result(reference))
        finally:
            for reference in running:
                self.ray.cancel(reference, force=True)

    def _result(self, reference: object) -> Result | SymplexError:
        try:
            return self.ray.get(reference)
        except self.ray.exceptions.RayError as error:
            return LostTask(Reason(RunCode.ISLAND_CLUSTER, error=type(error).__name__))


def _require_answer(address: str) -> None:
    """Find out at once whether anything listens: Ray itself takes minutes to give up."""
    host, _, port = address.rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host.rpartition("/")[2], int(port)), _ANSWER).close()


@contextmanager
def _same_handler() -> Generator[None]:
    """Keep what SIGTERM does, which Ray changes for the whole process."""
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        if before is not None and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, before)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
