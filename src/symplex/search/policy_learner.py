"""The policy as it learns during a search: it writes trees and learns from their losses.

The only module of the search that imports torch; it is imported only once the policy joins.
"""

from collections.abc import Sequence
from typing import final

import numpy as np
import torch

from symplex.expression import TokenBatch
from symplex.expression.encoded import EncodedTree, TreeEncoding
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import admits, is_degenerate, padded
from symplex.policy import (
    Lstm,
    LstmSettings,
    Policy,
    SymFormer,
    SymFormerSettings,
    Trainer,
    storage,
)
from symplex.policy.losses import imitation_loss, policy_loss, rank_rewards
from symplex.search.candidate import Candidate
from symplex.search.settings import PolicyKind, SearchSettings


@final
class PolicyLearner:
    """A policy with its optimiser and its own random generator."""

    def __init__(
        self,
        encoding: TreeEncoding,
        settings: SearchSettings,
        seed: int,
        saved: bytes | None = None,
    ) -> None:
        torch.set_num_threads(1)  # small matrices: more threads only compete
        self._settings, self._encoding = settings, encoding
        vocabulary = encoding.vocabulary
        self._generator = torch.Generator().manual_seed(seed)
        if settings.policy is PolicyKind.LSTM:
            model = Lstm(vocabulary, LstmSettings(), self._generator)
        else:
            model = SymFormer(vocabulary, SymFormerSettings(), self._generator)
        self._policy: Policy = model
        self._model = model
        self._trainer = Trainer(model)
        if saved is not None:
            training = storage.unpack(saved, model, vocabulary, generator=self._generator)
            self._trainer.restore(training)

    def sample(self, grammar: Grammar, count: int) -> list[EncodedTree]:
        """New trees."""
        return self._trees(self._policy.sample(grammar, count, self._generator).batch)

    def regrow(
        self, grammar: Grammar, parents: Sequence[EncodedTree], starts: Sequence[int]
    ) -> list[EncodedTree]:
        """Given trees with the subtree at one position written anew."""
        batch = _batch(parents)
        # Moves leave the grammar's trees; what the policy would never write it cannot mend.
        kept = np.flatnonzero(admits(grammar, batch) & ~is_degenerate(grammar, *padded(batch)))
        if not len(kept):
            return []
        chosen = _batch([parents[index] for index in kept.tolist()])
        places = np.array(starts, dtype=np.int64)[kept]
        return self._trees(self._policy.regrow(grammar, chosen, places, self._generator).batch)

    def learn(
        self,
        grammar: Grammar,
        written: Sequence[EncodedTree],
        losses: Sequence[float],
        remembered: Sequence[Candidate],
    ) -> None:
        """One update (paper appendix B): rank rewards, entropy, and imitation of the memory."""
        if not written:
            return
        scores = self._policy.score(grammar, _batch(written))
        rewards = rank_rewards(torch.tensor(losses, dtype=torch.float64))
        loss = policy_loss(scores.log_probs, scores.entropies, rewards, scores.depths)
        if remembered and remembered[0].reward > self._settings.imitation_reward:
            loss = loss + self._imitation(grammar, remembered)
        self._trainer.update(loss)

    def save(self) -> bytes:
        """Weights, optimiser and generator: all that later samples and updates depend on."""
        training = self._trainer.tensors()
        words = self._policy.vocabulary
        return storage.pack(self._model, words, training=training, generator=self._generator)

    def _trees(self, batch: TokenBatch) -> list[EncodedTree]:
        """New trees, their constants to be fitted from 1."""
        slot = self._encoding.slot_id
        ones = np.ones(int(np.count_nonzero(batch.tokens == slot)))
        return list(self._encoding.trees(batch, ones))

    def _imitation(self, grammar: Grammar, remembered: Sequence[Candidate]) -> torch.Tensor:
        scores = self._policy.score(grammar, _batch([c.tree for c in remembered]))
        legal = torch.isfinite(scores.log_probs)  # moves may leave the grammar's trees
        if not bool(legal.any()):
            return scores.log_probs.new_zeros(())
        rewards = torch.tensor([c.reward for c in remembered])[legal]
        return imitation_loss(scores.log_probs[legal], scores.lengths[legal], rewards)


def _batch(trees: Sequence[EncodedTree]) -> TokenBatch:
    return TokenBatch.of([np.frombuffer(s.ids, dtype=np.uint8) for s in trees])
