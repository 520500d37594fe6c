"""How weights begin: drawn from a given generator, so that a seed fixes the whole model."""

import torch
from torch import nn

_OUTPUT_SPREAD = 0.02


def initialise(model: nn.Module, output: nn.Linear, generator: torch.Generator) -> None:
    """Draw all matrices from the generator; biases are zero, scales of normalisations one.

    Args:
        model: The policy.
        output: Its last layer, drawn so small that the first policy is close to uniform.
        generator: The source of randomness.
    """
    scales = {id(layer.weight) for layer in model.modules() if isinstance(layer, nn.LayerNorm)}
    for _, weights in sorted(model.named_parameters()):
        if weights.dim() > 1:
            spread = (1 / weights.shape[-1]) ** 0.5
            spread = _OUTPUT_SPREAD if weights is output.weight else spread
            nn.init.normal_(weights, std=spread, generator=generator)
        elif id(weights) not in scales:
            nn.init.zeros_(weights)
