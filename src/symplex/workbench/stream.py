"""Server-sent events: a window is told when something has changed, and how far a search is.

Owns when something is said. Files are looked at, not watched: what saves them is another process,
and a look costs a few microseconds.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, final

from symplex.errors import SymplexError
from symplex.workbench.bench import Workbench

_EVERY: Final = 0.4
_ALIVE: Final = 40
"""So many looks without news, then a line that keeps the connection open."""


class News(Enum):
    """What a window is told of."""

    QUEUE = "queue"
    RUN = "run"
    PROGRESS = "progress"


@final
@dataclass
class Streams:
    """The open streams of one server."""

    bench: Workbench
    open: int = 0

    def take(self) -> bool:
        """Take a place for one more; False if there is none."""
        if self.open >= self.bench.limits.streams:
            return False
        self.open += 1
        return True

    def give_back(self) -> None:
        """Give a place back."""
        self.open -= 1

    async def events(self, run: str | None) -> AsyncIterator[str]:
        """What one window is told, until it is closed.

        Args:
            run: The run that it shows, if it shows one.
        """
        seen: tuple[object, ...] = (None, None, None)
        silent = 0
        while True:
            now = self._signatures(run)
            news = [self._event(kind, run) for kind, a, b in _pairs(seen, now) if a != b]
            seen = now
            silent = 0 if news else silent + 1
            for line in news:
                yield line
            if silent >= _ALIVE:
                silent = 0
                yield ": still here\n\n"
            await asyncio.sleep(_EVERY)

    def _signatures(self, run: str | None) -> tuple[object, ...]:
        queue = self.bench.searches.version, self._begun()
        if run is None:
            return queue, None, None
        try:
            runs = self.bench.runs
            saved = (queue, runs.signature(run), runs.is_verified(run))
            return queue, saved, self.bench.runs.progress_signature(run)
        except SymplexError:
            return queue, ("no run yet", queue), None

    def _begun(self) -> tuple[str, ...]:
        """Those of the searches with a process whose runs are there to be shown by now."""
        begun: list[str] = []
        for search in self.bench.searches.running:
            with suppress(SymplexError):
                begun.append(self.bench.runs.path(search.name).name)
        return tuple(begun)

    def _event(self, kind: News, run: str | None) -> str:
        content: dict[str, Any] | None = {}
        if kind is News.PROGRESS and run is not None:
            try:
                content = self.bench.runs.progress(run)
            except SymplexError:
                content = None
        return f"event: {kind.value}\ndata: {json.dumps(content)}\n\n"


def _pairs(seen: tuple[object, ...], now: tuple[object, ...]) -> list[tuple[News, object, object]]:
    return list(zip(News, seen, now, strict=True))
