"""Facts about trees in prefix order, computed from arities alone.

Everything here speaks of integers: the node at position i, its parent, its depth. Names,
constants and meaning belong to `expression`. Written for whole sequences; the policy's sampler
keeps the same facts step by step.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
ROOT = -1
"""The parent of the root, and the sibling of a node that has none before it."""


def is_complete(arities: Sequence[int]) -> bool:
    """Whether the sequence is exactly one tree: every slot filled, nothing left over."""
    open_slots = 1
    for position, arity in enumerate(arities):
        open_slots += arity - 1
        if open_slots == 0:
            return position == len(arities) - 1
    return False


def parents(arities: Sequence[int]) -> Integers:
    """The position of each node's parent; `ROOT` for the root."""
    result = np.full(len(arities), ROOT, dtype=np.int64)
    waiting: list[list[int]] = []
    for position, arity in enumerate(arities):
        if waiting:
            result[position] = waiting[-1][0]
            waiting[-1][1] -= 1
            if waiting[-1][1] == 0:
                waiting.pop()
        if arity:
            waiting.append([position, arity])
    return result


def depths(arities: Sequence[int]) -> Integers:
    """The depth of each node; the root has depth 0."""
    above = parents(arities)
    result = np.zeros(len(arities), dtype=np.int64)
    for position in range(1, len(arities)):
        result[position] = result[above[position]] + 1
    return result


def siblings(arities: Sequence[int]) -> Integers:
    """The position of each node's nearest sibling to the left; `ROOT` where there is none."""
    above = parents(arities)
    latest: dict[int, int] = {}
    result = np.full(len(arities), ROOT, dtype=np.int64)
    for position, parent in enumerate(above.tolist()):
        result[position] = latest.get(parent, ROOT)
        latest[parent] = position
    return result


def ends(arities: Sequence[int]) -> Integers:
    """One past the last position of the subtree that starts at each node."""
    result = np.zeros(len(arities), dtype=np.int64)
    for position in range(len(arities) - 1, -1, -1):
        end = position + 1
        for _ in range(arities[position]):
            end = int(result[end])
        result[position] = end
    return result


def ancestors(arities: Sequence[int]) -> NDArray[np.bool_]:
    """Whether node i is a proper ancestor of node j, for every pair (i, j)."""
    positions = np.arange(len(arities))
    inside = positions[None, :] < ends(arities)[:, None]
    return inside & (positions[None, :] > positions[:, None])
