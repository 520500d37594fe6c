"""The heat kernel integrated against data: Gaussians and error functions.

For v_τ = v_zz on the line and data that are polynomials times exponentials by pieces, every
integral is elementary but for erf (Carslaw & Jaeger, Conduction of Heat in Solids, §2.2; Cannon,
The One-Dimensional Heat Equation, ch. 3). Completing the square leaves the moments of ξ over a
Gaussian about Z, with a step: M_{n+1} = Z·M_n + 2τ·(n·M_{n−1} + what the slope of the step gives).
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Final, NamedTuple, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    exponential,
    is_negative,
    logarithm,
    multiply,
    negative,
    power,
    product,
    split_number,
    subtract,
    total,
    value_of_number,
)
from symplex.expression import Expression, apply, number, symbol
from symplex.expression import operators as op
from symplex.propose.textbook.pdes.kernels.pieces import Pieces
from symplex.propose.textbook.pdes.kernels.shapes import (
    Polynomial,
    Shape,
    about,
    scaled,
    summed,
)

_HALF: Final = Fraction(1, 2)
_TWO, _FOUR = number(2), number(4)


class Part(NamedTuple):
    """factor·tail·exp(exponent), the factor a polynomial."""

    exponent: Expression
    tail: Expression
    factor: Expression


@final
class Point:
    """Where and when a solution of the heat equation is written down: z and τ as formulas."""

    def __init__(self, place: Expression, clock: Expression, real: Arithmetic) -> None:
        """A place and a time, with what brings formulas into normal form."""
        self.place, self.clock, self.real = place, clock, real

    @cached_property
    def width(self) -> Expression:
        """2·√τ."""
        return self.root(multiply(_FOUR, self.clock))

    @cached_property
    def density(self) -> Expression:
        """√(τ/π)."""
        return divide(self.root(self.clock), power(apply(op.PI), _HALF))

    def root(self, tree: Expression) -> Expression:
        """A square root of something positive, with squares taken out."""
        found = _positive(tree, self.real)
        if found is None:
            return power(tree, _HALF)
        value, factors = found
        outside, inside = _square_part(value.numerator * value.denominator)
        squares = [(one, abs(times) // 2 * (1 if times > 0 else -1)) for one, times in factors]
        rest = [
            (one, times - 2 * half)
            for (one, times), (_, half) in zip(factors, squares, strict=True)
        ]
        root = power(multiply(number(inside), _product(rest)), _HALF)
        lead = number(Fraction(outside, value.denominator))
        return multiply(multiply(lead, _product(squares)), root)

    def squeezed(self, scale: Expression) -> "Point":
        """Both divided by a number that may depend on time."""
        place, clock = (divide(one, scale) for one in (self.place, self.clock))
        return Point(self.real.normal(place), self.real.normal(clock), self.real)


def positive_factors(tree: Expression, real: Arithmetic) -> Expression:
    """A positive formula as a product of positive factors, so that none of its roots is of −0."""
    found = _positive(tree, real)
    return tree if found is None else multiply(number(found[0]), _product(found[1]))


def _positive(
    tree: Expression, real: Arithmetic
) -> tuple[Fraction, list[tuple[Expression, int]]] | None:
    """A positive number and positive factors with their exponents; None where it is not seen."""
    found = real.factors(tree)
    if found is None:
        return None
    plain = [(real.normal(one), times) for one, times in found]
    signed = [(one if real.sign(one) >= 0 else negative(one), times) for one, times in plain]
    value = value_of_number(real.divide(tree, _product(signed)))
    return None if value is None or value <= 0 else (value, signed)


def _product(factors: Sequence[tuple[Expression, int]]) -> Expression:
    above = product(power(one, times) for one, times in factors if times > 0)
    below = product(power(one, -times) for one, times in factors if times < 0)
    return divide(above, below)


def _square_part(number_: int) -> tuple[int, int]:
    """The largest square that divides a small number, and the rest."""
    outside, factor = 1, 2
    while factor * factor <= number_ and factor < _LARGEST_FACTOR:
        while number_ % (factor * factor) == 0:
            number_ //= factor * factor
            outside *= factor
        factor += 1
    return outside, number_


_LARGEST_FACTOR: Final = 1_000
"""Squares of larger primes stay under a root."""


def spread(data: Pieces, point: Point) -> Iterator[Part]:
    """What the heat equation makes of data on the line."""
    real = point.real
    ends = summed([data.parts[0], data.parts[-1]], real)
    for shape, polynomial in scaled(ends, number(_HALF), real).items():
        yield from _of_shape(shape, polynomial, None, point)
    for place, left, right in zip(data.points, data.parts, data.parts[1:], strict=False):
        jump = summed([right, scaled(left, number(-1), real)], real)
        for shape, polynomial in scaled(jump, number(_HALF), real).items():
            yield from _of_shape(shape, polynomial, place, point)


def has_steep_edges(data: Pieces, real: Arithmetic) -> bool:
    """Whether an error function jumps: the integral is no error function then."""
    pairs = zip(data.parts, data.parts[1:], strict=False)
    jumps = [summed([right, scaled(left, number(-1), real)], real) for left, right in pairs]
    return any(shape.edge is not None for jump in jumps for shape in jump)


def _of_shape(
    shape: Shape, polynomial: Polynomial, step: Expression | None, point: Point
) -> Iterator[Part]:
    """One shape, with the sign of ξ − step where there is a step.

    exp(−μξ²) times the kernel is a kernel at z/κ and τ/κ, κ = 1 + 4μτ, times exp(−μz²/κ)/√κ.
    """
    real = point.real
    scale, outside, inner = ONE, ZERO, point
    if shape.bend != ZERO:
        spread_out = real.normal(add(ONE, multiply(_FOUR, multiply(shape.bend, point.clock))))
        scale = divide(ONE, point.root(spread_out))
        square = multiply(shape.bend, power(point.place, 2))
        outside, inner = negative(divide(square, spread_out)), point.squeezed(spread_out)
    for part in _of_exponential(shape, polynomial, step, inner):
        exponent = real.add(part.exponent, outside)
        yield Part(exponent, multiply(part.tail, scale), part.factor)


def _of_exponential(
    shape: Shape, polynomial: Polynomial, step: Expression | None, point: Point
) -> Iterator[Part]:
    """exp(λξ) times the kernel is a kernel about z + 2λτ, times exp(λz + λ²τ)."""
    real, slope = point.real, shape.slope
    centre = real.normal(add(point.place, multiply(_TWO, multiply(slope, point.clock))))
    exponent = real.normal(
        add(multiply(slope, point.place), multiply(power(slope, 2), point.clock))
    )
    moved = Point(centre, point.clock, real)
    if shape.edge is not None:
        steep, level = shape.edge
        parts = _with_edge(polynomial, steep, real.normal(divide(level, steep)), moved)
    elif step is not None:
        parts = _with_step(polynomial, step, moved)
    else:
        parts = _whole(polynomial, moved)
    for part in parts:
        yield part._replace(exponent=real.add(exponent, part.exponent))


def _whole(polynomial: Polynomial, point: Point) -> Iterator[Part]:
    yield Part(ZERO, ONE, _combined(polynomial, _moments(polynomial, point), point.real))


def _moments(polynomial: Polynomial, point: Point) -> Sequence[Expression]:
    """The moments over a Gaussian about a place: heat polynomials."""
    found = [ONE, point.place]
    while len(found) < len(polynomial):
        n = len(found) - 1
        drift = multiply(number(2 * n), multiply(point.clock, found[-2]))
        found.append(add(multiply(point.place, found[-1]), drift))
    return found


def _with_step(polynomial: Polynomial, step: Expression, point: Point) -> Iterator[Part]:
    """The same with the sign of ξ − step."""
    real = point.real
    away = Point(real.subtract(point.place, step), point.clock, real)
    kept = about(polynomial, step, real)
    slopes = [_TWO, *(ZERO for _ in kept)]
    square = divide(power(away.place, 2), multiply(_FOUR, point.clock))
    yield from _erf(divide(joined(away.place), point.width), kept, away)
    yield Part(real.normal(negative(square)), point.density, _boundary(kept, slopes, away))


def _with_edge(
    polynomial: Polynomial, steep: Expression, level: Expression, point: Point
) -> Iterator[Part]:
    """The same with erf(steep·(ξ + level)), whose slope is a Gaussian."""
    real = point.real
    away = Point(real.add(point.place, level), point.clock, real)
    kept = about(polynomial, negative(level), real)
    wider = real.normal(add(ONE, multiply(_FOUR, multiply(power(steep, 2), point.clock))))
    moments = _moments((*kept, ONE), away.squeezed(wider))
    lead = multiply(_FOUR, multiply(steep, point.clock))
    slopes = [multiply(lead, moment) for moment in moments]
    argument = divide(multiply(steep, away.place), point.root(wider))
    yield from _erf(argument, kept, away)
    square = divide(power(multiply(steep, away.place), 2), wider)
    tail = divide(ONE, point.root(multiply(apply(op.PI), wider)))
    yield Part(real.normal(negative(square)), tail, _boundary(kept, slopes, away))


def _erf(argument: Expression, polynomial: Polynomial, away: Point) -> Iterator[Part]:
    factor = _combined(polynomial, _moments(polynomial, away), away.real)
    if is_negative(argument):
        argument, factor = negative(argument), negative(factor)
    yield Part(ZERO, apply(op.ERF, argument), factor)


def _boundary(polynomial: Polynomial, slopes: Sequence[Expression], away: Point) -> Expression:
    """What the slope of a step gives to each moment."""
    found = [ZERO]
    while len(found) < len(polynomial):
        n = len(found) - 1
        drift = multiply(number(2 * n), multiply(away.clock, found[-2])) if n else ZERO
        found.append(add(add(multiply(away.place, found[-1]), drift), slopes[n]))
    return _combined(polynomial, found, away.real)


def _combined(
    polynomial: Polynomial, moments: Sequence[Expression], real: Arithmetic
) -> Expression:
    pairs = zip(polynomial, moments, strict=False)
    return real.shorter(total(multiply(c, moment) for c, moment in pairs))


def collected(parts: Iterator[Part], real: Arithmetic) -> Mapping[Expression, Expression]:
    """The factors by their exponents, those with the same tail added."""
    found: dict[Expression, dict[Expression, Expression]] = {}
    for part in parts:
        tails = found.setdefault(part.exponent, {})
        known = tails.get(part.tail, ZERO)
        tails[part.tail] = part.factor if known == ZERO else real.add(known, part.factor)
    return {
        exponent: total(multiply(factor, tail) for tail, factor in tails.items())
        for exponent, tails in found.items()
    }


def written(
    parts: Iterator[Part], factor: Expression, variable: str, real: Arithmetic
) -> Expression:
    """The sum as a formula in a variable, times a factor."""
    found = collected(parts, real)
    return multiply(
        factor,
        total(
            multiply(inner, grown(_gaussian(exponent, variable, real)))
            for exponent, inner in found.items()
        ),
    )


def grown(exponent: Expression) -> Expression:
    """An exponential, what stands in logarithms as powers before it."""
    addends = list(_addends(exponent))
    logarithms = [one for one in addends if split_number(one)[1].root is op.LOG]
    if not logarithms:
        return exponential(exponent)
    rest = total(one for one in addends if one not in logarithms)
    return multiply(product(map(exponential, logarithms)), exponential(rest))


def joined(tree: Expression) -> Expression:
    """A sum of logarithms as one: log(x/K) has the sign of x − K, as the data have."""
    addends = list(_addends(tree))
    split = [(one, *split_number(one)) for one in addends]
    inside = [(factor, rest) for _, factor, rest in split if rest.root is op.LOG]
    if len(inside) < _SEVERAL:
        return tree
    common = Fraction(1, lcm(*(factor.denominator for factor, _ in inside)))
    raised = [(rest.arguments[0], int(factor / common)) for factor, rest in inside]
    above = product(power(one, times) for one, times in raised if times > 0)
    below = product(power(one, -times) for one, times in raised if times < 0)
    others = total(one for one, _, rest in split if rest.root is not op.LOG)
    return add(multiply(number(common), logarithm(divide(above, below))), others)


_SEVERAL: Final = 2
_SQUARE: Final = 2


def _gaussian(exponent: Expression, variable: str, real: Arithmetic) -> Expression:
    """What becomes infinite at the start as a complete square over something positive.

    Only so is it seen that a Gaussian stays bounded there; and −1/0 is not taken for its opposite.
    """
    parts = real.fraction(exponent)
    if parts is None or value_of_number(parts[1]) is not None:
        return exponent
    powers = real.polynomial(exponent, (variable,))
    if powers is not None and (_SQUARE,) in powers and max(powers) == (_SQUARE,):
        lead, slope, level = (powers.get((k,), ZERO) for k in (_SQUARE, 1, 0))
        centre = real.normal(divide(slope, multiply(number(-2), lead)))
        rest = real.normal(subtract(level, multiply(lead, power(centre, 2))))
        width = positive_factors(real.normal(divide(number(-1), lead)), real)
        if centre != ZERO and real.sign(lead) < 0 and real.sign(width) > 0:
            return subtract(rest, divide(power(subtract(symbol(variable), centre), 2), width))
    if real.sign(parts[1]) >= 0:
        return exponent
    return negative(divide(parts[0], positive_factors(negative(parts[1]), real)))


def _addends(tree: Expression) -> Iterator[Expression]:
    if tree.root in (op.ADD, op.SUBTRACT):
        first, last = tree.arguments
        yield from _addends(first)
        yield from _addends(last if tree.root is op.ADD else negative(last))
    else:
        yield tree
