"""Trees that the policy writes: whole ones, and single subtrees of remembered ones."""

import random
from collections.abc import Iterator, Sequence
from typing import Protocol, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression.sequences.grammar import Grammar
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import TokenBatch
from symplex.origin import Writer
from symplex.propose.candidates.batches import ProposalBatch
from symplex.propose.candidates.candidate import Candidate, Proposal
from symplex.propose.candidates.proposer import StageContext


class LearningPolicy(Protocol):
    """A policy that writes trees and learns from their losses; torch stays behind it."""

    entropy: float
    """The mean entropy of the choices of the trees that were written last; NaN before."""

    @property
    def is_finite(self) -> bool:
        """Whether its weights are numbers."""
        ...

    def sample(self, grammar: Grammar, count: int) -> TreeBatch:
        """New trees, all their constants 1."""
        ...

    def regrow(self, grammar: Grammar, parents: TokenBatch, starts: NDArray[np.int64]) -> TreeBatch:
        """Given trees with the subtree at one position written anew."""
        ...

    def learn(
        self,
        grammar: Grammar,
        written: TokenBatch,
        losses: NDArray[np.float64],
        remembered: Sequence[Candidate],
        *,
        observed: float = 0.0,
    ) -> None:
        """One update of the policy, from distinct or repeated trees.

        `observed` is the best reward of earlier stages, where that counts.

        Raises:
            FloatingPointError: where the gradient is no number, or the weights have become none.
        """
        ...

    def save(self) -> bytes:
        """Everything that it has learnt, and the state of its generator."""
        ...


@final
class PolicyProposer:
    """Proposes what a policy writes."""

    def __init__(self, learner: LearningPolicy, rng: random.Random) -> None:
        self._learner, self._rng = learner, rng

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """New trees, then remembered trees with one subtree written anew."""
        return iter(self.batch(context))

    def batch(self, context: StageContext) -> ProposalBatch:
        """The same as one batch."""
        settings, encoding, found = context.settings, context.encoding, list[ProposalBatch]()
        if settings.samples:
            written = self._learner.sample(context.grammar, settings.samples)
            found.append(ProposalBatch.by(Writer.POLICY, written, encoding))
        if settings.regrown:
            regrown = self._regrown(context)
            found += [] if regrown is None else [regrown]
        return ProposalBatch.joined(found, encoding)

    def _regrown(self, context: StageContext) -> ProposalBatch | None:
        settings, rng = context.settings, self._rng
        parents = [tree for tree in context.parents if len(tree) <= settings.max_length]
        if not parents:
            return None
        chosen = [rng.choice(parents) for _ in range(settings.regrown)]
        starts = np.array([rng.randrange(len(parent)) for parent in chosen], dtype=np.int64)
        tokens = context.encoding.batch(chosen).tokens
        trees = self._learner.regrow(context.grammar, tokens, starts)
        return ProposalBatch.by(Writer.REGROWN, trees, context.encoding)
