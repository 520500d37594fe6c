"""The best trees so far: a short queue, best first, no tree in it twice."""

import math
from bisect import insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, final

from symplex.expression.encoded import EncodedTree

PERFECT: Final = 1e-24
"""Losses below this differ by rounding alone: of such trees the smaller is the better."""


@final
@dataclass(frozen=True)
class Scored:
    """A tree with its constants fitted, and its loss."""

    tree: EncodedTree
    loss: float

    @property
    def merit(self) -> tuple[float, int, bytes]:
        """What trees are sorted by: loss, then size, then the tokens, so that ties are settled."""
        return max(self.loss, PERFECT), len(self.tree), self.tree.ids

    @property
    def reward(self) -> float:
        """1/(1 + √loss)."""
        return 1 / (1 + math.sqrt(self.loss))


@final
class PriorityQueue:
    """Holds the best so many trees."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._held: list[Scored] = []

    def offer(self, candidates: Iterable[Scored]) -> None:
        """Take what is better than the worst that is held; of equal tokens, the better."""
        for candidate in candidates:
            if not math.isfinite(candidate.loss) or self._is_full_of_better(candidate):
                continue
            same = [held for held in self._held if held.tree.ids == candidate.tree.ids]
            if same and same[0].loss <= candidate.loss:
                continue
            self._held = [held for held in self._held if held.tree.ids != candidate.tree.ids]
            insort(self._held, candidate, key=lambda held: held.merit)
            del self._held[self._capacity :]

    def _is_full_of_better(self, candidate: Scored) -> bool:
        return len(self._held) >= self._capacity and self._held[-1].merit <= candidate.merit

    @property
    def best(self) -> Scored | None:
        """The best of all."""
        return self._held[0] if self._held else None

    def __iter__(self) -> Iterator[Scored]:
        """Best first."""
        return iter(self._held)

    def __len__(self) -> int:
        """How many are held."""
        return len(self._held)
