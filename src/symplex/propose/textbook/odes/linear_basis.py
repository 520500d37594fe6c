"""Linear equations of the second order with varying coefficients: ways to a basis of solutions.

Liouville's normal form, a new variable that makes the coefficients constant, and a solution that
is guessed and completed by reduction of order.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, final

import numpy as np

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    exponential,
    multiply,
    negative,
    power,
    rebuilt,
    subtract,
    value_of_number,
)
from symplex.exact.formulas.exponentials import Exponentials
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression, number
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constant_coefficients import (
    general,
    homogeneous,
    with_constant_coefficients,
)
from symplex.propose.textbook.odes.constants import completed
from symplex.propose.textbook.odes.euler import euler_basis
from symplex.propose.textbook.odes.guesses import guesses
from symplex.propose.textbook.odes.ode import Linear, Ode, lone_ode
from symplex.propose.textbook.odes.variation import variation
from symplex.work.budget import Budget

_HALF: Final = Fraction(1, 2)
_SMALL: Final = 1e-9


@final
class LinearSecondOrder:
    """Varying coefficients, any right-hand side whose integrals are known."""

    name = "linear equation of the second order"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The general solution, with its constants from the conditions."""
        ode = lone_ode(problem, budget, (2,))
        linear = None if ode is None else ode.linear
        if ode is None or linear is None:
            return
        if with_constant_coefficients(ode, linear) or euler_basis(ode, linear):
            return  # their own methods have failed at the right-hand side
        yield from _alone(self.name, ode, linear)
        for way in (_liouville, _new_variable, _guessed):
            basis = way(ode, linear)
            particular = None if basis is None else variation(ode, linear, basis)
            if basis is not None and particular is not None:
                family = general(self.name, ode, basis, particular)
                found = list(completed(ode, family))
                yield from found
                if found:
                    return


def _alone(method: str, ode: Ode, linear: Linear) -> Iterator[Family]:
    """Multiples of a guess that satisfy the conditions: the other solution may be unknown."""
    if value_of_number(linear.right) == 0:
        for known in _solutions(ode, linear):
            for family in completed(ode, general(method, ode, [known], ZERO)):
                if not family.constants:
                    yield family


def second_order_basis(ode: Ode, linear: Linear) -> list[Expression] | None:
    """Two independent solutions without a right-hand side, by any way."""
    for way in (_constant, euler_basis, _liouville, _new_variable, _guessed):
        found = way(ode, linear)
        if found is not None:
            return found
    return None


def _constant(ode: Ode, linear: Linear) -> list[Expression] | None:
    scaled = with_constant_coefficients(ode, linear)
    sums = None if scaled is None else homogeneous(ode, scaled.coefficients)
    if sums is None:
        return None
    return [Exponentials(ode.arithmetic).tree(one, ode.x) for one in sums]


def _ratios(ode: Ode, linear: Linear) -> tuple[Expression, Expression]:
    """The coefficients p and q of u'' + p·u' + q·u."""
    q, p, lead = linear.coefficients
    return ode.arithmetic.divide(p, lead), ode.arithmetic.divide(q, lead)


def _liouville(ode: Ode, linear: Linear) -> list[Expression] | None:
    """By u = w·exp(−∫p/2): w'' + Q·w = 0 with Q constant or a multiple of 1/(x + s)²."""
    p, q = _ratios(ode, linear)
    if value_of_number(p) == 0:
        return None
    rest = subtract(q, p * p / 4 + differentiate(p, ode.variable) / 2)
    simple = Linear((ode.arithmetic.normal(rest), ZERO, ONE), ZERO)
    basis = _constant(ode, simple) or euler_basis(ode, simple)
    exponent = None if basis is None else Integrals(ode.arithmetic).of(p, ode.variable)
    if basis is None or exponent is None:
        return None
    factor = ode.arithmetic.normal(exponential(divide(exponent, number(-2))))
    return [multiply(factor, one) for one in basis]


def _new_variable(ode: Ode, linear: Linear) -> list[Expression] | None:
    """By s = ∫√|q|: the coefficients are constant in s if (s'' + p·s')/s'² is constant."""
    real = ode.arithmetic
    p, q = _ratios(ode, linear)
    sign = real.sign(q)
    if not sign:
        return None
    rate = real.normal(power(q if sign > 0 else negative(q), _HALF))
    damping = real.normal(
        divide(add(differentiate(rate, ode.variable), multiply(p, rate)), power(rate, 2))
    )
    if ode.variable in damping.symbols:
        return None
    sums = homogeneous(ode, (number(sign), damping, ONE))
    new = None if sums is None else Integrals(real).of(rate, ode.variable)
    if sums is None or new is None:
        return None
    return [rebuilt(Exponentials(real).tree(one, new)) for one in sums]


def _guessed(ode: Ode, linear: Linear) -> list[Expression] | None:
    """A solution y by trying, and y·∫ exp(−∫p)/y²."""
    real, integrals = ode.arithmetic, Integrals(ode.arithmetic)
    p, _ = _ratios(ode, linear)
    for known in _solutions(ode, linear):
        exponent = integrals.of(p, ode.variable)
        if exponent is None:
            return None
        wronskian = real.normal(exponential(negative(exponent)))
        factor = integrals.of(real.divide(wronskian, power(known, 2)), ode.variable)
        if factor is not None:
            return [known, real.normal(multiply(known, factor))]
    return None


def _solutions(ode: Ode, linear: Linear) -> Iterator[Expression]:
    """Guesses that solve the equation without its right-hand side."""
    for guess in guesses(ode):
        try:
            if _nearly_solves(ode, linear, guess) and _solves(ode, linear, guess):
                yield guess
        except ExpressionError:
            continue


def _applied(ode: Ode, linear: Linear, guess: Expression) -> Expression:
    total = ZERO
    for k, coefficient in enumerate(linear.coefficients):
        total = add(total, multiply(coefficient, differentiate(guess, ode.variable, k)))
    return total


def _nearly_solves(ode: Ode, linear: Linear, guess: Expression) -> bool:
    points = ode.problem.box.sample(np.random.default_rng(3), 3)
    value = np.abs(evaluate(_applied(ode, linear, guess), points))
    return bool(np.all(value < _SMALL * (1 + np.abs(evaluate(guess, points)))))


def _solves(ode: Ode, linear: Linear, guess: Expression) -> bool:
    return ode.arithmetic.is_zero(_applied(ode, linear, guess))
