"""Text → series: a sum over integers as a summand of an answer, and what is wrong with one."""

import re
from dataclasses import replace
from typing import Final

from symplex.errors import ExpressionError, shown
from symplex.expression.expression import number
from symplex.expression.parse import MAX_CHARACTERS, RESERVED, Scope, parse
from symplex.expression.series import SUM, Formula, Series
from symplex.expression.token import Number

_START: Final = re.compile(rf"(?<![A-Za-z0-9_]){SUM}\s*\(")
_NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_INFINITY: Final = "oo"
_FORM: Final = "sum(TERM, n, 1, oo), or sum(TERM, n, 1, oo, 2) for every second n"
_FEWEST, _MOST = 4, 5
_LARGEST: Final = 1_000


def read_formula(text: str, scope: Scope) -> Formula:
    """The formula or the series that a text writes.

    Raises:
        ExpressionError: if it is neither.
    """
    return read_series(text, scope) if is_series(text) else parse(text, scope)


def is_series(text: str) -> bool:
    """Whether a text has a sum in it."""
    return _START.search(text) is not None


def read_series(text: str, scope: Scope) -> Series:
    """The series that a text writes: formulas and one sum over integers, as summands.

    Raises:
        ExpressionError: with the column, for anything else.
    """
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(
            f"a formula may have {MAX_CHARACTERS} characters, found {len(text)}; shorten it"
        )
    starts = list(_START.finditer(text))
    if len(starts) != 1:
        raise ExpressionError(
            "an answer may have one sum; write several over the same n as one: sum(A + B, n, 1, oo)"
            if starts
            else f"expected {_FORM}, found no sum"
        )
    begin, inside = starts[0].start(), starts[0].end()
    pieces, end = _arguments(text, inside)
    sign, before = _sign(text, begin), text[:begin].rstrip()
    before = before[:-1] if before else before
    after = text[end:].lstrip()
    if after and after[0] not in "+-":
        raise _not_a_summand(begin)
    rest = before + " " * (end - len(before)) + text[end:]
    closed = parse(rest, scope) if rest.strip() else number(0)
    index = _index(pieces[1], scope)
    inner = replace(scope, parameters=(*scope.parameters, index))
    try:
        term = parse(pieces[0][1], inner)
    except ExpressionError as error:
        raise error.shifted(pieces[0][0]) from None
    first = _whole(pieces[2], least=0, what="the first value of the index")
    if pieces[3][1].strip() != _INFINITY:
        raise ExpressionError(
            f"a sum of an answer goes on without end: expected '{_INFINITY}', found "
            f"'{shown(pieces[3][1].strip())}'; write out a sum that ends",
            column=pieces[3][0] + 1,
        )
    step = _whole(pieces[4], least=1, what="the step") if len(pieces) == _MOST else 1
    return Series(closed, -term if sign < 0 else term, index, first, step)


Piece = tuple[int, str]
"""Where a piece of text begins, and the piece."""


def _arguments(text: str, start: int) -> tuple[list[Piece], int]:
    """What stands between the commas of a call, and where the call ends."""
    found: list[Piece] = []
    depth, begin = 0, start
    for position in range(start, len(text)):
        match text[position]:
            case "(":
                depth += 1
            case ")" if depth:
                depth -= 1
            case ("," | ")") as sign if not depth:
                found.append((begin, text[begin:position]))
                begin = position + 1
                if sign == ")":
                    if not _FEWEST <= len(found) <= _MOST:
                        raise ExpressionError(
                            f"expected {_FORM}, found {len(found)} arguments", column=start
                        )
                    return found, position + 1
            case _:
                pass
    raise ExpressionError("brackets do not match: a sum is not closed", column=start)


def _sign(text: str, begin: int) -> int:
    """The sign before the sum, which is a summand of the whole."""
    before = text[:begin].rstrip()
    if before.count("(") != before.count(")") or (before and before[-1] not in "+-"):
        raise _not_a_summand(begin)
    rest = before[:-1].rstrip()
    if before and rest and rest[-1] in "+-*/^(,":
        raise _not_a_summand(begin)
    return -1 if before.endswith("-") else 1


def _not_a_summand(begin: int) -> ExpressionError:
    return ExpressionError(
        f"a sum is a summand of the answer, as in formula + {_FORM}; put factors inside of it",
        column=begin + 1,
    )


def _index(piece: Piece, scope: Scope) -> str:
    name = piece[1].strip()
    column = piece[0] + 1
    if not _NAME.fullmatch(name):
        raise ExpressionError(
            f"expected a name for the index of the sum, such as n, found '{shown(name)}'",
            column=column,
        )
    if name in scope.names or name in RESERVED:
        raise ExpressionError(
            f"the index '{name}' of the sum has another meaning here; choose another name",
            column=column,
        )
    return name


def _whole(piece: Piece, *, least: int, what: str) -> int:
    value = parse(piece[1]).root if piece[1].strip() else None
    if (
        not isinstance(value, Number)
        or value.value.denominator != 1
        or not least <= value.value <= _LARGEST
    ):
        raise ExpressionError(
            f"{what} must be a whole number from {least} to {_LARGEST}, "
            f"found '{shown(piece[1].strip())}'",
            column=piece[0] + 1,
        )
    return int(value.value)
