"""Random changes of trees in plain Python: the reference for the compiled core, and its substitute.

`Mutator` makes the same choices in the same order as its namesake in the core, bit for bit. It
runs where nothing could be compiled, and tests compare the two.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.propose.candidates.alphabet import Alphabet
from symplex.propose.candidates.choices import Choices
from symplex.propose.candidates.tree_keys_reference import TreeTable, need

MAX_NODES: Final = 1 << 16
"""The largest tree that surgery takes or makes on its way; far above what any search asks for."""
MAX_ATTEMPTS: Final = 1 << 24
"""Of one call."""
_SHARE_OF_LEAVES: Final = 45
_SHARE_BELOW_BINARY: Final = 70
"""A small tree is a leaf in 45 of 100 cases, a unary operator in the next 25."""

Arrays = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float64]]
"""Token ids, the offsets of trees in them, and the values of all slots in order."""


@final
@dataclass(frozen=True)
class Tree:
    """Token ids, and a value for each node: its constant at a slot, 1 elsewhere."""

    ids: bytes
    values: tuple[float, ...]

    def __len__(self) -> int:
        """How many nodes it has."""
        return len(self.ids)

    def __add__(self, other: "Tree") -> "Tree":
        """One after the other, as prefix sequences join."""
        return Tree(self.ids + other.ids, self.values + other.values)

    def part(self, start: int, end: int) -> "Tree":
        """A run of nodes."""
        return Tree(self.ids[start:end], self.values[start:end])


def _node(token: int) -> Tree:
    return Tree(bytes([token]), (1.0,))


def _trees(table: TreeTable, batch: Arrays) -> list[Tree]:
    """The trees of a batch, checked."""
    tokens, offsets, constants = batch
    split = table.split(tokens, offsets)
    slots = int(np.count_nonzero(tokens == table.constant))
    need(slots == len(constants), "there must be one constant for each slot")
    need(max(map(len, split), default=0) <= MAX_NODES, "a tree has too many nodes")
    value = iter(constants.tolist())
    return [
        Tree(ids, tuple(next(value) if token == table.constant else 1.0 for token in ids))
        for ids in split
    ]


@final
class Mutator:
    """Makes new trees out of given ones; see `symplex.propose.candidates.mutation`."""

    def __init__(
        self, table: TreeTable, alphabet: Alphabet, blocks: Arrays, max_length: int
    ) -> None:
        need(1 <= max_length <= MAX_NODES, "the longest tree is out of range")
        alphabet.check(table)
        self._table = table
        self._alphabet = alphabet
        self._max_length = max_length
        self._blocks = _trees(table, blocks)
        need(
            all(alphabet.root not in tuple(block.ids) for block in self._blocks),
            "a block holds a tuple",
        )

    def propose(
        self, parents: Arrays, count: int, seed: int, sequence: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float64], NDArray[np.uint8]]:
        """Whatever `count` attempts gave, and for each whether it was made from nothing."""
        need(0 <= count <= MAX_ATTEMPTS, "too many attempts in one call")
        trees = _trees(self._table, parents)
        self._check_roots(trees)
        made: list[tuple[Tree, bool]] = []
        for attempt in range(count):
            mutation = _Mutation(
                self._table,
                self._alphabet,
                self._blocks,
                trees,
                Choices(seed, sequence, attempt),
            )
            tree, is_random = mutation.attempt()
            if len(tree) <= self._max_length:
                made.append((tree, is_random))
        constant = self._table.constant
        return (
            np.frombuffer(b"".join(tree.ids for tree, _ in made), dtype=np.uint8),
            np.cumsum([0, *(len(tree) for tree, _ in made)], dtype=np.int64),
            np.array(
                [v for t, _ in made for i, v in zip(t.ids, t.values, strict=True) if i == constant]
            ),
            np.array([is_random for _, is_random in made], dtype=np.uint8),
        )

    def _check_roots(self, parents: Sequence[Tree]) -> None:
        root = self._alphabet.root
        need(
            root is None
            or all(tree.ids[0] == root and root not in tree.ids[1:] for tree in parents),
            "the tuple of a system must be at the root and nowhere else",
        )


@final
class _Mutation:
    """One attempt at making a tree."""

    def __init__(
        self,
        table: TreeTable,
        alphabet: Alphabet,
        blocks: Sequence[Tree],
        parents: Sequence[Tree],
        choices: Choices,
    ) -> None:
        self._table = table
        self._alphabet = alphabet
        self._blocks = blocks
        self._parents = parents
        self._choices = choices
        self._slot = _node(table.constant)
        plus, times = alphabet.plus, alphabet.times
        self._signs = None if plus is None or times is None else (plus, times)

    def attempt(self) -> tuple[Tree, bool]:
        """A tree, and whether it was made from nothing."""
        if not self._parents or self._choices.percent(5):
            return self._random_tree(), True
        tree = self._choices.one_of(self._parents)
        for _ in range(1 if self._choices.percent(70) else 2):
            tree = self._choices.one_of(self._moves())(tree)
            if len(tree) > MAX_NODES:
                break
        return tree, False

    def _moves(self) -> tuple[Callable[[Tree], Tree], ...]:
        """Every move as often as it weighs: 3, 2, 3, 1, 2, 1.5, 2 and 2, in halves."""
        return (
            *(self._replace,) * 6,
            *(self._point,) * 4,
            *(self._wrap,) * 6,
            *(self._hoist,) * 2,
            *(self._cross,) * 4,
            *(self._substitute_everywhere,) * 3,
            *(self._combine,) * 4,
            *(self._loosen,) * 4,
        )

    def _random_tree(self) -> Tree:
        """A formula for each unknown."""
        root = self._alphabet.root
        if root is None:
            return self._small(3)
        tree = _node(root)
        for _ in range(self._table.arities[root]):
            tree += self._small(3)
        return tree

    def _small(self, depth: int) -> Tree:
        """A small random tree, or a building block of the problem."""
        if self._blocks and self._choices.percent(25):
            return self._choices.one_of(self._blocks)
        roll = self._choices.below(100) if depth else 0
        unary, binary = self._alphabet.unary, self._alphabet.binary
        if roll < _SHARE_OF_LEAVES or not (unary or binary):
            return self._leaf()
        if unary and (roll < _SHARE_BELOW_BINARY or not binary):
            return _node(self._choices.one_of(unary)) + self._small(depth - 1)
        return _node(self._choices.one_of(binary)) + self._small(depth - 1) + self._small(depth - 1)

    def _leaf(self) -> Tree:
        if not self._alphabet.leaves or self._choices.percent(30):
            return self._slot
        return self._any_leaf()

    def _any_leaf(self) -> Tree:
        return _node(self._choices.one_of(self._alphabet.leaves))

    def _position(self, tree: Tree) -> int:
        """A position below the tuple, if the root is one."""
        first = 0 if self._alphabet.root is None else 1
        return first + self._choices.below(len(tree) - first)

    def _subtree(self, tree: Tree, start: int) -> Tree:
        return tree.part(start, self._table.end(tree.ids, start))

    def _replaced(self, tree: Tree, start: int, new: Tree) -> Tree:
        """The tree with the subtree at a position replaced."""
        end = self._table.end(tree.ids, start)
        return tree.part(0, start) + new + tree.part(end, len(tree))

    def _replace(self, tree: Tree) -> Tree:
        """A subtree gives way to a small random one."""
        start = self._position(tree)
        return self._replaced(tree, start, self._small(2))

    def _point(self, tree: Tree) -> Tree:
        """One token becomes another of the same arity."""
        start = self._position(tree)
        arity = self._table.arities[tree.ids[start]]
        if arity == 0:
            return self._replaced(tree, start, self._leaf())
        pool = (b"", self._alphabet.unary, self._alphabet.binary)[arity : arity + 1]
        if not pool or not pool[0]:
            return tree
        new = _node(self._choices.one_of(pool[0]))
        return tree.part(0, start) + new + tree.part(start + 1, len(tree))

    def _wrap(self, tree: Tree) -> Tree:
        """A subtree becomes the argument of an operator."""
        unary, binary = self._alphabet.unary, self._alphabet.binary
        if not unary and not binary:
            return tree
        start = self._position(tree)
        inner = self._subtree(tree, start)
        if unary and (not binary or self._choices.percent(40)):
            return self._replaced(tree, start, _node(self._choices.one_of(unary)) + inner)
        operator = _node(self._choices.one_of(binary))
        is_second = self._choices.percent(50)
        other = self._small(1)
        arguments = other + inner if is_second else inner + other
        return self._replaced(tree, start, operator + arguments)

    def _hoist(self, tree: Tree) -> Tree:
        """A subtree gives way to a part of itself."""
        start = self._position(tree)
        inner = self._subtree(tree, start)
        part = self._subtree(inner, self._choices.below(len(inner)))
        return self._replaced(tree, start, part)

    def _cross(self, tree: Tree) -> Tree:
        """A subtree gives way to one of another parent."""
        other = self._choices.one_of(self._parents)
        part = self._subtree(other, self._position(other))
        return self._replaced(tree, self._position(tree), part)

    def _substitute_everywhere(self, tree: Tree) -> Tree:
        """Every occurrence of a leaf gives way to the same small tree."""
        present = [token for token in self._alphabet.leaves if token in tree.ids]
        if not present:
            return tree
        old, new = self._choices.one_of(present), self._shifted_leaf()
        parts = [
            new if token == old else tree.part(index, index + 1)
            for index, token in enumerate(tree.ids)
        ]
        values = tuple(value for part in parts for value in part.values)
        return Tree(b"".join(part.ids for part in parts), values)

    def _shifted_leaf(self) -> Tree:
        """Often a shift or a scaling of a leaf: the commonest substitutions of calculus."""
        if self._signs is None or self._choices.percent(40):
            return self._small(1)
        plus, times = self._signs
        shift = _node(plus) + self._any_leaf() if self._choices.percent(50) else Tree(b"", ())
        return shift + _node(times) + self._slot + self._any_leaf()

    def _combine(self, tree: Tree) -> Tree:
        """A sum or product of two parents, or of one and a small tree, with free coefficients."""
        if self._signs is None or self._alphabet.root is not None:
            return tree
        plus, times = self._signs
        is_product, is_crossed = self._choices.percent(30), self._choices.percent(50)
        other = self._choices.one_of(self._parents) if is_crossed else self._small(2)
        if is_product:
            return _node(times) + tree + other
        return _node(plus) + tree + _node(times) + self._slot + other

    def _loosen(self, tree: Tree) -> Tree:
        """A subtree gets a free factor or a free summand."""
        if self._signs is None:
            return tree
        start = self._position(tree)
        sign = self._choices.one_of(self._signs)
        new = _node(sign) + self._slot + self._subtree(tree, start)
        return self._replaced(tree, start, new)
