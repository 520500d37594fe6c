"""Random changes of trees: what evolution does with remembered candidates.

Owns the moves and how building blocks are drawn. They know calculus (sums, products,
substitutions) and no problem's answer. Departs from the paper, which has no such moves: measured,
they find in seconds what sampling alone does not.
"""

import random
from collections.abc import Callable, Sequence
from typing import final

from symplex.expression import CONSTANT, Operator, Token, arity
from symplex.search.candidate import Garden, Sprout


@final
class Mover:
    """Makes new trees out of given ones, over the tokens of a stage."""

    def __init__(
        self, garden: Garden, allowed: Sequence[Token], blocks: Sequence[Sprout], longest: int
    ) -> None:
        ids = garden.vocabulary.id_of
        self._garden = garden
        self._blocks = blocks
        self._longest = longest
        usable = [token for token in allowed if getattr(token, "name", "") != "tuple"]
        self._leaves = [ids(t) for t in usable if arity(t) == 0 and t != CONSTANT]
        self._unary = [ids(t) for t in usable if isinstance(t, Operator) and t.arity == 1]
        self._binary = [ids(t) for t in usable if isinstance(t, Operator) and t.arity == 2]
        names = {t.name: ids(t) for t in usable if isinstance(t, Operator)}
        self._plus, self._times = names.get("+"), names.get("*")
        self._moves: list[tuple[Callable[..., Sprout], float]] = [
            (self._replace, 3.0),
            (self._point, 2.0),
            (self._wrap, 3.0),
            (self._hoist, 1.0),
            (self._cross, 2.0),
            (self._everywhere, 1.5),
            (self._combine, 2.0),
            (self._loosen, 2.0),
        ]

    def move(self, parents: Sequence[Sprout], rng: random.Random) -> Sprout | None:
        """A change of one of the parents, or of two; None if it grew too long."""
        choices, weights = zip(*self._moves, strict=True)
        sprout = rng.choice(parents)
        for _ in range(1 if rng.random() < 0.7 else 2):
            sprout = rng.choices(choices, weights)[0](sprout, parents, rng)
        return sprout if len(sprout) <= self._longest else None

    def small(self, rng: random.Random, depth: int = 2) -> Sprout:
        """A small random tree, or a building block of the problem."""
        if self._blocks and rng.random() < 0.25:
            return rng.choice(self._blocks)
        roll = rng.random()
        if depth == 0 or roll < 0.45:
            return self._leaf(rng)
        if self._unary and roll < 0.7:
            return _node(rng.choice(self._unary)) + self.small(rng, depth - 1)
        left, right = self.small(rng, depth - 1), self.small(rng, depth - 1)
        return _node(rng.choice(self._binary)) + left + right

    def _leaf(self, rng: random.Random) -> Sprout:
        if not self._leaves or rng.random() < 0.3:
            return self._garden.slot
        return _node(rng.choice(self._leaves))

    def _place(self, sprout: Sprout, rng: random.Random) -> int:
        """A position below the tuple, if the root is one."""
        first = 1 if self._is_tuple(sprout) else 0
        return rng.randrange(first, len(sprout))

    def _is_tuple(self, sprout: Sprout) -> bool:
        root = self._garden.vocabulary.tokens[sprout.ids[0]]
        return isinstance(root, Operator) and root.name == "tuple"

    def _replace(self, sprout: Sprout, _: Sequence[Sprout], rng: random.Random) -> Sprout:
        """A subtree gives way to a small random one."""
        return self._garden.replaced(sprout, self._place(sprout, rng), self.small(rng))

    def _point(self, sprout: Sprout, _: Sequence[Sprout], rng: random.Random) -> Sprout:
        """One token becomes another of the same arity."""
        place = self._place(sprout, rng)
        kind = self._garden.arities[sprout.ids[place]]
        if kind == 0:
            return sprout.with_part(place, place + 1, self._leaf(rng))
        pool = self._unary if kind == 1 else self._binary
        return sprout.with_part(place, place + 1, _node(rng.choice(pool))) if pool else sprout

    def _wrap(self, sprout: Sprout, _: Sequence[Sprout], rng: random.Random) -> Sprout:
        """A subtree becomes the argument of an operator."""
        place = self._place(sprout, rng)
        inner = self._garden.subtree(sprout, place)
        if self._unary and rng.random() < 0.4:
            new = _node(rng.choice(self._unary)) + inner
        else:
            other = self.small(rng, 1)
            pair = (inner, other) if rng.random() < 0.5 else (other, inner)
            new = _node(rng.choice(self._binary)) + pair[0] + pair[1]
        return self._garden.replaced(sprout, place, new)

    def _hoist(self, sprout: Sprout, _: Sequence[Sprout], rng: random.Random) -> Sprout:
        """A subtree gives way to a part of itself."""
        place = self._place(sprout, rng)
        inner = self._garden.subtree(sprout, place)
        part = self._garden.subtree(inner, rng.randrange(len(inner)))
        return self._garden.replaced(sprout, place, part)

    def _cross(self, sprout: Sprout, parents: Sequence[Sprout], rng: random.Random) -> Sprout:
        """A subtree gives way to one of another parent."""
        other = rng.choice(parents)
        part = self._garden.subtree(other, self._place(other, rng))
        return self._garden.replaced(sprout, self._place(sprout, rng), part)

    def _everywhere(self, sprout: Sprout, _: Sequence[Sprout], rng: random.Random) -> Sprout:
        """Every occurrence of a leaf gives way to the same small tree."""
        leaves = [i for i in set(sprout.ids) if i in self._leaves]
        if not leaves:
            return sprout
        old, new = rng.choice(sorted(leaves)), self._shifted(rng)
        result = Sprout(b"", ())
        for position, token in enumerate(sprout.ids):
            result += new if token == old else sprout.part(position, position + 1)
        return result

    def _shifted(self, rng: random.Random) -> Sprout:
        """Often a shift or a scaling of a leaf: the commonest substitutions of calculus."""
        leaf = _node(rng.choice(self._leaves))
        if self._plus is None or self._times is None or rng.random() < 0.4:
            return self.small(rng, 1)
        scaled = _node(self._times) + self._garden.slot + leaf
        if rng.random() < 0.5:
            return scaled
        return _node(self._plus) + _node(rng.choice(self._leaves)) + scaled

    def _combine(self, sprout: Sprout, parents: Sequence[Sprout], rng: random.Random) -> Sprout:
        """A sum or product of two parents, or of one and a small tree, with free coefficients."""
        if self._plus is None or self._times is None or self._is_tuple(sprout):
            return sprout
        other = rng.choice(parents) if rng.random() < 0.5 else self.small(rng)
        if rng.random() < 0.3:
            return _node(self._times) + sprout + other
        weight = _node(self._times) + self._garden.slot
        return _node(self._plus) + sprout + weight + other

    def _loosen(self, sprout: Sprout, _: Sequence[Sprout], rng: random.Random) -> Sprout:
        """A subtree gets a free factor or a free summand."""
        if self._plus is None or self._times is None:
            return sprout
        place = self._place(sprout, rng)
        sign = rng.choice((self._plus, self._times))
        new = _node(sign) + self._garden.slot + self._garden.subtree(sprout, place)
        return self._garden.replaced(sprout, place, new)


def _node(token: int) -> Sprout:
    return Sprout(bytes([token]), (1.0,))
