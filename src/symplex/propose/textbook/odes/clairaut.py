"""Clairaut's equation u = x·u' + f(u'): straight lines."""

from collections.abc import Iterator
from typing import final

from symplex.exact.formulas.building import divide, multiply, negative, subtract
from symplex.expression import Symbol, symbol
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constants import completed, constant
from symplex.propose.textbook.odes.ode import jet, lone_ode
from symplex.work.budget import Budget


@final
class Clairaut:
    """The lines u = c·x + f(c)."""

    name = "Clairaut"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The lines, the slope from the condition."""
        ode = lone_ode(problem, budget, (1,))
        if ode is None:
            return
        value, rate = jet(ode.unknown, 0), jet(ode.unknown, 1)
        found = ode.affine(ode.residual, [value])
        if found is None or ode.arithmetic.is_zero(found[0][0]):
            return
        (factor,), rest = found
        right = ode.arithmetic.normal(divide(negative(rest), factor))
        offset = ode.arithmetic.normal(subtract(right, multiply(ode.x, symbol(rate))))
        if ode.variable in offset.symbols or rate not in right.symbols:
            return
        line = right.substitute({Symbol(rate): symbol(constant(1))})
        yield from completed(ode, Family(self.name, {ode.unknown: line}, (constant(1),)))
