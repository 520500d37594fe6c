"""Linear parabolic equations in one variable of space, brought to the heat equation.

u_t = a·u_xx + b·u_x + c·u becomes v_τ = v_zz exactly where a new place y = ∫dx/√a and a factor
leave a drift that is affine in y and a rate that is at most quadratic (Bluman & Cole, Similarity
Methods, ch. 2; Polyanin, Handbook of Linear PDEs, §1.8): u = ρ(x)·exp(A·ζ² + B·ζ + C)·v(z, τ) with
ζ = ±(y − y₀), z = s·ζ + m, where s, m, A, B, C and the clock τ depend on time alone and begin as 1,
0, 0, B₀, 0 and 0.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple, final

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
from symplex.exact.formulas.inverse import zeros
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression, Symbol, apply, number, symbol
from symplex.expression import operators as op
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.propose.textbook.pdes.kernels.shapes import PLACE, coefficients
from symplex.propose.textbook.pdes.kernels.spread import positive_factors
from symplex.reasons import Code
from symplex.work.budget import Missing

_HALF: Final = Fraction(1, 2)
_TWO, _FOUR = number(2), number(4)
_AFFINE, _QUADRATIC = 2, 3
"""How many coefficients such polynomials have."""


@final
@dataclass(frozen=True)
class Operator1D:
    """u_t = spreading·u_xx + drift·u_x + rate·u, with data at one time."""

    variable: str
    time: str
    start: Expression
    spreading: Expression
    drift: Expression
    rate: Expression


@final
@dataclass(frozen=True)
class Face:
    """Where a line ends."""

    at: Expression
    inside: int
    """1 where the line lies above, −1 where it lies below."""


class _Affine(NamedTuple):
    """v_t = spreading·v_ζζ + (pull·ζ + wind)·v_ζ + (bend·ζ² + tilt·ζ + rate)·v."""

    spreading: Expression
    pull: Expression
    wind: Expression
    bend: Expression
    tilt: Expression
    rate: Expression


class _Flow(NamedTuple):
    """The functions of time, and the value at the start of the one that may have one."""

    scale: Expression
    shift: Expression
    square: Expression
    slope: Expression
    level: Expression
    clock: Expression
    factor: Expression = ONE


@final
@dataclass(frozen=True)
class HeatForm:
    """u = factor·exp(exponent)·v(place, clock) with v_τ = v_zz."""

    factor: Expression
    exponent: Expression
    place: Expression
    clock: Expression
    inverse: Expression
    """x in `PLACE`, which is ζ."""
    weight: Expression
    """What the data are divided by, in `PLACE`; v begins with data/weight."""
    stretch: Expression
    """∂ζ/∂x at the face."""
    growth: Expression
    """The logarithmic slope of u/v there, by ζ."""
    level: Expression
    """u/v at the face."""
    scale: Expression
    """∂z/∂ζ."""


def heat_form(operator: Operator1D, face: Face | None, real: Arithmetic) -> HeatForm:
    """The transformation; the face, where there is one, becomes z = 0 with the line above it.

    Raises:
        Missing: where there is none.
    """
    return _Transformation(operator, face, real).found()


def is_far(operator: Operator1D, at: Expression, real: Arithmetic) -> bool:
    """Whether a point lies infinitely far away for the equation, so that nothing reaches it.

    Raises:
        Missing: where that is not known.
    """
    place = _place(operator, real)
    inside = place.substitute({Symbol(operator.variable): at})
    middle = {name: sum(ends) / 2 for name, ends in real.ends.items()}
    value = float(evaluate(inside, middle))
    return not abs(value) < _FAR


_FAR: Final = 1e12
"""What counts as infinite where a formula is only evaluated."""


def _place(operator: Operator1D, real: Arithmetic) -> Expression:
    """y(x) = ∫dx/√(a/α(t)), the part of a that depends on x alone standing under the root."""
    x, spreading = operator.variable, operator.spreading
    if x not in spreading.symbols:
        return symbol(x)
    found = Integrals(real, with_sympy=False).of(
        real.normal(power(_in_space(operator, real), -_HALF)), x
    )
    if found is None:
        raise Missing(Code.ALGEBRA_HIDDEN, name=x)
    return found


def _in_space(operator: Operator1D, real: Arithmetic) -> Expression:
    """The factors of the spreading in which x stands, positive."""
    x = operator.variable
    factors = real.factors(operator.spreading)
    if factors is None:
        raise Missing(Code.ALGEBRA_HIDDEN, name=x)
    inside = product(power(one, times) for one, times in factors if x in one.symbols)
    sign = real.sign(inside)
    if operator.time in inside.symbols or not sign:
        raise Missing(Code.ALGEBRA_HIDDEN, name=x)
    return inside if sign > 0 else negative(inside)


@final
class _Transformation:
    """One equation on its way to the heat equation."""

    def __init__(self, operator: Operator1D, face: Face | None, real: Arithmetic) -> None:
        self._operator, self._face, self._plain = operator, face, real
        self._x, self._time = operator.variable, operator.time
        self._y = _place(operator, real)
        self._real = real.on({PLACE: self._range()})
        self._inverse = self._inverted()

    def _range(self) -> tuple[float, float]:
        """Where the new place lies, cut off where that is infinite."""
        ends = self._plain.ends[self._x]
        middle = {name: sum(both) / 2 for name, both in self._plain.ends.items()}
        low, high = sorted(float(evaluate(self._y, {**middle, self._x: end})) for end in ends)
        return max(low, -_WIDE), min(high, _WIDE)

    def _inverted(self) -> Expression:
        """The old variable as a formula in the new one."""
        if self._y == symbol(self._x):
            return symbol(PLACE)
        for found in zeros(subtract(self._y, symbol(PLACE)), self._x, self._real):
            back = self._real.normal(self._y.substitute({Symbol(self._x): found}))
            if self._real.are_equal(back, symbol(PLACE)):
                return rebuilt(found)
        raise Missing(Code.ALGEBRA_HIDDEN, name=self._x)

    def found(self) -> HeatForm:
        drift, rate = self._drift(), self._in_place(self._operator.rate)
        weight, affine = self._without_drift(drift, rate)
        centre, sign = self._centre(affine), 1 if self._face is None else self._face.inside
        if affine.bend != ZERO and {affine.pull, affine.wind} != {ZERO}:
            further, affine = self._gauged(affine)
            weight = self._real.normal(multiply(weight, further))
            centre = self._centre(affine)
        centred = self._about(affine, centre, sign)
        flow = self._flow(centred)
        zeta = multiply(number(sign), self._plain.subtract(self._y, centre))
        return self._form(flow, weight, (zeta, centre, sign))

    def _form(
        self, flow: _Flow, weight: Expression, frame: tuple[Expression, Expression, int]
    ) -> HeatForm:
        zeta, centre, sign = frame
        real = self._plain
        old = add(centre, multiply(number(sign), symbol(PLACE)))
        moved = {Symbol(PLACE): old}
        weight_there = self._real.normal(rebuilt(weight.substitute(moved)))
        started = multiply(weight_there, exponential(multiply(self._start_of(flow), symbol(PLACE))))
        factor = real.normal(weight.substitute({Symbol(PLACE): self._y}))
        exponent = total(
            (multiply(flow.square, power(zeta, 2)), multiply(flow.slope, zeta), flow.level)
        )
        stretch, growth, level = ZERO, ZERO, ONE
        if self._face is not None:
            here = {Symbol(self._x): self._face.at}
            stretch = real.normal(differentiate(zeta, self._x).substitute(here))
            rate = divide(differentiate(weight_there, PLACE), weight_there)
            at_face = {Symbol(PLACE): ZERO}
            growth = real.add(rate.substitute(at_face), flow.slope)
            level = multiply(
                product((weight_there.substitute(at_face), flow.factor)), exponential(flow.level)
            )
        return HeatForm(
            multiply(factor, flow.factor),
            real.normal(exponent),
            real.normal(add(multiply(flow.scale, zeta), flow.shift)),
            positive_factors(flow.clock, real),
            rebuilt(self._inverse.substitute(moved)),
            started,
            stretch,
            growth,
            real.normal(level),
            flow.scale,
        )

    def _start_of(self, flow: _Flow) -> Expression:
        """B₀: what the slope is at the start."""
        return self._plain.normal(flow.slope.substitute({Symbol(self._time): self._operator.start}))

    def _in_place(self, tree: Expression) -> Expression:
        return self._real.normal(tree.substitute({Symbol(self._x): self._inverse}))

    def _drift(self) -> Expression:
        first, second = (differentiate(self._y, self._x, k) for k in (1, 2))
        operator = self._operator
        return self._in_place(
            add(multiply(operator.drift, first), multiply(operator.spreading, second))
        )

    @property
    def _spreading(self) -> Expression:
        """α(t)."""
        slope = differentiate(self._y, self._x)
        found = self._plain.multiply(self._operator.spreading, power(slope, 2))
        if self._x in found.symbols:
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._x)
        return found

    def _without_drift(self, drift: Expression, rate: Expression) -> tuple[Expression, _Affine]:
        """The drift as it is where it is affine, else a factor that leaves none."""
        spreading = self._spreading
        try:
            wind, pull = _padded(coefficients(drift, self._real), _AFFINE)
            polynomial = _padded(coefficients(rate, self._real), _QUADRATIC)
        except Missing:
            weight, rate = self._removed(drift, rate, spreading)
            polynomial = _padded(coefficients(rate, self._real), _QUADRATIC)
            return weight, _Affine(spreading, ZERO, ZERO, *reversed(polynomial))
        return ONE, _Affine(spreading, pull, wind, *reversed(polynomial))

    def _removed(
        self, drift: Expression, rate: Expression, spreading: Expression
    ) -> tuple[Expression, Expression]:
        """A factor that takes the drift away, and the rate that is left."""
        real = self._real
        slope = real.normal(divide(negative(drift), multiply(_TWO, spreading)))
        if self._time in slope.symbols:
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._time)
        exponent = Integrals(real, with_sympy=False).of(slope, PLACE)
        if exponent is None:
            raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
        square = divide(power(drift, 2), multiply(_FOUR, spreading))
        half = multiply(number(_HALF), differentiate(drift, PLACE))
        left = real.normal(subtract(subtract(rate, square), half))
        return real.normal(exponential(exponent)), left

    def _gauged(self, affine: _Affine) -> tuple[Expression, _Affine]:
        """An affine drift beside a quadratic rate is taken away: only the rate is left."""
        place = symbol(PLACE)
        drift = add(multiply(affine.pull, place), affine.wind)
        rate = total(
            (multiply(affine.bend, power(place, 2)), multiply(affine.tilt, place), affine.rate)
        )
        weight, left = self._removed(drift, rate, affine.spreading)
        polynomial = _padded(coefficients(left, self._real), _QUADRATIC)
        return weight, _Affine(affine.spreading, ZERO, ZERO, *reversed(polynomial))

    def _centre(self, affine: _Affine) -> Expression:
        """Where ζ = 0: at the face, or where a quadratic rate is stationary."""
        if self._face is not None:
            return self._plain.normal(self._y.substitute({Symbol(self._x): self._face.at}))
        if affine.bend == ZERO:
            return ZERO
        return self._plain.normal(divide(negative(affine.tilt), multiply(_TWO, affine.bend)))

    def _about(self, affine: _Affine, centre: Expression, sign: int) -> _Affine:
        """The same equation in ζ = ±(y − centre)."""
        normal, signed = self._plain.normal, number(sign)
        bend_part = multiply(affine.bend, power(centre, 2)) if centre != ZERO else ZERO
        return _Affine(
            affine.spreading,
            affine.pull,
            normal(multiply(signed, add(multiply(affine.pull, centre), affine.wind))),
            affine.bend,
            normal(
                multiply(signed, add(multiply(_TWO, multiply(affine.bend, centre)), affine.tilt))
            ),
            normal(total((bend_part, multiply(affine.tilt, centre), affine.rate))),
        )

    def _flow(self, affine: _Affine) -> _Flow:
        if affine.bend != ZERO:
            return self._oscillating(affine)
        if self._face is not None:
            return self._at_face(affine)
        return self._carried(affine, ZERO)

    def _at_face(self, affine: _Affine) -> _Flow:
        """A frame in which the face rests: a wind is taken away by a factor that stays."""
        if affine.tilt != ZERO:
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._x)
        if affine.wind == ZERO:
            return self._carried(affine, ZERO)
        slope = self._plain.normal(divide(negative(affine.wind), multiply(_TWO, affine.spreading)))
        if affine.pull != ZERO or self._time in slope.symbols:
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._x)
        return self._carried(affine, slope)

    def _carried(self, affine: _Affine, slope: Expression) -> _Flow:
        """From s' = pull·s, B' = pull·B + tilt, m' = s·(2αB + wind), C' = αB² + wind·B + rate."""
        normal = self._plain.normal
        scale = exponential(self._since(affine.pull))
        if affine.tilt != ZERO:
            slope = normal(multiply(scale, self._since(divide(affine.tilt, scale))))
        doubled = multiply(_TWO, multiply(affine.spreading, slope))
        shift = self._since(multiply(scale, add(doubled, affine.wind)))
        square = multiply(affine.spreading, power(slope, 2)) if slope != ZERO else ZERO
        level = self._since(total((square, multiply(affine.wind, slope), affine.rate)))
        clock = self._since(multiply(affine.spreading, power(scale, 2)))
        return _Flow(scale, shift, ZERO, slope, level, clock)

    def _oscillating(self, affine: _Affine) -> _Flow:
        """Mehler's: v_t = α·v_ζζ + (bend·ζ² + rate)·v with constants."""
        real = self._plain
        if affine.tilt != ZERO or any(self._time in one.symbols for one in affine):
            raise Missing(Code.ALGEBRA_HIDDEN, name=self._time)
        square = real.normal(multiply(number(-4), multiply(affine.spreading, affine.bend)))
        sign = real.sign(square)
        if not sign:
            raise Missing(Code.ALGEBRA_SIGN_UNKNOWN)
        frequency = real.normal(power(multiply(number(sign), square), _HALF))
        phase = real.multiply(frequency, subtract(symbol(self._time), self._operator.start))
        even, odd = (op.COSH, op.SINH) if sign > 0 else (op.COS, op.SIN)
        lead, slow = apply(even, phase), divide(apply(odd, phase), frequency)
        return _Flow(
            divide(ONE, lead),
            ZERO,
            divide(multiply(affine.bend, slow), lead),
            ZERO,
            self._since(affine.rate),
            divide(multiply(affine.spreading, slow), lead),
            power(lead, -_HALF),
        )

    def _since(self, rate: Expression) -> Expression:
        """The integral of a function of time from the start."""
        real, time = self._plain, self._time
        rate = real.normal(rate)
        if rate == ZERO:
            return ZERO
        found = Integrals(real, with_sympy=False).of(rate, time)
        if found is None:
            raise Missing(Code.ALGEBRA_HIDDEN, name=time)
        start = found.substitute({Symbol(time): self._operator.start})
        return real.subtract(found, start)


def _padded(polynomial: tuple[Expression, ...], count: int) -> tuple[Expression, ...]:
    """So many coefficients.

    Raises:
        Missing: where there are more.
    """
    if len(polynomial) > count:
        raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
    return polynomial + (ZERO,) * (count - len(polynomial))


_WIDE: Final = 10.0
"""Where an infinite range is cut off for the signs that are read off in it."""
