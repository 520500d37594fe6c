"""What a part of a LaTeX formula was read as: text of problem files that knows its columns."""

from dataclasses import dataclass
from typing import final

from symplex.errors import ExpressionError


@final
@dataclass(frozen=True)
class Piece:
    """A part of a formula in the language of problem files."""

    text: str
    columns: tuple[int, ...]
    """For each character, the column of the LaTeX that it was read from."""
    varies: bool = False
    """Whether a variable stands in it."""
    has_unknown: bool = False
    """Whether an unknown stands in it."""
    is_call: bool = False
    """Whether it is a function with its argument: a power after it would be unclear."""
    of: tuple[str, tuple[str, ...]] | None = None
    """If it is an unknown or a derivative of one and no more: which."""


def piece(text: str, column: int) -> Piece:
    """A text that stands for what is at one column."""
    return Piece(text, (column,) * len(text))


def joined(column: int, *parts: Piece | str) -> Piece:
    """Parts one after the other; what is text has no place of its own and takes `column`."""
    pieces = [part if isinstance(part, Piece) else piece(part, column) for part in parts]
    return Piece(
        "".join(part.text for part in pieces),
        tuple(c for part in pieces for c in part.columns),
        any(part.varies for part in pieces),
        any(part.has_unknown for part in pieces),
    )


def unclear(message: str, column: int) -> ExpressionError:
    """The error for what can be read in more than one way."""
    return ExpressionError(f"this is unclear: {message}", column=column)
