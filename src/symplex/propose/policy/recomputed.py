"""Networks without memory: each step computes the whole prefix again.

So the decoder without a causal mask works, whose nodes see those that come after them. Any other
network can be wrapped: that shows that its cached keys and values change nothing, and what they
gain.
"""

from dataclasses import dataclass
from typing import Protocol, final

import numpy as np
from torch import Tensor

from symplex.expression.sequences.grammar import Integers
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.relations import OTHER, SELF
from symplex.expression.sequences.replay import Replay
from symplex.expression.vocabulary import Vocabulary
from symplex.propose.policy.policy import Network


@final
@dataclass(frozen=True)
class Recomputed:
    """The same distribution as `network`, slower."""

    network: Network

    @property
    def vocabulary(self) -> Vocabulary:
        """The wrapped network's."""
        return self.network.vocabulary

    def begin(self, max_rows: int, capacity: int) -> "RecomputedSteps":
        """Start on trees; only what the network was shown is kept."""
        del max_rows
        return RecomputedSteps(self, capacity)

    def logits(self, seen: Replay) -> Tensor:
        """The logits of every slot of whole trees, [rows, slots, vocabulary]."""
        return self.network.logits(seen)

    def last_logits(self, seen: Replay) -> Tensor:
        """The logits of the last slot, [rows, vocabulary]."""
        return self.network.logits(seen)[:, -1]


class Memoryless(Protocol):
    """A network that is shown a whole prefix and says what may follow."""

    @property
    def vocabulary(self) -> Vocabulary:
        """What the logits' columns mean."""
        ...

    def last_logits(self, seen: Replay) -> Tensor:
        """The logits of the last slot, [rows, vocabulary]; what fills it is not looked at."""
        ...


@final
class RecomputedSteps:
    """Shows the network the whole prefix at each step and takes the last slot's logits."""

    def __init__(self, network: Memoryless, capacity: int) -> None:
        self._network = network
        self._shown = np.zeros((3, 1, capacity), dtype=np.int64)
        self._relations = np.full((1, capacity, capacity), OTHER, dtype=np.uint8)

    def keep(self, rows: Integers) -> None:
        """Go on with these rows, as `Growth.keep` does."""
        self._shown, self._relations = self._shown[:, rows], self._relations[rows]

    def step(self, growth: Growth) -> Tensor:
        """The logits of the token for the open slot of each row, [rows, vocabulary]."""
        rows, here = len(growth.open), growth.position
        if not here:
            self.keep(np.zeros(rows, dtype=np.int64))
        slot = (growth.parent_token, growth.sibling_token, growth.depth)
        self._shown[:, :, here] = np.stack(slot)
        self._relations[:, here, :here] = growth.relations()
        self._relations[:, here, here] = SELF
        parents, siblings, depths = self._shown[:, :, : here + 1]
        seen = Replay(
            growth.tokens[:, : here + 1],
            np.full(rows, here + 1),
            parents,
            siblings,
            depths,
            self._relations[:, : here + 1, : here + 1],
            np.ones((rows, here + 1, len(self._network.vocabulary)), dtype=np.bool_),
        )
        return self._network.last_logits(seen)
