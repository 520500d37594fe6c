"""Quotients of polynomials written as formulas, as a person would write them."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Final

from flint import fmpq_mpoly

from symplex.exact.quotients.ring import TreeRing, fraction
from symplex.expression import Expression, apply, number
from symplex.expression.operators import EXP
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element

Factor = tuple[Expression, Fraction]
"""A formula with the power in which it occurs."""
_MAX_FACTORED: Final = 400
"""Polynomials with more terms are written out."""


def polynomial_tree(ring: TreeRing, polynomial: fmpq_mpoly) -> Expression:
    """The formula that a polynomial stands for; a term with a plus sign stands first."""
    terms = [(_monomial(ring, m), fraction(c)) for m, c in polynomial.terms()]
    terms.sort(key=lambda term: term[1] < 0)
    if not terms:
        return number(0)
    total = _scaled(*terms[0])
    for factors, value in terms[1:]:
        part = _scaled(factors, abs(value))
        total = total + part if value > 0 else total - part
    return total


def _monomial(ring: TreeRing, exponents: tuple[int, ...]) -> list[Factor]:
    return [
        (ring.trees[ring.size - 1 - place], Fraction(int(exponent)))
        for place, exponent in reversed(list(enumerate(exponents)))
        if exponent
    ]


def _scaled(factors: Iterable[Factor], value: Fraction) -> Expression:
    """A number times a product: ``-2*a*b/3``; negative powers are divisors."""
    factors = list(_with_one_exponential(factors))
    tops = [base**power for base, power in factors if power > 0]
    bottoms = [base**-power for base, power in factors if power < 0]
    if value.denominator != 1:
        bottoms.insert(0, number(value.denominator))
    if abs(value.numerator) != 1 or not tops:
        tops.insert(0, number(abs(value.numerator)))
    if value < 0:
        tops[0] = -tops[0]
    top = reduce(lambda a, b: a * b, tops)
    if not bottoms:
        return top
    if len(tops) == len(bottoms) == 1 and not factors:
        return number(value)
    return top / reduce(lambda a, b: a * b, bottoms)


def _with_one_exponential(factors: Iterable[Factor]) -> Iterator[Factor]:
    """Powers of exponentials as one exponential."""
    exponent: Expression | None = None
    for base, power in factors:
        if base.root is not EXP:
            yield base, power
            continue
        inner = base.arguments[0]
        part = inner if abs(power) == 1 else _scaled([(inner, Fraction(1))], abs(power))
        if exponent is None:
            exponent = part if power > 0 else -part
        else:
            exponent = exponent + part if power > 0 else exponent - part
    if exponent is not None:
        yield apply(EXP, exponent), Fraction(1)


def tree_of(ring: TreeRing, element: Element) -> Expression:
    """The formula that a quotient stands for, multiplied out, with whole numbers in a quotient."""
    if element.bottom.is_one():
        return polynomial_tree(ring, element.top)
    values = [*element.top.coeffs(), *element.bottom.coeffs()]
    scale = lcm(*(int(value.q) for value in values))
    top, bottom = (polynomial_tree(ring, part * scale) for part in (element.top, element.bottom))
    return top / bottom


def written(ring: TreeRing, element: Element) -> Expression:
    """The shorter of a quotient's formulas: multiplied out, or in factors."""
    plain = tree_of(ring, element)
    if len(element.top) + len(element.bottom) > _MAX_FACTORED or element.top.is_zero():
        return plain
    factored = _in_factors(ring, element)
    return plain if plain.size <= factored.size else factored


def _in_factors(ring: TreeRing, element: Element) -> Expression:
    """As a product; a root and what it is the root of are one factor."""
    constant, powers = Fraction(1), dict[str, tuple[fmpq_mpoly, Fraction]]()
    for polynomial, sign in ((element.top, 1), (element.bottom, -1)):
        value, factors = ring.factors(polynomial)
        constant *= value**sign
        for factor, times in factors:
            base, degree, scale = _radicand(ring, factor)
            exponent = Fraction(sign * int(times), degree)
            constant *= scale ** (sign * int(times))
            key = polynomial_text(base)
            _, known = powers.get(key, (base, Fraction(0)))
            powers[key] = base, known + exponent
    joined = _joined(ring, [factor for factor in powers.values() if factor[1]])
    return _scaled([(polynomial_tree(ring, base), power) for base, power in joined], constant)


def _joined(
    ring: TreeRing, factors: Iterable[tuple[fmpq_mpoly, Fraction]]
) -> list[tuple[fmpq_mpoly, Fraction]]:
    """Roots of one degree as the root of the product, where that is no longer."""
    found: list[tuple[fmpq_mpoly, Fraction]] = []
    for base, power in factors:
        same = [i for i, (_, other) in enumerate(found) if other == power]
        if power.denominator > 1 and same:
            product = ring.reduced(found[same[0]][0] * base)
            if len(product) <= len(base) + len(found[same[0]][0]) - 1:
                found[same[0]] = product, power
                continue
        found.append((base, power))
    return found


def _radicand(ring: TreeRing, factor: fmpq_mpoly) -> tuple[fmpq_mpoly, int, Fraction]:
    """A polynomial, the degree of its root that a factor is, and the number in front of it."""
    if ring.is_generator(factor):
        relation = ring.relations.get(ring.index(factor))
        if relation is not None and relation.is_root:
            return relation.value, relation.power, Fraction(1)
    for relation in ring.relations.values():
        if relation.is_root and len(relation.value) == len(factor):
            scale = factor.leading_coefficient() / relation.value.leading_coefficient()
            if relation.value * scale == factor:
                return relation.value, 1, fraction(scale)
    minus = sum(1 for value in factor.coeffs() if value < 0)
    whole = lcm(*(int(value.q) for value in factor.coeffs()))
    scale = -whole if 2 * minus > len(factor) else whole
    return factor * scale, 1, Fraction(1, scale)
