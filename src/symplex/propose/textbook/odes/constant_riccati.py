"""Riccati's equation with constant coefficients, without roots of roots, and what it drives.

With u' = A + B·u + C·u², u = −w'/(C·w) and w'' − B·w' + A·C·w = 0. With δ² = B² − 4AC and x counted
from where u₀ is given, w = exp((B + δ)x/2)·D and D = (δ − p + (δ + p)·exp(−δx))/2δ, p = B + 2C·u₀.
So the integral of u is −log(w)/C: another unknown whose rate is affine in u needs no integral.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import final

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
    sine,
    subtract,
    value_of_number,
)
from symplex.expression import Derivative, Expression, apply, number
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constants import completed
from symplex.propose.textbook.odes.ode import Ode, jet, lone_ode, ode_of
from symplex.work.budget import Budget

_HALF = Fraction(1, 2)
_SQUARE = 2


@final
class ConstantRiccati:
    """u' = A + B·u + C·u² with numbers and parameters, and a value at a point."""

    name = "Riccati's equation with constant coefficients"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The solution through the point."""
        ode = lone_ode(problem, budget, (1,))
        if ode is None:
            return
        for rate in ode.solved:
            flow = _flow(ode, ode.unknown, rate)
            if flow is not None:
                yield from completed(ode, Family(self.name, {ode.unknown: flow.solution}))


@final
class DrivenByRiccati:
    """One Riccati equation, and others whose rates are affine in its unknown."""

    name = "driven by Riccati's equation"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """All unknowns in closed form."""
        ode = ode_of(problem, budget)
        if ode is None or len(problem.unknowns) == 1:
            return
        rates = _rates(ode)
        for name, rate in rates.items():
            flow = _flow(ode, name, rate)
            if flow is not None:
                formulas = {name: flow.solution}
                for other in rates.keys() - {name}:
                    formula = _driven(ode, flow, name, (other, rates[other]))
                    if formula is None:
                        return
                    formulas[other] = formula
                yield from completed(ode, Family(self.name, formulas))


def _rates(ode: Ode) -> dict[str, Expression]:
    """The right-hand sides, where each equation is solved for a rate."""
    found: dict[str, Expression] = {}
    for equation in ode.problem.equations:
        left = equation.left.root
        if isinstance(left, Derivative) and left.order == 1:
            found[left.of] = equation.right.substitute(ode.jets)
    return found if set(found) == set(ode.problem.unknowns) else {}


@final
@dataclass(frozen=True)
class _Flow:
    """What Riccati's equation does from a point on."""

    coefficients: Sequence[Expression]
    value: Expression
    elapsed: Expression
    arithmetic: Arithmetic

    @property
    def _square(self) -> Expression:
        a, b, c = self.coefficients
        return self.arithmetic.normal(b * b - 4 * a * c)

    @property
    def _push(self) -> Expression:
        a, b, _ = self.coefficients
        return self.arithmetic.normal(add(multiply(b, self.value), multiply(number(2), a)))

    @property
    def _pull(self) -> Expression:
        _, b, c = self.coefficients
        return self.arithmetic.normal(add(b, multiply(number(2), multiply(c, self.value))))

    @property
    def _is_growing(self) -> bool:
        return self._square != ZERO and self.arithmetic.sign(self._square) >= 0

    @property
    def _growth(self) -> Expression:
        return self.arithmetic.normal(power(self._square, _HALF))

    @property
    def _decay(self) -> Expression:
        exponent = multiply(self._growth, self.elapsed)
        return exponential(self.arithmetic.normal(negative(exponent)))

    def _parts(self) -> tuple[Expression, Expression]:
        """What is even and what is odd in the time that has passed; neither grows."""
        if self._square == ZERO:
            return ONE, divide(self.elapsed, number(2))
        turn = self.arithmetic.normal(power(negative(self._square), _HALF))
        angle = self.arithmetic.normal(multiply(turn, self.elapsed) / 2)
        return multiply(turn, cosine(angle)), sine(angle)

    @property
    def solution(self) -> Expression:
        """The unknown."""
        if not self._is_growing:
            even, odd = self._parts()
            top = add(multiply(self.value, even), multiply(self._push, odd))
            return divide(top, subtract(even, multiply(self._pull, odd)))
        level, growth, normal = multiply(self.value, self._growth), self._growth, self._normal
        above = add(level, self._push), subtract(level, self._push)
        below = subtract(growth, self._pull), add(growth, self._pull)
        lead = next((one for one in map(normal, below) if one != ZERO), ONE)
        one, other, three, four = (normal(divide(w, lead)) for w in (*above, *below))
        top, bottom = (
            add(one, multiply(other, self._decay)),
            add(three, multiply(four, self._decay)),
        )
        return divide(top, bottom)

    def _normal(self, tree: Expression) -> Expression:
        return self.arithmetic.normal(tree)

    @property
    def weight(self) -> tuple[Expression, Expression]:
        """The rate and the factor in w = exp(rate·x)·factor."""
        b, pull = self.coefficients[1], self._pull
        if self._is_growing:
            growth, double = self._growth, multiply(number(2), self._growth)
            shares = divide(subtract(growth, pull), double), divide(add(growth, pull), double)
            one, other = map(self._normal, shares)
            rate = self._normal(divide(add(b, growth), number(2)))
            return rate, add(one, multiply(other, self._decay))
        even, odd = self._parts()
        scale = ONE if self._square == ZERO else power(self._normal(negative(self._square)), _HALF)
        whole = divide(subtract(even, multiply(pull, odd)), self._normal(scale))
        return divide(b, number(2)), whole


