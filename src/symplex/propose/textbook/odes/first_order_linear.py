"""Linear equations of the first order, by an integrating factor."""

from collections.abc import Iterator
from typing import final

from symplex.exact.formulas.building import (
    add,
    divide,
    exponential,
    multiply,
    negative,
    value_of_number,
)
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression, symbol
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constants import completed, constant
from symplex.propose.textbook.odes.ode import Ode, lone_ode
from symplex.work.budget import Budget


@final
class FirstOrderLinear:
    """u' + p(x)·u = q(x)."""

    name = "integrating factor"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The general solution, with its constant from the condition."""
        ode = lone_ode(problem, budget, (1,))
        linear = None if ode is None else ode.linear
        if ode is None or linear is None:
            return
        q, p = linear.coefficients
        found = linear_solution(ode, divide(negative(q), p), divide(linear.right, p))
        if found is not None:
            yield from completed(ode, Family(self.name, {ode.unknown: found}, (constant(1),)))


def linear_solution(ode: Ode, p: Expression, q: Expression) -> Expression | None:
    """The solution of v' = p·v + q with a constant; None where an integral is not found."""
    real, integrals = ode.arithmetic, Integrals(ode.arithmetic)
    exponent = integrals.of(real.normal(p), ode.variable)
    if exponent is None:
        return None
    growth = real.normal(exponential(exponent))
    source = real.divide(q, growth)
    inner = symbol(constant(1))
    if value_of_number(source) != 0:
        sum_ = integrals.of(source, ode.variable)
        if sum_ is None:
            return None
        particular = real.normal(multiply(growth, sum_))
        return add(multiply(inner, growth), particular)
    return multiply(inner, growth)
