r"""LaTeX → text: formulas and equations as textbooks write them.

Owns lines and sides. ``u(x, 0)`` is the unknown at t = 0, its arguments in the order of the
problem's variables.
"""

from dataclasses import dataclass
from typing import final

from symplex.errors import ExpressionError
from symplex.expression.parse import Scope
from symplex.notation.latex.latex_gaps import without_gaps
from symplex.notation.latex.latex_names import Names
from symplex.notation.latex.latex_piece import Piece, joined, unclear
from symplex.notation.latex.latex_places import Evaluated as Evaluated
from symplex.notation.latex.latex_reader import Reader
from symplex.notation.latex.latex_tokens import Token, latex_lines
from symplex.problem.stated import TIME


@final
@dataclass(frozen=True)
class LatexEquation:
    """An equation in the language of problem files, read from LaTeX."""

    text: str
    columns: tuple[int, ...]
    """For each character of `text`, the column of the LaTeX."""
    at: Evaluated


def read_latex_formula(text: str, scope: Scope) -> Piece:
    """A formula without ``=``.

    Raises:
        ExpressionError: with the column, for anything that is unclear or no formula.
    """
    lines = latex_lines(text)
    if len(lines) != 1:
        raise ExpressionError("expected one formula in LaTeX")
    reader = Reader(without_gaps(lines[0]), Names(scope))
    made = reader.sum()
    reader.end()
    return made


def read_latex_equations(text: str, scope: Scope, time: str = TIME) -> list[LatexEquation]:
    r"""The equations of a text, one a line; ``a = b = c`` states ``a = c`` and ``b = c``.

    Args:
        text: The LaTeX.
        scope: The names of the problem.
        time: The variable of a dot, and of which a gradient knows nothing, if there is one.

    Raises:
        ExpressionError: with the column, for anything that is unclear or no equation.
    """
    lines = latex_lines(text)
    if not lines:
        raise ExpressionError("an equation is missing: the text is empty")
    solid = map(without_gaps, lines)
    return [equation for line in solid for equation in _equations(line, Names(scope, time))]


def _equations(line: list[Token], names: Names) -> list[LatexEquation]:
    sides: list[tuple[Piece, Evaluated]] = []
    reader = Reader(line, names)
    while True:
        made = reader.sum()
        sides.append((made, reader.places.taken()))
        if not reader.cursor.sees("="):
            break
        if len(sides) > 1:
            _require_one_equation(reader)
        reader.cursor.take()
    reader.end()
    if len(sides) == 1:
        raise ExpressionError("an equation needs '=', found none", column=line[-1].column)
    right, at_right = sides[-1]
    return [_equation(left, at, right, at_right) for left, at in sides[:-1]]


def _require_one_equation(reader: Reader) -> None:
    """Refuse ``a = x u_t = c``: it may be a chain, or ``a = x`` and ``u_t = c``."""
    token = reader.side_by_side
    if token is not None:
        raise unclear(
            "whether a formula ends before this factor; "
            r"write \\ between equations and \cdot between factors",
            token.column,
        )


def _equation(left: Piece, at: Evaluated, right: Piece, at_right: Evaluated) -> LatexEquation:
    if right.has_unknown and left.has_unknown and at != at_right:
        raise ExpressionError(
            "the two sides are taken at different points; periodic and two-point conditions "
            "cannot be stated yet",
            column=right.columns[0],
        )
    whole = joined(right.columns[0], left, " = ", right)
    return LatexEquation(whole.text, whole.columns, at if left.has_unknown else at_right)
