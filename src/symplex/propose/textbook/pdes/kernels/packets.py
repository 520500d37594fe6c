"""The heat kernel with a complex rate, for two unknowns that are one complex one.

u + i·v = w with w_t = D·w_xx + c·w_x + (r₀ + r₁·x + r₂·x²)·w, all constants complex: Schrödinger's
equation, free, falling or in a well, and diffusion with dispersion. Data that are polynomials
times exponentials of complex quadratics stay such (Schiff, Quantum Mechanics, §12 and 13; Heller,
J. Chem. Phys. 62, 1975). Owns the pair as complex numbers and the packets.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest
from typing import Final, NamedTuple, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    cosine,
    divide,
    exponential,
    multiply,
    negative,
    power,
    rebuilt,
    sine,
    subtract,
    total,
)
from symplex.expression import Derivative, Expression, Symbol, apply, number, symbol
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.kernels.shapes import coefficients
from symplex.propose.textbook.pdes.pde import LinearEquation, Pde, pde_of
from symplex.propose.textbook.pdes.terms import Expansion, Monomial
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

_HALF: Final = number(Fraction(1, 2))
_PAIR: Final = 2
_SQUARE: Final = 2
_HIGHEST: Final = 8
_ELAPSED: Final = "s#1"
"""The time since the data."""


class Complex(NamedTuple):
    """A real and an imaginary part."""

    re: Expression = ZERO
    im: Expression = ZERO


@final
@dataclass(frozen=True)
class _Plane:
    """Arithmetic of complex formulas, parts in normal form."""

    real: Arithmetic

    def sum(self, *many: Complex) -> Complex:
        parts = [total(part) for part in zip(*many, strict=True)]
        return Complex(*map(self.real.normal, parts))

    def times(self, one: Complex, other: Complex) -> Complex:
        re = subtract(multiply(one.re, other.re), multiply(one.im, other.im))
        im = add(multiply(one.re, other.im), multiply(one.im, other.re))
        return Complex(self.real.normal(re), self.real.normal(im))

    def scaled(self, factor: Expression, one: Complex) -> Complex:
        return self.times(Complex(factor), one)

    def square(self, one: Complex) -> Expression:
        """|z|²."""
        return self.real.normal(add(multiply(one.re, one.re), multiply(one.im, one.im)))

    def over(self, one: Complex, other: Complex) -> Complex:
        above = self.times(one, Complex(other.re, negative(other.im)))
        below = self.square(other)
        return Complex(*(self.real.divide(part, below) for part in above))


_NONE: Final = Complex()
_ONE: Final = Complex(ONE)


class Exponent(NamedTuple):
    """exp(bend·x² + slope·x)."""

    bend: Complex = _NONE
    slope: Complex = _NONE


Packets = Mapping[Exponent, Sequence[Complex]]
"""Exponentials, each with the coefficients of the polynomial before it, the constant one first."""


class Rates(NamedTuple):
    """D, c, r₀, r₁ and r₂."""

    spread: Complex
    drift: Complex
    rate: Complex
    slope: Complex
    bend: Complex


@final
class WavePackets:
    """Pairs of equations that are one complex one, with packets as data."""

    name = "wave packets"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The packets at all times."""
        pde, time = pde_of(problem, budget), problem.time
        if pde is None or time is None or len(problem.space) != 1:
            return
        if len(problem.unknowns) != _PAIR or pde.linear is None:
            return
        data, (x,), (low, high) = pde.data(time), problem.space, problem.domain[time].ends
        orders = {(name, 0) for name in problem.unknowns}
        if data is None or set(data.values) != orders or len(problem.conditions) != _PAIR:
            return
        elapsed = subtract(symbol(time), data.at)
        try:
            rates = _rates(pde, pde.linear, time, x)
            reader = _Reader(x, pde.arithmetic)
            packets = reader.read(*(data.values[name, 0] for name in problem.unknowns))
            moving = _Moving(rates, x, _Plane(pde.arithmetic.on({_ELAPSED: (0.0, high - low)})))
            parts = [moving.packet(one, factor) for one, factor in packets.items()]
        except Missing:
            return
        formulas = {
            name: rebuilt(total(column).substitute({Symbol(_ELAPSED): elapsed}))
            for name, column in zip(problem.unknowns, zip(*parts, strict=True), strict=True)
        }
        if satisfies(problem, formulas):
            yield Family(self.name, formulas)


