"""L-BFGS for the constants of many trees at once, on the gradients that the evaluator gives.

Owns the minimiser that the authors of SSDE, FEX and DSR all use, so that a rival fits constants
as it was published; every tree has its own history and its own length of step.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression.tree_batch import TreeBatch
from symplex.numerics.evaluation.evaluator import Evaluator
from symplex.numerics.evaluation.fit import Fixed

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
_DECREASE: Final = 1e-4
"""The share of the promised decrease that a step must bring (Armijo)."""
_HALVINGS: Final = 12
_LEAST_CURVATURE: Final = 1e-12
_MAX_FIRST: Final = 1.0
"""The longest first step, before anything is known of the curvature."""


@final
@dataclass(frozen=True, kw_only=True)
class LBFGS:
    """How constants are fitted."""

    steps: int = 30
    memory: int = 8
    """How many earlier steps the curvature is estimated from."""
    tolerance: float = 1e-9
    """A tree is left alone once a step lowers its loss by less than this share."""
    solved: float = 1e-26
    """A tree is left alone once its loss is below this."""


@final
@dataclass(frozen=True)
class Fitted:
    """Trees with their constants fitted, and their losses; inf where one is undefined."""

    trees: TreeBatch
    losses: Floats


def fit(evaluator: Evaluator, trees: TreeBatch, settings: LBFGS | None = None) -> Fitted:
    """Trees with their constants fitted from the values that they bring."""
    constants = trees.constants.copy()
    losses = _losses(evaluator, trees)
    rows = np.flatnonzero((np.diff(trees.slots) > 0) & np.isfinite(losses))
    if len(rows):
        chosen = trees.take(rows)
        places = _places(chosen)
        descent = _Descent(evaluator, chosen, losses[rows], settings or LBFGS())
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            descent.run()  # a tree that overflows is given up by its line search
        target = np.repeat(trees.slots[:-1][rows], places.sum(axis=1)) + np.nonzero(places)[1]
        constants[target] = descent.at[places]
        losses[rows] = descent.losses
    return Fitted(TreeBatch(trees.tokens, constants, trees.slots), losses)


def _losses(evaluator: Evaluator, trees: TreeBatch) -> Floats:
    found = evaluator.fit(trees.tokens, Fixed(), first=trees.constants).losses
    return np.where(np.isfinite(found), found, np.inf)


def _places(trees: TreeBatch) -> NDArray[np.bool_]:
    """Which entries of a padded row are constants of its tree."""
    counts = np.diff(trees.slots)
    return np.arange(int(counts.max(initial=0))) < counts[:, None]


def weights_of(evaluator: Evaluator) -> Floats:
    """The weight of each residual in the loss, in the order in which the evaluator gives them."""
    parts = [
        np.full(points.size, term.weight / max(points.size, 1))
        for points in evaluator.objective.point_sets
        for term in points.terms
    ]
    return np.concatenate(parts)


@final
class _Descent:
    """All trees on their way down; those that have arrived are not evaluated any more."""

    def __init__(
        self, evaluator: Evaluator, trees: TreeBatch, losses: Floats, settings: LBFGS
    ) -> None:
        self._evaluator, self._trees, self._settings = evaluator, trees, settings
        self._places = _places(trees)
        self._weights = weights_of(evaluator)
        self.at: Floats = np.zeros(self._places.shape)
        self.at[self._places] = trees.constants
        self.losses = losses.copy()
        self._live = np.arange(len(trees))
        self._history: deque[tuple[Floats, Floats, Floats]] = deque(maxlen=settings.memory)

    def run(self) -> None:
        """Step until every tree has arrived, or the steps are used up."""
        gradient = self._gradient(self._live)
        for _ in range(self._settings.steps):
            if not len(self._live):
                return
            before, start = self.losses[self._live], self.at[self._live]
            moved = self._search(self._direction(gradient), gradient)
            gain = before - self.losses[self._live]
            least = self._settings.tolerance * np.abs(before)
            on = moved & (gain > least) & (self.losses[self._live] > self._settings.solved)
            steps = (self.at[self._live] - start)[on]
            self._keep(on)
            earlier, gradient = gradient[on], self._gradient(self._live)
            self._remember(steps, gradient - earlier)

    def _keep(self, on: NDArray[np.bool_]) -> None:
        self._live = self._live[on]
        for index, (steps, changes, scale) in enumerate(self._history):
            self._history[index] = steps[on], changes[on], scale[on]

    def _remember(self, steps: Floats, changes: Floats) -> None:
        curvature = np.einsum("ij,ij->i", steps, changes)
        size = np.einsum("ij,ij->i", changes, changes)
        useful = curvature > _LEAST_CURVATURE * size
        scale = np.where(useful, 1 / np.where(useful, curvature, 1), 0.0)
        self._history.append((steps, changes, scale))

    def _direction(self, gradient: Floats) -> Floats:
        """The two-loop recursion, for all trees; a useless pair of a tree counts as none."""
        left = gradient.copy()
        shares: list[Floats] = []
        for steps, changes, scale in reversed(self._history):
            share = scale * np.einsum("ij,ij->i", steps, left)
            left -= share[:, None] * changes
            shares.append(share)
        left *= self._first_scale(gradient)[:, None]
        for (steps, changes, scale), share in zip(self._history, reversed(shares), strict=True):
            back = scale * np.einsum("ij,ij->i", changes, left)
            left += (share - back)[:, None] * steps
        uphill = ~(np.einsum("ij,ij->i", left, gradient) > 0)
        left[uphill] = gradient[uphill]
        return -left

    def _first_scale(self, gradient: Floats) -> Floats:
        length = np.sqrt(np.einsum("ij,ij->i", gradient, gradient))
        scales = np.minimum(1.0, _MAX_FIRST / np.maximum(length, 1e-300))
        for _, changes, scale in self._history:  # the latest useful pair decides
            size = np.einsum("ij,ij->i", changes, changes)
            known = (scale > 0) & (size > 0)
            scales = np.where(known, 1 / np.where(known, scale * size, 1), scales)
        return scales

    def _search(self, direction: Floats, gradient: Floats) -> NDArray[np.bool_]:
        """Move each tree along its direction, halving until the loss falls; which have moved."""
        slope = np.einsum("ij,ij->i", direction, gradient)
        moved = np.zeros(len(self._live), dtype=np.bool_)
        waiting, length = np.flatnonzero(np.isfinite(slope) & (slope < 0)), 1.0
        for _ in range(_HALVINGS):
            if not len(waiting):
                break
            rows = self._live[waiting]
            trial = self.at[rows] + length * direction[waiting]
            losses = _losses(self._evaluator, self._at(rows, trial))
            good = losses <= self.losses[rows] + _DECREASE * length * slope[waiting]
            self.at[rows[good]], self.losses[rows[good]] = trial[good], losses[good]
            moved[waiting[good]] = True
            waiting, length = waiting[~good], length / 2
        return moved

    def _at(self, rows: Indices, values: Floats) -> TreeBatch:
        chosen = self._trees.take(rows)
        return TreeBatch(chosen.tokens, values[self._places[rows]], chosen.slots)

    def _gradient(self, rows: Indices) -> Floats:
        """The gradient of the loss of some trees; 0 past a tree's last constant."""
        found = np.zeros((len(rows), self._places.shape[1]))
        if not len(rows):
            return found
        trees = self._at(rows, self.at[rows])
        residuals = self._evaluator.residuals(trees.tokens, trees.constants) * self._weights
        slopes = self._evaluator.jacobians(trees.tokens, trees.constants)
        product: Floats = 2 * np.einsum("ijk,ik->ij", slopes, residuals)
        found[:, : slopes.shape[1]] = np.where(np.isfinite(product), product, 0.0)
        return np.where(self._places[rows], found, 0.0)
