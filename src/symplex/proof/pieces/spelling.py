"""One spelling for what is the same at a glance: (−x)² and |x|² are x², and so are their roots.

Kinks and roots are told apart by their formulas, so equal ones are spelled alike before a cut.
"""

from collections.abc import Sequence

from symplex.algebra.normal_form import Normaliser
from symplex.expression import Expression, Operator, Token, apply, leaf
from symplex.expression.operators import ABS, NEGATE


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
        return operator is ABS
    return exponent.denominator == 1 and exponent.numerator % 2 == 0


def _unsigned(formula: Expression) -> Expression:
    while formula.root in (ABS, NEGATE):
        (formula,) = formula.arguments
    return formula


def settled(base: Expression, normaliser: Normaliser) -> Expression:
    """The base of a root as a polynomial in its atoms, unless that is longer than it was."""
    terms = normaliser.polynomial(base)
    form = base if terms is None else normaliser.tree(terms)
    if form.size > base.size:
        return base
    again = normaliser.polynomial(form)
    return form if again == terms else base
