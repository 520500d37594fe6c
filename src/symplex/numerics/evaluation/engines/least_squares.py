"""Levenberg–Marquardt in NumPy, for the fallback evaluator.

Same tolerances and first damping as the compiled core, but a plainer method: the damping falls by a
fixed factor after each success (the core uses the ratio of actual to expected gain), the scaling
is that of the current point, and a fruitless start is not replaced by another. Losses agree where
both converge; the constants on the way do not.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np

from symplex.numerics.evaluation.fit import Floats

_EXACT, _LEAST_GAIN, _SPREAD = 1e-28, 1e-5, 1.5
_FIRST_DAMPING, _MAX_DAMPING = 1e-3, 1e12

Function = Callable[[Floats], Floats]


@final
@dataclass(frozen=True)
class Best:
    """The least loss found, and where."""

    loss: float
    at: Floats

    def or_better(self, loss: float, at: Floats) -> "Best":
        """The better of this and another."""
        return Best(loss, at.copy()) if loss < self.loss else self


def starts_of(count: int, first: Floats, key: Sequence[int]) -> list[Floats]:
    """The starting points: `first`, then random ones that depend on the key alone."""
    random = np.random.default_rng(list(key))
    return [first, *(_SPREAD * random.normal(size=len(first)) for _ in range(count - 1))]


def levenberg_marquardt(
    residual: Function, jacobian: Function, starts: Sequence[Floats], steps: int
) -> Best:
    """The best of several starts."""
    best = Best(math.inf, starts[0])
    with np.errstate(all="ignore"):
        for start in starts:
            best = best.or_better(*_descend(residual, jacobian, start, steps))
            if best.loss <= _EXACT:
                break
    return best


def loss_at(residual: Function, at: Floats) -> float:
    """The sum of squares; infinite where it is not a number."""
    found = residual(at)
    with np.errstate(all="ignore"):
        loss = float(found @ found)
    return loss if math.isfinite(loss) else math.inf


def _descend(
    residual: Function, jacobian: Function, at: Floats, steps: int
) -> tuple[float, Floats]:
    loss, damping, growth = loss_at(residual, at), _FIRST_DAMPING, 2.0
    if not math.isfinite(loss):
        return loss, at
    slopes = jacobian(at)
    for _ in range(steps):
        matrix, vector = slopes.T @ slopes, slopes.T @ residual(at)
        scale = np.maximum(np.diag(matrix), 1e-300 + 1e-14 * np.diag(matrix).max())
        step = np.linalg.lstsq(matrix + damping * np.diag(scale), -vector, rcond=None)[0]
        trial = loss_at(residual, at + step)
        if trial < loss:
            small = loss - trial < _LEAST_GAIN * loss
            at, loss = at + step, trial
            if small or loss <= _EXACT:
                break
            slopes = jacobian(at)
            damping, growth = damping / 10, 2.0
        else:
            damping, growth = damping * growth, growth * 2
        if damping > _MAX_DAMPING:
            break
    return loss, at
