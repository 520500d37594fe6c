"""Sums of products of powers, written with few nodes.

Owns the order of brackets: what most terms share is written once.
"""

from collections.abc import Mapping, Sequence
from functools import reduce

from symplex.expression import CONSTANT, Expression, apply, leaf, number, power

Powers = Mapping[Expression, int]
"""A product of powers; a formula that is a factor has its exponent, all above 0."""
Term = tuple[Powers, float]
"""A product of powers with its coefficient."""


def written(terms: Sequence[Term]) -> Expression:
    """A sum of terms with what most of them share taken out, again and again."""
    if not terms:
        return number(0)
    if len(terms) == 1:
        powers, coefficient = terms[0]
        return _product(leaf(CONSTANT, coefficient), powers)
    shared = _most_shared(terms)
    if shared is None:
        return reduce(_sum, (written([term]) for term in terms))
    inside = [(p, c) for p, c in terms if shared in p]
    outside = [(p, c) for p, c in terms if shared not in p]
    least = min(powers[shared] for powers, _ in inside)
    left = [(_without(powers, shared, least), c) for powers, c in inside]
    part = written(left) * _power(shared, least)
    return _sum(written(outside), part) if outside else part


def _most_shared(terms: Sequence[Term]) -> Expression | None:
    """The factor of most terms, if two have one in common."""
    counts: dict[Expression, int] = {}
    for powers, _ in terms:
        for base in powers:
            counts[base] = counts.get(base, 0) + 1
    best = max(counts, key=lambda base: (counts[base], base.size), default=None)
    return best if best is not None and counts[best] > 1 else None


def _without(powers: Powers, base: Expression, exponent: int) -> dict[Expression, int]:
    left = {b: e - exponent if b == base else e for b, e in powers.items()}
    return {b: e for b, e in left.items() if e}


def _product(first: Expression, powers: Powers) -> Expression:
    factors = [_power(base, exponent) for base, exponent in powers.items()]
    return reduce(lambda one, other: one * other, factors, first)


def _power(base: Expression, exponent: int) -> Expression:
    return base if exponent == 1 else apply(power(exponent), base)


def _sum(one: Expression, other: Expression) -> Expression:
    return one + other
