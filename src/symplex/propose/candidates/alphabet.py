"""What random changes of trees may use in a stage: token ids by kind."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import final

from symplex.expression import CONSTANT, Operator, Token, arity
from symplex.expression.operators import ADD, MULTIPLY
from symplex.expression.vocabulary import Vocabulary
from symplex.propose.candidates.tree_keys_reference import TreeTable, need


@final
@dataclass(frozen=True, kw_only=True)
class Alphabet:
    """What new parts are made of, as token ids; the constant and the tuple are not among them."""

    leaves: bytes
    unary: bytes
    binary: bytes
    plus: int | None
    times: int | None
    root: int | None
    """The tuple that is the root of a system."""

    @classmethod
    def of(cls, vocabulary: Vocabulary, allowed: Collection[Token]) -> "Alphabet":
        """The allowed tokens of a vocabulary, by kind and in its order."""
        usable = [token for token in vocabulary.tokens if token in allowed and not _is_tuple(token)]

        def ids(count: int) -> bytes:
            chosen = [t for t in usable if arity(t) == count and t != CONSTANT]
            return bytes(vocabulary.id_of(token) for token in chosen)

        roots = [token for token in vocabulary.tokens if _is_tuple(token)]
        return cls(
            leaves=ids(0),
            unary=ids(1),
            binary=ids(2),
            plus=vocabulary.id_of(ADD) if ADD in usable else None,
            times=vocabulary.id_of(MULTIPLY) if MULTIPLY in usable else None,
            root=vocabulary.id_of(roots[0]) if roots else None,
        )

    def check(self, table: TreeTable) -> None:
        """Refuse ids that are not what they are said to be."""

        def are(ids: Sequence[int], arity: int) -> bool:
            known = all(0 <= token < len(table.arities) for token in ids)
            return known and all(table.arities[token] == arity for token in ids)

        need(
            are(self.leaves, 0) and table.constant not in self.leaves,
            "a leaf is an operator or the constant",
        )
        need(are(self.unary, 1), "a unary operator is not one")
        signs = [sign for sign in (self.plus, self.times) if sign is not None]
        need(are(self.binary, 2) and are(signs, 2), "a binary operator is not one")
        need(self.root not in (*self.binary, *signs), "a binary operator is not one")
        need(
            self.root is None
            or (0 <= self.root < len(table.arities) and table.arities[self.root] > 0),
            "the root of a system must be an operator",
        )


def _is_tuple(token: Token) -> bool:
    return isinstance(token, Operator) and token.is_tuple
