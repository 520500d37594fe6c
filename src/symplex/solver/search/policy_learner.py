"""The policy as it learns during a search: it writes trees and learns from their losses.

The only module of the search that imports torch; it is imported only once the policy joins.
"""

import math
from collections.abc import Sequence
from typing import final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from symplex.errors import SettingsError
from symplex.expression.encoding import TreeEncoding
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import admits
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation.evaluator import Device
from symplex.propose.candidates.candidate import Candidate
from symplex.propose.candidates.settings import PolicyKind, SearchSettings
from symplex.propose.policy import (
    Decoder,
    DecoderSettings,
    Lstm,
    LstmSettings,
    Policy,
    Sampler,
    SymFormer,
    SymFormerSettings,
    Trainer,
    TrainerSettings,
    Uniform,
    storage,
)
from symplex.propose.policy.losses import elite_rewards, imitation_loss, policy_loss, rank_rewards
from symplex.propose.policy.policy import TreeScores
from symplex.propose.policy.sampling import DeviceSampler, PreferredSampler

_LOOKED_AT = 32
"""Trees whose scores depend on every weight that counts."""
_STEEPNESS = 4.0
"""How fast the weight of the entropy grows below its floor."""


def place_of(device: Device) -> torch.device | None:
    """The GPU that a policy lives on; None for the processor, also if torch came without CUDA."""
    there = device is Device.CUDA and torch.cuda.is_available()
    return torch.device(device.value) if there else None


