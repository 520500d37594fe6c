"""Factors of normal forms, and powers along them: where roots take squares out."""

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Final

from flint import fmpq_mpoly, fmpz

from symplex.exact.normal.field import Field, Kind
from symplex.exact.normal.ring import Element, Ring
from symplex.exact.normal.writing import polynomial_tree
from symplex.expression import apply
from symplex.expression import power as raised
from symplex.reasons import Code
from symplex.work.budget import Missing

Factored = tuple[Fraction, list[tuple[fmpq_mpoly, int]]]
_MAX_FACTORED_BITS: Final = 160


def factored(ring: Ring, element: Element) -> Factored:
    """A constant, and irreducible factors with leading coefficient 1 and their exponents."""
    top, tops = ring.factors(element.top)
    bottom, bottoms = ring.factors(element.bottom)
    return top / bottom, tops + [(factor, -times) for factor, times in bottoms]


def power(field: Field, base: Element, exponent: Fraction) -> Element:
    """A power with a fractional exponent, of a base that is taken to be not negative."""
    ring = field.ring
    if exponent < 0:
        return ring.power(power(field, base, -exponent), -1)
    if base.top.is_zero():
        return ring.number(0)
    constant, factors = factored(ring, base)
    value = ring.number(1)
    for (factor, times), sign in zip(factors, _signs(field, constant, factors), strict=True):
        constant *= Fraction(sign or 1) ** times
        if sign:
            root = positive_power(field, factor * sign, times * exponent)
        else:
            root = _size(field, factor, times * exponent)
        value = ring.multiply(value, root)
    if constant <= 0:
        raise Missing(Code.ALGEBRA_ROOT_OF_NEGATIVE)
    for prime, times in primes(constant):
        root = positive_power(field, ring.constant(prime), times * exponent)
        value = ring.multiply(value, root)
    return value


def _signs(
    field: Field, constant: Fraction, factors: Sequence[tuple[fmpq_mpoly, int]]
) -> list[int]:
    """The signs of the factors of what is not negative; 0 for an even power of unknown sign.

    Of several factors of unknown sign the roots are taken one by one, as if they were positive but
    for one of them: on a branch of the root that is as good as any.
    """
    signs = [field.sign_of(factor) for factor, _ in factors]
    odd = [index for index, (_, times) in enumerate(factors) if times % 2]
    unknown = [index for index in odd if not signs[index]]
    for index in unknown:
        signs[index] = 1
    if unknown:
        signs[unknown[0]] = prod(signs[index] for index in odd) * (1 if constant > 0 else -1)
    return signs


def _size(field: Field, factor: fmpq_mpoly, exponent: Fraction) -> Element:
    """A power of an even power: of the size, whose sign is known."""
    size = field.evaluated(apply("abs", polynomial_tree(field.ring, factor)))
    if exponent.denominator == 1:
        return field.ring.power(size, int(exponent))
    return positive_power(field, field.ring.reduced(size.top), exponent)


def positive_power(field: Field, base: fmpq_mpoly, exponent: Fraction) -> Element:
    """A power of a polynomial that is positive (or not negative, under a root)."""
    ring = field.ring
    kind, data = field.meaning(base)
    if exponent.denominator == 1:
        return ring.power(ring.element(base), int(exponent))
    if kind is Kind.EXP:
        field.refine(Kind.EXP, data, exponent.denominator)
    if kind is Kind.ROOT:
        return positive_power(field, data[0], exponent / data[1])
    tree = polynomial_tree(ring, base)
    name = repr(tree)
    field.require_degree(name, exponent.denominator)
    degree = field.degrees[name]
    is_new = (Kind.ROOT, name) not in field.atoms
    root = apply(raised(Fraction(1, degree)), tree)
    atom = field.atom((Kind.ROOT, name), root, (base, degree))
    if is_new:
        ring.relate(atom, degree, base, is_root=True)
    return ring.power(ring.element(atom), int(exponent * degree))


def primes(value: Fraction) -> list[tuple[int, int]]:
    """A positive number as a product of powers; large numbers are left whole."""
    found: list[tuple[int, int]] = []
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        if part.bit_length() > _MAX_FACTORED_BITS:
            found.append((part, sign))
        elif part > 1:
            found += [(int(prime), int(times) * sign) for prime, times in fmpz(part).factor()]
    return found
