"""Trees that the policy writes: whole ones, and single subtrees of remembered ones."""

import random
from collections.abc import Iterator, Sequence
from typing import Protocol, final

from symplex.expression.encoded import EncodedTree
from symplex.expression.sequences.grammar import Grammar
from symplex.search.candidate import Candidate, Origin, Proposal
from symplex.search.proposers.proposer import StageContext


class LearningPolicy(Protocol):
    """A policy that writes trees and learns from their losses; torch stays behind it."""

    def sample(self, grammar: Grammar, count: int) -> list[EncodedTree]:
        """New trees."""
        ...

    def regrow(
        self, grammar: Grammar, parents: Sequence[EncodedTree], starts: Sequence[int]
    ) -> list[EncodedTree]:
        """Given trees with the subtree at one position written anew."""
        ...

    def learn(
        self,
        grammar: Grammar,
        written: Sequence[EncodedTree],
        losses: Sequence[float],
        remembered: Sequence[Candidate],
    ) -> None:
        """One update of the policy."""
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
        settings, rng = context.settings, self._rng
        if settings.samples:
            for tree in self._learner.sample(context.grammar, settings.samples):
                yield Proposal(Origin.POLICY, tree)
        parents = [tree for tree in context.parents if len(tree) <= settings.max_length]
        if settings.regrown and parents:
            chosen = [rng.choice(parents) for _ in range(settings.regrown)]
            starts = [rng.randrange(len(parent)) for parent in chosen]
            for tree in self._learner.regrow(context.grammar, chosen, starts):
                yield Proposal(Origin.REGROWN, tree)
