"""Text → tree: a whitelist over Python's `ast`.

Owns the way from text to trees and the sentences for what cannot be read; what each piece means is
`reader`'s business. Nothing is ever evaluated. The normal form that it produces is that of
`normal_form`; beyond it, ``max(a, b, c)`` is read as ``max(max(a, b), c)`` and `diff` is carried
out. Everything else stays as it was written.
"""

import ast
from dataclasses import dataclass
from typing import final

from symplex.errors import ExpressionError
from symplex.expression.differentiated import Differentiated, placeholder
from symplex.expression.expression import Expression
from symplex.expression.reader import MAX_DEPTH, Reader
from symplex.expression.scan import Scan, scan
from symplex.expression.scope import RESERVED as RESERVED
from symplex.expression.scope import Scope as Scope


@final
@dataclass(frozen=True)
class Reading:
    """A formula as the search works with it, and as it was written."""

    tree: Expression
    """Every ``diff(…)`` carried out."""
    kept: Expression
    """The derivatives of formulas as placeholders."""
    differentiated: tuple[Differentiated, ...] = ()
    """What was differentiated, inner ones first."""


def parse(text: str, scope: Scope | None = None) -> Expression:
    """The tree that a formula's text stands for.

    Raises:
        ExpressionError: with the column, for anything that is not a formula in this scope.
    """
    return read(text, scope).tree


def read(text: str, scope: Scope | None = None, first: int = 0) -> Reading:
    """A formula's tree, and what it differentiates as it was written.

    Args:
        text: The formula.
        scope: The names that it may use.
        first: The number of its first placeholder.

    Raises:
        ExpressionError: as `parse`.
    """
    scope = scope or Scope()
    scanned = scan(text)
    if not scanned.text.strip():
        raise ExpressionError("a formula is missing: the text is empty")
    try:
        body = ast.parse(scanned.text.lstrip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise _syntax_error(error, text, scanned) from None
    reader = Reader(scanned, scope)
    try:
        tree = reader.read(body)
    except RecursionError:
        raise ExpressionError("the formula is nested too deeply; simplify it") from None
    # Chains of max and derivatives make trees deeper than what was written.
    if tree.size > MAX_DEPTH and tree.depth > MAX_DEPTH:
        raise ExpressionError(f"a formula may be {MAX_DEPTH} levels deep; simplify it")
    return _with_placeholders(body, tree, reader, first)


def parse_equation(text: str, scope: Scope) -> tuple[Expression, Expression]:
    """The two sides of an equation, every derivative in them carried out."""
    left, right = read_equation(text, scope)
    return left.tree, right.tree


def read_equation(text: str, scope: Scope) -> tuple[Reading, Reading]:
    """The two sides of an equation; the placeholders of the right one are numbered on."""
    count = text.count("=") - 2 * text.count("==")
    if "==" in text:
        raise ExpressionError("'==' is not used; write '='", column=text.index("==") + 1)
    if count != 1:
        found = "none" if count == 0 else str(count)
        raise ExpressionError(f"an equation needs exactly one '=', found {found}")
    left_text, right_text = text.split("=")
    left = read(left_text, scope) if left_text.strip() else _empty_side("left")
    try:
        first = len(left.differentiated)
        right = read(right_text, scope, first) if right_text.strip() else _empty_side("right")
    except ExpressionError as error:
        raise error.shifted(len(left_text) + 1) from None
    return left, right


def _empty_side(side: str) -> Reading:
    raise ExpressionError(f"the {side} side of the equation is empty")


def _syntax_error(error: Exception, text: str, scanned: Scan) -> ExpressionError:
    if isinstance(error, RecursionError | MemoryError):
        return ExpressionError("the formula is nested too deeply; simplify it")
    if text.count("(") != text.count(")"):
        return ExpressionError(
            f"brackets do not match: {text.count('(')} opening, {text.count(')')} closing"
        )
    skipped = len(scanned.text) - len(scanned.text.lstrip())
    offset = (error.offset or 1) - 1 if isinstance(error, SyntaxError) else 0
    column = scanned.columns[min(max(offset + skipped, 0), len(scanned.columns) - 1)]
    piece = " ".join(text[column - 1 :][:12].split())
    found = f"found '{piece}'" if column <= len(text) else "the formula ends"
    return ExpressionError(f"expected a number, a name or a bracket, {found}", column=column)


def _with_placeholders(body: ast.AST, tree: Expression, reader: Reader, first: int) -> Reading:
    """What was read, read once more down to each derivative of a formula and no further."""
    found = reader.found
    if not found:
        return Reading(tree, tree)
    names = {one.node: placeholder(first + index) for index, one in enumerate(found)}
    keeping = reader.stopping_at(names)
    records: list[Differentiated] = []
    for one in found:
        inner = keeping.read(one.argument)
        records.append(Differentiated(one.formula, one.by, None if inner == one.formula else inner))
    return Reading(tree, keeping.read(body), tuple(records))
