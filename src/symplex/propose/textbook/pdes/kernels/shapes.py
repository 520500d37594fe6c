"""Data without corners: polynomials times exponentials of quadratics, perhaps times an erf.

Owns how such data are read, moved and mirrored. What the heat kernel makes of them is in `spread`.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Final, NamedTuple

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    exponential,
    multiply,
    negative,
    power,
    rebuilt,
    total,
)
from symplex.expression import Expression, Operator, Symbol, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.propose.textbook.pdes.terms import Expansion, Monomial
from symplex.reasons import Code
from symplex.work.budget import Missing

PLACE: Final = "y#"
"""The variable of space in which the data are read."""
_HIGHEST: Final = 12
"""Polynomials of a higher degree would become formulas that nobody examines."""
_SQUARE: Final = 2
Polynomial = tuple[Expression, ...]
"""Coefficients, the constant one first."""


class Shape(NamedTuple):
    """exp(slope·y − bend·y²), times erf(edge[0]·y + edge[1]) where there is an edge."""

    bend: Expression = ZERO
    slope: Expression = ZERO
    edge: tuple[Expression, Expression] | None = None


Smooth = Mapping[Shape, Polynomial]
"""A sum of shapes, each with the polynomial that it is multiplied by."""


def read(tree: Expression, real: Arithmetic) -> Smooth:
    """A formula in `PLACE` as a sum of shapes.

    Raises:
        Missing: where something else stands in it.
    """
    try:
        return _read(_with_exponentials(tree), real)
    except Missing:  # a denominator may cancel
        return _read(real.normal(_with_exponentials(tree)), real)


def _read(tree: Expression, real: Arithmetic) -> Smooth:
    found: list[Smooth] = []
    for key, value in Expansion([PLACE], real).terms(tree).items():
        degree, shape = _shape(key, real)
        found.append(_upright(shape, (*(ZERO for _ in range(degree)), value), real))
    return summed(found, real)


def _upright(shape: Shape, polynomial: Polynomial, real: Arithmetic) -> Smooth:
    """With an edge that rises: erf is odd."""
    if shape.edge is None or real.sign(shape.edge[0]) >= 0:
        return {shape: polynomial}
    steep, level = (real.normal(negative(one)) for one in shape.edge)
    return {shape._replace(edge=(steep, level)): tuple(map(negative, polynomial))}


def _shape(key: Monomial, real: Arithmetic) -> tuple[int, Shape]:
    degree, shape = 0, Shape()
    for factor, exponent in key:
        if exponent.denominator > 1 or not 0 < exponent <= _HIGHEST:
            raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
        if factor.root == Symbol(PLACE):
            degree = int(exponent)
        elif factor.root is op.EXP:
            slope, bend = _quadratic(factor.arguments[0], real)
            shape = shape._replace(slope=slope, bend=real.normal(negative(bend)))
        elif factor.root is op.ERF and exponent == 1 and shape.edge is None:
            shape = shape._replace(edge=_line(factor.arguments[0], real))
        else:
            raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
    return degree, shape


def coefficients(tree: Expression, real: Arithmetic, name: str = PLACE) -> Polynomial:
    """A polynomial in a symbol.

    Raises:
        Missing: where it is none.
    """
    parts = real.polynomial(tree, (name,))
    degree = max((key[0] for key in parts or {}), default=0)
    if parts is None or degree > _HIGHEST:
        raise Missing(Code.ALGEBRA_HIDDEN, name=name)
    return tuple(parts.get((k,), ZERO) for k in range(degree + 1))


def _quadratic(tree: Expression, real: Arithmetic) -> tuple[Expression, Expression]:
    found = (*coefficients(tree, real), ZERO, ZERO)
    if any(one != ZERO for one in found[_SQUARE + 1 :]):
        raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
    return found[1], found[2]


def _line(tree: Expression, real: Arithmetic) -> tuple[Expression, Expression]:
    found = coefficients(tree, real)
    if len(found) != _SQUARE:
        raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
    return found[1], found[0]


def _with_exponentials(tree: Expression) -> Expression:
    """Hyperbolic functions as exponentials."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if token not in (op.SINH, op.COSH):
            return apply(token, *below) if isinstance(token, Operator) else leaf(token, value)
        rising, falling = exponential(below[0]), exponential(negative(below[0]))
        other = falling if token is op.COSH else negative(falling)
        return multiply(number(Fraction(1, 2)), add(rising, other))

    return rebuilt(tree.fold(combine))


