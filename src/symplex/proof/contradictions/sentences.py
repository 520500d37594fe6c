"""Parts of sentences about solutions."""

from collections.abc import Mapping, Sequence

from symplex.codes import StatementCode
from symplex.errors import listing
from symplex.expression import Expression
from symplex.expression.operator_facts import short
from symplex.proof.contradictions.exact import shown
from symplex.reasons import Reason


def with_data(equations: Sequence[str], conditions: Sequence[str]) -> str:
    """Equations and the conditions under which they are looked at, for a sentence."""
    parts = (listing(equations), ", ".join(conditions))
    return " with ".join(part for part in parts if part)


def only_solution(
    formulas: Mapping[str, Expression], left: Expression, right: Expression
) -> Reason:
    """Why a condition fails: the unique solution with both sides of the condition."""
    return Reason(
        StatementCode.CONTRADICTION_ONLY_SOLUTION,
        solution=formulas_text(formulas),
        left=shown(left),
        right=shown(right),
    )


def formulas_text(formulas: Mapping[str, Expression]) -> str:
    """``u = sin(x), v = cos(x)``."""
    parts = (f"{name} = {short(formula).replace('#', '')}" for name, formula in formulas.items())
    return ", ".join(parts)
