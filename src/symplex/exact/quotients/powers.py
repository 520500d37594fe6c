"""Factors of normal forms, and powers along them: where roots take squares out."""

from fractions import Fraction
from typing import Final

from flint import fmpq_mpoly, fmpz

from symplex.exact.quotients.field import Field, Kind
from symplex.exact.quotients.ring import Relation
from symplex.expression import Expression, apply, number
from symplex.expression import power as raised
from symplex.expression.quotients import Element
from symplex.expression.rewriting import Factors, HiddenSign, Record
from symplex.reasons import Code
from symplex.work.budget import Missing

Factored = tuple[Fraction, list[tuple[fmpq_mpoly, int]]]
_MAX_FACTORED_BITS: Final = 160


def factored(field: Field, element: Element) -> Factored:
    """A constant, and irreducible factors with leading coefficient 1 and their exponents."""
    sides = (element.top, element.bottom)
    if not field.chooses:
        sides = tuple(_with_sines(field, side) for side in sides)
    (top, tops), (bottom, bottoms) = map(field.ring.factors, sides)
    return top / bottom, tops + [(factor, -times) for factor, times in bottoms]


def factored_trees(field: Field, formula: Expression) -> Factors:
    """The factors of a formula as formulas."""
    constant, found = factored(field, field.element(formula))
    return constant, [(field.ring.tree(p), e) for p, e in found]


def _with_sines(field: Field, polynomial: fmpq_mpoly) -> fmpq_mpoly:
    """1 − cos² as sin² where that is shorter: its root is then seen."""
    for kind, index in list(field.atoms):
        if kind is Kind.SIN:
            swapped = _swapped(
                polynomial, field.atoms[Kind.COS, index], field.atoms[Kind.SIN, index]
            )
            polynomial = min(polynomial, swapped, key=_cost)
    return polynomial


def _cost(polynomial: fmpq_mpoly) -> tuple[int, int]:
    """Few terms, and few that are subtracted: what is never negative is then seen to be so."""
    return len(polynomial), sum(value < 0 for value in polynomial.coeffs())


def _swapped(polynomial: fmpq_mpoly, cosine: fmpq_mpoly, sine: fmpq_mpoly) -> fmpq_mpoly:
    """cos² replaced by 1 − sin²."""
    index = cosine.degrees().index(1)
    result = 0 * polynomial
    for exponents, value in polynomial.terms():
        whole, rest = divmod(int(exponents[index]), 2)
        term = polynomial.context().from_dict(
            {(*exponents[:index], rest, *exponents[index + 1 :]): value}
        )
        result = result + term * (1 - sine * sine) ** whole
    return result


def power(field: Field, base: Element, exponent: Fraction) -> tuple[Element, Record]:
    """A power with a fractional exponent, of a base that is not negative."""
    ring = field.ring
    if base.top.is_zero():
        return ring.number(0), ("power", [(number(0), Fraction(1))], None)
    constant, factors = factored(field, base)
    split, hidden = list[tuple[Expression, Fraction]](), ring.constant(1)
    value = ring.number(1)
    for factor, times in factors:
        sign = field.sign_of(factor)
        if sign:
            constant *= Fraction(sign) ** times
            split.append((ring.tree(factor * sign), times * exponent))
            value = value * positive_power(field, factor * sign, times * exponent)
            continue
        whole = _outside(times, exponent, ring.tree(factor))
        value = value * ring.element(factor) ** whole
        split += [(ring.tree(factor), Fraction(whole))] if whole else []
        hidden = hidden * factor ** int((times * exponent - whole) * exponent.denominator)
    rest = None
    if not hidden.is_one():
        hidden, constant = (hidden, constant) if constant > 0 else (-hidden, -constant)
        root = positive_power(field, hidden, Fraction(1, exponent.denominator))
        value, rest = value * root, ring.tree(hidden)
    numbers = power_of_number(field, constant, exponent)
    split += [(number(prime), times * exponent) for prime, times in primes(constant)]
    return value * numbers, ("power", split, rest)


def _outside(times: int, exponent: Fraction, tree: Expression) -> int:
    """The whole power of a factor of unknown sign that stands outside of a root."""
    total = times * exponent
    whole = total.numerator // total.denominator
    # An even power has no sign to lose; anything else may be an absolute value in disguise.
    if whole % 2:
        raise HiddenSign(tree)
    return whole


def positive_power(field: Field, base: fmpq_mpoly, exponent: Fraction) -> Element:
    """A power of a polynomial that is positive (or not negative, under a root)."""
    ring = field.ring
    if exponent.denominator == 1:
        return ring.element(base) ** int(exponent)
    kind, data = field.meaning(base)
    if kind is Kind.EXP:
        field.refine(Kind.EXP, data, exponent.denominator)
    if kind is Kind.ROOT:
        return positive_power(field, data[0], exponent / data[1])
    tree = ring.tree(base)
    name = repr(tree)
    field.require_degree(name, exponent.denominator)
    degree = field.degrees[name]
    root = apply(raised(Fraction(1, degree)), tree)
    relation = Relation(degree, base, is_root=True)
    atom = field.atom((Kind.ROOT, name), root, (base, degree), relation)
    return ring.element(atom) ** int(exponent * degree)


def power_of_number(field: Field, value: Fraction, exponent: Fraction) -> Element:
    """A power of a positive number, by its prime factors."""
    if value <= 0:
        raise Missing(Code.ALGEBRA_ROOT_OF_NEGATIVE)
    found = field.ring.number(1)
    for prime, times in primes(value):
        found = found * positive_power(field, field.ring.constant(prime), times * exponent)
    return found


def primes(value: Fraction) -> list[tuple[int, int]]:
    """A positive number as a product of powers; large numbers are left whole."""
    found: list[tuple[int, int]] = []
    for part, sign in ((value.numerator, 1), (value.denominator, -1)):
        if part.bit_length() > _MAX_FACTORED_BITS:
            found.append((part, sign))
        elif part > 1:
            found += [(int(prime), int(times) * sign) for prime, times in fmpz(part).factor()]
    return found
