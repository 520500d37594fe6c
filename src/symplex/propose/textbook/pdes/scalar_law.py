"""Conservation laws u_t + a(u)·u_x = g − k·u: what a change of variables leaves of them.

A constant drift, a constant source and a linear one are taken out: u = growth·v + level and
y = x − shift make it v_τ + b(v)·v_y = 0 in a time τ of its own (Whitham, Linear and Nonlinear
Waves, ch. 2; Dafermos, Hyperbolic Conservation Laws in Continuum Physics, ch. XI).
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    divide,
    exponential,
    multiply,
    negative,
    power,
    subtract,
    total,
)
from symplex.expression import Derivative, Expression, Symbol, Token, number, symbol
from symplex.expression.calculus import differentiate
from symplex.propose.textbook.pdes.pde import Pde

STATE: Final = "u#"
"""The unknown as a symbol."""
_HALF: Final = number(Fraction(1, 2))


@final
@dataclass(frozen=True)
class ScalarLaw:
    """v_τ + b(v)·v_y = 0, with u = growth·v + level, y = x − shift; all three begin as 1, 0, 0."""

    speed: Expression
    """What b is, in the state."""
    elapsed: Expression
    """What τ is, in the time that the problem has; 0 at the data."""
    growth: Expression = ONE
    level: Expression = ZERO
    shift: Expression = ZERO

    def at(self, state: Expression) -> Expression:
        """The speed of a state."""
        return self.speed.substitute({Symbol(STATE): state})

    def slope(self, real: Arithmetic) -> Expression | None:
        """What b is a multiple of v by, if it is one: Burgers' equation."""
        parts = real.polynomial(self.speed, (STATE,))
        return parts[1,] if parts is not None and set(parts) == {(1,)} else None


def scalar_law(pde: Pde, time: str, start: Expression) -> ScalarLaw | None:
    """The law that an equation of the first order states; None if it is no such law."""
    real, (space,) = pde.arithmetic, pde.others(time)
    state: dict[Token, Expression] = {Derivative(pde.unknown): symbol(STATE)}
    found = pde.affine(pde.problem.equations[0].residual.substitute(state))
    tokens = [Derivative(pde.unknown, (name,)) for name in (time, space)]
    if found is None or set(found[0]) != set(tokens):
        return None
    rate, flow = (found[0][token] for token in tokens)
    speed, loss = (real.normal(divide(part, rate)) for part in (flow, found[1]))
    known = {STATE, *pde.problem.parameters}
    if speed.symbols.isdisjoint({STATE}) or not speed.symbols | loss.symbols <= known:
        return None
    return _without_source(speed, loss, subtract(symbol(time), start), real)


def _without_source(
    speed: Expression, loss: Expression, elapsed: Expression, real: Arithmetic
) -> ScalarLaw | None:
    if loss == ZERO:
        drift = real.normal(speed.substitute({Symbol(STATE): ZERO}))
        rest = real.polynomial(speed, (STATE,))
        if rest is None or drift == ZERO:
            return ScalarLaw(speed, elapsed)
        moved = real.normal(subtract(speed, drift))
        return ScalarLaw(moved, elapsed, shift=real.normal(multiply(drift, elapsed)))
    lost, parts = (real.polynomial(one, (STATE,)) for one in (loss, speed))
    if lost is None or parts is None or not set(lost) <= {(0,), (1,)}:
        return None
    decay, gain = lost.get((1,), ZERO), negative(lost.get((0,), ZERO))
    degrees = {key[0] for key in parts} - {0}
    if len(degrees) != 1 or (gain != ZERO and degrees != {1}):
        return None
    (degree,) = degrees
    drift, weight = parts.get((0,), ZERO), parts[degree,]
    faded = exponential(multiply(negative(decay), elapsed))
    level, climbed = ZERO, ZERO  # the level and its integral
    if gain != ZERO and decay == ZERO:
        level, climbed = multiply(gain, elapsed), multiply(_HALF * gain, power(elapsed, 2))
    elif gain != ZERO:
        ratio = divide(gain, decay)
        level = multiply(ratio, subtract(ONE, faded))
        climbed = multiply(ratio, subtract(elapsed, divide(subtract(ONE, faded), decay)))
    time = elapsed
    if decay != ZERO:
        rate = multiply(number(degree), decay)
        time = divide(subtract(ONE, exponential(multiply(negative(rate), elapsed))), rate)
    shift = total([multiply(drift, elapsed), multiply(weight, climbed)])
    return ScalarLaw(
        multiply(weight, power(symbol(STATE), degree)),
        time,
        faded if decay != ZERO else ONE,
        real.normal(level),
        real.normal(shift),
    )


def bend(law: ScalarLaw, states: tuple[float, float], real: Arithmetic) -> int:
    """1 if the flux is convex between states, −1 if it is concave, 0 if neither is seen."""
    return real.on({STATE: states}).sign(differentiate(law.speed, STATE))
