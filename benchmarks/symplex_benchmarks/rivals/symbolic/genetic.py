"""Genetic programming on trees: tournaments, crossover, and the usual four mutations.

Owns the changes; how good a tree is comes from outside. Children that the grammar forbids are
thrown away, as their authors do. Fitted constants are inherited.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np

from symplex.expression import arity
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import admits
from symplex.expression.vocabulary import TokenBatch
from symplex_benchmarks.rivals.symbolic.queue import Scored

Score = Callable[[Sequence[EncodedTree]], list[Scored]]


@final
@dataclass(frozen=True, kw_only=True)
class GeneticSettings:
    """The size of the population and what happens to it."""

    population: int = 200
    generations: int = 20
    tournament: int = 5
    crossover: float = 0.5
    mutation: float = 0.5
    new_depth: int = 2
    """How deep a subtree that a mutation grows may be."""


@final
class Genetic:
    """Evolves populations of trees of one grammar."""

    def __init__(
        self,
        encoding: TreeEncoding,
        grammar: Grammar,
        rng: np.random.Generator,
        settings: GeneticSettings,
    ) -> None:
        self._encoding, self._grammar, self._rng = encoding, grammar, rng
        self.settings = settings
        usable = [t for t in grammar.usable if t != grammar.tuple_token]
        self._by_arity = {
            count: [encoding.vocabulary.id_of(t) for t in usable if arity(t) == count]
            for count in range(3)
        }
        self._first = 0 if grammar.tuple_token is None else 1

    def evolve(
        self,
        population: Sequence[Scored],
        score: Score,
        stop: Callable[[], bool],
        generations: int | None = None,
    ) -> list[Scored]:
        """All that was scored in some generations from a population on, the population included."""
        current = sorted(population, key=lambda one: one.merit)[: self.settings.population]
        seen = {one.tree.ids: one for one in current}
        count = self.settings.generations if generations is None else generations
        for _ in range(count):
            if stop() or not current:
                break
            children = score(self.offspring(current))
            seen.update((one.tree.ids, one) for one in children)
            together = {one.tree.ids: one for one in (*current, *children)}.values()
            current = sorted(together, key=lambda one: one.merit)[: self.settings.population]
        return list(seen.values())

    def offspring(self, population: Sequence[Scored]) -> list[EncodedTree]:
        """As many children as the population may have, less those that the grammar forbids."""
        children: list[EncodedTree] = []
        for _ in range(self.settings.population):
            child = self._winner(population)
            if self._rng.random() < self.settings.crossover:
                child = self.crossed(child, self._winner(population))
            if self._rng.random() < self.settings.mutation:
                child = self.mutated(child)
            if len(child) <= self._grammar.max_length:
                children.append(child)
        if not children:
            return []
        legal = admits(self._grammar, TokenBatch.of([list(child.ids) for child in children]))
        return [child for child, allowed in zip(children, legal, strict=True) if allowed]

    def _winner(self, population: Sequence[Scored]) -> EncodedTree:
        rivals = self._rng.integers(len(population), size=self.settings.tournament)
        return min((population[i] for i in rivals.tolist()), key=lambda one: one.merit).tree

    def _place(self, tree: EncodedTree) -> int:
        return int(self._rng.integers(self._first, len(tree)))

    def crossed(self, tree: EncodedTree, other: EncodedTree) -> EncodedTree:
        """A tree with one of its subtrees replaced by one of another's."""
        return tree.with_subtree(self._place(tree), other.subtree(self._place(other)))

    def mutated(self, tree: EncodedTree) -> EncodedTree:
        """A subtree grown anew, a node exchanged, an operator put in between, or one taken out."""
        moves = (self._regrown, self._exchanged, self._inserted, self._shrunk)
        return moves[int(self._rng.integers(len(moves)))](tree)

    def _regrown(self, tree: EncodedTree) -> EncodedTree:
        return tree.with_subtree(self._place(tree), self._grown(self.settings.new_depth))

    def _exchanged(self, tree: EncodedTree) -> EncodedTree:
        place = self._place(tree)
        old = tree.ids[place]
        new = self._drawn(self._encoding.arities[old])
        if self._encoding.slot_id in (old, new):
            return tree.with_subtree(place, self._leaf(new)) if old != new else tree
        ids = tree.ids[:place] + bytes([new]) + tree.ids[place + 1 :]
        return EncodedTree(ids, tree.constants, self._encoding)

    def _inserted(self, tree: EncodedTree) -> EncodedTree:
        """An operator above a subtree; what else it needs is grown."""
        place = self._place(tree)
        old = tree.subtree(place)
        choices = self._by_arity[1] + self._by_arity[2]
        if not choices:
            return tree
        row = choices[int(self._rng.integers(len(choices)))]
        parts = [old]
        if self._encoding.arities[row] > 1:
            parts.insert(int(self._rng.integers(2)), self._grown(1))
        return tree.with_subtree(place, self._joined(row, parts))

    def _shrunk(self, tree: EncodedTree) -> EncodedTree:
        """One argument in the place of its operator."""
        place = self._place(tree)
        arguments = tree.subtree(place).arguments
        if not arguments:
            return tree
        return tree.with_subtree(place, arguments[int(self._rng.integers(len(arguments)))])

    def _grown(self, depth: int) -> EncodedTree:
        """A random tree; every arity that has operators is as likely as the others."""
        arities = [n for n in ((0, 1, 2) if depth else (0,)) if self._by_arity[n]]
        count = arities[int(self._rng.integers(len(arities)))]
        row = self._drawn(count)
        if not count:
            return self._leaf(row)
        return self._joined(row, [self._grown(depth - 1) for _ in range(count)])

    def _drawn(self, count: int) -> int:
        rows = self._by_arity[count]
        return rows[int(self._rng.integers(len(rows)))]

    def _leaf(self, row: int) -> EncodedTree:
        constants = (1.0,) if row == self._encoding.slot_id else ()
        return EncodedTree(bytes([row]), constants, self._encoding)

    def _joined(self, row: int, parts: Sequence[EncodedTree]) -> EncodedTree:
        ids = bytes([row]) + b"".join(part.ids for part in parts)
        return EncodedTree(ids, tuple(v for p in parts for v in p.constants), self._encoding)
