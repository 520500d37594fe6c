"""How a vocabulary writes trees as bytes: `TreeEncoding`, the factory of encoded trees.

Owns the tables that surgery looks things up in, and the way from expressions to encoded trees and
back. The surgery itself is in `encoded`.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import final

from symplex.expression.encoded import EncodedTree
from symplex.expression.evaluate import nearest_float
from symplex.expression.expression import Expression
from symplex.expression.operators import OPERATORS, Operator, tuple_of
from symplex.expression.token import CONSTANT, Number, Symbol, Token, arity
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import Vocabulary


@final
class TreeEncoding:
    """What writing and cutting encoded trees needs to know of a vocabulary; holds tables only."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.tokens = vocabulary.tokens
        self.ids: Mapping[Token, int] = {token: i for i, token in enumerate(vocabulary.tokens)}
        self.arities = bytes(arity(token) for token in vocabulary.tokens)
        self.slot_id = vocabulary.id_of(CONSTANT)
        self.symbol_names: Mapping[int, str] = {
            i: token.name for i, token in enumerate(vocabulary.tokens) if isinstance(token, Symbol)
        }
        rows = [(i, t) for i, t in enumerate(vocabulary.tokens) if isinstance(t, Operator)]
        self.tuple_id = next((i for i, row in rows if row.is_tuple), None)
        """The root of a system's trees; None where there is one unknown."""
        self._bytes = {row: bytes([i]) for i, row in rows}
        # Looked up for every formula that is written: by exponent and by value.
        self._powers = {row.exponent: bytes([i]) for i, row in rows if row.exponent is not None}
        self._numbers = {
            token.value: EncodedTree(bytes([i]), (), self)
            for i, token in enumerate(vocabulary.tokens)
            if isinstance(token, Number)
        }

    @cached_property
    def not_encodable(self) -> EncodedTree:
        """What cannot be written in this vocabulary."""
        return EncodedTree(b"", (), self)

    @cached_property
    def free(self) -> EncodedTree:
        """A lone constant, to be fitted from 1."""
        return self.slot(1.0)

    def slot(self, value: float) -> EncodedTree:
        """A lone constant with a value."""
        return EncodedTree(bytes([self.slot_id]), (value,), self)

    def leaf(self, token: Token) -> EncodedTree:
        """A lone token without a value."""
        index = self.ids.get(token)
        return self.not_encodable if index is None else EncodedTree(bytes([index]), (), self)

    def symbol(self, name: str) -> EncodedTree:
        """A variable or parameter."""
        return self.leaf(Symbol(name))

    def number(self, value: Fraction | int) -> EncodedTree:
        """An exact number; a constant with its value where the vocabulary does not have it."""
        known = self._numbers.get(value)  # pyright: ignore[reportArgumentType] (2 is Fraction(2))
        return self.slot(nearest_float(Fraction(value))) if known is None else known

    def tree(self, value: EncodedTree | int) -> EncodedTree:
        """A tree as it is, a whole number as a tree."""
        return value if isinstance(value, EncodedTree) else self.number(value)

    def apply(self, operator: Operator | str, *arguments: EncodedTree) -> EncodedTree:
        """An operator, itself or by name, over its arguments."""
        row = OPERATORS[operator] if isinstance(operator, str) else operator
        ids, constants = self._bytes.get(row, b""), ()
        if not ids:
            return self.not_encodable
        for argument in arguments:
            if not argument.ids:
                return argument
            ids += argument.ids
            constants += argument.constants
        return EncodedTree(ids, constants, self)

    def raised(self, tree: EncodedTree, exponent: Fraction | int) -> EncodedTree:
        """A fixed rational power of a tree."""
        row = self._powers.get(exponent)  # pyright: ignore[reportArgumentType] (2 is Fraction(2))
        if row is None or not tree.ids:
            return self.not_encodable
        return EncodedTree(row + tree.ids, tree.constants, self)

    def system(self, parts: Sequence[EncodedTree]) -> EncodedTree:
        """The formulas of a system's unknowns as one tree."""
        return self.apply(tuple_of(len(parts)), *parts)

    def encode(self, expression: Expression) -> EncodedTree:
        """An expression, with numbers that the vocabulary does not have as constants."""
        ids = bytearray()
        constants: list[float] = []
        values = iter(expression.constants)
        for token in expression.tokens:
            index = self.ids.get(token)
            if index is None:
                if not isinstance(token, Number):
                    return self.not_encodable
                index = self.slot_id
                constants.append(nearest_float(token.value))
            elif index == self.slot_id:
                constants.append(next(values))
            ids.append(index)
        return EncodedTree(bytes(ids), tuple(constants), self)

    def decode(self, tree: EncodedTree) -> Expression:
        """The expression that a tree encodes."""
        return self.vocabulary.decode(tree.ids, tree.constants)

    def end(self, ids: bytes, start: int) -> int:
        """One past the subtree whose root is at a position."""
        arities = self.arities
        open_slots, position = 1, start
        while open_slots:
            open_slots += arities[ids[position]] - 1
            position += 1
        return position

    def batch(self, trees: Sequence[EncodedTree]) -> TreeBatch:
        """Many trees as arrays."""
        return TreeBatch.of((tree.ids, tree.constants) for tree in trees)

    def trees(self, batch: TreeBatch) -> Iterator[EncodedTree]:
        """The trees of a batch."""
        values, slots = batch.constants.tolist(), batch.slots.tolist()
        tokens, offsets = batch.tokens.tokens.tobytes(), batch.tokens.offsets.tolist()
        for index in range(len(batch)):
            ids = tokens[offsets[index] : offsets[index + 1]]
            yield EncodedTree(ids, tuple(values[slots[index] : slots[index + 1]]), self)