def _flow(ode: Ode, name: str, rate: Expression) -> _Flow | None:
    """The view of one equation; None where it is not Riccati's with constant coefficients."""
    conditions = [c for c in ode.problem.conditions if {d.of for d in c.derivatives} == {name}]
    given = [condition.given_value() for condition in conditions]
    if len(given) != 1 or given[0] is None or given[0][0] != Derivative(name):
        return None
    parts = ode.arithmetic.polynomial(rate, (jet(name, 0),))
    if not parts or max(key[0] for key in parts) != _SQUARE:
        return None
    coefficients = [parts.get((k,), ZERO) for k in range(_SQUARE + 1)]
    if any(one.symbols - set(ode.problem.parameters) for one in coefficients):
        return None
    elapsed = subtract(ode.x, conditions[0].region.values[ode.variable])
    return _Flow(coefficients, given[0][1], elapsed, ode.arithmetic)


def _driven(ode: Ode, flow: _Flow, name: str, driven: tuple[str, Expression]) -> Expression | None:
    """An unknown whose rate is α + β·u, or that times itself."""
    other, rate = driven
    start = [
        c.given_value() for c in ode.problem.conditions if {d.of for d in c.derivatives} == {other}
    ]
    parts = ode.arithmetic.polynomial(rate, (jet(name, 0), jet(other, 0)))
    if len(start) != 1 or start[0] is None or parts is None:
        return None
    own = {key[1] for key in parts}
    if len(own) != 1 or max(key[0] for key in parts) > 1:
        return None
    (times,) = own
    alpha, beta = (parts.get((k, times), ZERO) for k in range(2))
    if any(one.symbols - set(ode.problem.parameters) for one in (alpha, beta)) or times > 1:
        return None
    ratio = ode.arithmetic.normal(divide(negative(beta), flow.coefficients[2]))
    growth, factor = flow.weight
    slope = ode.arithmetic.normal(add(alpha, multiply(ratio, growth)))
    drift, value = multiply(slope, flow.elapsed), start[0][1]
    if times == 0:
        return add(value, add(drift, multiply(ratio, apply(op.LOG, factor))))
    return multiply(value, multiply(exponential(drift), _raised(factor, ratio)))


def _raised(base: Expression, exponent: Expression) -> Expression:
    value = value_of_number(exponent)
    if value is not None:
        return ONE if value == 0 else power(base, value)
    return exponential(multiply(exponent, apply(op.LOG, base)))
