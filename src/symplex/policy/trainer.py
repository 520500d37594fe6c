"""The optimiser of a policy (paper Appendix B), as one value that can be saved and restored.

Owns Adam, the learning-rate schedule and gradient clipping. The loss comes from outside.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

import torch
from torch import Tensor, nn
from torch.optim.lr_scheduler import ReduceLROnPlateau

from symplex.errors import SettingsError


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
        self._adam = torch.optim.Adam(self._weights.values(), lr=self.settings.learning_rate)
        self._schedule = ReduceLROnPlateau(
            self._adam, factor=self.settings.factor, patience=self.settings.patience
        )

    @property
    def learning_rate(self) -> float:
        """The learning rate of the next update."""
        return float(self._adam.param_groups[0]["lr"])

    def update(self, loss: Tensor) -> float:
        """Take one step of descent on the loss; returns the norm of the gradient before clipping.

        A loss or gradient that is not finite changes nothing, neither weights nor schedule.
        """
        self._adam.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self._weights.values(), self.settings.gradient_norm)
        if torch.isfinite(norm) and torch.isfinite(loss):
            self._adam.step()
            self._schedule.step(float(loss.detach()))
        return float(norm)

    def tensors(self) -> dict[str, Tensor]:
        """Everything that a later update depends on, but for the model's own weights."""
        schedule = (self._schedule.best, self._schedule.num_bad_epochs, self._schedule.last_epoch)
        found = {"schedule": torch.tensor([self.learning_rate, *schedule], dtype=torch.float64)}
        for name, weight in self._weights.items():
            for key, value in self._adam.state.get(weight, {}).items():
                found[f"{name}/{key}"] = value.clone()
        return found

    def restore(self, tensors: Mapping[str, Tensor]) -> None:
        """Continue where `tensors` was taken."""
        rate, best, bad, epoch = tensors["schedule"].tolist()
        self._adam.param_groups[0]["lr"] = rate
        self._schedule.best = best
        self._schedule.num_bad_epochs, self._schedule.last_epoch = int(bad), int(epoch)
        self._adam.state.clear()
        for name, weight in self._weights.items():
            parts = {k: tensors.get(f"{name}/{k}") for k in ("step", "exp_avg", "exp_avg_sq")}
            if all(part is not None for part in parts.values()):
                # Adam counts its steps on the CPU, wherever the weights are.
                self._adam.state[weight] = {
                    k: v.clone() if v.dim() == 0 else v.clone().to(weight.device)
                    for k, v in parts.items()
                    if v is not None
                }
            elif any(part is not None for part in parts.values()):
                raise SettingsError(f"the saved state of the optimiser lacks a part for {name}")
