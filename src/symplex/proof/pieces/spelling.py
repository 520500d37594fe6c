"""One spelling for what is the same at a glance: (−x)² and |x|² are x², and so are their roots.

Kinks and roots are told apart by their formulas, so equal ones should look equal before a cut.
"""

from collections.abc import Sequence

from symplex.algebra import normal_form
from symplex.expression import Expression, Operator, Token, apply, leaf


def plain(formula: Expression) -> Expression:
    """Without signs and abs that an even power or an abs takes away."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        return apply(token, *map(_unsigned, below)) if _is_even(token) else apply(token, *below)

    return formula.fold(combine)


def _is_even(operator: Operator) -> bool:
    exponent = operator.exponent
    if exponent is None:
        return operator.name == "abs"
    return exponent.denominator == 1 and exponent.numerator % 2 == 0


def _unsigned(formula: Expression) -> Expression:
    while getattr(formula.root, "name", "") in {"abs", "neg"} and formula.arguments:
        (formula,) = formula.arguments
    return formula


def settled(base: Expression) -> Expression:
    """The base of a root as a polynomial in its atoms, unless that is longer than it was."""
    terms = normal_form.polynomial(base)
    form = base if terms is None else normal_form.to_expression(terms)
    if form.size > base.size:
        return base
    again = normal_form.polynomial(form)
    return form if again == terms else base
