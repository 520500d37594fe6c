"""How weights begin: drawn from a given generator, so that a seed fixes the whole model."""

import torch
from torch import nn


def initialise(model: nn.Module, generator: torch.Generator) -> None:
    """Draw all weights from the generator; the first policy is close to uniform."""
    for name, weights in sorted(model.named_parameters()):
        if "bias" in name:
            nn.init.zeros_(weights)
        elif weights.dim() > 1:
            spread = 0.02 if name == "output.weight" else (1 / weights.shape[-1]) ** 0.5
            nn.init.normal_(weights, std=spread, generator=generator)
