"""Exact equations M dx + N dy = 0, and those that a factor makes exact."""

from collections.abc import Iterator
from typing import final

from symplex.exact.formulas.building import (
    ONE,
    add,
    exponential,
    logarithm,
    multiply,
    product,
    subtract,
)
from symplex.exact.formulas.linear_solve import linear_values
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.odes.first_order import FirstOrder
from symplex.propose.textbook.odes.ode import jet, lone_ode
from symplex.work.budget import Budget

_POWERS = ("a#0", "b#0")


@final
class ExactEquation:
    """The level sets of a potential; factors of x alone, of y alone, and x^a·y^b."""

    name = "exact equation"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """Solutions from the potential."""
        ode = lone_ode(problem, budget, (1,))
        found = None if ode is None else ode.affine(ode.residual, [jet(ode.unknown, 1)])
        if ode is None or found is None:
            return
        (n,), m = found
        for slope in ode.solved[:1]:
            first = FirstOrder(ode, slope)
            for factor in _factors(first, m, n):
                relation = _potential(first, multiply(factor, m), multiply(factor, n))
                if relation is not None:
                    yield from first.solutions(self.name, relation)
                    break


def _factors(first: FirstOrder, m: Expression, n: Expression) -> Iterator[Expression]:
    """Factors μ with (μM)_y = (μN)_x."""
    x, y, real = first.ode.variable, first.y, first.arithmetic
    excess = real.normal(subtract(differentiate(m, y), differentiate(n, x)))
    if real.is_zero(excess):
        yield ONE
        return
    for rate, name in ((real.divide(excess, n), x), (real.divide(-excess, m), y)):
        other = y if name == x else x
        if other not in rate.symbols:
            exponent = Integrals(real).of(rate, name)
            if exponent is not None:
                yield real.normal(exponential(exponent))
    powers = _powers(first, m, n, excess)
    if powers is not None:
        yield powers


def _powers(
    first: FirstOrder, m: Expression, n: Expression, excess: Expression
) -> Expression | None:
    """x^a·y^b with M_y − N_x = a·N/x − b·M/y."""
    x, y, real = symbol(first.ode.variable), symbol(first.y), first.arithmetic
    a, b = (symbol(name) for name in _POWERS)
    whole = excess - a * n / x + b * m / y
    cleared = real.fraction(whole)
    parts = None if cleared is None else real.polynomial(cleared[0], (first.ode.variable, first.y))
    values = None if parts is None else linear_values(list(parts.values()), _POWERS, real)
    if values is None or len(values) < len(_POWERS):
        return None
    bases = zip(_POWERS, (x, y), strict=True)
    return product(exponential(multiply(values[k], logarithm(base))) for k, base in bases)


def _potential(first: FirstOrder, m: Expression, n: Expression) -> Expression | None:
    x, y, real = first.ode.variable, first.y, first.arithmetic
    integrals = Integrals(real)
    along = integrals.of(real.normal(m), x)
    if along is None:
        return None
    rest = real.normal(subtract(n, differentiate(along, y)))
    if x in rest.symbols:
        return None
    across = integrals.of(rest, y)
    return None if across is None else add(along, across)
