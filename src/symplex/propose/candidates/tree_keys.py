"""Canonical keys of trees: equal for trees that differ in the order of commutative arguments only.

Owns the choice between the compiled core and its reference; both give the same keys, which depend
on the numbering of the vocabulary and on nothing of the machine or the process.
"""

from collections.abc import Sequence
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import CONSTANT, Operator
from symplex.expression.encoded import EncodedTree
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation.evaluator import Engine, engine
from symplex.propose.candidates import tree_keys_reference as reference
from symplex.propose.candidates.tree_keys_reference import KEY_BYTES

Keys = NDArray[np.uint8]
"""A row of 16 bytes for each tree."""


def token_facts(vocabulary: Vocabulary) -> tuple[bytes, bytes, int]:
    """Each token's arity, whether it is commutative, and the constant's id: a table's arguments."""
    commutative = bytes(
        isinstance(token, Operator) and token.commutative for token in vocabulary.tokens
    )
    return vocabulary.arities.tobytes(), commutative, vocabulary.id_of(CONSTANT)


@final
class TreeKeys:
    """The keys of trees of one vocabulary, on the best engine that there is."""

    def __init__(
        self, vocabulary: Vocabulary, which: Engine | None = None, *, threads: int = 1
    ) -> None:
        self._threads = threads
        facts = token_facts(vocabulary)
        if (which or engine()) is Engine.COMPILED:
            from symplex.numerics.evaluation import _core  # an installation may lack the core

            self._table = _core.TreeTable(*facts)
        else:
            self._table = reference.TreeTable(*facts)
        self.canonical = reference.TreeTable(*facts).canonical
        """The ids of a tree with commutative arguments in a fixed order."""

    def of(self, batch: TokenBatch) -> Keys:
        """The key of every tree of a batch."""
        return self._table.keys(batch.tokens, batch.offsets, self._threads)

    def key(self, tree: EncodedTree) -> bytes:
        """The key of one tree."""
        return self.keys([tree])[0]

    def keys(self, trees: Sequence[EncodedTree]) -> list[bytes]:
        """The key of each tree."""
        if not trees:
            return []
        joined = self.of(trees[0].encoding.batch(trees).tokens).tobytes()
        return [joined[at : at + KEY_BYTES] for at in range(0, len(joined), KEY_BYTES)]

    def distinct(self, trees: Sequence[EncodedTree]) -> list[EncodedTree]:
        """The first tree with each key."""
        found: dict[bytes, EncodedTree] = {}
        for key, tree in zip(self.keys(trees), trees, strict=True):
            found.setdefault(key, tree)
        return list(found.values())
