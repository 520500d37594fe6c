"""The finalists of FEX: the best trees so far, whose numbers are learnt at length."""

from collections.abc import Sequence
from typing import Final, final

from symplex_benchmarks.rivals.fex.settings import FEXSettings
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS, fit
from symplex_benchmarks.rivals.symbolic.queue import PriorityQueue, Scored
from symplex_benchmarks.rivals.symbolic.scorer import Scorer

_BETTER: Final = 0.999
"""Fitting goes on while it lowers a loss by more than this factor."""


@final
class Finalists:
    """The buffer of the best trees.

    Args:
        scorer: What they are fitted with.
        settings: How long.
        solved: The loss of an exact formula.
    """

    def __init__(self, scorer: Scorer, settings: FEXSettings, solved: float) -> None:
        self._scorer, self._settings, self._solved = scorer, settings, solved
        self._queue = PriorityQueue(settings.finalists)

    @property
    def best(self) -> Scored | None:
        """The best of them."""
        return self._queue.best

    @property
    def solved(self) -> bool:
        """Whether the best is exact."""
        return self.best is not None and self.best.loss <= self._solved

    def offer(self, scored: Sequence[Scored]) -> None:
        """Take what is good enough; the same operators with better numbers replace the worse.

        A new tree has had a few steps and a finalist hundreds: the best of the new get as many.
        """
        best = sorted(scored, key=lambda one: one.loss)[: self._settings.promising]
        self._queue.offer([*scored, *self._fitted(best, self._settings.tuning)])

    def tune(self) -> bool:
        """Fit all of them by L-BFGS; whether one became clearly better."""
        return self._tuned(self._settings.tuning)

    def tune_long(self) -> bool:
        """Adam, then L-BFGS; whether one became clearly better."""
        batch = self._scorer.encoding.batch([one.tree for one in self._queue])
        found = self._scorer.whole.fit(
            batch.tokens, self._settings.tuning_adam, first=batch.constants
        )
        slots = batch.slots.tolist()
        moved = [
            Scored(one.tree.with_constants(found.constants[start:end].tolist()), float(loss))
            for one, start, end, loss in zip(
                self._queue, slots, slots[1:], found.losses.tolist(), strict=False
            )
        ]
        self._queue.offer(moved)
        return self._tuned(self._settings.tuning)

    def _tuned(self, settings: LBFGS) -> bool:
        held = list(self._queue)
        tuned = self._fitted(held, settings)
        self._queue.offer(tuned)
        return any(new.loss < _BETTER * old.loss for new, old in zip(tuned, held, strict=True))

    def _fitted(self, held: Sequence[Scored], settings: LBFGS) -> list[Scored]:
        if not held:
            return []
        batch = self._scorer.encoding.batch([one.tree for one in held])
        found = fit(self._scorer.whole, batch, settings)
        trees = self._scorer.encoding.trees(found.trees)
        return [Scored(tree, float(loss)) for tree, loss in zip(trees, found.losses, strict=True)]
