"""Unknowns and their derivatives as coordinates: a formula whatever values they have."""

from symplex.expression import Derivative, Expression, Symbol
from symplex.expression.calculus import differentiate


def coordinate(token: Derivative) -> str:
    """The symbol that stands for an unknown or a derivative; no name of the user's contains #."""
    return f"{token.of}#{'#'.join(token.by)}"


def in_coordinates(formula: Expression) -> Expression:
    """A formula with a symbol for each unknown and each derivative."""
    return formula.substitute(
        {d: Expression((Symbol(coordinate(d)),)) for d in formula.derivatives}
    )


def differentiate_by(formula: Expression, token: Derivative) -> Expression:
    """The derivative of a formula by an unknown or a derivative, the others held fixed."""
    tokens = {Symbol(coordinate(d)): Expression((d,)) for d in formula.derivatives}
    return differentiate(in_coordinates(formula), coordinate(token)).substitute(tokens)
