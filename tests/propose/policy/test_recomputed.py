"""Sampling without a cache."""

import numpy as np
import torch

from support.policies import GRAMMAR, PLUS, X, symformer
from symplex.expression.sequences.growth import Growth
from symplex.propose.policy.recomputed import Recomputed


def test_the_logits_are_those_of_the_cached_network():
    network = symformer()
    slow = Recomputed(network)
    assert slow.vocabulary is network.vocabulary
    growth = Growth(GRAMMAR, 3)
    fast_steps, slow_steps = network.begin(3, 9), slow.begin(3, 9)
    with torch.inference_mode():
        for token in (PLUS, X):
            fast, plain = fast_steps.step(growth), slow_steps.step(growth)
            assert torch.allclose(fast, plain, atol=1e-5)
            growth.write(np.full(3, token))
            rows = np.array([2, 0, 1])
            for part in (growth, fast_steps, slow_steps):
                part.keep(rows)
        assert torch.allclose(fast_steps.step(growth), slow_steps.step(growth), atol=1e-5)
