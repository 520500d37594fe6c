"""Roots of polynomials in one unknown in closed form, over the field of the parameters.

Linear and quadratic factors, quartic ones in the square of a shifted unknown, and pure powers; any
other factor is declined, and so is one whose roots change between real and complex on the box of
the parameters. These are the exponents of linear equations with constant coefficients, and of
Euler's.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from math import comb, gcd
from typing import Final, final

from flint import fmpq_mpoly

from symplex.exact.quotients.branches import field_of, power
from symplex.exact.quotients.field import Field, Restart
from symplex.exact.quotients.writing import written
from symplex.exact.signs import ParameterBox, Parameters
from symplex.expression import Expression, apply, number, symbol
from symplex.expression.quotients import Element
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

_UNKNOWN: Final = "root#"
_HALF: Final = Fraction(1, 2)
Complex = tuple[Element, Element]


@final
@dataclass(frozen=True)
class Root:
    """A root, defined on the whole box of the parameters; conjugates are listed one by one."""

    real: Expression
    imaginary: Expression
    multiplicity: int


def roots(
    coefficients: Sequence[Expression], parameters: Parameters, budget: Budget
) -> tuple[Root, ...] | None:
    """All roots of a polynomial, real ones first within each factor; None where it is declined.

    Args:
        coefficients: Formulas in the parameters, from the constant term up; the last must not
            vanish on the box.
        parameters: The closed range of each parameter.
        budget: The time that it may take.

    Raises:
        OutOfBudget: when no time is left.
    """
    box = ParameterBox(parameters, budget)
    if not coefficients or not box.sign(coefficients[-1]):
        return None
    field = field_of(frozenset({_UNKNOWN}), box.sign, budget)
    try:
        found = list(_roots(field, coefficients))
    except (Missing, Restart):
        return None
    parts = [part for root in found for part in (root.real, root.imaginary)]
    return tuple(found) if all(map(box.is_defined, parts)) else None


def _roots(field: Field, coefficients: Sequence[Expression]) -> Iterator[Root]:
    """Of every factor, in the order of the factors' texts."""
    terms = [value * symbol(_UNKNOWN) ** times for times, value in enumerate(coefficients)]
    unknown, whole = field.elements([symbol(_UNKNOWN), reduce(Expression.__add__, terms)])
    ring = field.ring
    index = ring.index(unknown.top)
    for factor, times in sorted(ring.factors(whole.top)[1], key=lambda item: str(item[0])):
        parts = ring.by_powers(factor, index)
        if set(parts) != {0}:
            for real, imaginary in closed_roots(field, parts):
                yield Root(written(ring, real), written(ring, imaginary), times)


def closed_roots(field: Field, coefficients: Mapping[int, fmpq_mpoly]) -> Iterator[Complex]:
    """The roots of an irreducible polynomial, given by its coefficients by their powers.

    Raises:
        Missing: where they have no closed form here, or are not real or complex throughout.
    """
    ring = field.ring
    degree = max(coefficients)
    lead = ring.element(coefficients[degree])
    values = [
        ring.element(coefficients.get(power, 0 * ring.one)) / lead for power in range(degree + 1)
    ]
    shift = values[degree - 1] * Fraction(-1, degree)
    centred = _shifted(field, values, shift)
    for real, imaginary in _centred_roots(field, centred):
        yield real + shift, imaginary


def _shifted(field: Field, values: Sequence[Element], shift: Element) -> list[Element]:
    """The coefficients of p(y + shift)."""
    ring, found = field.ring, list[Element]()
    for low in range(len(values)):
        total = ring.number(0)
        for high in range(low, len(values)):
            total = total + values[high] * shift ** (high - low) * comb(high, low)
        found.append(total)
    return found


def _centred_roots(field: Field, values: Sequence[Element]) -> Iterator[Complex]:
    """Of a polynomial of degree 1 or 2 in a power of the unknown."""
    present = [power for power, value in enumerate(values) if not value.top.is_zero()]
    step = gcd(*present)
    if len(values) - 1 == step:
        yield from _power_roots(field, -values[0], step)
        return
    if len(values) - 1 != 2 * step:
        raise Missing(Code.ALGEBRA_NO_ROOTS)
    half = values[step] * -_HALF
    rest = half * half - values[0]
    if _sign(field, rest) > 0:
        root = _square_root(field, rest)
        for sign in (1, -1):
            yield from _power_roots(field, half + root * sign, step)
    elif step == 2:  # noqa: PLR2004 (a root of a complex number is written for squares alone)
        yield from _complex_roots(field, half, values[0])
    else:
        raise Missing(Code.ALGEBRA_NO_ROOTS)


def _complex_roots(field: Field, real: Element, size: Element) -> Iterator[Complex]:
    """The four numbers whose square has this real part and the square of its size is `size`."""
    length = _square_root(field, size)
    parts = [_square_root(field, (length + real * sign) * _HALF) for sign in (1, -1)]
    for one, other in product((1, -1), repeat=2):
        yield parts[0] * one, parts[1] * other


def _power_roots(field: Field, value: Element, degree: int) -> Iterator[Complex]:
    """The numbers whose power of this degree is a real number; real ones first."""
    zero = field.ring.number(0)
    if degree == 1 or value.top.is_zero():
        yield from [(value, zero)] * degree
        return
    sign = _sign(field, value)
    size = power(field, value * sign, Fraction(1, degree))
    angles = [Fraction(2 * turn + (sign < 0), degree) for turn in range(degree)]
    for angle in sorted(angles, key=lambda angle: angle.denominator):
        if (12 * angle).denominator != 1:
            raise Missing(Code.ALGEBRA_NO_ROOTS_OF_UNITY)
        cosine, sine = (
            field.evaluated(apply(name, number(angle) * apply("pi"))) for name in ("cos", "sin")
        )
        yield size * cosine, size * sine


def _square_root(field: Field, value: Element) -> Element:
    if value.top.is_zero():
        return value
    if _sign(field, value) < 0:
        raise Missing(Code.ALGEBRA_ROOT_OF_NEGATIVE)
    return power(field, value, _HALF)


def _sign(field: Field, value: Element) -> int:
    sign = field.sign(written(field.ring, value))
    if not sign:
        raise Missing(Code.ALGEBRA_SIGN_UNKNOWN)
    return sign
