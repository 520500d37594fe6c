"""Which sampler draws a policy's trees: the compiled one where it can, torch elsewhere.

Owns that choice. All samplers take their random numbers from `streams`, so the same seed gives the
same trees on each, but for choices that fall between two roundings.
"""

from typing import final

import torch

from symplex.expression.sequences.grammar import Grammar
from symplex.policy.compiled import CompiledSampler, can_sample
from symplex.policy.policy import Policy, Rollout
from symplex.policy.symformer import SymFormer
from symplex.policy.uniform import Uniform


@final
class CpuSampler:
    """Draws in compiled code what that takes, and all else with torch.

    Args:
        policy: What is sampled, with its weights as they are at each call.
        threads: Of the compiled sampler; trees do not depend on it.
    """

    def __init__(self, policy: Policy, threads: int = 1) -> None:
        self._policy, self._threads = policy, threads
        self._compiled: CompiledSampler | None = None

    def sample(self, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
        """Draw whole trees."""
        policy = self._policy
        if isinstance(policy, SymFormer | Uniform) and can_sample(policy, grammar):
            self._compiled = self._compiled or CompiledSampler(policy, self._threads)
            return self._compiled.sample(grammar, count, generator)
        return policy.sample(grammar, count, generator)
