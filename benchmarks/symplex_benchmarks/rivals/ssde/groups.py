"""Skeletons in one variable, whose constants are fitted anew for each group of data."""

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Derivative, leaf, symbol
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.numerics.evaluation.evaluator import Evaluator, evaluator
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen
from symplex_benchmarks.rivals.ssde.grid import Grid
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS, fit
from symplex_benchmarks.rivals.symbolic.queue import Scored

Floats = NDArray[np.float64]
_UNKNOWN, _DATA = "value", "given value"


@final
class GroupScorer:
    """Scores trees in the first variable of a grid: one group for each value of the others.

    Args:
        grid: The data.
        encoding: Of the trees.
        settings: How constants are fitted.
        most: How many groups are looked at while searching: those with the most data.
    """

    def __init__(self, grid: Grid, encoding: TreeEncoding, settings: LBFGS, most: int) -> None:
        self.encoding, self._settings = encoding, settings
        self._values = grid.values.reshape(len(grid.axes[grid.names[0]]), -1)
        self._axis, self._name = grid.axes[grid.names[0]], grid.names[0]
        known = np.isfinite(self._values).sum(axis=0)
        order = np.argsort(-known, kind="stable")
        self._looked_at = _spread(order[known[order] > 1], most)
        self._evaluators = {g: self._evaluator(g) for g in self._looked_at}
        spread = float(np.nanvar(self._values))
        self.scale = spread if spread > 0 else 1.0
        self._known: dict[bytes, Scored] = {}
        self.candidates = 0

    @property
    def is_empty(self) -> bool:
        """Whether no group has two points, so that nothing can be seen of the variable."""
        return not self._evaluators

    def score(self, trees: Sequence[EncodedTree]) -> list[Scored]:
        """Every tree with the mean of its losses over the groups."""
        fresh = list({t.ids: t for t in trees if t.ids not in self._known}.values())
        if fresh:
            self.candidates += len(fresh)
            batch, total = self.encoding.batch(fresh), np.zeros(len(fresh))
            fitted = batch
            for made in self._evaluators.values():
                found = fit(made, batch, self._settings)
                total, fitted = total + found.losses, found.trees
            losses = total / len(self._evaluators)
            for tree, loss in zip(self.encoding.trees(fitted), losses.tolist(), strict=True):
                self._known[tree.ids] = Scored(tree, loss)
        return [self._known[tree.ids] for tree in trees]

    def constants(self, tree: EncodedTree, settings: LBFGS) -> Floats:
        """The constants of a tree for every group of the grid, [constants, groups]."""
        found = np.full((len(tree.constants), self._values.shape[1]), np.nan)
        for group in range(self._values.shape[1]):
            if np.isfinite(self._values[:, group]).sum() >= max(1, len(tree.constants)):
                made = fit(self._evaluator(group), self.encoding.batch([tree]), settings)
                found[:, group] = made.trees.constants
        return found

    def _evaluator(self, group: int) -> Evaluator:
        values = self._values[:, group]
        rows = np.isfinite(values)
        names = self.encoding.symbol_names.values()
        columns = {name: np.zeros(int(rows.sum())) for name in names}
        columns[self._name] = self._axis[rows]
        difference = leaf(Derivative(_UNKNOWN)) - symbol(_DATA)
        points = PointSet(frozen({**columns, _DATA: values[rows]}), (Term(difference),))
        objective = Objective((_UNKNOWN,), tuple(names), (), (points,))
        return evaluator(objective, self.encoding.vocabulary)


def _spread(order: NDArray[np.int64], most: int) -> list[int]:
    """The first half of the chosen groups, and others evenly from the rest."""
    if len(order) <= most:
        return order.tolist()
    first = order[: most // 2]
    rest = order[most // 2 :]
    places = np.linspace(0, len(rest) - 1, most - len(first)).astype(np.int64)
    return [*first.tolist(), *rest[places].tolist()]
