"""Answers as text: one formula for each unknown, in the problem's own language."""

from collections.abc import Mapping

from symplex.errors import ExpressionError, listing, nearest
from symplex.expression import Expression
from symplex.expression.parse import parse
from symplex.problem import Problem


def read_answer(problem: Problem, text: str) -> dict[str, Expression]:
    """The answer in ``"u = …; v = …"``; a lone formula suffices where there is one unknown.

    Raises:
        ExpressionError: for anything that is not one formula for each unknown.
    """
    parts = [part for part in text.split(";") if part.strip()]
    if len(parts) == 1 and len(problem.unknowns) == 1 and "=" not in parts[0]:
        return {problem.unknowns[0]: parse(parts[0], problem.answer_scope)}
    found: dict[str, str] = {}
    for part in parts:
        name, sign, formula = (piece.strip() for piece in part.partition("="))
        if not sign or name in found:
            problems = "twice" if name in found else "without a name"
            raise ExpressionError(f"expected 'u = …; v = …', found a formula {problems}")
        found[name] = formula
    return read_formulas(problem, found)


def read_formulas(
    problem: Problem, formulas: "Mapping[str, str | Expression]"
) -> dict[str, Expression]:
    """The answer in texts (or trees) by the names of the unknowns.

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
        name: value if isinstance(value, Expression) else parse(value, problem.answer_scope)
        for name, value in formulas.items()
    }
