"""What can go wrong because of what the user gave us, and how we say it.

Owns the exception tree and the shape of an error sentence. A search that finds nothing is a
result, not an error, and does not appear here.
"""

from difflib import get_close_matches
from typing import TYPE_CHECKING, final

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONG = 40


class SymplexError(ValueError):
    """A mistake in what the user gave us; its text is one sentence fit to be shown as it is."""


@final
class ExpressionError(SymplexError):
    """A formula that cannot be read; `column` counts from 1 within the text that was given."""

    def __init__(self, message: str, *, column: int | None = None) -> None:
        super().__init__(message if column is None else f"column {column}: {message}")
        self.message = message
        self.column = column

    def shifted(self, by: int) -> "ExpressionError":
        """The same mistake in a longer text that begins `by` characters earlier."""
        column = None if self.column is None else self.column + by
        return ExpressionError(self.message, column=column)


@final
class ProblemError(SymplexError):
    """A mistake in a problem statement, with the place where it was found."""

    def __init__(self, message: str, *, key: str = "", source: str = "") -> None:
        super().__init__(": ".join(part for part in (source, key, message) if part))
        self.message = message
        self.key = key
        self.source = source

    def at(self, source: str) -> "ProblemError":
        """The same mistake, named with the file that holds it."""
        return ProblemError(self.message, key=self.key, source=source)


@final
class SettingsError(SymplexError):
    """A setting or a command-line option with a value that it cannot take."""


def shown(word: str) -> str:
    """A word of the user's as it stands in a sentence: cut where it is long."""
    return word if len(word) <= _LONG else f"{word[:_LONG]}…"


def one_line(text: str) -> str:
    """A text that may come from anyone as one line, without what a terminal would obey."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def nearest(name: str, valid: "Iterable[str]") -> str:
    """A clause that names the closest valid name, or nothing: ``; did you mean 'kappa'?``."""
    close = get_close_matches(name, list(valid), n=1, cutoff=0.6)
    return f"; did you mean '{close[0]}'?" if close else ""


def listing(names: "Iterable[str]") -> str:
    """Names as they stand in a sentence: ``x, y and t``."""
    items = list(names)
    if len(items) < 2:  # noqa: PLR2004
        return "".join(items) or "none"
    return f"{', '.join(items[:-1])} and {items[-1]}"
