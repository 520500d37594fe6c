"""Adam and a learning rate that falls on plateaus, as torch's own do them and to the bit.

torch's optimisers load its compiler when they are made: seconds that a search has better use for.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, final

import torch
from torch import Tensor

_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8
_BETTER: Final = 1 - 1e-4
"""A loss below this share of the best one is no plateau."""
_LEAST_CHANGE: Final = 1e-8
"""The learning rate does not change by less."""


@final
@dataclass
class Moments:
    """What Adam knows of one weight."""

    step: Tensor
    exp_avg: Tensor
    exp_avg_sq: Tensor

    @classmethod
    def none(cls, weight: Tensor) -> "Moments":
        """Before the first step."""
        return cls(torch.zeros(()), torch.zeros_like(weight), torch.zeros_like(weight))


@final
class Adam:
    """Moves weights against their gradients."""

    def __init__(self, weights: Mapping[str, Tensor]) -> None:
        self._weights = weights
        self.moments: dict[str, Moments] = {}
        """By weight, for those that have been moved."""

    @torch.no_grad()
    def step(self, rate: float) -> None:
        """Take a step; a weight without a gradient stays."""
        for name, weight in self._weights.items():
            if weight.grad is not None:
                known = self.moments.setdefault(name, Moments.none(weight))
                _move(weight, weight.grad, known, rate)

    def forget_gradients(self) -> None:
        """Begin a new sum of gradients."""
        for weight in self._weights.values():
            weight.grad = None


def _move(weight: Tensor, gradient: Tensor, known: Moments, rate: float) -> None:
    known.step += 1
    known.exp_avg.lerp_(gradient, 1 - _BETA1)
    known.exp_avg_sq.mul_(_BETA2).addcmul_(gradient, gradient, value=1 - _BETA2)
    count = float(known.step)
    size = rate / (1 - _BETA1**count)
    spread = known.exp_avg_sq.sqrt() / (1 - _BETA2**count) ** 0.5
    weight.addcdiv_(known.exp_avg, spread.add_(_EPSILON), value=-size)


@final
@dataclass
class Plateaus:
    """A learning rate that is multiplied by a factor after so many updates without improvement."""

    rate: float
    factor: float
    patience: int
    best: float = math.inf
    bad: int = 0
    updates: int = 0

    def step(self, loss: float) -> None:
        """Note the loss of an update."""
        self.updates += 1
        better = loss < self.best * _BETTER
        self.best, self.bad = (loss, 0) if better else (self.best, self.bad + 1)
        if self.bad > self.patience:
            self.bad = 0
            lower = self.rate * self.factor
            self.rate = lower if self.rate - lower > _LEAST_CHANGE else self.rate
