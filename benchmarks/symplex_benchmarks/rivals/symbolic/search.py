"""One search for a formula: a recurrent policy, if wanted with genetic programming on top.

Owns the loop of SSDE's joint mode and of DSR: sample, score, evolve, learn, until the loss is that
of an exact formula or the time is over. What is scored by comes from outside.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, final

import numpy as np

from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.sequences.grammar import Grammar
from symplex.work.clock import now
from symplex_benchmarks.rivals.symbolic.genetic import Genetic, GeneticSettings
from symplex_benchmarks.rivals.symbolic.queue import PriorityQueue, Scored
from symplex_benchmarks.rivals.symbolic.recurrent import Recurrent, RecurrentSettings


class TreeScorer(Protocol):
    """Fits the constants of trees and gives their losses."""

    encoding: TreeEncoding

    def score(self, trees: Sequence[EncodedTree]) -> list[Scored]:
        """Every tree with its constants fitted and its loss, in the order that was given."""
        ...


@final
@dataclass(frozen=True, kw_only=True)
class SearchSettings:
    """How one search runs."""

    batch: int
    """Trees that the policy writes in an epoch."""
    policy: RecurrentSettings
    genetic: GeneticSettings | None
    """None for no genetic programming."""
    taught: int = 50
    """Trees of the genetic programming, the best, that the policy learns from."""
    queue: int = 10
    """How many of the best are kept."""
    shortening: int = 0
    """Generations that look for something smaller, once an exact formula is found."""


@final
class RecurrentSearch:
    """Searches the trees of one grammar."""

    def __init__(
        self, scorer: TreeScorer, grammar: Grammar, settings: SearchSettings, seed: int
    ) -> None:
        self._scorer, self._settings = scorer, settings
        self._policy = Recurrent(scorer.encoding, grammar, seed, settings.policy)
        rng = np.random.default_rng(seed)
        chosen = settings.genetic
        self._genetic = None if chosen is None else Genetic(scorer.encoding, grammar, rng, chosen)
        self._first: list[Scored] = []
        self.queue = PriorityQueue(settings.queue)
        """The best so far."""
        self.every: Callable[[list[Scored]], None] | None = None
        """Told of all that is scored, where someone wants to know."""

    def run(
        self, solved: float, seconds: float, first: Sequence[EncodedTree] = ()
    ) -> Scored | None:
        """The best tree, once its loss is at most `solved` or after so many seconds.

        Args:
            solved: The loss of an exact formula.
            seconds: After which the best so far is returned.
            first: Trees that join the first population.
        """
        self._first = self._score(first)
        deadline = now() + seconds

        def over() -> bool:
            best = self.queue.best
            return now() >= deadline or (best is not None and best.loss <= solved)

        while not over():
            self._epoch(over)
        best = self.queue.best
        if self._genetic is not None and best is not None and best.loss <= solved:
            # Something smaller may be among the relatives of an exact formula.
            self._genetic.evolve(
                list(self.queue),
                self._score,
                lambda: now() >= deadline,
                self._settings.shortening,
            )
        return self.queue.best

    def _epoch(self, over: Callable[[], bool]) -> None:
        written = self._first + self._score(self._policy.sample(self._settings.batch))
        self._first = []
        lesson = written
        if self._genetic is not None and not over():
            evolved = self._genetic.evolve(written, self._score, over)
            lesson = written + sorted(evolved, key=lambda one: one.merit)[: self._settings.taught]
        if not over():
            self._policy.learn(lesson, list(self.queue))

    def _score(self, trees: Sequence[EncodedTree]) -> list[Scored]:
        scored = self._scorer.score(trees)
        self.queue.offer(scored)
        if self.every is not None:
            self.every(scored)
        return scored
