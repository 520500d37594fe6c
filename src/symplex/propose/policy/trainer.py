"""The optimiser of a policy (paper Appendix B), as one value that can be saved and restored.

Owns the weights' updates: Adam, the learning-rate schedule, gradient clipping. The loss comes from
outside.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import nan
from typing import final

import torch
from torch import Tensor, nn

from symplex.errors import SettingsError
from symplex.propose.policy.adam import Adam, Moments, Plateaus

_MOMENTS = tuple(field.name for field in fields(Moments))


@final
@dataclass(frozen=True, kw_only=True)
class TrainerSettings:
    """How weights are updated; the defaults are the paper's."""

    learning_rate: float = 5e-4
    factor: float = 0.9
    """What the learning rate is multiplied with on a plateau."""
    patience: int = 10
    """How many updates without improvement make a plateau."""
    gradient_norm: float = 5.0
    """Gradients longer than this are shortened to it."""


@final
class Trainer:
    """Updates one model."""

    def __init__(self, model: nn.Module, settings: TrainerSettings | None = None) -> None:
        self.settings = settings or TrainerSettings()
        self._weights = dict(model.named_parameters())
        self._adam = Adam(self._weights)
        chosen = self.settings
        self._schedule = Plateaus(chosen.learning_rate, chosen.factor, chosen.patience)

    @property
    def learning_rate(self) -> float:
        """The learning rate of the next update."""
        return self._schedule.rate

    def update(self, loss: Tensor) -> float:
        """Take one step of descent on the loss; returns the norm of the gradient before clipping.

        A loss or gradient that is not finite changes nothing, neither weights nor schedule, and is
        no norm.
        """
        self._adam.forget_gradients()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self._weights.values(), self.settings.gradient_norm)
        if torch.isfinite(norm) and torch.isfinite(loss):
            self._adam.step(self._schedule.rate)
            self._schedule.step(float(loss.detach()))
            return float(norm)
        return nan

    @property
    def is_finite(self) -> bool:
        """Whether every weight is a number."""
        return bool(torch.isfinite(nn.utils.parameters_to_vector(self._weights.values())).all())

    def tensors(self) -> dict[str, Tensor]:
        """Everything that a later update depends on, but for the model's own weights."""
        held = self._schedule
        schedule = torch.tensor([held.rate, held.best, held.bad, held.updates], dtype=torch.float64)
        found = {"schedule": schedule}
        for name, moments in self._adam.moments.items():
            for key in _MOMENTS:
                found[f"{name}/{key}"] = getattr(moments, key).clone()
        return found

    def restore(self, tensors: Mapping[str, Tensor]) -> None:
        """Continue where `tensors` was taken."""
        held = self._schedule
        held.rate, held.best, bad, updates = tensors["schedule"].tolist()
        held.bad, held.updates = int(bad), int(updates)
        self._adam.moments.clear()
        for name, weight in self._weights.items():
            parts = [tensors[key] for k in _MOMENTS if (key := f"{name}/{k}") in tensors]
            if len(parts) == len(_MOMENTS):
                # Steps are counted on the CPU, wherever the weights are.
                step, *means = (part.clone() for part in parts)
                self._adam.moments[name] = Moments(step, *(m.to(weight.device) for m in means))
            elif parts:
                raise SettingsError(f"the saved state of the optimiser lacks a part for {name}")
