"""A finite vocabulary, and candidates as bytes.

Owns the numbering of tokens and the flat form in which candidates travel from whoever proposes
them to the evaluator: `TokenBatch`. Which tokens a problem needs is decided elsewhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.errors import ExpressionError
from symplex.expression.expression import Expression
from symplex.expression.text import token_text
from symplex.expression.token import CONSTANT, Token, arity

MAX_TOKENS = 255
"""A token is one byte, and one value is kept free for padding."""
PADDING = 255


@final
@dataclass(frozen=True)
class Vocabulary:
    """The tokens that candidates may use; a token's id is its position here."""

    tokens: tuple[Token, ...]

    def __post_init__(self) -> None:
        """Refuse what cannot be numbered in one byte, or twice."""
        if not 0 < len(self.tokens) <= MAX_TOKENS:
            raise ExpressionError(
                f"a vocabulary must hold 1 to {MAX_TOKENS} tokens, found {len(self.tokens)}"
            )
        if len(self._ids) != len(self.tokens):
            raise ExpressionError("a vocabulary must not hold a token twice")

    def __repr__(self) -> str:
        """``Vocabulary(+ - * sin x t constant)``: the tokens in their order."""
        return f"Vocabulary({' '.join(map(token_text, self.tokens))})"

    @cached_property
    def _ids(self) -> dict[Token, int]:
        return {token: index for index, token in enumerate(self.tokens)}

    @cached_property
    def arities(self) -> NDArray[np.uint8]:
        """The arity of every token, by id; read-only."""
        values = np.array([arity(token) for token in self.tokens], dtype=np.uint8)
        values.setflags(write=False)
        return values

    def __len__(self) -> int:
        """How many tokens there are."""
        return len(self.tokens)

    def __contains__(self, token: Token) -> bool:
        """Whether the token has an id here."""
        return token in self._ids

    def id_of(self, token: Token) -> int:
        """The id of a token."""
        if token not in self._ids:
            raise ExpressionError(f"the token {token} is not in this vocabulary")
        return self._ids[token]

    def encode(self, expression: Expression) -> NDArray[np.uint8]:
        """The ids of an expression's tokens; its constants do not travel with them."""
        return np.array([self.id_of(token) for token in expression.tokens], dtype=np.uint8)

    def decode(self, ids: Sequence[int], constants: Sequence[float] | None = None) -> Expression:
        """The expression that ids spell; slots are 1 where no constants are given."""
        tokens = tuple(self.tokens[index] for index in ids)
        values = [1.0] * tokens.count(CONSTANT) if constants is None else constants
        return Expression(tokens, tuple(float(value) for value in values))


@final
@dataclass(frozen=True)
class TokenBatch:
    """Many candidates, one after the other: candidate i is ``tokens[offsets[i]:offsets[i+1]]``."""

    tokens: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    def __post_init__(self) -> None:
        """Refuse offsets that do not cut the tokens into consecutive pieces."""
        cuts = self.offsets
        ordered = len(cuts) > 0 and cuts[0] == 0 and cuts[-1] == len(self.tokens)
        if not ordered or np.any(np.diff(cuts) < 0):
            raise ExpressionError(
                "a token batch needs offsets that start at 0, never fall and end at the number "
                "of tokens"
            )

    @classmethod
    def of(cls, sequences: Iterable[Sequence[int] | NDArray[np.uint8]]) -> "TokenBatch":
        """A batch from id sequences of any lengths."""
        rows = [np.asarray(ids, dtype=np.uint8) for ids in sequences]
        offsets = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum([len(row) for row in rows], out=offsets[1:])
        tokens = np.concatenate(rows) if rows else np.zeros(0, dtype=np.uint8)
        return cls(tokens, offsets)

    def __len__(self) -> int:
        """How many candidates there are."""
        return len(self.offsets) - 1

    def __getitem__(self, index: int) -> NDArray[np.uint8]:
        """The ids of one candidate."""
        return self.tokens[self.offsets[index] : self.offsets[index + 1]]

    def __iter__(self) -> Iterator[NDArray[np.uint8]]:
        """The ids of each candidate in turn."""
        return (self[index] for index in range(len(self)))
