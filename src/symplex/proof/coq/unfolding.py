"""Formulas in fewer functions: what the rules of differentiation in the file know.

Owns the same unfolding that the tactic ``sx_unfold`` does in Coq: tan, the hyperbolic functions,
the arc functions and broken powers are written by exp, log, sin, cos, sqrt and atan.
"""

from collections.abc import Sequence
from fractions import Fraction

from symplex.expression import Expression, Operator, Token, apply, leaf, number
from symplex.expression.operators import ACOS, ASIN, COSH, SINH, TAN, TANH


def unfolded(formula: Expression) -> Expression:
    """The formula without the functions that are abbreviations."""
    return formula.fold(_unfold)


def _unfold(token: Token, below: Sequence[Expression], value: float) -> Expression:
    if not isinstance(token, Operator):
        return leaf(token, value)
    if token.exponent is not None:
        return _power(below[0], token.exponent)
    if token in (TAN, TANH, SINH, COSH, ASIN, ACOS):
        return _function(token, below[0])
    return apply(token, *below)


def _function(row: Operator, inner: Expression) -> Expression:
    if row is TAN:
        return apply("sin", inner) / apply("cos", inner)
    if row is TANH:
        return 1 - 2 * (apply("exp", 2 * inner) + 1) ** -1
    if row in (SINH, COSH):
        there, back = apply("exp", inner), apply("exp", apply("neg", inner))
        return (there - back if row is SINH else there + back) / 2
    arc = apply("atan", inner / apply("sqrt", 1 - inner**2))
    return arc if row is ASIN else apply("pi") / 2 - arc


def _power(base: Expression, exponent: Fraction) -> Expression:
    if exponent < 0:
        return _power(base, -exponent) ** -1
    if exponent.denominator == 2:  # noqa: PLR2004 (square roots)
        return apply("sqrt", base) ** exponent.numerator
    if exponent.denominator != 1:
        return apply("exp", number(exponent) * apply("log", base))
    return base**exponent
