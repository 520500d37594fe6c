r"""Room between the formulas of one line of LaTeX: ``&``, ``\quad``, ``$``, an environment's end.

Owns where room means nothing. TeX prints ``u_t &= v & v_t &= u`` as two equations side by side;
read on as a product, it would be ``u_t = v v_t = u``. So room is passed over where no formula can
begin or end, and is an error everywhere else.
"""

from collections.abc import Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from symplex.errors import shown
from symplex.notation.latex.latex_piece import unclear
from symplex.notation.latex.latex_tokens import Kind, Token

_SIGNS: Final = ("+", "-")
_OPENING: Final = ("(", "{", "{|", r"\lvert", r"\lVert")
_CLOSING: Final = (")", "}", "|}", r"\rvert", r"\rVert")
_BETWEEN: Final = ("=", "*", "/", ",", ";")
_NO_END: Final = frozenset({*_SIGNS, *_OPENING, *_BETWEEN, "^", "_"})
"""After these no formula ends."""
_NO_BEGINNING: Final = frozenset({*_CLOSING, *_BETWEEN, ".", "^", "_"})
"""Before these no formula begins."""
_STEPS: Final = MappingProxyType({**dict.fromkeys(_OPENING, 1), **dict.fromkeys(_CLOSING, -1)})


def without_gaps(line: Sequence[Token]) -> list[Token]:
    """The tokens of a line, if no room in it may be the end of a formula.

    Raises:
        ExpressionError: with the column of the first that may.
    """
    relations = _relations(line)
    solid = [index for index, token in enumerate(line) if token.kind is not Kind.GAP]
    for before, after in pairwise(solid):
        for index in range(before + 1, after):
            is_inner = any(at < index for at in relations) and any(at > index for at in relations)
            if line[index].text.isspace() and not is_inner:
                continue  # a line of the text may be broken where no second equation follows
            if _may_end(line[before], line[after], several=len(relations) > 1):
                raise unclear(
                    f"whether a formula ends at {_shown(line[index])}; "
                    r"write \\ between equations and \cdot between factors",
                    line[index].column,
                )
    return [line[index] for index in solid]


def _may_end(before: Token, after: Token, *, several: bool) -> bool:
    """Whether a formula may end between two tokens, and another begin."""
    if before.text in _NO_END or after.text in _NO_BEGINNING:
        return False
    return several or after.text not in _SIGNS  # a single equation goes on at a sign


def _relations(line: Sequence[Token]) -> list[int]:
    """Where ``=`` stands outside of brackets and braces."""
    found: list[int] = []
    depth = 0
    for index, token in enumerate(line):
        depth += _STEPS.get(token.text, 0)
        if token.text == "=" and depth == 0:
            found.append(index)
    return found


def _shown(gap: Token) -> str:
    return "the end of a line" if gap.text.isspace() else f"'{shown(gap.text)}'"
