"""Exact division of polynomials, so that (x⁴ + x²)/(x² + 1) is seen to be x².

Atoms count as independent variables here, so what divides as polynomials divides as formulas.
"""

from collections.abc import Mapping
from fractions import Fraction

from symplex.expression import Expression, Operator

Monomial = tuple[tuple[Expression, int], ...]
"""Atoms with their nonzero whole exponents, sorted."""
Polynomial = Mapping[Monomial, Fraction]

_MOST_STEPS = 60


def divided(dividend: Polynomial, divisor: Polynomial) -> Polynomial | None:
    """The quotient, if nothing remains."""
    order = sorted({atom for part in (dividend, divisor) for m in part for atom, _ in m}, key=repr)
    lead = max(divisor, key=lambda monomial: _rank(monomial, order))
    left, quotient = dict(dividend), dict[Monomial, Fraction]()
    for _ in range(_MOST_STEPS):
        if not left:
            return quotient
        largest = max(left, key=lambda monomial: _rank(monomial, order))
        part = _times(largest, lead, -1)
        if any(exponent < 0 for _, exponent in part):
            return None
        value = left[largest] / divisor[lead]
        quotient[part] = value
        for monomial, factor in divisor.items():
            product = _times(part, monomial, 1)
            changed = left.pop(product, Fraction(0)) - value * factor
            if changed:
                left[product] = changed
    return None


def _rank(monomial: Monomial, order: list[Expression]) -> tuple[int, ...]:
    """A place in an order that multiplication respects: by degree, then atom by atom."""
    exponents = dict(monomial)
    row = [exponents.get(atom, 0) for atom in order]
    return sum(row), *row


def _times(one: Monomial, two: Monomial, sign: int) -> Monomial:
    exponents = dict(one)
    for atom, exponent in two:
        exponents[atom] = exponents.get(atom, 0) + sign * exponent
    return tuple(sorted(((a, e) for a, e in exponents.items() if e), key=repr))


def is_sum(atom: Expression) -> bool:
    """Whether an atom is a sum, as divisors with several terms are."""
    return isinstance(atom.root, Operator) and atom.root.name in {"+", "-"}


def split(terms: Polynomial, atom: Expression, exponent: int) -> tuple[Polynomial, Polynomial]:
    """The terms with exactly this power of an atom, without it; and all the others."""
    chosen: dict[Monomial, Fraction] = {}
    others: dict[Monomial, Fraction] = {}
    for monomial, value in terms.items():
        exponents = dict(monomial)
        if exponents.get(atom, 0) == exponent:
            del exponents[atom]
            chosen[tuple(exponents.items())] = value
        else:
            others[monomial] = value
    return chosen, others
