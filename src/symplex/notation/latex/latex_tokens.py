"""The first pass over LaTeX: commands, letters, numbers and signs, each with its column.

Owns the alphabet. Spaces and the size of brackets mean nothing and are dropped here. What leaves
room between formulas (environments, alignment, wide spaces) stays as gaps.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from types import MappingProxyType
from typing import Final, final

from symplex.errors import ExpressionError, shown

MAX_CHARACTERS = 10_000
_PLACED: Final = r"(?:\[[tbc]\])?"
_ENVIRONMENT: Final = (
    r"\\end\{[A-Za-z]+\*?\}|\\begin\{(?:"
    r"(?:equation|align|flalign|gather|eqnarray|split|subequations)\*?\}"
    r"|(?:d?cases|d?rcases|math|displaymath)\*?\}"
    rf"|(?:aligned|gathered)\}}{_PLACED}"
    rf"|(?:alignat\*?\}}|alignedat\}}{_PLACED})\{{[0-9]+\}}"
    rf"|array\}}{_PLACED}\{{[lcr|\s]*\}}"
    r")(?![\[{]|\s*\[[tbc]\]|\s*\{[lcr|0-9]*\})"
)
"""Environments of equations with their arguments; what else stands in brackets is a factor."""
_PIECE: Final = re.compile(
    r"(?P<gap>[^\S\n]*\n\s*|&|\$+|\\[\[\]()]|\\q?quad(?![A-Za-z])|(?:~|\\ ) *(?:~|\\ )|"
    + _ENVIRONMENT
    + r")|(?P<foreign>\\(?:begin|end)(?![A-Za-z]))"
    r"|(?P<space>\s+|~|\\[,;:!> ]|\\(?:displaystyle|limits|nonumber)(?![A-Za-z]))"
    r"|(?P<sized>\\(?:[bB]igg?[lr]?)(?![A-Za-z]))"
    r"|(?P<side>\\(?:left|right)(?![A-Za-z])\s*(?:\\[A-Za-z]+|\\[{}|]|.))"
    r"|(?P<word>\\(?:mathrm|operatorname|mathit|text|mathsf)\*?\s*(?:\{\s*[A-Za-z0-9]+\s*\}|[A-Za-z]))"
    r"|(?P<command>\\(?:[A-Za-z]+|[{}|]))"
    r"|(?P<number>[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
    r"|(?P<letter>[A-Za-z])"
    r"|(?P<sign>[-+*/^_{}()\[\]|=,'.;])",
    re.DOTALL,
)
_WORD: Final = re.compile(r"\{\s*([A-Za-z0-9]+)\s*\}$|([A-Za-z])$")
_LINES: Final = re.compile(r"\\\\(?:\[[^\]]*\])?")
_OPENING: Final = MappingProxyType(
    {
        **{"(": "(", "[": "(", r"\{": "{|", "|": r"\lvert", r"\lvert": r"\lvert"},
        **{r"\|": r"\lVert", r"\lVert": r"\lVert", ".": r"\left.", r"\lbrace": "{|"},
    }
)
_CLOSING: Final = MappingProxyType(
    {
        **{")": ")", "]": ")", r"\}": "|}", "|": r"\rvert", r"\rvert": r"\rvert"},
        **{r"\|": r"\rVert", r"\rVert": r"\rVert", r"\rbrace": "|}"},
    }
)
_ALIKE: Final = MappingProxyType(
    {
        **{"[": "(", "]": ")", r"\{": "{|", r"\}": "|}", r"\lbrace": "{|", r"\rbrace": "|}"},
        **{r"\Vert": r"\|", r"\vert": "|", r"\cdot": "*", r"\times": "*", r"\ast": "*"},
        **{r"\dfrac": r"\frac", r"\tfrac": r"\frac", r"\cfrac": r"\frac", r"\prime": "'"},
    }
)
"""Different ways to write the same thing."""


class Kind(Enum):
    """What a piece of LaTeX is."""

    NUMBER = auto()
    LETTER = auto()
    WORD = auto()
    COMMAND = auto()
    SIGN = auto()
    GAP = auto()
    END = auto()


@final
@dataclass(frozen=True)
class Token:
    """One piece of a formula in LaTeX."""

    kind: Kind
    text: str
    column: int
    adjacent: bool = False
    """Whether nothing, not even a space, stands before it."""

    @property
    def is_name(self) -> bool:
        """Whether it may be a name, or the beginning of one."""
        return self.kind in (Kind.LETTER, Kind.WORD, Kind.COMMAND)

    @property
    def word(self) -> str:
        r"""A name without its backslash: ``kappa`` for ``\kappa``."""
        return self.text.removeprefix("\\")


def latex_lines(text: str) -> list[list[Token]]:
    r"""The tokens of each line, gaps among them: lines end at ``\\``; empty ones are left out."""
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(
            f"a formula may have {MAX_CHARACTERS} characters, found {len(text)}; shorten it"
        )
    lines: list[list[Token]] = []
    start = 0
    for end in [*_LINES.finditer(text), None]:
        stop = len(text) if end is None else end.start()
        line = _trimmed(list(_tokens(text, start, stop)))
        if line:
            lines.append([*line, Token(Kind.END, "", stop + 1)])
        start = stop if end is None else end.end()
    return lines


def _trimmed(line: Sequence[Token]) -> list[Token]:
    """Without the comma or full stop of the sentence in which the formula stood, and its room."""
    solid = [index for index, token in enumerate(line) if token.kind is not Kind.GAP]
    if solid and line[solid[-1]].text in (",", ".", ";"):
        del solid[-1]
    return list(line[solid[0] : solid[-1] + 1]) if solid else []


def _tokens(text: str, start: int, stop: int) -> Iterator[Token]:
    position, adjacent = start, False
    while position < stop:
        match = _PIECE.match(text, position, stop)
        if match is None:
            raise _foreign(text[position], position + 1)
        column, position = position + 1, match.end()
        kind = match.lastgroup or ""
        if kind == "foreign":
            raise _foreign_environment(text[column - 1 : stop], column)
        if kind not in ("space", "sized"):
            yield replace(_token(kind, match[0], column), adjacent=adjacent)
        adjacent = kind not in ("space", "sized", "gap")


def _token(kind: str, text: str, column: int) -> Token:
    if kind == "side":
        return _side(text, column)
    if kind == "word":
        found = _WORD.search(text)
        word = (found[1] or found[2]) if found else text
        return Token(Kind.WORD, word, column)
    if text in _ALIKE:
        same = _ALIKE[text]
        kind = "command" if same[0] == "\\" else "sign"
        text = same
    return Token(Kind[kind.upper()], text, column)


def _side(text: str, column: int) -> Token:
    is_left = text.startswith(r"\left")
    delimiter = text.removeprefix(r"\left" if is_left else r"\right").strip()
    found = (_OPENING if is_left else _CLOSING).get(delimiter)
    if found is None:
        side = "left" if is_left else "right"
        message = rf"\{side} is followed by '{shown(delimiter)}'; expected a bracket or a bar"
        raise ExpressionError(message, column=column)
    return Token(Kind.COMMAND if found[0] == "\\" else Kind.SIGN, found, column)


def _foreign(character: str, column: int) -> ExpressionError:
    if character == "\\":
        message = "a backslash is followed by no command"
    elif not character.isascii():
        message = f"{character!a} is not an ASCII character; write a command such as \\kappa"
    else:
        message = f"{character!r} is not used in formulas"
    return ExpressionError(message, column=column)


def _foreign_environment(text: str, column: int) -> ExpressionError:
    message = (
        r"expected an environment of equations such as \begin{aligned}, with no bracket behind it, "
        f"found '{shown(text.splitlines()[0])}'; leave it out"
    )
    return ExpressionError(message, column=column)
