"""The types of this package on one page: what a policy does, what it returns, what a network is.

A policy is a distribution over the trees of a grammar. It samples sequences of plain integers
and scores given ones with gradients; losses re-score what was sampled. Which trees are good is
not known here.
"""

from dataclasses import dataclass
from typing import Protocol, final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Generator, Tensor

from symplex.errors import SettingsError
from symplex.expression.sequences.grammar import Grammar, Integers
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.replay import Replay
from symplex.expression.vocabulary import TokenBatch, Vocabulary


@final
@dataclass(frozen=True)
class Rollout:
    """Trees that a policy wrote."""

    batch: TokenBatch
    log_probs: NDArray[np.float64]
    """The logarithm of each tree's probability, before any resampling; of a regrown tree, that
    of its new subtree given the rest."""
    sources: Integers
    """The index of each tree among those requested, in ascending order."""
    rejected: int
    """How many degenerate trees were thrown away and drawn again."""
    entropies: NDArray[np.float64]
    """The mean entropy of the distributions that each tree's tokens were drawn from."""


@final
@dataclass(frozen=True)
class Scores:
    """Log-probabilities and entropies of given trees, with gradients; padding holds zeros."""

    token_log_probs: Tensor
    """The log-probability of each token, [rows, slots]; -inf where the grammar forbids it."""
    token_entropies: Tensor
    """The entropy of the distribution that each token was chosen from, [rows, slots]."""
    lengths: Tensor
    depths: Tensor
    """Nodes, and depth of the deepest node, of each tree."""

    @property
    def log_probs(self) -> Tensor:
        """The logarithm of each tree's probability."""
        return self.token_log_probs.sum(dim=1, dtype=torch.float64)

    @property
    def entropies(self) -> Tensor:
        """The mean of the node-wise entropies of each tree."""
        return self.token_entropies.sum(dim=1) / self.lengths


@final
@dataclass(frozen=True)
class TreeScores:
    """What losses need of scored trees, one value for each tree, with gradients."""

    log_probs: Tensor
    """The logarithm of each tree's probability; -inf where the grammar forbids a token."""
    entropies: Tensor
    """The mean of the node-wise entropies of each tree."""
    lengths: Tensor
    depths: Tensor

    def parted(self, count: int) -> "tuple[TreeScores, TreeScores]":
        """The first so many trees, and the others."""
        parts = (self.log_probs, self.entropies, self.lengths, self.depths)
        first, rest = zip(*((part[:count], part[count:]) for part in parts), strict=True)
        return TreeScores(*first), TreeScores(*rest)


def check_vocabulary(network: "Network", grammar: Grammar) -> None:
    """Refuse a grammar whose token ids mean something else."""
    if network.vocabulary is not grammar.vocabulary and network.vocabulary != grammar.vocabulary:
        raise SettingsError(
            f"a policy over {len(network.vocabulary)} tokens cannot use a grammar over another "
            f"vocabulary, of {len(grammar.vocabulary)}; make both from one vocabulary"
        )


class Sampler(Protocol):
    """Draws and scores trees of one policy; each device may have its own."""

    def sample(self, grammar: Grammar, count: int, generator: Generator) -> Rollout:
        """Draw trees; fewer than `count` only if the policy keeps proposing degenerate ones."""
        ...

    def score(self, grammar: Grammar, batch: TokenBatch) -> TreeScores:
        """Score whole trees, with gradients."""
        ...


class Policy(Protocol):
    """A distribution over trees."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The tokens that trees are made of."""
        ...

    def sample(self, grammar: Grammar, count: int, generator: Generator) -> Rollout:
        """Draw trees; fewer than `count` only if the policy keeps proposing degenerate ones."""
        ...

    def regrow(
        self, grammar: Grammar, batch: TokenBatch, starts: Integers, generator: Generator
    ) -> Rollout:
        """Draw the subtree at `starts` of each tree anew and keep the rest."""
        ...

    def score(self, grammar: Grammar, batch: TokenBatch) -> Scores:
        """Score given trees under the masks that sampling uses."""
        ...


class Steps(Protocol):
    """A network at work on growing trees, remembering what it has seen of each row."""

    def step(self, growth: Growth) -> Tensor:
        """The logits of the token for the open slot of each row, [rows, vocabulary]."""
        ...

    def keep(self, rows: Integers) -> None:
        """Go on with these rows, as `Growth.keep` does."""
        ...


class Network(Protocol):
    """What the sampler and the scorer need: logits, slot by slot or for whole trees."""

    @property
    def vocabulary(self) -> Vocabulary:
        """What the logits' columns mean."""
        ...

    def begin(self, max_rows: int, capacity: int) -> Steps:
        """Start on trees of at most `capacity` tokens, never more than `max_rows` at once."""
        ...

    def logits(self, seen: Replay) -> Tensor:
        """The logits of every slot of whole trees, [rows, slots, vocabulary]."""
        ...