def _rates(pde: Pde, equations: Sequence[LinearEquation], time: str, x: str) -> Rates:
    """The equation of u + i·v.

    Raises:
        Missing: if the equations are not its real and imaginary part.
    """
    real, rows = pde.arithmetic, _rows(pde, equations, time, x)
    parts = list[Complex]()
    for order in range(3):
        (re, im), (other, same) = (
            [real.normal(divide(row.get((name, order), ZERO), lead)) for name in rows]
            for lead, row in rows.values()
        )
        if not (real.are_equal(re, same) and real.is_zero(add(im, other))):
            raise Missing(Code.ALGEBRA_HIDDEN, name=x)
        parts.append(Complex(negative(re), negative(other)))
    levels = [(*coefficients(one, real, x), ZERO, ZERO) for one in parts[0]]
    others = [one for pair in parts[1:] for one in pair]
    if any(len(one) > _SQUARE + 3 for one in levels) or any(x in one.symbols for one in others):
        raise Missing(Code.ALGEBRA_HIDDEN, name=x)
    found = [Complex(*pair) for pair in zip(*(one[:3] for one in levels), strict=True)]
    every = [one for pair in (*found, *parts[1:]) for one in pair]
    if parts[2] == _NONE or any(time in one.symbols for one in every):
        raise Missing(Code.ALGEBRA_HIDDEN, name=time)
    return Rates(parts[2], parts[1], *found)


def _rows(
    pde: Pde, equations: Sequence[LinearEquation], time: str, x: str
) -> Mapping[str, tuple[Expression, Mapping[tuple[str, int], Expression]]]:
    """For each unknown the coefficients of its rate, and of all else by unknown and order in x."""
    unknowns = pde.problem.unknowns
    known = {
        Derivative(name, (x,) * order): (name, order) for name in unknowns for order in range(3)
    }
    found: dict[str, tuple[Expression, Mapping[tuple[str, int], Expression]]] = {}
    for one in equations:
        rates = [name for name in unknowns if one.coefficient(name, time) != ZERO]
        allowed = {*known, *(Derivative(name, (time,)) for name in rates)}
        if len(rates) != 1 or not set(one.coefficients) <= allowed or one.source != ZERO:
            raise Missing(Code.ALGEBRA_HIDDEN, name=time)
        row = {known[d]: value for d, value in one.coefficients.items() if d in known}
        found[rates[0]] = one.coefficient(rates[0], time), row
    if len(found) != _PAIR:
        raise Missing(Code.ALGEBRA_HIDDEN, name=time)
    return {name: found[name] for name in unknowns}


@final
class _Reader:
    """Data as packets."""

    def __init__(self, x: str, real: Arithmetic) -> None:
        self._x, self._real, self._plane = x, real, _Plane(real)

    def read(self, re: Expression, im: Expression) -> Packets:
        """Both parts as one complex function.

        Raises:
            Missing: where something else stands in them.
        """
        found: dict[Exponent, list[Complex]] = {}
        for tree, unit in ((re, _ONE), (im, Complex(ZERO, ONE))):
            for key, value in Expansion([self._x], self._real).terms(tree).items():
                lead = self._plane.scaled(value, unit)
                for exponent, degree, factor in self._of(key):
                    known = found.setdefault(exponent, [])
                    known += [_NONE] * (degree + 1 - len(known))
                    known[degree] = self._plane.sum(known[degree], self._plane.times(lead, factor))
        return {key: value for key, value in found.items() if any(one != _NONE for one in value)}

    def _of(self, key: Monomial) -> list[tuple[Exponent, int, Complex]]:
        degree, found = 0, [(Exponent(), _ONE)]
        for factor, exponent in key:
            if exponent.denominator > 1 or not 0 < exponent <= _HIGHEST:
                raise Missing(Code.ALGEBRA_HIDDEN, name=self._x)
            if factor.root == Symbol(self._x):
                degree = int(exponent)
                continue
            for _ in range(int(exponent)):
                pairs = ((one, other) for one in found for other in self._factor(factor))
                found = [(self._joined(a, b), self._plane.times(p, q)) for (a, p), (b, q) in pairs]
        return [(exponent, degree, factor) for exponent, factor in found]

    def _joined(self, one: Exponent, other: Exponent) -> Exponent:
        return Exponent(*(self._plane.sum(a, b) for a, b in zip(one, other, strict=True)))

    def _factor(self, factor: Expression) -> list[tuple[Exponent, Complex]]:
        """An exponential, or a sine or cosine as two of them."""
        if factor.root not in (op.EXP, op.SIN, op.COS):
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._x)
        level, slope, bend, *more = (*coefficients(factor.arguments[0], self._real, self._x), *_PAD)
        if level != ZERO or any(one != ZERO for one in more):
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._x)
        if factor.root is op.EXP:
            return [(Exponent(Complex(bend), Complex(slope)), _ONE)]
        rising = Exponent(Complex(ZERO, bend), Complex(ZERO, slope))
        falling = Exponent(*(Complex(ZERO, negative(one.im)) for one in rising))
        if factor.root is op.COS:
            return [(rising, Complex(_HALF)), (falling, Complex(_HALF))]
        return [(rising, Complex(ZERO, negative(_HALF))), (falling, Complex(ZERO, _HALF))]


_PAD: Final = (ZERO, ZERO, ZERO)


