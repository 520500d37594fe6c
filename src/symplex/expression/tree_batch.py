"""Many encoded trees with the values of their constant slots: how candidates travel.

Owns joining and selecting; holds arrays only, so that none of it is a loop in Python.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression.vocabulary import TokenBatch

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


@final
@dataclass(frozen=True)
class TreeBatch:
    """Trees in prefix order; tree i's constants are ``constants[slots[i]:slots[i+1]]``."""

    tokens: TokenBatch
    constants: Floats
    slots: Indices

    @classmethod
    def of(cls, trees: Iterable[tuple[bytes, Sequence[float]]]) -> "TreeBatch":
        """A batch from trees: the token ids of each, and the values of its slots."""
        held = list(trees)
        return cls(
            TokenBatch(
                np.frombuffer(b"".join(ids for ids, _ in held), dtype=np.uint8),
                _offsets(np.array([len(ids) for ids, _ in held], dtype=np.int64)),
            ),
            np.array([value for _, values in held for value in values], dtype=np.float64),
            _offsets(np.array([len(values) for _, values in held], dtype=np.int64)),
        )

    @classmethod
    def with_slots(cls, tokens: TokenBatch, constants: Floats, constant: int) -> "TreeBatch":
        """A batch whose slots are where the constant's id stands."""
        return cls(tokens, constants, slots_where(tokens, tokens.tokens == constant))

    @classmethod
    def joined(cls, batches: Sequence["TreeBatch"]) -> "TreeBatch":
        """The trees of all batches, one batch after the other."""
        filled = [batch for batch in batches if len(batch)]
        if len(filled) == 1:
            return filled[0]
        lengths = [np.diff(batch.tokens.offsets) for batch in batches]
        counts = [np.diff(batch.slots) for batch in batches]
        none, nothing = np.zeros(0, dtype=np.uint8), np.zeros(0, dtype=np.int64)
        return cls(
            TokenBatch(
                np.concatenate([none, *(batch.tokens.tokens for batch in batches)]),
                _offsets(np.concatenate([nothing, *lengths])),
            ),
            np.concatenate([none, *(batch.constants for batch in batches)]).astype(np.float64),
            _offsets(np.concatenate([nothing, *counts])),
        )

    def __len__(self) -> int:
        """How many trees there are."""
        return len(self.tokens)

    def tree(self, index: int) -> tuple[bytes, tuple[float, ...]]:
        """The token ids of one tree, and the values of its slots."""
        values = self.constants[self.slots[index] : self.slots[index + 1]]
        return self.tokens[index].tobytes(), tuple(values.tolist())

    def take(self, indices: Indices) -> "TreeBatch":
        """The chosen trees, in the order of the indices."""
        ascending = bool(np.all(indices[1:] > indices[:-1]))
        if ascending and len(indices) == len(self):
            return self
        runs = _ascending_runs if ascending else _runs
        nodes, offsets = runs(self.tokens.offsets, indices)
        values, slots = runs(self.slots, indices)
        tokens = TokenBatch(self.tokens.tokens[nodes], offsets)
        return TreeBatch(tokens, self.constants[values], slots)


def slots_where(tokens: TokenBatch, is_slot: NDArray[np.bool_]) -> Indices:
    """Where each tree's constants begin, and where the last ones end, given which tokens are."""
    offsets = tokens.offsets
    if len(tokens) == 0 or np.any(offsets[1:] == offsets[:-1]):  # sums over nothing are not 0 below
        before = np.concatenate([[0], np.cumsum(is_slot)])
        return before[offsets]
    # Sums of bytes are much faster than sums of whole numbers, where they have room.
    lengths = offsets[1:] - offsets[:-1]
    sums = np.uint8 if lengths.max() <= np.iinfo(np.uint8).max else np.int64
    return _offsets(np.add.reduceat(is_slot, offsets[:-1], dtype=sums))


def _offsets(lengths: Indices) -> Indices:
    return np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(lengths, dtype=np.int64)])


def _runs(offsets: Indices, indices: Indices) -> tuple[Indices, Indices]:
    """The positions of the chosen runs, and the offsets of those runs once they are joined."""
    lengths = np.diff(offsets)[indices]
    joined = _offsets(lengths)
    shift = np.repeat(offsets[:-1][indices] - joined[:-1], lengths)
    return np.arange(joined[-1], dtype=np.int64) + shift, joined


def _ascending_runs(offsets: Indices, indices: Indices) -> tuple[NDArray[np.bool_], Indices]:
    """The same for runs in their order, as a choice: for most of a large batch that is faster."""
    lengths = np.diff(offsets)
    chosen = np.zeros(len(lengths), dtype=np.bool_)
    chosen[indices] = True
    return np.repeat(chosen, lengths), _offsets(lengths[indices])
