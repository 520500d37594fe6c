"""A walk over the tokens of one line of LaTeX, and what every part of the reader shares."""

from types import MappingProxyType
from typing import Final, Protocol, final

from symplex.errors import ExpressionError, shown
from symplex.notation.latex.latex_names import Names
from symplex.notation.latex.latex_piece import Piece
from symplex.notation.latex.latex_places import Places
from symplex.notation.latex.latex_tokens import Kind, Token

MAX_DEPTH: Final = 60
_WRITTEN: Final = MappingProxyType({"{|": r"\{", "|}": r"\}", "*": r"\cdot"})
"""Tokens whose text is not what the user wrote."""


@final
class Cursor:
    """Where the reader stands in one line."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    @property
    def next(self) -> Token:
        """The token that comes next; one of kind END at the end."""
        return self._tokens[self._at]

    def after(self, count: int) -> Token:
        """The token that comes `count` after the next one."""
        return self._tokens[min(self._at + count, len(self._tokens) - 1)]

    def take(self) -> Token:
        """The next token, and step past it."""
        token = self.next
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def mark(self) -> int:
        """Where it stands, to come back to."""
        return self._at

    def back(self, mark: int) -> None:
        """Stand where it stood."""
        self._at = mark

    def sees(self, *texts: str) -> bool:
        """Whether the next token is one of these signs or commands."""
        return self.next.text in texts and self.next.kind in (Kind.SIGN, Kind.COMMAND)

    def expect(self, text: str, what: str) -> Token:
        """Step past a sign that must come next."""
        if not self.sees(text):
            raise self.error(f"expected {what}, {self.found()}")
        return self.take()

    def found(self) -> str:
        """What comes next, for a sentence."""
        if self.next.kind is Kind.END:
            return "the formula ends"
        return f"found '{shown(_WRITTEN.get(self.next.text, self.next.text))}'"

    def error(self, message: str, token: Token | None = None) -> ExpressionError:
        """A mistake at a token, by default the next one."""
        return ExpressionError(message, column=(token or self.next).column)


class Formulas(Protocol):
    """What reads whole formulas, as the readers of single notations need it."""

    cursor: Cursor
    names: Names
    places: Places

    def sum(self) -> Piece:
        """A sum of products, as far as it goes."""
        ...

    def enclosed_sum(self) -> Piece:
        """A sum between brackets: a bar that is open outside is not closed in it."""
        ...

    def group(self) -> Piece:
        """What stands in braces, or a single token: how TeX takes an argument."""
        ...

    def factor(self) -> Piece:
        """One factor of a product, with its power."""
        ...

    def value_of(self, found: Piece) -> Piece:
        """An unknown or a derivative; if its arguments follow, they say where it is taken."""
        ...
