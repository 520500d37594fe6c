"""Exact division of polynomials, so that (x⁴ + x²)/(x² + 1) is seen to be x².

Atoms count as independent variables here, so what divides as polynomials divides as formulas.
"""

from fractions import Fraction

from symplex.algebra.polynomials import AtomOrder, Monomial, Polynomial
from symplex.budget import Budget
from symplex.expression import Expression

_MAX_STEPS = 60


def divided(
    dividend: Polynomial, divisor: Polynomial, order: AtomOrder, budget: Budget
) -> Polynomial | None:
    """The quotient, if nothing remains after a bounded number of steps."""
    atoms = {atom for part in (dividend, divisor) for m in part for atom, _ in m}
    ranked = sorted(atoms, key=order.text)
    lead = max(divisor, key=lambda monomial: _rank(monomial, ranked))
    left, quotient = dict(dividend), dict[Monomial, Fraction]()
    for _ in range(_MAX_STEPS):
        budget.check_deadline()
        if not left:
            return quotient
        largest = max(left, key=lambda monomial: _rank(monomial, ranked))
        part = _times(largest, lead, -1, order)
        if any(exponent < 0 for _, exponent in part):
            return None
        value = left[largest] / divisor[lead]
        quotient[part] = value
        for monomial, factor in divisor.items():
            product = _times(part, monomial, 1, order)
            changed = left.pop(product, Fraction(0)) - value * factor
            if changed:
                left[product] = changed
    return None


def _rank(monomial: Monomial, ranked: list[Expression]) -> tuple[int, ...]:
    """The rank in an order that multiplication respects: by degree, then atom by atom."""
    exponents = dict(monomial)
    row = [exponents.get(atom, 0) for atom in ranked]
    return sum(row), *row


def _times(one: Monomial, two: Monomial, sign: int, order: AtomOrder) -> Monomial:
    exponents = dict(one)
    for atom, exponent in two:
        exponents[atom] = exponents.get(atom, 0) + sign * exponent
    return order.monomial((a, e) for a, e in exponents.items() if e)