@final
@dataclass(frozen=True)
class _Moving:
    """What becomes of packets."""

    rates: Rates
    x: str
    plane: _Plane

    def packet(
        self, start: Exponent, polynomial: Sequence[Complex]
    ) -> tuple[Expression, Expression]:
        """The real and the imaginary part.

        Raises:
            Missing: where its width is no combination of real functions.
        """
        plane, (growth, place) = self.plane, self._frame()
        width, change, lag = self._width(start.bend)
        spread = self.rates.spread
        bend = plane.over(plane.scaled(number(Fraction(-1, 4)), change), spread)
        carried = plane.times(plane.times(spread, start.slope), lag)
        above = plane.sum(
            plane.times(bend, plane.times(place, place)),
            plane.times(start.slope, place),
            plane.times(start.slope, carried),
        )
        exponent = plane.sum(growth, plane.over(above, width))
        centre = plane.over(plane.sum(place, plane.scaled(number(2), carried)), width)
        clock = plane.over(plane.times(spread, lag), width)
        factor = self._moments(polynomial, centre, clock)
        square = plane.square(width)
        size = multiply(exponential(exponent.re), power(square, Fraction(-1, 4)))
        angle = plane.real.normal(exponent.im)
        angle = subtract(angle, self._half_angle(width, square))
        wave = Complex(cosine(angle), sine(angle))
        re = subtract(multiply(factor.re, wave.re), multiply(factor.im, wave.im))
        im = add(multiply(factor.re, wave.im), multiply(factor.im, wave.re))
        return multiply(size, re), multiply(size, im)

    def _frame(self) -> tuple[Complex, Complex]:
        """The exponent and the place in a frame that drifts and falls."""
        rates, plane, time = self.rates, self.plane, symbol(_ELAPSED)
        x, fall = symbol(self.x), rates.slope
        if rates.bend != _NONE and (fall, rates.drift) != (_NONE, _NONE):
            raise Missing(Code.ALGEBRA_HIDDEN, name=self.x)
        pulled = plane.times(rates.spread, fall)
        square, cube = (power(time, n) for n in (2, 3))
        growth = plane.sum(
            plane.scaled(multiply(time, x), fall),
            plane.scaled(divide(cube, number(3)), plane.times(pulled, fall)),
            plane.scaled(multiply(_HALF, square), plane.times(rates.drift, fall)),
            plane.scaled(time, rates.rate),
        )
        place = plane.sum(Complex(x), plane.scaled(time, rates.drift), plane.scaled(square, pulled))
        return growth, place

    def _width(self, bend: Complex) -> tuple[Complex, Complex, Complex]:
        """The width y: y″ + 4·D·r₂·y = 0, y(0) = 1, y′(0) = −4·D·bend; y′; what begins as 0, 1."""
        plane, time = self.plane, symbol(_ELAPSED)
        first = plane.scaled(number(-4), plane.times(self.rates.spread, bend))
        pull = plane.scaled(number(4), plane.times(self.rates.spread, self.rates.bend))
        if pull == _NONE:
            return plane.sum(_ONE, plane.scaled(time, first)), first, Complex(time)
        sign = plane.real.sign(pull.re) if pull.im == ZERO else 0
        if not sign:
            raise Missing(Code.ALGEBRA_HIDDEN, name=self.x)
        often = power(plane.real.normal(multiply(number(sign), pull.re)), Fraction(1, 2))
        angle = plane.real.normal(multiply(often, time))
        both = (op.COS, op.SIN) if sign > 0 else (op.COSH, op.SINH)
        even, odd = (apply(one, angle) for one in both)
        lag = Complex(divide(odd, often))
        back = multiply(number(-sign), multiply(often, odd))
        width = plane.sum(Complex(even), plane.times(first, lag))
        return width, plane.sum(Complex(back), plane.scaled(even, first)), lag

    def _half_angle(self, width: Complex, square: Expression) -> Expression:
        """Half of the angle of a complex number that begins as 1 and never is negative."""
        if width.im == ZERO:
            return ZERO
        if square == ONE and width.im.root is op.SIN:  # cos a + i·sin a
            return multiply(_HALF, width.im.arguments[0])
        if self.plane.real.sign(width.re) > 0:
            return multiply(_HALF, apply(op.ATAN, self.plane.real.divide(width.im, width.re)))
        size = power(square, Fraction(1, 2))
        return apply(op.ATAN, divide(width.im, add(size, width.re)))

    def _moments(self, polynomial: Sequence[Complex], centre: Complex, clock: Complex) -> Complex:
        """A polynomial over a Gaussian about a place: heat polynomials."""
        plane, found = self.plane, [_ONE, centre]
        while len(found) < len(polynomial):
            n = number(2 * (len(found) - 1))
            drift = plane.scaled(n, plane.times(clock, found[-2]))
            found.append(plane.sum(plane.times(centre, found[-1]), drift))
        pairs = zip_longest(polynomial, found[: len(polynomial)], fillvalue=_NONE)
        return plane.sum(_NONE, *(plane.times(c, moment) for c, moment in pairs))
