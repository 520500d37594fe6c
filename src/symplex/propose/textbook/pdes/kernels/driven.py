"""Solutions of the heat equation with what is given on a wall, and with sources.

What is given is powers of time, growing exponentials, and half powers of time that begin with 0
(Carslaw & Jaeger, §2.5, 2.9 and appendix II); sources are polynomials times exponentials.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Final, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    exponential,
    multiply,
    negative,
    power,
    product,
    rebuilt,
    subtract,
    total,
)
from symplex.expression import Expression, Symbol, Token, apply, number, symbol
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.propose.textbook.pdes.kernels.shapes import (
    PLACE,
    Shape,
    Smooth,
    coefficients,
    summed,
)
from symplex.propose.textbook.pdes.kernels.spread import Part, Point
from symplex.propose.textbook.pdes.terms import Expansion
from symplex.reasons import Code
from symplex.work.budget import Missing

_HALF: Final = Fraction(1, 2)
CLOCK: Final = "c#"
"""The time of the heat equation."""
_ROOT: Final = "r#"
"""√λ for wall data exp(λτ)."""
_LINE: Final = 2
_HIGHEST: Final = 6
"""Higher powers of time on a wall would become formulas that nobody examines."""


@final
@dataclass(frozen=True)
class Wall:
    """v = H at ζ = 0, or v_ζ − loss·v = H."""

    loss: Expression | None
    """None where the values themselves are given."""


@final
@dataclass(frozen=True)
class Driven:
    """factor·exp(rate·τ − root·z), a solution with a power of τ times exp(rate·τ) on the wall."""

    rate: Expression
    root: Expression
    factor: Expression
    """In `PLACE` and `CLOCK`."""

    def part(self, point: Point) -> Part:
        """It, written down at a place and a time."""
        exponent = subtract(multiply(self.rate, point.clock), multiply(self.root, point.place))
        replaced: dict[Token, Expression] = {
            Symbol(PLACE): point.place,
            Symbol(CLOCK): point.clock,
        }
        factor = point.real.normal(self.factor.substitute(replaced))
        return Part(point.real.normal(exponent), ONE, factor)

    def on(self, wall: Wall, real: Arithmetic) -> Expression:
        """What it gives on a wall, in `CLOCK`."""
        place: dict[Token, Expression] = {Symbol(PLACE): ZERO}
        value = self.factor.substitute(place)
        if wall.loss is not None:
            slope = differentiate(self.factor, PLACE).substitute(place)
            value = subtract(slope, multiply(add(self.root, wall.loss), value))
        growth = exponential(multiply(self.rate, symbol(CLOCK)))
        return multiply(real.normal(rebuilt(value)), growth)

    def start(self, real: Arithmetic) -> Smooth:
        """It at τ = 0."""
        factor = rebuilt(self.factor.substitute({Symbol(CLOCK): ZERO}))
        found = {Shape(slope=negative(self.root)): coefficients(factor, real)}
        return summed([found], real)


def driven(given: Expression, wall: Wall, point: Point) -> tuple[list[Driven], list[Part]]:
    """Solutions with H = given on the wall, and those among them that begin with 0.

    Args:
        given: In `CLOCK`.
        wall: What is given there.
        point: Where they are written down.

    Raises:
        Missing: where one is not elementary.
    """
    real = point.real
    found: list[Driven] = []
    similar: list[Part] = []
    for key, value in Expansion([CLOCK], real).terms(given).items():
        degree, rate = Fraction(0), ZERO
        for factor, exponent in key:
            if factor.root == Symbol(CLOCK):
                degree = exponent
            elif factor.root is op.EXP:
                line = coefficients(factor.arguments[0], real, CLOCK)
                rate = line[1] if len(line) == _LINE else _no_line()
            else:
                _no_line()
        if degree.denominator == 1 and 0 <= degree <= _HIGHEST:
            found.append(_driven(rate, int(degree), value, wall, real))
        else:
            similar += _similar(degree, rate, value, wall, point)
    return found, similar


def _no_line() -> Expression:
    raise Missing(Code.ALGEBRA_HIDDEN, name=CLOCK)


def _driven(
    rate: Expression, degree: int, value: Expression, wall: Wall, real: Arithmetic
) -> Driven:
    if rate != ZERO:
        return _growing(rate, degree, value, wall, real)
    first = 1 if wall.loss == ZERO else 0
    if wall.loss not in (None, ZERO):
        value = real.divide(negative(value), wall.loss)
    place, clock = symbol(PLACE), symbol(CLOCK)
    terms: list[Expression] = []
    for k in range(degree + 1):  # a heat polynomial, even or odd in z
        weight = number(
            Fraction(factorial(degree), factorial(degree - k) * factorial(2 * k + first))
        )
        spaced = power(place, 2 * k + first) if k or first else ONE
        timed = power(clock, degree - k) if degree > k else ONE
        terms.append(multiply(weight, multiply(spaced, timed)))
    return Driven(ZERO, ZERO, multiply(value, total(terms)))


def _growing(
    rate: Expression, degree: int, value: Expression, wall: Wall, real: Arithmetic
) -> Driven:
    """exp(λτ − √λ·z), and its derivatives by λ for powers of τ."""
    if real.sign(rate) <= 0:
        raise Missing(Code.ALGEBRA_SIGN_UNKNOWN)
    root = real.normal(power(rate, _HALF))
    factor = ONE
    if wall.loss is not None:
        resonant = real.normal(add(root, wall.loss)) == ZERO
        root = real.normal(negative(root)) if resonant else root
        factor = divide(number(-1), add(symbol(_ROOT), wall.loss))
    doubled = multiply(number(2), symbol(_ROOT))
    for _ in range(degree):
        slope = divide(differentiate(factor, _ROOT), doubled)
        grown = subtract(symbol(CLOCK), divide(symbol(PLACE), doubled))
        factor = add(slope, multiply(factor, grown))
    there = real.normal(factor.substitute({Symbol(_ROOT): root}))
    return Driven(rate, root, real.multiply(value, there))


def _similar(
    degree: Fraction, rate: Expression, value: Expression, wall: Wall, point: Point
) -> Iterator[Part]:
    """Γ(n/2 + 1)·(4τ)^(n/2)·i^n erfc(z/2√τ) for τ^(n/2) on the wall, with 0 at the start."""
    order = int(2 * degree) + (0 if wall.loss is None else 1)
    possible = degree.denominator == _LINE and 0 < order <= _HIGHEST
    if not possible or rate != ZERO or wall.loss not in (None, ZERO):
        raise Missing(Code.ALGEBRA_HIDDEN, name=CLOCK)
    weight = _factorial_of_half(int(2 * degree))
    lead = multiply(value, weight if wall.loss is None else negative(weight))
    argument = divide(point.place, point.width)
    erf, gauss = _repeated_integrals(order, point)
    yield Part(ZERO, ONE, point.real.multiply(lead, erf))
    yield Part(ZERO, apply(op.ERF, argument), point.real.multiply(negative(lead), erf))
    square = divide(power(point.place, 2), multiply(number(4), point.clock))
    density = point.real.normal(multiply(number(2), multiply(lead, point.density)))
    yield Part(point.real.normal(negative(square)), density, gauss)


def _factorial_of_half(odd: int) -> Expression:
    """Γ(n/2 + 1) for odd n ≥ −1."""
    found = Fraction(1)
    for k in range(1, odd + 1, 2):
        found *= Fraction(k, 2)
    return multiply(number(found), power(apply(op.PI), _HALF))


def _repeated_integrals(order: int, point: Point) -> tuple[Expression, Expression]:
    """(4τ)^(n/2)·i^n erfc as E·erfc(z/2√τ) + G·2√(τ/π)·exp(−z²/4τ).

    2n·i^n erfc(w) = i^(n−2) erfc(w) − 2w·i^(n−1) erfc(w).
    """
    real = point.real
    fourfold, doubled = multiply(number(4), point.clock), multiply(number(2), point.place)
    before, last = (ZERO, ONE), (ONE, ZERO)
    for n in range(1, order + 1):
        # In these units i^(−1) erfc is 4τ·(2/√π)/(2√τ)·exp(−w²) = 4τ/(2τ)·2√(τ/π)·exp(−w²).
        lead = number(2) if n == 1 else fourfold
        both = (
            real.normal(divide(subtract(multiply(lead, b), multiply(doubled, a)), number(2 * n)))
            for a, b in zip(last, before, strict=True)
        )
        before, last = last, (next(both), next(both))
    return last


def sourced(given: Expression, real: Arithmetic) -> list[Driven]:
    """A solution of v_τ = v_zz + given, the source in `PLACE` and `CLOCK`.

    Raises:
        Missing: where the source is no sum of polynomials times exponentials.
    """
    found: list[Driven] = []
    for key, value in Expansion([PLACE, CLOCK], real).terms(given).items():
        exponents = [factor.arguments[0] for factor, _ in key if factor.root is op.EXP]
        rest = [(factor, exponent) for factor, exponent in key if factor.root is not op.EXP]
        if any(not isinstance(one.root, Symbol) or not _is_whole(e) for one, e in rest):
            raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
        parts = real.polynomial(total(exponents), (PLACE, CLOCK))
        if parts is None or any(sum(degrees) != 1 for degrees in parts):
            raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
        slope, rate = parts.get((1, 0), ZERO), parts.get((0, 1), ZERO)
        polynomial = multiply(value, product(power(one, e) for one, e in rest))
        factor = _particular(polynomial, slope, rate, real)
        found.append(Driven(rate, real.normal(negative(slope)), factor))
    return found


def _is_whole(exponent: Fraction) -> bool:
    return exponent.denominator == 1 and 0 < exponent <= _HIGHEST


def _particular(
    polynomial: Expression, slope: Expression, rate: Expression, real: Arithmetic
) -> Expression:
    """The factor p of p·exp(rate·τ + slope·z): p_τ + κ·p = p_zz + 2·slope·p_z + polynomial."""
    kappa = real.normal(subtract(rate, power(slope, 2) if slope != ZERO else ZERO))

    def spread(tree: Expression) -> Expression:
        drift = multiply(multiply(number(2), slope), differentiate(tree, PLACE))
        return add(differentiate(tree, PLACE, 2), drift)

    found, left = ZERO, real.normal(polynomial)
    for _ in range(2 * _HIGHEST + 1):
        if left == ZERO:
            return found
        if kappa == ZERO:
            term = _since_start(left, real)
            left = real.normal(spread(term))
        else:
            term = divide(left, kappa)
            left = real.normal(subtract(spread(term), differentiate(term, CLOCK)))
        found = real.add(found, term)
    raise Missing(Code.ALGEBRA_FORMULA_TOO_LONG)


def _since_start(tree: Expression, real: Arithmetic) -> Expression:
    """The integral over time of a polynomial."""
    parts = coefficients(tree, real, CLOCK)
    return total(
        multiply(divide(value, number(k + 1)), power(symbol(CLOCK), k + 1))
        for k, value in enumerate(parts)
    )
