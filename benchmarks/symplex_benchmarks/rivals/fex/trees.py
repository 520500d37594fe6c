"""The trees of FEX: a fixed shape, an operator for each node, learnable numbers everywhere.

A leaf is Σ wᵢ·f(xᵢ) + b over all variables and parameters, a unary node a·f(…) + b.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import final

from symplex.expression import Operator, power
from symplex.expression.encoded import EncodedTree
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import (
    ABS,
    ADD,
    COS,
    CUBE,
    EXP,
    MAX,
    MIN,
    MULTIPLY,
    SIN,
    SQUARE,
    SUBTRACT,
)

Number = Callable[[], float]
"""Where the first value of a learnable number comes from."""


class Special(Enum):
    """Choices of a unary node that are no operators."""

    NOTHING = "0"
    ONE = "1"
    ITSELF = "identity"


Unary = Operator | Special
UNARY: tuple[Unary, ...] = (*Special, SQUARE, CUBE, power(Fraction(4)), EXP, SIN, COS)
"""The authors' choices for a unary node."""
BINARY = (ADD, MULTIPLY, SUBTRACT)
KINKED_UNARY, KINKED_BINARY = (ABS,), (MAX, MIN)
"""What is added where the statement has kinks."""


class Kind(Enum):
    """What stands at a node of a shape."""

    LEAF = 0
    UNARY = 1
    BINARY = 2


_L, _U, _B = Kind.LEAF, Kind.UNARY, Kind.BINARY


class Shape(Enum):
    """Fixed trees, in prefix order; the authors' names."""

    DEPTH1 = (_B, _L, _L)
    DEPTH2_SUB = (_U, _B, _L, _L)
    DEPTH2 = (_B, _U, _B, _L, _L, _U, _B, _L, _L)


@final
@dataclass(frozen=True)
class Choices:
    """What the controller chooses from."""

    unary: tuple[Unary, ...]
    binary: tuple[Operator, ...]

    @property
    def operators(self) -> frozenset[Operator]:
        """All operators that trees may hold: also those of the learnable numbers."""
        chosen = {row for row in self.unary if isinstance(row, Operator)}
        return frozenset({*chosen, *self.binary, ADD, MULTIPLY})

    def counts(self, shape: Shape) -> tuple[int, ...]:
        """How many choices each node of a shape has."""
        several = {Kind.LEAF: len(self.unary), Kind.UNARY: len(self.unary)}
        return tuple(several.get(kind, len(self.binary)) for kind in shape.value)


def numbers_of(shape: Shape, symbols: int) -> int:
    """How many learnable numbers a tree of a shape has at most."""
    each = {Kind.LEAF: symbols + 1, Kind.UNARY: 2, Kind.BINARY: 0}
    return sum(each[kind] for kind in shape.value)


@final
class TreeBuilder:
    """Writes the tree that a sequence of choices makes."""

    def __init__(self, encoding: TreeEncoding, shape: Shape, choices: Choices) -> None:
        self._encoding, self._shape, self._choices = encoding, shape, choices
        self._symbols = [encoding.symbol(name) for name in encoding.symbol_names.values()]

    def build(self, actions: Sequence[int], number: Number) -> EncodedTree:
        """The tree; `number` gives the first value of each learnable number."""
        tree, rest = self._node(0, actions, number)
        if rest != len(self._shape.value):
            raise ValueError("a shape is one tree")
        return tree

    def _node(self, at: int, actions: Sequence[int], number: Number) -> tuple[EncodedTree, int]:
        kind = self._shape.value[at]
        if kind is Kind.LEAF:
            return self._leaf(self._choices.unary[actions[at]], number), at + 1
        left, after = self._node(at + 1, actions, number)
        if kind is Kind.UNARY:
            return self._unary(self._choices.unary[actions[at]], left, number), after
        right, after = self._node(after, actions, number)
        return self._encoding.apply(self._choices.binary[actions[at]], left, right), after

    def _leaf(self, chosen: Unary, number: Number) -> EncodedTree:
        """A linear combination of one function of each symbol."""
        tree = self._encoding.slot(0.0)
        if chosen in (Special.NOTHING, Special.ONE):
            return self._encoding.slot(number())
        for symbol in self._symbols:
            tree = self._applied(chosen, symbol) * self._encoding.slot(number()) + tree
        return tree

    def _unary(self, chosen: Unary, below: EncodedTree, number: Number) -> EncodedTree:
        if chosen in (Special.NOTHING, Special.ONE):
            return self._encoding.slot(number())
        return self._applied(chosen, below) * self._encoding.slot(1.0) + self._encoding.slot(0.0)

    def _applied(self, chosen: Unary, below: EncodedTree) -> EncodedTree:
        return self._encoding.apply(chosen, below) if isinstance(chosen, Operator) else below
