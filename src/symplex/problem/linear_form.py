"""A linear equation or condition: Σ a·d + b = 0 in the unknowns and their derivatives d.

Owns the one linear form, and the derivative of a formula by an unknown or a derivative as a
coordinate of its own. Nothing is proved: a form is none where the rules of differentiation alone do
not show that it is linear.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of, limits_of

_ZERO = number(0)


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


@final
@dataclass(frozen=True)
class LinearForm:
    """Σ coefficients·derivatives + rest, none of them with an unknown in it."""

    coefficients: Mapping[Derivative, Expression]
    rest: Expression

    @property
    def alone(self) -> Derivative | None:
        """The one derivative in it, if there is just one."""
        return next(iter(self.coefficients)) if len(self.coefficients) == 1 else None

    @property
    def is_constant(self) -> bool:
        """Whether all coefficients are constants; parameters are none."""
        return not any(one.symbols for one in self.coefficients.values())

    @property
    def is_pure(self) -> bool:
        """Whether no derivative is by two different variables."""
        return all(len(set(one.by)) <= 1 for one in self.coefficients)

    def coefficient(self, of: str, *by: str) -> Expression:
        """What multiplies a derivative; 0 if it does not occur."""
        return self.coefficients.get(Derivative(of, by), _ZERO)

    def along(self, unknown: str, name: str) -> dict[int, Expression]:
        """The coefficients of the pure derivatives by one variable, by their order from 1 on."""
        return {
            one.order: value
            for one, value in self.coefficients.items()
            if one.of == unknown and one.order and set(one.by) == {name}
        }


def linear_form(formula: Expression) -> LinearForm | None:
    """The linear form of a residual; None if it is not seen to be linear.

    Where it is smooth in the derivatives and its slopes by them do not depend on them, it is.
    """
    tokens = sorted(formula.derivatives, key=repr)
    slopes = {token: differentiate_by(formula, token) for token in tokens}
    bends = (*kinks_of(formula), *(margin for margin, _ in limits_of(formula)))
    if any(one.derivatives for one in (*slopes.values(), *bends)):
        return None
    return LinearForm(slopes, formula.substitute(dict.fromkeys(tokens, _ZERO)))
