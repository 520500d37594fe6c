"""Answers as text: one formula for each unknown, in the problem's own language."""

from collections.abc import Mapping

from symplex.errors import ExpressionError, listing, nearest
from symplex.expression import Expression
from symplex.expression.read_series import read_formula
from symplex.expression.series import Formula
from symplex.problem import Problem


def read_answer(problem: Problem, text: str) -> dict[str, Formula]:
    """The answer in ``"u = …; v = …"``; a lone formula suffices where there is one unknown.

    Raises:
        ExpressionError: for anything that is not one formula for each unknown.
    """
    parts = [part for part in text.split(";") if part.strip()]
    if len(parts) == 1 and len(problem.unknowns) == 1 and "=" not in parts[0]:
        return {problem.unknowns[0]: read_formula(parts[0], problem.answer_scope)}
    found: dict[str, str] = {}
    for part in parts:
        name, sign, formula = (piece.strip() for piece in part.partition("="))
        if not sign or name in found:
            problems = "twice" if name in found else "without a name"
            raise ExpressionError(f"expected 'u = …; v = …', found a formula {problems}")
        found[name] = formula
    return read_formulas(problem, found)


def read_formulas(problem: Problem, formulas: Mapping[str, str | Formula]) -> dict[str, Formula]:
    """The answer in texts (or trees, or series) by the names of the unknowns.

    Raises:
        ExpressionError: for an unknown too many or too few, or a text that is no formula.
    """
    for name in formulas:
        if name not in problem.unknowns:
            raise ExpressionError(
                f"'{name}' is not an unknown of this problem; it has "
                f"{listing(problem.unknowns)}{nearest(name, problem.unknowns)}"
            )
    missing = [name for name in problem.unknowns if name not in formulas]
    if missing:
        how = (
            "; give one for each unknown, as in 'u = …; v = …'" if len(problem.unknowns) > 1 else ""
        )
        raise ExpressionError(f"the answer has no formula for {listing(missing)}{how}")
    return {
        name: read_formula(value, problem.answer_scope) if isinstance(value, str) else value
        for name, value in formulas.items()
    }


def closed_formulas(answer: Mapping[str, Formula]) -> dict[str, Expression]:
    """The formulas of an answer that has no series; without them."""
    return {name: one for name, one in answer.items() if isinstance(one, Expression)}
