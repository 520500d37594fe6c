"""Who draws and scores a policy's trees: compiled code where it can, torch elsewhere.

Owns that choice. All samplers take their random numbers from `streams`, so the same seed gives the
same trees on each, but for choices that fall between two roundings.
"""

from typing import final

import numpy as np
import torch

from symplex.expression import TokenBatch
from symplex.expression.sequences.grammar import Grammar
from symplex.policy.compiled import Compiled
from symplex.policy.folding import is_compiled
from symplex.policy.policy import Policy, Rollout, TreeScores
from symplex.policy.symformer import SymFormer
from symplex.policy.uniform import Uniform


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
