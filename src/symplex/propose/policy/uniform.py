"""The policy that prefers nothing: every legal token is equally likely at each slot.

A baseline, and a source of random trees where no model is wanted.
"""

from dataclasses import dataclass
from typing import final

import torch

from symplex.expression.sequences.grammar import Grammar, Integers
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.replay import Replay
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.propose.policy import sampler, scorer
from symplex.propose.policy.policy import Rollout, Scores


@final
@dataclass(frozen=True)
class Uniform:
    """Uniform over legal tokens, slot by slot; it has nothing to learn."""

    vocabulary: Vocabulary

    def sample(self, grammar: Grammar, count: int, generator: torch.Generator) -> Rollout:
        """Draw trees."""
        return sampler.sample(self, grammar, count, generator)

    def regrow(
        self, grammar: Grammar, batch: TokenBatch, starts: Integers, generator: torch.Generator
    ) -> Rollout:
        """Draw the subtree at `starts` of each tree anew and keep the rest."""
        return sampler.regrow(self, grammar, batch, starts, generator)

    def score(self, grammar: Grammar, batch: TokenBatch) -> Scores:
        """Score given trees under the masks that sampling uses."""
        return scorer.score(self, grammar, batch)

    def begin(self, max_rows: int, capacity: int) -> "Uniform":
        """Start on trees: there is nothing to remember."""
        return self

    def step(self, growth: Growth) -> torch.Tensor:
        """Equal logits, [rows, vocabulary]."""
        return torch.zeros(len(growth.open), len(self.vocabulary))

    def keep(self, rows: Integers) -> None:
        """Nothing is kept."""

    def logits(self, seen: Replay) -> torch.Tensor:
        """Equal logits, [rows, slots, vocabulary]."""
        return torch.zeros(*seen.tokens.shape, len(self.vocabulary))
