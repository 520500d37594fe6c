"""How a formula changes with a parameter: the derivative, in closed form."""

from symplex.expression import Expression
from symplex.expression.calculus import differentiate


def sensitivity(formula: Expression, parameter: str) -> Expression:
    """The derivative of a formula by a parameter; kinks are differentiated as if not there."""
    return differentiate(formula, parameter)
