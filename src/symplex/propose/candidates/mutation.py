"""Random changes of remembered trees, many at once, in the compiled core or its reference.

Owns what the moves may use in a stage. They know calculus (sums, products, substitutions) and no
problem's answer. Departs from the paper, which has no such moves: measured, they find in seconds
what sampling alone does not. The moves themselves are in ``numerics/evaluation/core/mutation.hpp``
and, for installations without a compiler, in `mutation_reference`; both give the same trees.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Token
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.numerics.evaluation.evaluator import Engine, engine
from symplex.propose.candidates import mutation_reference, tree_keys_reference
from symplex.propose.candidates.alphabet import Alphabet
from symplex.propose.candidates.tree_keys import token_facts

if TYPE_CHECKING:
    from symplex.numerics.evaluation import _core

_SEEDS: Final = 2**64


@final
@dataclass(frozen=True)
class Mutants:
    """New trees, and for each whether it was made from nothing."""

    trees: TreeBatch
    is_random: NDArray[np.bool_]


@final
class Mutator:
    """Makes new trees out of given ones, over the tokens of a stage.

    Args:
        vocabulary: Numbers the tokens; its tuple, if it has one, is the root of every tree.
        allowed: The tokens that new parts may hold.
        blocks: Formulas of the problem, which are drawn as parts too.
        max_length: The most nodes that a new tree may have.
        which: The engine; the best that there is if not given.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        allowed: Collection[Token],
        blocks: TreeBatch,
        max_length: int,
        which: Engine | None = None,
    ) -> None:
        facts = token_facts(vocabulary)
        self._constant = facts[-1]
        alphabet = Alphabet.of(vocabulary, allowed)
        if (which or engine()) is Engine.COMPILED:
            self._core = _compiled(facts, alphabet, blocks, max_length)
        else:
            table = tree_keys_reference.TreeTable(*facts)
            self._core = mutation_reference.Mutator(table, alphabet, _arrays(blocks), max_length)

    def propose(self, parents: TreeBatch, count: int, *, seed: int, sequence: int) -> Mutants:
        """New trees from `count` attempts; those that grew too long are left out.

        Attempt i depends on the parents, the seed, the sequence number and i alone. Without
        parents, and in one of twenty attempts, a random tree is made from nothing. New slots hold
        1. The same tree may be made twice.

        Args:
            parents: Whatever is to be changed.
            count: How many attempts are made.
            seed: Of the run.
            sequence: Which call of the run this is: every number has its own random choices.
        """
        tokens, offsets, constants, is_random = self._core.propose(
            _arrays(parents), count, seed % _SEEDS, sequence % _SEEDS
        )
        trees = TreeBatch.with_slots(TokenBatch(tokens, offsets), constants, self._constant)
        return Mutants(trees, is_random.astype(np.bool_))


def _compiled(
    facts: tuple[bytes, bytes, int], alphabet: Alphabet, blocks: TreeBatch, max_length: int
) -> "_core.Mutator":
    from symplex.numerics.evaluation import _core  # an installation may lack the core

    ids = _core.Alphabet(
        leaves=alphabet.leaves,
        unary=alphabet.unary,
        binary=alphabet.binary,
        plus=alphabet.plus,
        times=alphabet.times,
        root=alphabet.root,
    )
    return _core.Mutator(_core.TreeTable(*facts), ids, _arrays(blocks), max_length)


def _arrays(batch: TreeBatch) -> mutation_reference.Arrays:
    return batch.tokens.tokens, batch.tokens.offsets, batch.constants
