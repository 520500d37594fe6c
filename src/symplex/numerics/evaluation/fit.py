"""How constants are fitted and what comes of it: methods with their settings, and the `Fit` value.

Owns no arithmetic: that is in the compiled core and in the fallback.
"""

import math
from dataclasses import dataclass
from enum import IntEnum
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import SettingsError
from symplex.expression import CONSTANT
from symplex.expression.tree_batch import slots_where
from symplex.expression.vocabulary import TokenBatch, Vocabulary

Floats = NDArray[np.float64]


class FitStatus(IntEnum):
    """What happened to a candidate; every one but FITTED has an infinite loss."""

    FITTED = 0
    """Its loss is finite; constants, if it has any, are fitted."""
    NOT_FINITE = 1
    """Somewhere u, a needed derivative or a residual is not finite, whatever was tried."""
    NOT_A_TREE = 2
    """An argument is missing, or tokens are left over."""
    UNKNOWN_TOKEN = 3
    """A token without a value at points: a derivative, or a symbol of another problem."""
    WRONG_ROOT = 4
    """Not one formula for each unknown, or a tuple below the root."""
    TOO_MANY_CONSTANTS = 5
    """More constant slots than the core fits."""
    TOO_LARGE = 6
    """Its derivatives take more operations than the core allows."""
    ABOVE_CUTOFF = 7
    """Given up before all points were evaluated: above the caller's cutoff, or not finite."""


def _positive(name: str, value: float, least: float) -> None:
    if not (value >= least and math.isfinite(value)):
        raise SettingsError(f"{name} must be a number of at least {least}, found {value}")


@final
@dataclass(frozen=True, kw_only=True)
class LevenbergMarquardt:
    """Damped least squares from several starts; the default."""

    starts: int = 4
    """The first at ones (or where the caller says), the others at seeded random points."""
    steps: int = 20
    """Evaluations for each start, at most."""
    first_points: int | None = None
    """Points of each set on which the starts are tried; only the best one goes on to all points.

    0 is for all points from the beginning. By default engines choose: 32 on a GPU, all elsewhere.
    The loss is over all points in any case.
    """

    def __post_init__(self) -> None:
        """Refuse counts below one and rates below zero."""
        _positive("starts", self.starts, 1)
        _positive("steps", self.steps, 1)
        _positive("first_points", self.first_points or 0, 0)


@final
@dataclass(frozen=True, kw_only=True)
class Adam:
    """The paper's gradient descent, from ones; the best point on the way is kept."""

    steps: int = 50
    rate: float = 0.02

    def __post_init__(self) -> None:
        """Refuse counts below one and rates below zero."""
        _positive("steps", self.steps, 1)
        _positive("rate", self.rate, 0)


@final
@dataclass(frozen=True)
class Fixed:
    """No fit: the loss at the constants as they are."""


Method = LevenbergMarquardt | Adam | Fixed


def slots_of(batch: TokenBatch, vocabulary: Vocabulary) -> NDArray[np.int64]:
    """Where each candidate's constants begin, and where the last ones end."""
    if CONSTANT not in vocabulary:
        return np.zeros(len(batch) + 1, dtype=np.int64)
    return slots_where(batch, batch.tokens == vocabulary.id_of(CONSTANT))


@final
@dataclass(frozen=True)
class Fit:
    """The answer for a batch; candidate i's constants are ``constants[slots[i]:slots[i+1]]``."""

    losses: Floats
    constants: Floats
    slots: NDArray[np.int64]
    statuses: NDArray[np.uint8]

    @property
    def rewards(self) -> Floats:
        """1/(1 + √loss), paper §4: 1 for a perfect candidate, 0 for an infinite loss."""
        return 1.0 / (1.0 + np.sqrt(self.losses))

    def constants_of(self, index: int) -> Floats:
        """The fitted constants of one candidate."""
        return self.constants[self.slots[index] : self.slots[index + 1]]

    def status_of(self, index: int) -> FitStatus:
        """What happened to one candidate."""
        return FitStatus(int(self.statuses[index]))
