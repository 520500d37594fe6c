"""What is left over when formulas are put into a statement: zero everywhere for a solution."""

from collections.abc import Mapping

from symplex.expression import Derivative, Expression, Symbol, Token
from symplex.expression.operator_facts import jet
from symplex.problem.equation import Equation
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
    return tuple(_residual(equation, made) for equation in problem.all_equations)


def residual_of(equation: Equation, formulas: Mapping[str, Expression]) -> Expression:
    """The residual of one equation or condition, at the values of its region."""
    return _residual(equation, jet(formulas, equation.derivatives))


def _residual(equation: Equation, made: Mapping[Derivative, Expression]) -> Expression:
    whole = equation.residual.substitute(made)
    fixed: dict[Token, Expression] = {Symbol(name): value for name, value in equation.region.fixed}
    return whole.substitute(fixed) if fixed else whole
