"""One search for a formula: a recurrent policy, if wanted with genetic programming on top.

Owns the loop of SSDE's joint mode and of DSR: sample, score, evolve, learn, until the loss is that
of an exact formula or the time is over. What is scored by comes from outside.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import final

import numpy as np

from symplex.expression.encoded import EncodedTree
from symplex.expression.sequences.grammar import Grammar
from symplex.rivals.symbolic.genetic import Genetic, GeneticSettings
from symplex.rivals.symbolic.queue import PriorityQueue, Scored
from symplex.rivals.symbolic.recurrent import Recurrent, RecurrentSettings
from symplex.rivals.symbolic.scorer import Scorer


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

    def __init__(self, scorer: Scorer, grammar: Grammar, settings: SearchSettings, seed: int) -> None:
        self._scorer, self._settings = scorer, settings
        self._policy = Recurrent(scorer.encoding, grammar, seed, settings.policy)
        rng = np.random.default_rng(seed)
        chosen = settings.genetic
        self._genetic = None if chosen is None else Genetic(scorer.encoding, grammar, rng, chosen)
        self.queue = PriorityQueue(settings.queue)
        """The best so far."""
        self.every: Callable[[list[Scored]], None] | None = None
        """Told of all that is scored, where someone wants to know."""

    def run(self, solved: float, seconds: float) -> Scored | None:
        """The best tree, once its loss is at most `solved` or after so many seconds."""
        deadline = time.monotonic() + seconds

        def over() -> bool:
            best = self.queue.best
            return time.monotonic() >= deadline or (best is not None and best.loss <= solved)

        while not over():
            self._epoch(over)
        if self._genetic is not None and self._settings.shortening:
            self._shorten(solved, lambda: time.monotonic() >= deadline)
        return self.queue.best

    def _shorten(self, solved: float, over: Callable[[], bool]) -> None:
        """Look for something smaller among the relatives of an exact formula."""
        best = self.queue.best
        if best is None or best.loss > solved:
            return
        rounds = -(-self._settings.shortening // self._genetic.settings.generations)
        for _ in range(rounds):
            self._genetic.evolve(list(self.queue), self._score, over)

    def _epoch(self, over: Callable[[], bool]) -> None:
        written = self._score(self._policy.sample(self._settings.batch))
        lesson = written
        if self._genetic is not None and not over():
            evolved = self._genetic.evolve(written, self._score, over)
            lesson = written + sorted(evolved, key=lambda one: one.merit)[: self._settings.taught]
        if not over():
            self._policy.learn(lesson, list(self.queue))

    def _score(self, trees: list[EncodedTree]) -> list[Scored]:
        scored = self._scorer.score(trees)
        self.queue.offer(scored)
        if self.every is not None:
            self.every(scored)
        return scored
