"""The settings of FEX: the authors' where they are shipped; docs/rivals.md says where not."""

from dataclasses import dataclass, field
from typing import final

from symplex.numerics.evaluation.fit import Adam
from symplex.numerics.evaluation.sampling import Loss, Sampling
from symplex_benchmarks.rivals.fex.trees import Shape
from symplex_benchmarks.rivals.symbolic.lbfgs import LBFGS


def _sampling() -> Sampling:
    # The authors' weight of the conditions.
    return Sampling(boundary_weight=100.0, initial_weight=100.0, loss=Loss.EQUATION)


@final
@dataclass(frozen=True, kw_only=True)
class ControllerSettings:
    """The controller and its training."""

    inputs: int = 20
    width: int = 50
    temperature: float = 5.0
    learning_rate: float = 2e-3
    greedy: float = 0.1
    """The chance that a node's operator is drawn evenly instead."""
    random_epochs: int = 3
    """Epochs in which all operators are drawn evenly."""
    share: float = 0.5
    """The share of a batch, the best, that teaches."""


@final
@dataclass(frozen=True, kw_only=True)
class FEXSettings:
    """How FEX searches."""

    shapes: tuple[Shape, ...] = (Shape.DEPTH2_SUB, Shape.DEPTH2)
    """Each has a controller of its own, and they take turns."""
    batch: int = 50
    starts: int = 2
    """From how many random points the numbers of a tree are learnt."""
    spread: float = 0.5
    """The standard deviation of first numbers."""
    adam: Adam = field(default_factory=lambda: Adam(steps=20, rate=0.02))
    lbfgs: LBFGS = field(default_factory=lambda: LBFGS(steps=20))
    finalists: int = 10
    tuned_every: int = 10
    """Epochs between two fits of the finalists."""
    promising: int = 2
    """The best of an epoch, which are fitted as long as the finalists before they are compared."""
    tuning: LBFGS = field(default_factory=lambda: LBFGS(steps=200, memory=12, tolerance=1e-12))
    tuning_adam: Adam = field(default_factory=lambda: Adam(steps=1000, rate=0.005))
    search_share: float = 0.7
    """The share of the time in which new trees are tried; the rest is for the finalists."""
    solved: float = 1e-16
    """The search ends at this loss, relative to that of the formula 0."""
    controller: ControllerSettings = field(default_factory=ControllerSettings)
    sampling: Sampling = field(default_factory=_sampling)
