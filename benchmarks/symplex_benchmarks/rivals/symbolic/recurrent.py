"""The recurrent policy of SSDE and DSR at work: samples, and learns from the best it has seen.

Owns the risk-seeking gradient (only the best share of a batch teaches, measured against its worst)
and priority-queue training (the best so far are imitated). The network is the project's LSTM,
which sees parent and sibling of each slot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
import torch
from numpy.typing import NDArray

from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import admits
from symplex.expression.vocabulary import TokenBatch
from symplex.propose.policy import Lstm, LstmSettings, Trainer, TrainerSettings
from symplex_benchmarks.rivals.symbolic.queue import Scored

_NEVER = 10**9


@final
@dataclass(frozen=True, kw_only=True)
class RecurrentSettings:
    """The network and its training."""

    embedding: int = 16
    width: int = 32
    """Units of the LSTM."""
    learning_rate: float = 1e-3
    quantile: float = 0.05
    """The share of each batch, the best, that the gradient is taken from."""
    entropy: float = 0.03
    queue: float = 1.0
    """How much the likelihood of the queue's trees counts; 0 for none."""


@final
class Recurrent:
    """Writes trees of one grammar, and learns."""

    def __init__(
        self, encoding: TreeEncoding, grammar: Grammar, seed: int, settings: RecurrentSettings
    ) -> None:
        self._encoding, self.grammar, self._settings = encoding, grammar, settings
        torch.set_num_threads(1)  # small matrices: more threads only compete
        self._generator = torch.Generator().manual_seed(seed)
        size = LstmSettings(embedding=settings.embedding, width=settings.width)
        self._policy = Lstm(encoding.vocabulary, size, self._generator)
        rates = TrainerSettings(learning_rate=settings.learning_rate, patience=_NEVER)
        self._trainer = Trainer(self._policy, rates)

    def sample(self, count: int) -> list[EncodedTree]:
        """New trees, all their constants 1."""
        batch = self._policy.sample(self.grammar, count, self._generator).batch
        slot = self._encoding.slot_id
        written = [tokens.tobytes() for tokens in batch]
        return [EncodedTree(ids, (1.0,) * ids.count(slot), self._encoding) for ids in written]

    def learn(self, scored: Sequence[Scored], queue: Sequence[Scored]) -> None:
        """One update from the best of a batch, and from the queue."""
        best, gains = self._elite(scored)
        held = self._legal(queue) if self._settings.queue > 0 else []
        if not best and not held:
            return
        lesson = TokenBatch.of([list(one.tree.ids) for one in (*best, *held)])
        scores = self._policy.score(self.grammar, lesson)
        own, shown = scores.log_probs[: len(best)], scores.log_probs[len(best) :]
        loss = -self._settings.entropy * scores.entropies.double().mean()
        if best:
            loss = loss - (torch.from_numpy(gains) * own).mean()
        if held:
            loss = loss - self._settings.queue * shown.mean()
        self._trainer.update(loss)

    def _elite(self, scored: Sequence[Scored]) -> tuple[list[Scored], NDArray[np.float64]]:
        """The best share of a batch, and by how much each is better than the worst of them."""
        rewards = np.array([one.reward for one in scored])
        count = max(1, round(self._settings.quantile * len(scored)))
        rows = np.argsort(-rewards, kind="stable")[:count].tolist()
        floor = min((rewards[row] for row in rows), default=0.0)
        best = self._legal([scored[row] for row in rows if rewards[row] > 0])
        return best, np.array([one.reward - floor for one in best])

    def _legal(self, scored: Sequence[Scored]) -> list[Scored]:
        """What the policy could have written itself."""
        if not scored:
            return []
        batch = TokenBatch.of([list(one.tree.ids) for one in scored])
        return [
            one for one, legal in zip(scored, admits(self.grammar, batch), strict=True) if legal
        ]
