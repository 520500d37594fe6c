"""A linear equation or condition: Σ a·d + b = 0 in the unknowns and their derivatives d.

Owns the one linear form. Nothing is proved: there is none where the rules of differentiation alone
do not show that the formula is linear.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import final

from symplex.expression import Derivative, Expression, number
from symplex.expression.operator_facts import kinks_of, limits_of
from symplex.problem.coordinates import differentiate_by

_ZERO = number(0)


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

    def coefficient(self, of: str, *by: str) -> Expression:
        """What multiplies a derivative; 0 if it does not occur."""
        return self.coefficients.get(Derivative(of, by), _ZERO)


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
