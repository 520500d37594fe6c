"""Antiderivatives of a polynomial times a sine or a cosine: by parts, until it is gone."""

from collections.abc import Sequence

from symplex.exact.formulas.building import ZERO, add, divide, multiply, power, subtract, total
from symplex.expression import Expression, number, symbol


def antiderivative(
    coefficients: Sequence[Expression],
    name: str,
    frequency: Expression,
    sine: bool,  # noqa: FBT001
) -> tuple[Expression, Expression]:
    """The factors C and S of F = C·cos(ω·s) + S·sin(ω·s), where F' is p·sin(ω·s) or p·cos(ω·s).

    Args:
        coefficients: Those of the polynomial p in s, from the constant term up.
        name: The variable s.
        frequency: The number ω.
        sine: Whether p has the factor sin(ω·s); else cos(ω·s).
    """
    derivatives = list[Expression]()
    parts = list(coefficients)
    while parts:
        derivatives.append(polynomial(parts, name))
        parts = [multiply(number(k), part) for k, part in enumerate(parts)][1:]
    even, odd = ZERO, ZERO
    for order, derivative in enumerate(derivatives):
        term = divide(derivative, power(frequency, order + 1))
        turned = order % 4 in (2, 3)
        if order % 2:
            odd = subtract(odd, term) if turned else add(odd, term)
        else:
            even = subtract(even, term) if turned else add(even, term)
    return (subtract(ZERO, even), odd) if sine else (odd, even)


def polynomial(coefficients: Sequence[Expression], name: str) -> Expression:
    """The formula of a polynomial."""
    return total(multiply(part, power(symbol(name), k)) for k, part in enumerate(coefficients))
