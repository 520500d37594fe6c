r"""Laplacians and gradients: ``\nabla^2 u``, ``\Delta u``, ``|\nabla u|``, ``\nabla\cdot\nabla u``.

All of them are those of the variables other than t.
"""

from itertools import combinations_with_replacement
from typing import Final

from symplex.errors import ExpressionError, listing
from symplex.notation.latex.latex_cursor import Formulas
from symplex.notation.latex.latex_derivatives import (
    NABLA,
    derived,
    name_or_brackets,
    operand_of,
    order_of,
)
from symplex.notation.latex.latex_piece import Piece, joined
from symplex.notation.latex.latex_tokens import Kind, Token

_BARS: Final = ("|", r"\lvert", r"\lVert", r"\|")
_CLOSING: Final = ("|", r"\rvert", r"\rVert", r"\|")


def read_laplacian(reader: Formulas) -> Piece:
    r"""``\Delta u``, ``\nabla^2 u``, ``\nabla^4 u``, or a divergence ``\nabla\cdot(k\nabla u)``."""
    cursor = reader.cursor
    start = cursor.take()
    if start.text == NABLA and cursor.sees("*"):
        cursor.take()
        return _divergence(reader, start)
    power = order_of(reader) if cursor.sees("^") else 0
    if start.text == NABLA and (power == 0 or power % 2):
        raise ExpressionError(
            r"a gradient stands only in bars, |\nabla u|, or in \nabla\cdot(…)", column=start.column
        )
    times = power // 2 if start.text == NABLA else max(power, 1)
    first = len(reader.places)
    operand = operand_of(reader, start)
    made = _laplacian(reader, operand, times, start)
    if operand.of is not None and not reader.places.are_fixed(first):
        reader.places.forget(first)
        reader.value_of(operand)
    return made


def starts_gradient(reader: Formulas) -> bool:
    r"""Whether ``|\nabla u|`` comes next."""
    cursor = reader.cursor
    return cursor.sees(*_BARS) and cursor.after(1).text == NABLA and cursor.after(2).text != "^"


def read_norm_of_gradient(reader: Formulas) -> Piece:
    r"""``|\nabla u|``, squared without a root where a square follows."""
    cursor = reader.cursor
    start = cursor.take()
    cursor.take()
    operand = _placed(reader, start)
    if not cursor.sees(*_CLOSING):
        raise cursor.error(f"expected the closing bar of a gradient, {cursor.found()}")
    cursor.take()
    space = _space(reader, start)
    parts = [derived(reader, operand, (name,), start) for name in space]
    is_square = cursor.sees("^") and cursor.after(1).text == "2"
    if len(parts) == 1 and not is_square:
        return joined(start.column, "abs(", parts[0], ")")
    terms: list[Piece | str] = []
    for part in parts:
        terms += [" + " if terms else "", part, "^2"]
    if is_square:
        cursor.take()
        cursor.take()
        return joined(start.column, "(", *terms, ")")
    return joined(start.column, "sqrt(", *terms, ")")


def _placed(reader: Formulas, start: Token) -> Piece:
    """What a gradient is taken of, which may say where it is taken."""
    first = len(reader.places)
    operand = name_or_brackets(reader, start)
    if operand.of is not None and not reader.places.are_fixed(first):
        reader.places.forget(first)
        reader.value_of(operand)
    return operand


def _space(reader: Formulas, start: Token) -> tuple[str, ...]:
    space = reader.names.space
    if not space:
        raise ExpressionError(
            f"'{start.text}' needs a variable other than time; this problem has "
            f"{listing(reader.names.variables)}",
            column=start.column,
        )
    return space


def _laplacian(reader: Formulas, operand: Piece, times: int, start: Token) -> Piece:
    r"""The sum over all ways to differentiate twice: ``\Delta^2`` has mixed terms."""
    space = _space(reader, start)
    counts: dict[tuple[str, ...], int] = {(): 1}
    for _ in range(times):
        grown: dict[tuple[str, ...], int] = {}
        for name in space:
            for by, count in counts.items():
                key = tuple(sorted((*by, name, name), key=space.index))
                grown[key] = grown.get(key, 0) + count
        counts = grown
    order = list(combinations_with_replacement(space, 2 * times))
    terms: list[Piece | str] = []
    for by in sorted(counts, key=order.index):
        factor = "" if counts[by] == 1 else f"{counts[by]}*"
        sign = " + " if terms else ""
        terms += [f"{sign}{factor}", derived(reader, operand, by, start)]
    return (
        joined(start.column, "(", *terms, ")") if len(space) > 1 else joined(start.column, *terms)
    )


def _divergence(reader: Formulas, start: Token) -> Piece:
    r"""``\nabla\cdot(k\nabla u)``: of a gradient times factors."""
    cursor = reader.cursor
    space = _space(reader, start)
    bracketed = cursor.sees("(")
    if bracketed:
        cursor.take()
    factors: list[Piece | str] = []
    while cursor.next.text != NABLA:
        if cursor.sees("*"):
            cursor.take()
        if cursor.sees(")", "+", "-", "=") or cursor.next.kind is Kind.END:
            raise cursor.error(
                r"a divergence is read of factors and a gradient, \nabla\cdot(k\nabla u), "
                f"{cursor.found()}"
            )
        factors += [reader.factor(), "*"]
    nabla = cursor.take()
    operand = _placed(reader, nabla)
    if bracketed:
        cursor.expect(")", "the closing bracket of the divergence")
    terms: list[Piece | str] = []
    for name in space:
        flux = joined(start.column, *factors, derived(reader, operand, (name,), start))
        sign = " + " if terms else ""
        terms += [sign, joined(start.column, "diff(", flux, f", {name})")]
    return joined(start.column, "(", *terms, ")")
