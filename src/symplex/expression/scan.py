"""The first pass over a formula's text, before Python's parser reads it.

Owns the alphabet of the language, the size limits on text and numbers, and the sentences for
what does not belong in a formula. Its output uses Python's operators, and numbers stand as
references to a list of exact fractions, so that no literal reaches Python's parser.
"""

import keyword
import re
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final, final

from symplex.errors import ExpressionError, shown
from symplex.expression.operators import OPERATORS
from symplex.expression.token import Number

MAX_CHARACTERS = 10_000
MAX_BRACKETS = 90
"""Python's own parser refuses more than about a hundred open brackets."""
MAX_DIGITS = 1_240
"""What `MAX_BITS` allows, so that every number that is written can be read."""
MAX_DECIMAL_EXPONENT = 400

_PIECE: Final = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<number>(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<sign>\*\*|//|==|[-+*/^(),])"
)
_LOOK_ALIKES: Final = MappingProxyType(
    {
        **dict.fromkeys("×·⋅∙", "*"),
        **dict.fromkeys("−–—", "-"),
        **{"÷": "/", "π": "pi", "√": "sqrt( )", "²": "^2", "³": "^3", "∂": "u_x or diff(u, x)"},
        **{"[": "(", "]": ")", "{": "(", "}": ")", "|": "abs( )", "'": "u_x or diff(u, x)"},
    }
)


@final
@dataclass(frozen=True)
class Scan:
    """Text that is safe to hand to Python's parser, with the way back to the user's."""

    text: str
    """Names, operators, and for the n-th number the digits of n."""
    columns: tuple[int, ...]
    """For each character of `text`, the column in the user's text, counted from 1."""
    numbers: tuple[Fraction, ...]


def scan(text: str) -> Scan:
    """Check every piece of a formula's text and rewrite it for Python's parser."""
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(
            f"a formula may have {MAX_CHARACTERS} characters, found {len(text)}; shorten it"
        )
    pieces: list[str] = []
    columns: list[int] = []
    numbers: list[Fraction] = []
    before = ""
    position = brackets = 0
    while position < len(text):
        match = _PIECE.match(text, position)
        column = position + 1
        if match is None:
            raise _foreign(text[position], column)
        piece, kind = match.group(), match.lastgroup or ""
        position = match.end()
        if kind == "space":
            continue
        _check_place(kind, piece, before, column)
        brackets += {"(": 1, ")": -1}.get(piece, 0)
        if brackets > MAX_BRACKETS:
            raise ExpressionError(
                f"brackets may be nested {MAX_BRACKETS} deep; simplify the formula", column=column
            )
        before = piece
        rewritten = _rewrite(kind, piece, column, numbers)
        pieces.append(rewritten)
        columns.extend([column] * len(rewritten))
    if before and before in "+-*/^(,**":
        raise ExpressionError(f"the formula ends after '{shown(before)}'", column=len(text) + 1)
    return Scan("".join(pieces), (*columns, len(text) + 1), tuple(numbers))


def _rewrite(kind: str, piece: str, column: int, numbers: list[Fraction]) -> str:
    if kind == "number":
        numbers.append(_exact(piece, column))
        return f" {len(numbers) - 1} "
    if kind == "name":
        return f" {piece} "
    return {"^": "**"}.get(piece, piece)


def _check_place(kind: str, piece: str, before: str, column: int) -> None:
    """Refuse words and signs without meaning, and two operands side by side."""
    if kind == "name" and (keyword.iskeyword(piece) or piece.startswith("_")):
        raise ExpressionError(f"'{shown(piece)}' has no meaning in a formula", column=column)
    if piece == "//":
        raise ExpressionError("'//' is not an operator; divide with '/'", column=column)
    if piece == "==":
        raise ExpressionError("'==' is not used; an equation has one '='", column=column)
    ends_operand = before == ")" or before[-1:].isalnum() or before[-1:] in {"_", "."}
    if not ends_operand or (kind == "sign" and piece != "("):
        return
    if piece == "(" and (before[0].isalpha() or before[0] == "_"):
        return  # a function call, or a name that the parser will say is none
    if before in OPERATORS:
        raise ExpressionError(f"'{before}' is a function; write {before}(…)", column=column)
    raise ExpressionError(
        f"an operator is missing between '{shown(before)}' and '{shown(piece)}'; "
        "write '*' to multiply",
        column=column,
    )


def _exact(literal: str, column: int) -> Fraction:
    mantissa, _, exponent = literal.lower().partition("e")
    short = len(exponent) <= len(f"+{MAX_DECIMAL_EXPONENT}")
    if len(mantissa) > MAX_DIGITS or not short or abs(int(exponent or 0)) > MAX_DECIMAL_EXPONENT:
        raise ExpressionError(
            f"a number may have {MAX_DIGITS} digits and a decimal exponent within "
            f"{MAX_DECIMAL_EXPONENT}, found '{literal[:20]}…'",
            column=column,
        )
    value = Fraction(literal)
    if Number(value).is_long:
        raise ExpressionError(f"the number '{literal[:20]}…' has too many digits", column=column)
    return value


def _foreign(character: str, column: int) -> ExpressionError:
    if character == "=":
        message = "a formula has no '='; an equation has exactly one, between its two sides"
    elif character in _LOOK_ALIKES:
        message = f"'{character}' is not used in formulas; write {_LOOK_ALIKES[character]}"
    elif not character.isascii():
        message = (
            f"{character!a} is not an ASCII character; write plain letters (kappa, not a "
            "Greek letter)"
        )
    else:
        message = f"{character!r} is not used in formulas"
    return ExpressionError(message, column=column)
