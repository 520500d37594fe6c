"""Who draws and scores a policy's trees: compiled code or a kernel where they can, else torch.

Owns that choice. All samplers but one take their random numbers from `streams`, so the same seed
gives the same trees on each, but for choices that fall between two roundings; the exception is the
LSTM on a GPU.
"""

from typing import final

import numpy as np
import torch

from symplex.expression.sequences.grammar import Grammar
from symplex.expression.vocabulary import TokenBatch
from symplex.propose.policy import scorer
from symplex.propose.policy.compiled import Compiled
from symplex.propose.policy.cuda_library import SamplerLibrary, sampler_library
from symplex.propose.policy.cuda_sampler import CudaSampler, takes
from symplex.propose.policy.decoder import Decoder
from symplex.propose.policy.folding import is_compiled
from symplex.propose.policy.lstm import Lstm
from symplex.propose.policy.policy import Policy, Rollout, TreeScores
from symplex.propose.policy.symformer import SymFormer
from symplex.propose.policy.tensor_sampler import TensorSampler
from symplex.propose.policy.uniform import Uniform


@final
class PreferredSampler:
    """Draws and scores in compiled code what that takes, and all else with torch.

    Args:
        policy: What is sampled, with its weights as they are at each call.
        threads: Of compiled code; neither trees nor gradients depend on it.
    """

    def __init__(self, policy: Policy, threads: int = 1) -> None:
        self._policy, self._threads = policy, threads
        self._compiled: Compiled | None = None

    def sample(self, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
        """Draw whole trees."""
        compiled = self._compiled_for(grammar)
        return (compiled or self._policy).sample(grammar, count, generator)

    def score(self, grammar: Grammar, batch: TokenBatch) -> TreeScores:
        """Score whole trees, with gradients."""
        compiled = self._compiled_for(grammar)
        longest = int(np.diff(batch.offsets).max(initial=0))
        if compiled is not None and longest <= grammar.max_length:
            return compiled.score(grammar, batch)
        scores = self._policy.score(grammar, batch)
        return TreeScores(scores.log_probs, scores.entropies, scores.lengths, scores.depths)

    def _compiled_for(self, grammar: Grammar) -> Compiled | None:
        policy = self._policy
        if isinstance(policy, SymFormer | Uniform) and is_compiled(policy, grammar):
            self._compiled = self._compiled or Compiled(policy, self._threads)
            return self._compiled
        return None


@final
class DeviceSampler:
    """Draws and scores on a GPU: by a kernel what that takes, and all else with torch.

    Args:
        policy: What is sampled; its weights are on the device.
        device: Where.
        library: The kernel's code, if there is any.
    """

    def __init__(
        self,
        policy: SymFormer | Decoder | Lstm | Uniform,
        device: torch.device,
        library: SamplerLibrary | None = None,
    ) -> None:
        self._policy, self._device = policy, device
        self._library = library or sampler_library()
        self._recorded = TensorSampler(policy) if isinstance(policy, Lstm) else None
        self._kernel: CudaSampler | None = None

    def sample(self, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
        """Draw whole trees."""
        drawing = self._kernel_for(grammar) or self._recorded or self._policy
        return drawing.sample(grammar, count, generator)

    def score(self, grammar: Grammar, batch: TokenBatch) -> TreeScores:
        """Score whole trees, with gradients."""
        scores = scorer.score(self._policy, grammar, batch, together=True)
        return TreeScores(scores.log_probs, scores.entropies, scores.lengths, scores.depths)

    def _kernel_for(self, grammar: Grammar) -> CudaSampler | None:
        policy = self._policy
        if self._library is None or not isinstance(policy, SymFormer | Uniform):
            return None
        if self._kernel is None and takes(policy, grammar):
            self._kernel = CudaSampler(policy, self._library, self._device)
        return self._kernel if takes(policy, grammar) else None
