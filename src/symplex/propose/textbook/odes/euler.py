"""Euler's equations: constant coefficients in the logarithm of x, or of x + s."""

from collections.abc import Iterator
from typing import NamedTuple, final

from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    divide,
    exponential,
    logarithm,
    multiply,
    negative,
    power,
    rebuilt,
    subtract,
    value_of_number,
)
from symplex.exact.formulas.exponentials import Exponentials
from symplex.exact.formulas.read_exponentials import Reader
from symplex.expression import Expression, Symbol, number, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constant_coefficients import general, homogeneous
from symplex.propose.textbook.odes.constants import completed
from symplex.propose.textbook.odes.ode import Linear, Ode, lone_ode
from symplex.propose.textbook.odes.variation import variation
from symplex.work.budget import Budget

_TIME = "s#0"
"""The name of the logarithm."""


class _Euler(NamedTuple):
    """Σ coefficients[k]·z^k·u^(k) = right·z^n over the leading coefficient, z = ±(x + s) > 0."""

    z: Expression
    x_of_z: Expression
    coefficients: tuple[Expression, ...]
    right: Expression


@final
class Euler:
    """Any order and any right-hand side whose integrals are known."""

    name = "Euler's equation"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The general solution, with its constants from the conditions."""
        ode = lone_ode(problem, budget)
        linear = None if ode is None else ode.linear
        if ode is None or linear is None:
            return
        basis = euler_basis(ode, linear)
        if basis is None:
            return
        particular = _particular(ode, linear, basis)
        if particular is not None:
            yield from completed(ode, general(self.name, ode, basis, particular))


def euler_basis(ode: Ode, linear: Linear) -> list[Expression] | None:
    """The solutions without a right-hand side; None if the equation is not Euler's."""
    euler = _euler(ode, linear)
    if euler is None:
        return None
    sums = homogeneous(ode, _characteristic(ode, euler))
    if sums is None:
        return None
    time = logarithm(euler.z)
    return [rebuilt(Exponentials(ode.arithmetic).tree(one, time)) for one in sums]


def _euler(ode: Ode, linear: Linear) -> _Euler | None:
    real, order = ode.arithmetic, linear.order
    ratios = [real.divide(one, linear.coefficients[-1]) for one in linear.coefficients]
    for k in range(order - 1, -1, -1):
        if ode.variable in ratios[k].symbols:
            slope = real.normal(differentiate(ratios[k], ode.variable))
            z = real.normal(multiply(number(k - order), divide(ratios[k], slope)))
            break
    else:
        return None
    shift = real.subtract(z, ode.x)
    if ode.variable in shift.symbols:
        return None
    sign = real.sign(z) or 1
    z = z if sign > 0 else negative(z)
    scaled = [_times_power(ode, one, z, sign, order - k) for k, one in enumerate(ratios)]
    if any(ode.variable in one.symbols for one in scaled):
        return None
    right = multiply(divide(linear.right, linear.coefficients[-1]), power(z, order))
    back = subtract(multiply(number(sign), exponential(symbol(_TIME))), shift)
    return _Euler(z, back, tuple(scaled), right)


def _times_power(ode: Ode, ratio: Expression, z: Expression, sign: int, power_: int) -> Expression:
    """A coefficient times a power of z; each derivative by z has the sign of dz/dx."""
    if power_ == 0:
        return ONE
    return ode.arithmetic.normal(multiply(number(sign**power_), multiply(ratio, z**power_)))


def _characteristic(ode: Ode, euler: _Euler) -> list[Expression]:
    """Σ b_k·θ(θ − 1)…(θ − k + 1), from the constant term up."""
    order = len(euler.coefficients) - 1
    found = [ZERO] * (order + 1)
    falling = [1]
    for k, coefficient in enumerate(euler.coefficients):
        for j, value in enumerate(falling):
            found[j] = ode.arithmetic.add(found[j], multiply(number(value), coefficient))
        falling = [
            (falling[j - 1] if j else 0) - k * (falling[j] if j < len(falling) else 0)
            for j in range(len(falling) + 1)
        ]
    return found


def _particular(ode: Ode, linear: Linear, basis: list[Expression]) -> Expression | None:
    """In the logarithm by undetermined coefficients, else by integrals."""
    if value_of_number(linear.right) == 0:
        return ZERO
    euler = _euler(ode, linear)
    if euler is None:
        return None
    real = ode.arithmetic
    grown = {Symbol(ode.variable): euler.x_of_z}
    read = Reader(real, _TIME).read(real.normal(euler.right.substitute(grown)))
    if read is None or real.sign(differentiate(euler.z, ode.variable)) < 0:
        return variation(ode, linear, basis)
    sums = Exponentials(real)
    found = sums.particular(_characteristic(ode, euler), read)
    return rebuilt(sums.tree(found, logarithm(euler.z)))
