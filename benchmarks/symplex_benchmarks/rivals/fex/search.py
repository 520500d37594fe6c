"""The search of FEX on one shape: operators are drawn, numbers learnt, the controller is taught."""

from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression.encoded import EncodedTree
from symplex.expression.tree_batch import TreeBatch
from symplex_benchmarks.rivals.fex.controller import Controller
from symplex_benchmarks.rivals.fex.settings import FEXSettings
from symplex_benchmarks.rivals.fex.trees import Choices, Shape, TreeBuilder
from symplex_benchmarks.rivals.symbolic.lbfgs import fit
from symplex_benchmarks.rivals.symbolic.queue import Scored
from symplex_benchmarks.rivals.symbolic.scorer import Scorer


@final
class ShapeSearch:
    """Searches the operators of one fixed tree (one for each unknown)."""

    def __init__(
        self, scorer: Scorer, shape: Shape, choices: Choices, settings: FEXSettings, seed: int
    ) -> None:
        self._scorer, self._settings = scorer, settings
        self._unknowns = len(scorer.whole.objective.unknowns)
        self._builder = TreeBuilder(scorer.encoding, shape, choices)
        counts = choices.counts(shape) * self._unknowns
        self._controller = Controller(counts, settings.controller, seed)
        self._rng = np.random.default_rng([seed, 1])
        self.candidates = 0
        """How many trees were scored; the same operators may come again."""

    def epoch(self) -> list[Scored]:
        """Trees that the controller chose, with their numbers learnt; it is taught by them."""
        actions = self._controller.sample(self._settings.batch)
        scored = self._learnt([row.tolist() for row in actions])
        self.candidates += len(scored)
        self._controller.learn(actions, np.array([one.reward for one in scored]))
        return scored

    def _learnt(self, actions: list[list[int]]) -> list[Scored]:
        """The best of some starts for each tree: Adam, then L-BFGS."""
        starts = self._settings.starts
        trees = [self._tree(row) for row in actions for _ in range(starts)]
        batch = self._scorer.encoding.batch(trees)
        found = self._scorer.whole.fit(batch.tokens, self._settings.adam, first=batch.constants)
        moved = TreeBatch(batch.tokens, _finite(found.constants, batch.constants), batch.slots)
        last = fit(self._scorer.whole, moved, self._settings.lbfgs)
        losses = last.losses.reshape(-1, starts)
        best = np.argmin(losses, axis=1) + starts * np.arange(len(actions))
        chosen = list(self._scorer.encoding.trees(last.trees))
        return [Scored(chosen[row], float(last.losses[row])) for row in best.tolist()]

    def _tree(self, actions: list[int]) -> EncodedTree:
        share = len(actions) // self._unknowns
        parts = [
            self._builder.build(actions[start : start + share], self._number)
            for start in range(0, len(actions), share)
        ]
        return parts[0] if self._unknowns == 1 else self._scorer.encoding.system(parts)

    def _number(self) -> float:
        return float(self._rng.normal(0, self._settings.spread))


def _finite(values: NDArray[np.float64], otherwise: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(np.isfinite(values), values, otherwise)
