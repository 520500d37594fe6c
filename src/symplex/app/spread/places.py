"""Which place a user means."""

from collections.abc import Generator
from contextlib import contextmanager

from symplex.app.spread.cluster import Cluster
from symplex.app.spread.work import Here, Place, Processes
from symplex.errors import SettingsError


@contextmanager
def place(jobs: int, cluster: str | None) -> Generator[Place]:
    """A cluster where one is named; else this machine, with so many tasks side by side."""
    if jobs < 1:
        raise SettingsError(f"--jobs must be at least 1, found {jobs}")
    if cluster is None:
        yield Processes(jobs) if jobs > 1 else Here()
        return
    with Cluster(cluster) as found:
        yield found


def threads(jobs: int, cluster: str | None) -> int:
    """How many threads a search has there: side by side, one is best."""
    return 1 if jobs > 1 or cluster is not None else 2
