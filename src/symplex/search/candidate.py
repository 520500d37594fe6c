"""A candidate: a tree as bytes, the value of each slot, and how good it is.

Owns surgery on trees in prefix order: moves cut and join the bytes directly, because thousands
are made each second. An `Expression` is made only of what is remembered or shown.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import CONSTANT, Expression, Operator, TokenBatch, Vocabulary, arity


@final
@dataclass(frozen=True)
class Sprout:
    """A tree that is not yet judged: token ids, and a value for each position (used at slots)."""

    ids: bytes
    values: tuple[float, ...]

    def __len__(self) -> int:
        """How many nodes it has."""
        return len(self.ids)

    def __add__(self, other: "Sprout") -> "Sprout":
        """One after the other, as prefix sequences join."""
        return Sprout(self.ids + other.ids, self.values + other.values)

    def part(self, start: int, end: int) -> "Sprout":
        """A run of positions."""
        return Sprout(self.ids[start:end], self.values[start:end])

    def with_part(self, start: int, end: int, new: "Sprout") -> "Sprout":
        """A run of positions replaced."""
        return self.part(0, start) + new + self.part(end, len(self.ids))


Proposal = tuple[str, Sprout]
"""Who proposed a tree, and the tree."""


@final
@dataclass(frozen=True)
class Candidate:
    """A judged tree."""

    sprout: Sprout
    loss: float
    origin: str = field(default="", compare=False)
    """Which proposer brought it."""

    @property
    def size(self) -> int:
        """How many nodes it has."""
        return len(self.sprout)

    @property
    def reward(self) -> float:
        """1/(1 + √loss), paper §5.1."""
        return 1.0 / (1.0 + math.sqrt(self.loss)) if math.isfinite(self.loss) else 0.0


@final
class Garden:
    """What surgery needs to know of a vocabulary; holds tables only."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.arities: tuple[int, ...] = tuple(arity(token) for token in vocabulary.tokens)
        self.constant = vocabulary.id_of(CONSTANT)
        self._commutative = frozenset(
            index
            for index, token in enumerate(vocabulary.tokens)
            if isinstance(token, Operator) and token.commutative
        )

    @cached_property
    def slot(self) -> Sprout:
        """A lone constant."""
        return Sprout(bytes([self.constant]), (1.0,))

    def sprout(self, expression: Expression) -> Sprout:
        """A tree of our own as a sprout."""
        values = iter(expression.constants)
        return Sprout(
            bytes(self.vocabulary.id_of(token) for token in expression.tokens),
            tuple(next(values) if token == CONSTANT else 1.0 for token in expression.tokens),
        )

    def expression(self, sprout: Sprout) -> Expression:
        """A sprout as a tree of our own."""
        return self.vocabulary.decode(sprout.ids, self.constants(sprout))

    def constants(self, sprout: Sprout) -> list[float]:
        """The values of the slots, in order."""
        return [v for i, v in zip(sprout.ids, sprout.values, strict=True) if i == self.constant]

    def with_constants(self, sprout: Sprout, constants: Sequence[float]) -> Sprout:
        """The same tree with other values in its slots."""
        values = iter(constants)
        new = tuple(float(next(values)) if i == self.constant else 1.0 for i in sprout.ids)
        return Sprout(sprout.ids, new)

    def end(self, sprout: Sprout, start: int) -> int:
        """One past the subtree that begins at a position."""
        open_slots, position = 1, start
        while open_slots:
            open_slots += self.arities[sprout.ids[position]] - 1
            position += 1
        return position

    def subtree(self, sprout: Sprout, start: int) -> Sprout:
        """The subtree that begins at a position."""
        return sprout.part(start, self.end(sprout, start))

    def replaced(self, sprout: Sprout, start: int, new: Sprout) -> Sprout:
        """The tree with the subtree at a position replaced."""
        return sprout.with_part(start, self.end(sprout, start), new)

    def skeleton(self, ids: bytes) -> bytes:
        """One spelling for trees that differ in the order of commutative arguments only."""
        stack: list[bytes] = []
        for token in reversed(ids):
            below = [stack.pop() for _ in range(self.arities[token])]
            if token in self._commutative:
                below.sort()
            stack.append(bytes([token]) + b"".join(below))
        return stack.pop()

    def batch(self, sprouts: Sequence[Sprout]) -> tuple[TokenBatch, NDArray[np.float64]]:
        """Many trees as the evaluator takes them, with the constants to begin from."""
        batch = TokenBatch.of([np.frombuffer(s.ids, dtype=np.uint8) for s in sprouts])
        first = [value for s in sprouts for value in self.constants(s)]
        return batch, np.array(first, dtype=np.float64)