def summed(many: Sequence[Smooth], real: Arithmetic) -> Smooth:
    """A sum; what cancels is left out."""
    found: dict[Shape, list[Expression]] = {}
    for one in many:
        for shape, polynomial in one.items():
            kept = found.setdefault(shape, [])
            kept += [ZERO] * (len(polynomial) - len(kept))
            for degree, value in enumerate(polynomial):
                kept[degree] = real.add(kept[degree], value)
    return {shape: tuple(kept) for shape, kept in found.items() if any(one != ZERO for one in kept)}


def scaled(one: Smooth, factor: Expression, real: Arithmetic) -> Smooth:
    """A multiple."""
    return {
        shape: tuple(real.multiply(factor, value) for value in polynomial)
        for shape, polynomial in one.items()
    }


def tilted(one: Smooth, slope: Expression, real: Arithmetic) -> Smooth:
    """Times exp(slope·y)."""
    return {
        shape._replace(slope=real.add(shape.slope, slope)): polynomial
        for shape, polynomial in one.items()
    }


def mirrored(one: Smooth, real: Arithmetic) -> Smooth:
    """The function of −y."""
    found: list[Smooth] = []
    for shape, polynomial in one.items():
        edge = shape.edge and (real.normal(negative(shape.edge[0])), shape.edge[1])
        turned = Shape(shape.bend, real.normal(negative(shape.slope)), edge)
        signed = tuple(negative(c) if k % 2 else c for k, c in enumerate(polynomial))
        found.append(_upright(turned, signed, real))
    return summed(found, real)


def about(polynomial: Polynomial, centre: Expression, real: Arithmetic) -> Polynomial:
    """The coefficients of the powers of y − centre."""
    if centre == ZERO:
        return polynomial
    return tuple(
        real.normal(
            total(
                multiply(
                    number(comb(n, k)), multiply(value, power(centre, n - k) if n > k else ONE)
                )
                for n, value in enumerate(polynomial)
                if n >= k
            )
        )
        for k in range(len(polynomial))
    )


def antiderivative(one: Smooth, real: Arithmetic) -> Smooth:
    """A sum of polynomials times exponentials, integrated from 0.

    Raises:
        Missing: where there is a bend or an edge.
    """
    found: list[Smooth] = []
    for shape, polynomial in one.items():
        if shape.bend != ZERO or shape.edge is not None:
            raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
        if shape.slope == ZERO:
            grown = (real.divide(c, number(k + 1)) for k, c in enumerate(polynomial))
            found.append({shape: (ZERO, *grown)})
            continue
        # ∫ y^n·exp(λy) dy = (y^n − n·∫ y^(n−1)·exp(λy) dy)/λ, from the highest power down.
        sums, carried = [ZERO] * len(polynomial), ZERO
        for degree in range(len(polynomial) - 1, -1, -1):
            value = real.subtract(polynomial[degree], multiply(number(degree + 1), carried))
            carried = sums[degree] = real.divide(value, shape.slope)
        found += [{shape: tuple(sums)}, {Shape(): (negative(sums[0]),)}]
    return summed(found, real)


def value_at(one: Smooth, place: Expression, real: Arithmetic) -> Expression:
    """The value of a sum of polynomials times exponentials at a point."""
    return real.normal(
        total(
            multiply(
                total(multiply(c, power(place, k) if k else ONE) for k, c in enumerate(polynomial)),
                exponential(multiply(shape.slope, place)),
            )
            for shape, polynomial in one.items()
        )
    )
