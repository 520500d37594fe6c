"""Factors of normal forms, and powers along them: where roots take squares out."""

from fractions import Fraction
from typing import Final

from flint import fmpq_mpoly, fmpz

from symplex.algebra.normal.field import Field, Kind
from symplex.algebra.normal.ring import Element, Ring
from symplex.algebra.normal.writing import polynomial_tree
from symplex.budget import Missing
from symplex.expression import apply
from symplex.expression import power as raised

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
    if base.top.is_zero():
        return ring.number(0)
    constant, factors = factored(ring, base)
    value, hidden = ring.number(1), ring.one
    for factor, times in factors:
        sign = field.sign(polynomial_tree(ring, factor))
        if sign:
            constant *= Fraction(sign) ** times
            value = ring.multiply(value, positive_power(field, factor * sign, times * exponent))
            continue
        total = times * exponent
        whole = total.numerator // total.denominator
        value = ring.multiply(value, _outside(field, factor, whole))
        hidden = hidden * factor ** int((total - whole) * exponent.denominator)
    if not hidden.is_one():
        hidden, constant = (hidden, constant) if constant > 0 else (-hidden, -constant)
        root = positive_power(field, hidden, Fraction(1, exponent.denominator))
        value = ring.multiply(value, root)
    if constant <= 0:
        raise Missing("a root of a negative number")
    for prime, times in primes(constant):
        root = positive_power(field, ring.constant(prime), times * exponent)
        value = ring.multiply(value, root)
    return value


def _outside(field: Field, factor: fmpq_mpoly, whole: int) -> Element:
    """What stands outside of a root; an odd power of something of unknown sign is a size."""
    ring = field.ring
    if whole % 2 == 0:
        return ring.power(ring.element(factor), whole)
    size = apply("abs", polynomial_tree(ring, factor))
    is_new = (Kind.OTHER, repr(size)) not in field.atoms
    atom = field.atom((Kind.OTHER, repr(size)), size)
    if is_new:
        ring.relate(atom, 2, factor * factor, is_root=True)
    return ring.power(ring.element(atom), whole)


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
