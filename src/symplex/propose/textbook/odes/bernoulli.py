"""Bernoulli's equation: linear in a power of the unknown."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple, final

from symplex.exact.formulas.building import (
    add,
    divide,
    multiply,
    negative,
    power,
    subtract,
    value_of_number,
)
from symplex.expression import Expression, number, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constants import completed, constant
from symplex.propose.textbook.odes.first_order import FirstOrder, first_orders
from symplex.propose.textbook.odes.first_order_linear import linear_solution
from symplex.propose.textbook.odes.ode import lone_ode
from symplex.work.budget import Budget

_MAX_EXPONENT = 12


class _Bernoulli(NamedTuple):
    """y' = p·y + q·y^n."""

    p: Expression
    q: Expression
    n: Fraction


@final
class Bernoulli:
    """u' = p(x)·u + q(x)·u^n, any rational n but 1 (and 0, which is linear)."""

    name = "Bernoulli"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """By u = v^(1/(1 − n)), both signs where the power is even."""
        ode = lone_ode(problem, budget, (1,))
        for first in first_orders(ode) if ode is not None else ():
            equation = _bernoulli(first)
            if equation is None:
                continue
            scale = number(1 - equation.n)
            linear = linear_solution(
                first.ode, multiply(scale, equation.p), multiply(scale, equation.q)
            )
            if linear is None:
                continue
            exponent = 1 / (1 - equation.n)
            root = power(linear, exponent)
            signs = (root,) if exponent.denominator == 1 else (root, negative(root))
            found: list[Family] = []
            for formula in signs:
                family = Family(self.name, {first.ode.unknown: formula}, (constant(1),))
                found += completed(first.ode, family)
            yield from sorted(found, key=lambda one: bool(one.constants))


def _bernoulli(first: FirstOrder) -> _Bernoulli | None:
    """With g = f/y = p + q·y^(n−1): y·g''/g' = n − 2."""
    y, real = symbol(first.y), first.arithmetic
    quotient = real.divide(first.slope, y)
    slope = real.normal(differentiate(quotient, first.y))
    if real.is_zero(slope):
        return None
    ratio = divide(multiply(y, differentiate(slope, first.y)), slope)
    n = value_of_number(real.normal(ratio))
    if n is None or n == -1 or max(abs(n.numerator), n.denominator) > _MAX_EXPONENT:
        return None
    n = n + 2
    if n in (0, 1):
        return None
    q = real.divide(slope, multiply(number(n - 1), power(y, n - 2) if n != 2 else number(1)))  # noqa: PLR2004
    p = real.normal(subtract(quotient, multiply(q, power(y, n - 1))))
    if first.y in add(p, q).symbols:
        return None
    return _Bernoulli(p, q, n)
