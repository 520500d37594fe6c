"""Trees as bytes: how candidates are written, cut and joined by the thousand.

Owns `EncodedTree` (prefix token ids and the values of the constant slots) with all surgery on it.
What surgery needs to know of a vocabulary is in `encoding`. An `Expression` is made only of what is
kept or shown. The arithmetic mirrors that of `Expression`, so that a family of formulas reads
the same whichever of the two it is written in.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, final

from symplex.expression.operators import ADD, DIVIDE, MULTIPLY, NEGATE, SUBTRACT, Operator
from symplex.expression.token import Number, Token

if TYPE_CHECKING:
    from symplex.expression.encoding import TreeEncoding


@final
class EncodedTree:
    """A tree in prefix order: a byte for each token, a value for each constant slot in order.

    A formula that cannot be written in its vocabulary is the empty tree, and so is whatever is
    made of it.
    A plain class with slots rather than a frozen dataclass: millions are made in a search, and it
    is never changed after it was made.
    """

    __slots__ = ("constants", "encoding", "ids")

    def __init__(self, ids: bytes, constants: tuple[float, ...], encoding: "TreeEncoding") -> None:
        self.ids = ids
        self.constants = constants
        self.encoding = encoding

    def __eq__(self, other: object) -> bool:
        """Whether tokens and constants are equal."""
        if not isinstance(other, EncodedTree):
            return NotImplemented
        return self.ids == other.ids and self.constants == other.constants

    def __hash__(self) -> int:
        """Of tokens and constants."""
        return hash((self.ids, self.constants))

    def __len__(self) -> int:
        """How many nodes it has; 0 if it cannot be written in its vocabulary."""
        return len(self.ids)

    def __repr__(self) -> str:
        """The formula it encodes."""
        return f"EncodedTree({self.encoding.decode(self)!r})" if self.ids else "EncodedTree()"

    @property
    def root(self) -> Token:
        """The token at the top."""
        return self.encoding.tokens[self.ids[0]]

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Its tokens in prefix order."""
        return tuple(map(self.encoding.tokens.__getitem__, self.ids))

    @property
    def symbols(self) -> frozenset[str]:
        """The names of the variables and parameters in it."""
        names = self.encoding.symbol_names
        return frozenset(names[i] for i in set(self.ids) if i in names)

    @property
    def arguments(self) -> tuple["EncodedTree", ...]:
        """The trees right below the root, in order."""
        found: list[EncodedTree] = []
        start = 1
        while start < len(self.ids):
            part = self.subtree(start)
            found.append(part)
            start += len(part)
        return tuple(found)

    @property
    def components(self) -> tuple["EncodedTree", ...]:
        """The formula of each unknown: the arguments of a tuple, or the tree itself."""
        return self.arguments if self.is_system else (self,)

    @property
    def is_system(self) -> bool:
        """Whether its root is a tuple."""
        return bool(self.ids) and self.ids[0] == self.encoding.tuple_id

    def subtree(self, start: int) -> "EncodedTree":
        """The subtree whose root is at a position."""
        return self.part(start, self.encoding.end(self.ids, start)) if self.ids else self

    def part(self, start: int, end: int) -> "EncodedTree":
        """The subtree that lies between two positions."""
        ids = self.ids[start:end]
        if not self.constants:
            return EncodedTree(ids, (), self.encoding)
        slot = self.encoding.slot_id
        first = self.ids.count(slot, 0, start)
        constants = self.constants[first : first + ids.count(slot)]
        return EncodedTree(ids, constants, self.encoding)

    def with_subtree(self, start: int, new: "EncodedTree") -> "EncodedTree":
        """The tree with the subtree at a position replaced."""
        if not self.ids:
            return self
        return self.with_part(start, self.encoding.end(self.ids, start), new)

    def with_part(self, start: int, end: int, new: "EncodedTree") -> "EncodedTree":
        """The tree with the subtree between two positions replaced."""
        if not new.ids:
            return new
        slot = self.encoding.slot_id
        first = self.ids.count(slot, 0, start)
        after = first + self.ids.count(slot, start, end)
        return EncodedTree(
            self.ids[:start] + new.ids + self.ids[end:],
            self.constants[:first] + new.constants + self.constants[after:],
            self.encoding,
        )

    def substitute(self, replacements: Mapping[Token, "EncodedTree"]) -> "EncodedTree":
        """Every leaf that is a key replaced by its tree."""
        known = self.encoding.ids
        by_id = {known[token]: tree for token, tree in replacements.items() if token in known}
        slot, values = self.encoding.slot_id, iter(self.constants)
        ids: list[bytes] = []
        constants: list[float] = []
        for token in self.ids:
            value = next(values) if token == slot else None
            new = by_id.get(token)
            if new is not None:
                if not new.ids:
                    return new
                ids.append(new.ids)
                constants.extend(new.constants)
                continue
            ids.append(token.to_bytes())
            if value is not None:
                constants.append(value)
        return EncodedTree(b"".join(ids), tuple(constants), self.encoding)

    def with_constants(self, constants: Sequence[float]) -> "EncodedTree":
        """The same tree with other values in its slots."""
        return EncodedTree(self.ids, tuple(constants), self.encoding)

    def __add__(self, other: "EncodedTree | int") -> "EncodedTree":
        """The sum as a tree: nothing is simplified here or in the other signs."""
        return self.encoding.apply(ADD, self, self.encoding.tree(other))

    def __radd__(self, other: int) -> "EncodedTree":
        """A number plus a tree."""
        return self.encoding.apply(ADD, self.encoding.tree(other), self)

    def __sub__(self, other: "EncodedTree | int") -> "EncodedTree":
        """The difference."""
        return self.encoding.apply(SUBTRACT, self, self.encoding.tree(other))

    def __mul__(self, other: "EncodedTree | int") -> "EncodedTree":
        """The product."""
        return self.encoding.apply(MULTIPLY, self, self.encoding.tree(other))

    def __truediv__(self, other: "EncodedTree | int") -> "EncodedTree":
        """The quotient."""
        return self.encoding.apply(DIVIDE, self, self.encoding.tree(other))

    def __neg__(self) -> "EncodedTree":
        """The negative; of an exact number, the number."""
        root = self.root if self.ids else None
        if isinstance(root, Number):
            return self.encoding.number(-root.value)
        return self.encoding.apply(NEGATE, self)

    def __pow__(self, exponent: Fraction | int) -> "EncodedTree":
        """A fixed rational power; the zeroth is 1: candidates are scored where they are defined."""
        if exponent == 0 and self.ids:
            return self.encoding.number(1)
        return self if exponent == 1 else self.encoding.raised(self, exponent)


def apply(operator: Operator | str, *arguments: EncodedTree) -> EncodedTree:
    """An operator, itself or by name, over its arguments, of which there is at least one."""
    return arguments[0].encoding.apply(operator, *arguments)
