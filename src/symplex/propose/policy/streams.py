"""The random numbers of sampled trees: each tree has a stream of its own.

Owns the numbers that decide which token is taken. They depend on the seed of the batch, the tree's
index, the attempt at it and the position, on nothing else: so a tree is the same whatever the
threads, and whichever sampler draws it. The compiled sampler computes the same ones.
"""

from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from symplex.expression.sequences.grammar import Integers

_SEEDS: Final = 2**62
Bits = NDArray[np.uint64]


def seed_of(generator: torch.Generator) -> int:
    """The seed of the next batch."""
    return int(torch.randint(_SEEDS, (1,), generator=generator, device=generator.device))


def choices(seed: int, attempt: int, trees: Integers, places: int) -> NDArray[np.float32]:
    """Numbers in [0, 1) for the first places of each tree, [trees, places]."""
    start = _scramble(np.array([seed ^ attempt], dtype=np.uint64))
    rows = _scramble(start ^ trees.astype(np.uint64))
    bits = _scramble(rows[:, None] ^ np.arange(places, dtype=np.uint64))
    return (bits >> np.uint64(40)).astype(np.float32) * np.float32(2.0**-24)


def _scramble(words: Bits) -> Bits:
    """The mixing step of splitmix64."""
    words = words + np.uint64(0x9E3779B97F4A7C15)
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
