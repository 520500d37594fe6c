"""Sums written with squares of binomials: that they are not negative is then seen.

Between two terms p·m₁ and q·m₂ with positive coefficients lies every term −c·m with m² = m₁·m₂ that
a·(λμ₁ − μ₂)²·g removes, g being what m₁ and m₂ have in common. Owns the choice of the squares.
"""

from fractions import Fraction
from itertools import combinations
from typing import Any, Final

from symplex.exact.quotients.field import Field
from symplex.exact.quotients.ring import TreeRing, fraction
from symplex.expression import Expression, number
from symplex.expression.quotients import flint_number

Monomial = tuple[int, ...]
Terms = dict[Monomial, Fraction]
_MAX_TERMS: Final = 40
_FINE: Final = 64
"""The largest denominator of a ratio λ."""


def with_squares(field: Field, formula: Expression) -> Expression | None:
    """A polynomial as squares of binomials and terms that are added; None if some are not."""
    whole = field.element(formula)
    terms = {tuple(map(int, m)): fraction(c) for m, c in whole.top.terms()}
    negative = [m for m, value in terms.items() if value < 0]
    if not whole.bottom.is_one() or not negative or len(terms) > _MAX_TERMS:
        return None
    squares: list[Expression] = []
    for middle in negative:
        squares += _removed(terms, middle, field.ring)
        if middle in terms:
            return None
    rest = [_tree({m: c}, field.ring) for m, c in terms.items()]
    first, *more = (*squares, *rest)
    return sum(more, first)


def _removed(terms: Terms, middle: Monomial, ring: TreeRing) -> list[Expression]:
    """Squares that take a negative term away, as far as the positive ones around it allow."""
    found: list[Expression] = []
    for one, two in combinations([m for m, value in terms.items() if value > 0], 2):
        around = all(a + b == 2 * c for a, b, c in zip(one, two, middle, strict=True))
        if middle not in terms or not around or one not in terms or two not in terms:
            continue
        ratio = _ratio(terms[one], terms[two])
        weight = min(terms[one] / ratio**2, terms[two], -terms[middle] / (2 * ratio))
        for key, change in (
            (one, -weight * ratio**2),
            (two, -weight),
            (middle, 2 * weight * ratio),
        ):
            terms[key] += change
            if not terms[key]:
                del terms[key]
        found.append(_square(one, two, weight, ratio, ring))
    return found


def _ratio(first: Fraction, second: Fraction) -> Fraction:
    """A simple number near the root of a quotient: with it a square takes most away."""
    value = float(first / second) ** 0.5
    return Fraction(value).limit_denominator(_FINE) or Fraction(1, _FINE)


def _square(
    one: Monomial, two: Monomial, weight: Fraction, ratio: Fraction, ring: TreeRing
) -> Expression:
    """a·g·(λμ₁ − μ₂)²."""
    common = tuple(map(min, one, two))
    roots = [tuple((a - b) // 2 for a, b in zip(m, common, strict=True)) for m in (one, two)]
    binomial = _tree({roots[0]: ratio, roots[1]: Fraction(-1)}, ring)
    factor = _tree({common: weight}, ring)
    return factor * binomial**2


def _tree(terms: Terms, ring: TreeRing) -> Expression:
    values: Any = {m: flint_number(value) for m, value in terms.items()}
    return ring.tree(ring.context.from_dict(values)) if terms else number(0)
