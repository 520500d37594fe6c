"""Equations that are the derivative of something, or become one: of a lower order, with a constant.

Energy is one of these integrals; Liouville's equation u'' = h(u)·u'² + g(x)·u', divided by u', has
another: log u' − ∫h du − ∫g dx.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import final

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import ONE, ZERO, add, divide, multiply, subtract
from symplex.exact.formulas.inverse import exponentiated
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression, Symbol, Token, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.method import Family, Method
from symplex.propose.textbook.odes.constants import completed
from symplex.propose.textbook.odes.first_order import start_of
from symplex.propose.textbook.odes.ode import Ode, jet, lone_ode
from symplex.propose.textbook.smaller import Condition, answers, derivative, smaller_problem
from symplex.work.budget import Budget


@final
class FirstIntegral:
    """Orders from two on, for conditions that give all but the highest derivative at a point."""

    name = "first integral"

    def __init__(self, methods: Sequence[Method]) -> None:
        """With the methods that solve the equation of a lower order."""
        self._methods = methods

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """What solves the integrated equation."""
        ode = lone_ode(problem, budget)
        if ode is None or ode.order < 2 or start_of(ode, ode.order) is None:  # noqa: PLR2004
            return
        top = symbol(jet(ode.unknown, ode.order))
        residuals = [ode.residual, *(subtract(top, rate) for rate in ode.solved)]
        for residual, factor in product(residuals, (ONE, *_factors(ode))):
            integral = _integral(ode, multiply(factor, residual))
            if integral is not None:
                for formulas in answers(self._methods, _smaller(ode, integral), budget):
                    yield from completed(ode, Family(self.name, formulas))
                return


def _factors(ode: Ode) -> Iterator[Expression]:
    """Simple factors that may make an equation a derivative."""
    u, rate = symbol(jet(ode.unknown, 0)), symbol(jet(ode.unknown, 1))
    yield from (ode.x, rate, divide(ONE, u), divide(ONE, rate), u)


def _integral(ode: Ode, residual: Expression) -> Expression | None:
    """A formula in lower derivatives whose derivative along solutions is the residual."""
    real = ode.arithmetic
    found = ZERO
    for order in range(ode.order, 0, -1):
        slope = real.normal(differentiate(residual, jet(ode.unknown, order)))
        if any(jet(ode.unknown, k) in slope.symbols for k in range(order, ode.order + 1)):
            return None
        below = jet(ode.unknown, order - 1)
        part = Integrals(real, with_sympy=False).of(slope, below)
        if part is None:
            return None
        found = add(found, part)
        residual = real.normal(subtract(residual, _along(ode, part, order)))
    if any(jet(ode.unknown, k) in residual.symbols for k in range(ode.order + 1)):
        return None
    rest = Integrals(real).of(residual, ode.variable)
    return None if rest is None else add(found, rest)


def _along(ode: Ode, part: Expression, order: int) -> Expression:
    """The derivative by the variable, the symbols of derivatives following it."""
    total = differentiate(part, ode.variable)
    for k in range(order):
        slope = differentiate(part, jet(ode.unknown, k))
        total = add(total, multiply(slope, symbol(jet(ode.unknown, k + 1))))
    return total


def _smaller(ode: Ode, integral: Expression) -> Problem:
    """The integral with the value that it has where the conditions start."""
    start = start_of(ode, ode.order)
    if start is None:
        raise ExpressionError("the conditions do not give every derivative at one point")
    x, name = ode.variable, ode.unknown
    # Liouville's equation has a sum of logarithms: as a product it is linear in the last rate.
    integral = exponentiated(integral, jet(name, ode.order - 1), ode.arithmetic) or integral
    here: dict[Token, Expression] = {
        Symbol(jet(name, k)): value for k, value in enumerate(start.values)
    }
    level = ode.arithmetic.normal(integral.substitute({Symbol(x): start.x, **here}))
    jets: dict[Token, Expression] = {
        Symbol(jet(name, k)): derivative(name, x, k) for k in range(ode.order)
    }
    return smaller_problem(
        ode.problem,
        (x, ode.problem.domain[x]),
        (name,),
        [subtract(integral, level).substitute(jets)],
        [
            Condition(start.x, derivative(name, x, k), value)
            for k, value in enumerate(start.values[:-1])
        ],
    )