@final
class PolicyLearner:
    """A policy with its optimiser and its own random generator."""

    def __init__(
        self,
        encoding: TreeEncoding,
        settings: SearchSettings,
        seed: int,
        saved: bytes | None = None,
        *,
        threads: int = 1,
    ) -> None:
        torch.set_num_threads(1)  # small matrices: more threads only compete
        self._settings, self._encoding = settings.learning, encoding
        self.entropy = math.nan
        # On every device, weights and samples begin from the same numbers.
        self._generator = torch.Generator().manual_seed(seed)
        gpu = place_of(settings.device)
        self._device = gpu or torch.device(Device.CPU.value)
        self._policy, self._model = _made(settings, encoding.vocabulary, self._generator)
        self._model.to(self._device)
        pace = TrainerSettings(learning_rate=self._settings.rate, patience=self._settings.patience)
        self._trainer = Trainer(self._model, pace)
        self._sampler: Sampler = (
            PreferredSampler(self._policy, threads)
            if gpu is None
            else DeviceSampler(self._policy, gpu)
        )
        if saved is not None:
            words = encoding.vocabulary
            training = storage.unpack(saved, self._model, words, generator=self._generator)
            self._trainer.restore(training)
            if not self.is_finite:
                raise SettingsError(f"{storage.SOURCE}: there are weights that are no numbers")

    @property
    def is_finite(self) -> bool:
        """Whether its weights are numbers."""
        return self._trainer.is_finite

    @property
    def policy(self) -> Policy:
        """The policy itself, with its weights as they are."""
        return self._policy

    def weights(self, grammar: Grammar) -> int:
        """How many weights the policy's choices depend on: no tables that it does not look at."""
        if isinstance(self._policy, Uniform):
            return 0
        drawn = torch.Generator(self._device).manual_seed(0)
        trees = self._policy.sample(grammar, _LOOKED_AT, drawn).batch
        score: Tensor = self._policy.score(grammar, trees).log_probs.sum()
        torch.autograd.backward(score)
        counted = sum(w.numel() for w in self._model.parameters() if w.grad is not None)
        self._model.zero_grad()
        return counted

    def sample(self, grammar: Grammar, count: int) -> TreeBatch:
        """New trees, all their constants 1."""
        rollout = self._sampler.sample(grammar, count, self._generator)
        self.entropy = float(rollout.entropies.mean()) if len(rollout.entropies) else math.nan
        return self._trees(rollout.batch)

    def regrow(self, grammar: Grammar, parents: TokenBatch, starts: NDArray[np.int64]) -> TreeBatch:
        """Given trees with the subtree at one position written anew."""
        # Moves leave the grammar's trees; what the policy would never write it cannot mend.
        kept = np.flatnonzero(admits(grammar, parents))
        chosen = self._trees(parents).take(kept).tokens
        if not len(kept):
            return self._trees(chosen)
        regrown = self._policy.regrow(grammar, chosen, starts[kept], self._generator)
        return self._trees(regrown.batch)

    def learn(
        self,
        grammar: Grammar,
        written: TokenBatch,
        losses: NDArray[np.float64],
        remembered: Sequence[Candidate],
        *,
        observed: float = 0.0,
    ) -> None:
        """Updates (paper appendix B): ranks as rewards, entropy, and imitation of the memory."""
        if not len(written) or isinstance(self._policy, Uniform):
            return
        rows, rewards = self._lesson(losses)
        shown = self._imitated(grammar, remembered, observed)
        memory = self._encoding.batch([candidate.tree for candidate in shown]).tokens
        # All of it in one pass: on a GPU a pass costs the same for few trees as for many.
        lesson = TokenBatch.of([*(written[row] for row in rows.tolist()), *memory])
        for _ in range(self._settings.updates):
            scores = self._sampler.score(grammar, lesson)
            own, imitated = scores.parted(len(rows))
            weight = self._entropy_weight(float(own.entropies.detach().mean()))
            loss = policy_loss(own.log_probs, own.entropies, rewards, own.depths, weight)
            loss = loss + self._settings.imitation * self._imitation(imitated, shown)
            if not math.isfinite(self._trainer.update(loss)):
                raise FloatingPointError("its gradient is no number, and nothing was learnt")
        if not self.is_finite:
            raise FloatingPointError("it has learnt weights that are no numbers")

    def save(self) -> bytes:
        """Weights, optimiser and generator: all that later samples and updates depend on."""
        training = self._trainer.tensors()
        words = self._policy.vocabulary
        return storage.pack(self._model, words, training=training, generator=self._generator)

    def _entropy_weight(self, entropy: float) -> float:
        """The weight of the entropy, which grows by e for each quarter below the floor."""
        below = max(0.0, self._settings.entropy_floor - entropy)
        return self._settings.entropy * math.exp(_STEEPNESS * below)

    def _lesson(self, losses: NDArray[np.float64]) -> tuple[NDArray[np.int64], Tensor]:
        """Which trees an update scores again, and their rewards."""
        found = torch.tensor(losses, dtype=torch.float64)
        if self._settings.share >= 1:
            return np.arange(len(losses)), rank_rewards(found).to(self._device)
        best, rewards = elite_rewards(found, self._settings.share)
        # Trees are drawn independently: the first ones are as good a sample as any.
        others = np.setdiff1d(np.arange(min(self._settings.others, len(losses))), best.numpy())
        rows = np.concatenate([best.numpy(), others])
        weight = len(rows) / max(len(best), 1)  # losses take the mean over all rows
        spread = torch.cat([rewards * weight, torch.zeros(len(others), dtype=torch.float64)])
        return rows, spread.to(self._device)

    def _trees(self, batch: TokenBatch) -> TreeBatch:
        """Trees with their constants to be fitted from 1."""
        slot = self._encoding.slot_id
        ones = np.ones(int(np.count_nonzero(batch.tokens == slot)))
        return TreeBatch.with_slots(batch, ones, slot)

    def _imitated(
        self, grammar: Grammar, remembered: Sequence[Candidate], observed: float
    ) -> list[Candidate]:
        """What of the memory is imitated, once the best that was observed is good enough."""
        best = max([observed, *(c.reward for c in remembered[:1])])
        if best <= self._settings.imitation_reward:
            return []
        # Moves and methods may leave the grammar's trees.
        return [c for c in remembered if len(c.tree.ids) <= grammar.max_length]

    def _imitation(self, scores: TreeScores, shown: Sequence[Candidate]) -> Tensor:
        legal = torch.isfinite(scores.log_probs)
        if not shown or not bool(legal.any()):
            return scores.log_probs.new_zeros(())
        rewards = torch.tensor([c.reward for c in shown]).to(self._device)[legal]
        return imitation_loss(scores.log_probs[legal], scores.lengths[legal], rewards)


def _made(
    settings: SearchSettings, vocabulary: Vocabulary, generator: torch.Generator
) -> tuple[SymFormer | Decoder | Lstm | Uniform, nn.Module]:
    """A policy, and the module that holds its weights."""
    seen = settings.network
    match settings.policy:
        case PolicyKind.SYMFORMER:
            chosen = SymFormerSettings(
                relations=seen.relations,
                positions=seen.positions,
                slot_description=seen.slot_description,
            )
            model = SymFormer(vocabulary, chosen, generator)
        case PolicyKind.DECODER:
            printed = DecoderSettings(
                relations=seen.relations, positions=seen.positions, causal=seen.causal
            )
            model = Decoder(vocabulary, printed, generator)
        case PolicyKind.LSTM:
            model = Lstm(vocabulary, LstmSettings(), generator)
        case PolicyKind.UNIFORM:
            return Uniform(vocabulary), nn.ParameterList([torch.zeros(1)])
    return model, model
