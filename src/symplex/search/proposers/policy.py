"""The policy at work in a search: proposes trees, and learns from what became of them.

The only module of this room that imports torch, and it is imported only once the policy joins.
"""

from collections.abc import Sequence
from typing import final

import numpy as np
import torch

from symplex.expression import TokenBatch, Vocabulary
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
from symplex.search.candidate import Candidate, Sprout
from symplex.search.settings import Learner, SearchSettings


@final
class PolicyLearner:
    """A policy with its optimiser and its own source of chance."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        settings: SearchSettings,
        seed: int,
        saved: bytes | None = None,
    ) -> None:
        torch.set_num_threads(1)  # small matrices: more threads only get in each other's way
        self._settings = settings
        self._generator = torch.Generator().manual_seed(seed)
        if settings.learner is Learner.LSTM:
            model = Lstm(vocabulary, LstmSettings(), self._generator)
        else:
            model = SymFormer(vocabulary, SymFormerSettings(), self._generator)
        self._policy: Policy = model
        self._model = model
        self._trainer = Trainer(model)
        if saved is not None:
            training = storage.unpack(saved, model, vocabulary, generator=self._generator)
            self._trainer.restore(training)

    def sample(self, grammar: Grammar, count: int) -> list[Sprout]:
        """Trees from nothing."""
        return _sprouts(self._policy.sample(grammar, count, self._generator).batch)

    def regrow(
        self, grammar: Grammar, parents: Sequence[Sprout], starts: Sequence[int]
    ) -> list[Sprout]:
        """Trees of which one subtree is written anew."""
        batch = _batch(parents)
        # Moves leave the grammar's trees; what the policy would never write it cannot mend.
        kept = np.flatnonzero(admits(grammar, batch) & ~is_degenerate(grammar, *padded(batch)))
        if not len(kept):
            return []
        chosen = _batch([parents[index] for index in kept.tolist()])
        places = np.array(starts, dtype=np.int64)[kept]
        return _sprouts(self._policy.regrow(grammar, chosen, places, self._generator).batch)

    def learn(
        self,
        grammar: Grammar,
        written: Sequence[Sprout],
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
        """Weights, optimiser and source of chance: all that later samples and updates depend on."""
        training = self._trainer.tensors()
        words = self._policy.vocabulary
        return storage.pack(self._model, words, training=training, generator=self._generator)

    def _imitation(self, grammar: Grammar, remembered: Sequence[Candidate]) -> torch.Tensor:
        scores = self._policy.score(grammar, _batch([c.sprout for c in remembered]))
        legal = torch.isfinite(scores.log_probs)  # moves may leave the grammar's trees
        if not bool(legal.any()):
            return scores.log_probs.new_zeros(())
        rewards = torch.tensor([c.reward for c in remembered])[legal]
        return imitation_loss(scores.log_probs[legal], scores.lengths[legal], rewards)


def _batch(sprouts: Sequence[Sprout]) -> TokenBatch:
    return TokenBatch.of([np.frombuffer(s.ids, dtype=np.uint8) for s in sprouts])


def _sprouts(batch: TokenBatch) -> list[Sprout]:
    return [Sprout(ids.tobytes(), (1.0,) * len(ids)) for ids in batch]
