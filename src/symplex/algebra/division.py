"""Exact division of polynomials, so that (x⁴ + x²)/(x² + 1) is seen to be x².

Atoms count as independent variables here, so what divides as polynomials divides as formulas.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache

from symplex.budget import check_deadline
from symplex.expression import OPERATORS, Expression, Operator, Token
from symplex.expression.ordering import spelling

Monomial = tuple[tuple[Expression, int], ...]
"""Atoms with their nonzero whole exponents, sorted."""
Polynomial = Mapping[Monomial, Fraction]

_MAX_STEPS = 60


def in_order(factors: Iterable[tuple[Expression, int]]) -> Monomial:
    """Atoms with their exponents as a monomial."""
    return tuple(sorted(factors, key=lambda factor: _spelled(factor[0])))


def summands(terms: Polynomial) -> list[tuple[Monomial, Fraction]]:
    """The terms in a fixed order: products before their factors, the number last."""
    return sorted(terms.items(), key=lambda term: _spelled_out(term[0]))


def _spelled_out(monomial: Monomial) -> str:
    return "".join(f"({_spelled(atom)}, {exponent})" for atom, exponent in monomial) + ")"


def sum_of(trees: Sequence[Expression]) -> Expression:
    """((a + b) + c) + d, at once: one sum after the other would copy each of them."""
    tokens: list[Token] = [OPERATORS["+"]] * (len(trees) - 1)
    constants: list[float] = []
    for tree in trees:
        tokens.extend(tree.tokens)
        constants.extend(tree.constants)
    return Expression(tuple(tokens), tuple(constants))


@lru_cache(maxsize=4096)
def _spelled(atom: Expression) -> str:
    """The text by which atoms are put in order; remembered, since it is asked for often."""
    return spelling(atom)


def divided(dividend: Polynomial, divisor: Polynomial) -> Polynomial | None:
    """The quotient, if nothing remains."""
    atoms = {atom for part in (dividend, divisor) for m in part for atom, _ in m}
    order = sorted(atoms, key=_spelled)
    lead = max(divisor, key=lambda monomial: _rank(monomial, order))
    left, quotient = dict(dividend), dict[Monomial, Fraction]()
    for _ in range(_MAX_STEPS):
        check_deadline()
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
    return in_order((a, e) for a, e in exponents.items() if e)


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
