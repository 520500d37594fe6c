"""How the arguments of exp, cos and sin are whole multiples of a few formulas.

Owns the search for these few formulas. Nothing here is trusted: Coq checks each sum.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm
from typing import final

from symplex.expression import Expression, Operator, apply, number
from symplex.expression.operators import ATAN, COS, ERF, EXP, LOG, SIN, SQRT
from symplex.proof.coq.sums import ONE, ZERO, Product, Sum, atom, constant, expanded

_PI: Product = ((apply("pi"), 1),)
_ANGLES = (2, 6, 4)
"""The parts of π whose cosine and sine are known."""


@final
@dataclass(frozen=True)
class Multiples:
    """Σ count · part: an argument; counts are not zero."""

    parts: tuple[tuple[int, Expression], ...]


def canonical(formula: Expression) -> Sum:
    """An unfolded formula as a sum in which equal formulas look alike, as far as this is easy."""
    return _without_squares(expanded(formula, _function, _inverse))


def _function(row: Operator, inner: Expression) -> Sum:
    inside = canonical(inner)
    value = inside.constant
    if (row in (EXP, COS) and value == 0) or (row is SQRT and value == 1):
        return ONE
    if (row in (SIN, SQRT, ATAN, ERF) and value == 0) or (row is LOG and value == 1):
        return ZERO
    parts = root_parts(inner) if row is SQRT else None
    if parts is not None:
        return canonical(parts[0]) * _function(row, parts[1])
    return atom(apply(row, inside.tree()))


def _inverse(_: Expression, inside: Sum) -> Sum:
    """One over a product is a product; of a sum, its leading coefficient is taken out."""
    inside = _without_squares(inside)
    if not inside.terms:
        return atom(inside.tree(), -1)
    first = min(inside.terms.items(), key=lambda pair: repr(pair[0]))
    if len(inside.terms) > 1:
        return atom(inside.times(1 / first[1]).tree(), -1).times(1 / first[1])
    product, value = first
    return Sum({tuple((factor, -exponent) for factor, exponent in product): 1 / value})


def _without_squares(sum_: Sum) -> Sum:
    """With even powers of square roots replaced."""
    total = Sum({})
    changed = False
    for product, value in sum_.terms.items():
        made = constant(value)
        for factor, exponent in product:
            if factor.root is SQRT and exponent not in (-1, 0, 1):
                changed = True
                inside = expanded(factor.arguments[0], _function, _inverse)
                half = abs(exponent) // 2
                whole = inside if exponent > 0 else _inverse(factor, inside)
                left = exponent % 2
                made = (
                    made
                    * whole.power(half)
                    * (atom(factor, 1 if exponent > 0 else -1) if left else ONE)
                )
            else:
                made = made * atom(factor, exponent)
        total = total + made
    return _without_squares(total) if changed else total


def multiples(arguments: Sequence[Sum], *, turning: bool) -> list[Multiples]:
    """Each argument as whole multiples of parts that they share.

    Args:
        arguments: As `canonical` gives them.
        turning: Whether they are angles: multiples of π/12 are then parts of their own.
    """
    rests: list[Sum] = []
    kept: list[list[tuple[Fraction, Product]]] = []
    for argument in arguments:
        apart = [
            (value, product)
            for product, value in argument.terms.items()
            if (_known_angle(product, value) if turning else _is_logarithm(product))
            or (turning and _is_double_arc(product, value))
        ]
        names = {product for _, product in apart}
        kept.append(apart)
        rests.append(Sum({p: v for p, v in argument.terms.items() if p not in names}))
    shares = _shares(rests)
    own = {
        p: lcm(*(v.denominator for one in kept for v, q in one if q == p))
        for one in kept
        for _, p in one
    }
    return [
        Multiples(
            (
                *share,
                *(_own(value, product, own[product], turning=turning) for value, product in apart),
            )
        )
        for share, apart in zip(shares, kept, strict=True)
    ]


def _is_logarithm(product: Product) -> bool:
    return len(product) == 1 and product[0][1] == 1 and product[0][0].root is LOG


def _is_double_arc(product: Product, value: Fraction) -> bool:
    """Whether it is an even multiple of an arctangent, whose cosine and sine are rational."""
    single = len(product) == 1 and product[0][1] == 1
    return single and product[0][0].root is ATAN and (value / 2).denominator == 1


def _known_angle(product: Product, value: Fraction) -> bool:
    return product == _PI and any((value * part).denominator == 1 for part in _ANGLES)


def is_double_arc(part: Expression) -> bool:
    """Whether a part is twice an arctangent."""
    terms = canonical(part).terms
    return len(terms) == 1 and all(_is_double_arc(p, v) for p, v in terms.items())


def _own(
    value: Fraction, product: Product, denominator: int, *, turning: bool
) -> tuple[int, Expression]:
    if turning and product != _PI:
        return int(value / 2), 2 * product[0][0]
    if turning:
        part = next(part for part in _ANGLES if (value * part).denominator == 1)
        return int(value * part), apply("pi") / part
    share = Sum({product: Fraction(1, denominator)})
    return int(value * denominator), share.tree()


def _shares(sums: Sequence[Sum]) -> list[tuple[tuple[int, Expression], ...]]:
    """Each sum by some of them that are independent, divided so that all counts are whole."""
    chosen: list[Sum] = []
    ways: list[list[Fraction] | None] = [None] * len(sums)
    for index in sorted(range(len(sums)), key=lambda i: (len(sums[i].terms), i)):
        way = _combination(sums[index], chosen)
        if way is None:
            chosen.append(sums[index])
            way = [Fraction(0)] * (len(chosen) - 1) + [Fraction(1)]
        ways[index] = way
    full = [(way or []) + [Fraction(0)] * (len(chosen) - len(way or [])) for way in ways]
    divided = [lcm(*(way[k].denominator for way in full)) for k in range(len(chosen))]
    parts = [one.times(Fraction(1, divided[k])).tree() for k, one in enumerate(chosen)]
    return [
        tuple((int(way[k] * divided[k]), parts[k]) for k in range(len(chosen)) if way[k])
        for way in full
    ]


def _combination(wanted: Sum, chosen: Sequence[Sum]) -> list[Fraction] | None:
    """The coefficients with which `wanted` is a sum of the others; none if it is not."""
    products = list(dict.fromkeys(p for one in (*chosen, wanted) for p in one.terms))
    rows = [
        [one.terms.get(p, Fraction(0)) for one in chosen] + [wanted.terms.get(p, Fraction(0))]
        for p in products
    ]
    pivots: list[int] = []
    for column in range(len(chosen)):
        row = next((r for r in range(len(pivots), len(rows)) if rows[r][column]), None)
        if row is None:
            return None
        top = len(pivots)
        rows[top], rows[row] = rows[row], rows[top]
        rows[top] = [value / rows[top][column] for value in rows[top]]
        for other in range(len(rows)):
            if other != top and rows[other][column]:
                factor = rows[other][column]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[top], strict=True)]
        pivots.append(column)
    if any(row[-1] for row in rows[len(pivots) :]):
        return None
    return [rows[k][-1] for k in range(len(chosen))]


def logarithm_of(part: Expression) -> tuple[Expression | None, int]:
    """The b and the k of a part that is log(b)/k."""
    terms = canonical(part).terms
    for product, value in terms.items():
        if len(terms) == 1 and _is_logarithm(product) and value.numerator == 1:
            return product[0][0].arguments[0], value.denominator
    return None, 1


def positive_factors(formula: Expression) -> list[tuple[int, Expression]] | None:
    """An argument of a logarithm as powers of factors that look positive, primes among them."""
    terms = canonical(formula).terms
    if len(terms) != 1:
        return None
    ((product, value),) = terms.items()
    counts = {**_primes(value.numerator, 1), **_primes(value.denominator, -1)}
    factors = [(count, number(prime)) for prime, count in counts.items()]
    factors += [(exponent, factor) for factor, exponent in product]
    if value < 0 or (len(factors) == 1 and factors[0][0] == 1):
        return None
    return factors


def _primes(whole: int, sign: int) -> dict[int, int]:
    """The prime factors of a number that is not large, with their counts; the rest as it is."""
    found: dict[int, int] = {}
    for prime in (2, 3, 5, 7, 11, 13):
        while whole % prime == 0:
            whole //= prime
            found[prime] = found.get(prime, 0) + sign
    return found if whole == 1 else {**found, whole: sign}


def root_parts(formula: Expression) -> tuple[Expression, Expression] | None:
    """The k and the b of a formula k²·b under a square root; b has whole coefficients."""
    inside = canonical(formula)
    below = lcm(*(value.denominator for value in inside.terms.values()))
    if len(inside.terms) != 1:
        whole = inside.times(below**2).tree()
        return (number(Fraction(1, below)), whole) if below > 1 else None
    ((product, value),) = inside.terms.items()
    square = _square_part(int(value * below**2))
    halves = {factor: exponent // 2 for factor, exponent in product if exponent not in (0, 1)}
    scale = Fraction(square, below)
    if value < 0 or (scale == 1 and not halves):
        return None
    left = tuple((f, e - 2 * halves.get(f, 0)) for f, e in product)
    kept = Sum({tuple(pair for pair in left if pair[1]): value / scale**2})
    return Sum({tuple(halves.items()): scale}).tree(), kept.tree()


def _square_part(whole: int) -> int:
    """The largest whole number, among small ones, whose square divides a number."""
    root = isqrt(abs(whole))
    if root * root == whole:
        return root
    return max((k for k in range(1, 13) if whole % (k * k) == 0), default=1)
