"""Canonical keys of trees: equal for trees that differ in the order of commutative arguments only.

Owns the choice between the compiled core and its reference; both give the same keys, which depend
on the numbering of the vocabulary and on nothing of the machine or the process.
"""

from typing import Protocol, final

import numpy as np
from numpy.typing import NDArray

from symplex.evaluation import Engine, engine
from symplex.expression import CONSTANT, Operator, TokenBatch, Vocabulary
from symplex.search import tree_keys_reference as reference

Keys = NDArray[np.uint8]
"""A row of 16 bytes for each tree."""


class SeenKeys(Protocol):
    """The keys that a search has met, in the order in which it met them."""

    def new_indices(self, keys: Keys) -> NDArray[np.int64]:
        """Indices of the rows that were never seen, each key once; they are seen from now on."""
        ...

    def positions(self, keys: Keys) -> NDArray[np.int64]:
        """Where each key stands in the order of insertion; -1 for a key never seen."""
        ...

    def __contains__(self, key: bytes) -> bool:
        """Whether the key was seen."""
        ...

    def __len__(self) -> int:
        """How many different keys were seen."""
        ...

    def to_bytes(self) -> bytes:
        """All keys in the order of insertion, for `seen_keys`."""
        ...


def token_facts(vocabulary: Vocabulary) -> tuple[bytes, bytes, int]:
    """Each token's arity, whether it is commutative, and the constant's id: a table's arguments."""
    commutative = bytes(
        isinstance(token, Operator) and token.commutative for token in vocabulary.tokens
    )
    return vocabulary.arities.tobytes(), commutative, vocabulary.id_of(CONSTANT)


@final
class TreeKeys:
    """The keys of trees of one vocabulary, on the best engine that there is."""

    def __init__(self, vocabulary: Vocabulary, which: Engine | None = None) -> None:
        facts = token_facts(vocabulary)
        if (which or engine()) is Engine.COMPILED:
            from symplex.evaluation import _core  # an installation may lack the core

            self._table = _core.TreeTable(*facts)
        else:
            self._table = reference.TreeTable(*facts)

    def of(self, batch: TokenBatch) -> Keys:
        """The key of every tree of a batch."""
        return self._table.keys(batch.tokens, batch.offsets)

    def key(self, ids: bytes) -> bytes:
        """The key of one tree."""
        tokens = np.frombuffer(ids, dtype=np.uint8)
        return self._table.keys(tokens, np.array([0, len(ids)], dtype=np.int64)).tobytes()


def seen_keys(data: bytes = b"", which: Engine | None = None) -> SeenKeys:
    """A set of keys: empty, or what `SeenKeys.to_bytes` wrote."""
    if (which or engine()) is Engine.COMPILED:
        from symplex.evaluation import _core  # an installation may lack the core

        return _core.SeenKeys.from_bytes(data)
    return reference.SeenKeys.from_bytes(data)
