"""What is left over when formulas are put into a statement: zero everywhere for a solution."""

from collections.abc import Mapping

from symplex.expression import Expression, Symbol, Token
from symplex.expression.operator_facts import jet
from symplex.problem.problem import Problem


def residuals_of(problem: Problem, formulas: Mapping[str, Expression]) -> tuple[Expression, ...]:
    """The residual of every equation, then of every condition at the values of its region.

    Derivatives are taken as they are written: what happens at kinks is not looked at.

    Args:
        problem: The statement.
        formulas: A formula for each unknown; it may have symbols that the problem does not know.

    Raises:
        ExpressionError: where a derivative has too many nodes.
    """
    made = jet(formulas, problem.derivatives)
    found: list[Expression] = []
    for equation in problem.all_equations:
        whole = equation.residual.substitute(made)
        fixed: dict[Token, Expression] = {
            Symbol(name): value for name, value in equation.region.fixed
        }
        found.append(whole.substitute(fixed) if fixed else whole)
    return tuple(found)
