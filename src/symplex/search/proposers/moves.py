"""Random changes of remembered trees, as in genetic programming.

Owns the moves and how building blocks are drawn. They know calculus (sums, products,
substitutions) and no problem's answer. Departs from the paper, which has no such moves: measured,
they find in seconds what sampling alone does not.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import final

from symplex.expression import CONSTANT, Operator, Token, arity
from symplex.expression.encoded import EncodedTree, TreeEncoding
from symplex.expression.operators import ADD, MULTIPLY
from symplex.search.candidate import Origin, Proposal
from symplex.search.proposers.proposer import StageContext
from symplex.search.proposers.statement_formulas import building_blocks


@final
class Moves:
    """Proposes random changes of what is remembered; random trees while there is nothing."""

    def __init__(self, context: StageContext, rng: random.Random) -> None:
        stage, vocabulary = context.stage, context.vocabulary
        allowed = vocabulary.allowed(stage.symbols, context.round_number)
        ordered = [token for token in vocabulary.vocabulary.tokens if token in allowed]
        formulas = building_blocks(stage.problem) if context.settings.statement_formulas else ()
        encoded = [context.encoding.encode(formula) for formula in formulas]
        blocks = [block for block in encoded if block.ids]
        self._mover = Mover(context.encoding, ordered, blocks, context.settings.max_length)
        self._rng = rng

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """As many as the recipe asks for in an epoch, less those that grew too long."""
        parents, rng = context.parents, self._rng
        for _ in range(context.settings.moves):
            if not parents or rng.random() < 0.05:
                yield Proposal(Origin.MOVE, self._random(context.encoding))
                continue
            tree = self._mover.move(parents, rng)
            if tree is not None:
                yield Proposal(Origin.MOVE, tree)

    def _random(self, encoding: TreeEncoding) -> EncodedTree:
        """A random tree with a formula for each unknown."""
        if encoding.tuple_id is None:
            return self._mover.small(self._rng, 3)
        count = encoding.arities[encoding.tuple_id]
        parts = [self._mover.small(self._rng, 3) for _ in range(count)]
        return _joined(encoding, encoding.tuple_id, *parts)


@final
class Mover:
    """Makes new trees out of given ones, over the tokens of a stage."""

    def __init__(
        self,
        encoding: TreeEncoding,
        allowed: Sequence[Token],
        blocks: Sequence[EncodedTree],
        longest: int,
    ) -> None:
        ids = encoding.ids
        self._encoding, self._blocks, self._longest = encoding, blocks, longest
        rows = [t for t in allowed if isinstance(t, Operator) and not t.is_tuple]
        self._leaves = [ids[t] for t in allowed if arity(t) == 0 and t != CONSTANT]
        self._unary = [ids[row] for row in rows if row.arity == 1]
        self._binary = [ids[row] for row in rows if row.arity == 2]
        self._plus = ids[ADD] if ADD in rows else None
        self._times = ids[MULTIPLY] if MULTIPLY in rows else None
        self._moves: list[tuple[Callable[..., EncodedTree], float]] = [
            (self._replace, 3.0),
            (self._point, 2.0),
            (self._wrap, 3.0),
            (self._hoist, 1.0),
            (self._cross, 2.0),
            (self._everywhere, 1.5),
            (self._combine, 2.0),
            (self._loosen, 2.0),
        ]

    def move(self, parents: Sequence[EncodedTree], rng: random.Random) -> EncodedTree | None:
        """A change of one of the parents, or of two; None if it grew too long."""
        choices, weights = zip(*self._moves, strict=True)
        tree = rng.choice(parents)
        for _ in range(1 if rng.random() < 0.7 else 2):
            tree = rng.choices(choices, weights)[0](tree, parents, rng)
        return tree if len(tree) <= self._longest else None

    def small(self, rng: random.Random, depth: int = 2) -> EncodedTree:
        """A small random tree, or a building block of the problem."""
        if self._blocks and rng.random() < 0.25:
            return rng.choice(self._blocks)
        roll = rng.random()
        if depth == 0 or roll < 0.45:
            return self._leaf(rng)
        if self._unary and roll < 0.7:
            return self._join(rng.choice(self._unary), self.small(rng, depth - 1))
        left, right = self.small(rng, depth - 1), self.small(rng, depth - 1)
        return self._join(rng.choice(self._binary), left, right)

    def _join(self, root: int, *arguments: EncodedTree) -> EncodedTree:
        return _joined(self._encoding, root, *arguments)

    def _leaf(self, rng: random.Random) -> EncodedTree:
        if not self._leaves or rng.random() < 0.3:
            return self._encoding.free
        return self._join(rng.choice(self._leaves))

    def _place(self, tree: EncodedTree, rng: random.Random) -> int:
        """A position below the tuple, if the root is one."""
        first = 1 if tree.is_system else 0
        return rng.randrange(first, len(tree))

    def _replace(
        self, tree: EncodedTree, _: Sequence[EncodedTree], rng: random.Random
    ) -> EncodedTree:
        """A subtree gives way to a small random one."""
        return tree.with_subtree(self._place(tree, rng), self.small(rng))

    def _point(
        self, tree: EncodedTree, _: Sequence[EncodedTree], rng: random.Random
    ) -> EncodedTree:
        """One token becomes another of the same arity."""
        place = self._place(tree, rng)
        kind = self._encoding.arities[tree.ids[place]]
        if kind == 0:
            return tree.with_part(place, place + 1, self._leaf(rng))
        pool = self._unary if kind == 1 else self._binary
        return tree.with_part(place, place + 1, self._join(rng.choice(pool))) if pool else tree

    def _wrap(self, tree: EncodedTree, _: Sequence[EncodedTree], rng: random.Random) -> EncodedTree:
        """A subtree becomes the argument of an operator."""
        place = self._place(tree, rng)
        inner = tree.subtree(place)
        if self._unary and rng.random() < 0.4:
            new = self._join(rng.choice(self._unary), inner)
        else:
            other = self.small(rng, 1)
            pair = (inner, other) if rng.random() < 0.5 else (other, inner)
            new = self._join(rng.choice(self._binary), *pair)
        return tree.with_subtree(place, new)

    def _hoist(
        self, tree: EncodedTree, _: Sequence[EncodedTree], rng: random.Random
    ) -> EncodedTree:
        """A subtree gives way to a part of itself."""
        place = self._place(tree, rng)
        inner = tree.subtree(place)
        part = inner.subtree(rng.randrange(len(inner)))
        return tree.with_subtree(place, part)

    def _cross(
        self, tree: EncodedTree, parents: Sequence[EncodedTree], rng: random.Random
    ) -> EncodedTree:
        """A subtree gives way to one of another parent."""
        other = rng.choice(parents)
        part = other.subtree(self._place(other, rng))
        return tree.with_subtree(self._place(tree, rng), part)

    def _everywhere(
        self, tree: EncodedTree, _: Sequence[EncodedTree], rng: random.Random
    ) -> EncodedTree:
        """Every occurrence of a leaf gives way to the same small tree."""
        leaves = [i for i in set(tree.ids) if i in self._leaves]
        if not leaves:
            return tree
        old, new = rng.choice(sorted(leaves)), self._shifted(rng)
        return tree.substitute({self._encoding.tokens[old]: new})

    def _shifted(self, rng: random.Random) -> EncodedTree:
        """Often a shift or a scaling of a leaf: the commonest substitutions of calculus."""
        leaf = self._join(rng.choice(self._leaves))
        if self._plus is None or self._times is None or rng.random() < 0.4:
            return self.small(rng, 1)
        scaled = self._join(self._times, self._encoding.free, leaf)
        if rng.random() < 0.5:
            return scaled
        return self._join(self._plus, self._join(rng.choice(self._leaves)), scaled)

    def _combine(
        self, tree: EncodedTree, parents: Sequence[EncodedTree], rng: random.Random
    ) -> EncodedTree:
        """A sum or product of two parents, or of one and a small tree, with free coefficients."""
        if self._plus is None or self._times is None or tree.is_system:
            return tree
        other = rng.choice(parents) if rng.random() < 0.5 else self.small(rng)
        if rng.random() < 0.3:
            return self._join(self._times, tree, other)
        weighted = self._join(self._times, self._encoding.free, other)
        return self._join(self._plus, tree, weighted)

    def _loosen(
        self, tree: EncodedTree, _: Sequence[EncodedTree], rng: random.Random
    ) -> EncodedTree:
        """A subtree gets a free factor or a free summand."""
        if self._plus is None or self._times is None:
            return tree
        place = self._place(tree, rng)
        sign = rng.choice((self._plus, self._times))
        new = self._join(sign, self._encoding.free, tree.subtree(place))
        return tree.with_subtree(place, new)


def _joined(encoding: TreeEncoding, root: int, *arguments: EncodedTree) -> EncodedTree:
    """A token over its arguments; a leaf without any."""
    ids = root.to_bytes() + b"".join([argument.ids for argument in arguments])
    constants = tuple(value for argument in arguments for value in argument.constants)
    return EncodedTree(ids, constants, encoding)
