"""How a rival scores trees: constants fitted on the conditions, of the best on the equation too.

Owns the two losses and the memory of what was scored. The points are drawn once, as the authors
of all three methods do. Knows nothing of where trees come from.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.tree_batch import TreeBatch
from symplex.numerics.evaluation.evaluator import Evaluator, evaluator
from symplex.numerics.evaluation.fit import Fixed
from symplex.numerics.evaluation.objective import Objective
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS, fit
from symplex_benchmarks.rivals.symbolic.queue import Scored

Floats = NDArray[np.float64]
_MIN_SCALE, _MAX_SCALE = 1e-6, 1e6


@final
@dataclass(frozen=True, kw_only=True)
class ScorerSettings:
    """How constants are fitted."""

    on_conditions: LBFGS = field(default_factory=lambda: LBFGS(steps=25))
    on_equation: LBFGS = field(default_factory=lambda: LBFGS(steps=60))
    share: float = 0.05
    """The share of trees, the best ones, whose constants are fitted on the equation as well."""


@final
class Scorer:
    """Scores trees against one objective; a tree that was scored before is not scored again."""

    def __init__(
        self,
        objective: Objective,
        encoding: TreeEncoding,
        settings: ScorerSettings | None = None,
        *,
        interior: int = 1,
    ) -> None:
        """Prepare both evaluators.

        Args:
            objective: What trees are scored by; the first `interior` sets of points are the
                equation's, the others the conditions'.
            encoding: Of the trees.
            settings: How constants are fitted.
            interior: How many sets of points belong to the equation.
        """
        self.encoding, self._settings = encoding, settings or ScorerSettings()
        words = encoding.vocabulary
        self._whole = evaluator(objective, words)
        given = replace(objective, point_sets=objective.point_sets[interior:])
        self._conditions = evaluator(given, words) if given.point_sets else None
        self._known: dict[bytes, Scored] = {}
        self.candidates = 0
        """How many different trees were scored."""

    @property
    def whole(self) -> Evaluator:
        """What measures conditions and equation together."""
        return self._whole

    def score(self, trees: Sequence[EncodedTree]) -> list[Scored]:
        """Every tree with its constants fitted and its loss, in the order that was given."""
        fresh = list({t.ids: t for t in trees if t.ids not in self._known}.values())
        if fresh:
            self.candidates += len(fresh)
            for tree, scored in zip(fresh, self._scored(fresh), strict=True):
                self._known[tree.ids] = scored
        return [self._known[tree.ids] for tree in trees]

    def _scored(self, trees: Sequence[EncodedTree]) -> list[Scored]:
        batch = self.encoding.batch(trees)
        near = np.zeros(len(batch))
        if self._conditions is not None:
            found = fit(self._conditions, batch, self._settings.on_conditions)
            batch, near = found.trees, found.losses
        losses = self.losses(batch)
        constants = batch.constants.copy()
        rows = self._chosen(batch, near, losses)
        if len(rows):
            better = fit(self._whole, batch.take(rows), self._settings.on_equation)
            for place, row in enumerate(rows.tolist()):
                if better.losses[place] < losses[row]:
                    losses[row] = better.losses[place]
                    part = slice(batch.slots[row], batch.slots[row + 1])
                    constants[part] = better.trees.tree(place)[1]
        fitted = TreeBatch(batch.tokens, constants, batch.slots)
        return [
            Scored(tree, float(loss))
            for tree, loss in zip(self.encoding.trees(fitted), losses, strict=True)
        ]

    def _chosen(self, batch: TreeBatch, near: Floats, losses: Floats) -> NDArray[np.int64]:
        """The best by the conditions and the best by both losses, if they have constants."""
        adjustable = np.flatnonzero((np.diff(batch.slots) > 0) & np.isfinite(near))
        if self._conditions is None:
            return adjustable
        count = max(1, round(self._settings.share * len(batch) / 2))
        by_conditions = adjustable[np.argsort(near[adjustable], kind="stable")[:count]]
        by_both = adjustable[np.argsort(losses[adjustable], kind="stable")[:count]]
        return np.union1d(by_conditions, by_both)

    def refit(self, scored: Scored, settings: LBFGS) -> Scored:
        """A tree whose constants are fitted on everything, from where they are."""
        found = fit(self._whole, self.encoding.batch([scored.tree]), settings)
        tree = scored.tree.with_constants(found.trees.constants.tolist())
        return Scored(tree, float(found.losses[0]))

    def losses(self, batch: TreeBatch) -> Floats:
        """The losses of trees with their constants as they are; inf where one is undefined."""
        found = self._whole.fit(batch.tokens, Fixed(), first=batch.constants).losses
        return np.where(np.isfinite(found), found, np.inf)

    def scale(self) -> float:
        """The loss of the formula 0 (for every unknown): losses are small relative to it."""
        slot = self.encoding.slot(0.0)
        count = len(self._whole.objective.unknowns)
        zero = slot if self.encoding.tuple_id is None else self.encoding.system([slot] * count)
        loss = float(self.losses(self.encoding.batch([zero]))[0])
        return min(max(loss, _MIN_SCALE), _MAX_SCALE) if np.isfinite(loss) else 1.0
