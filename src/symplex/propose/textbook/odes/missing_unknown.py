"""Equations without the unknown itself: of a lower order in its lowest derivative."""

from collections.abc import Iterator, Sequence
from typing import final

from symplex.exact.formulas.building import add, divide, multiply, power
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Derivative, Expression, Symbol, Token, number, symbol
from symplex.problem import Problem
from symplex.problem.method import Family, Method
from symplex.propose.textbook.odes.constants import completed, constant
from symplex.propose.textbook.odes.ode import Ode, jet, lone_ode
from symplex.propose.textbook.smaller import Condition, derivative, families, smaller_problem
from symplex.work.budget import Budget

_FIRST_NEW = 20
"""Where the numbers of the constants of these integrals begin."""


@final
class MissingUnknown:
    """p = u^(m), m the lowest order that occurs; then u by integration."""

    name = "reduction of order"

    def __init__(self, methods: Sequence[Method]) -> None:
        """With the methods that solve the smaller equation."""
        self._methods = methods

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The integrals of what solves the smaller equation."""
        ode = lone_ode(problem, budget)
        if ode is None:
            return
        orders = (k for k in range(ode.order) if jet(ode.unknown, k) in ode.residual.symbols)
        lowest = next(orders, 0)
        if lowest == 0:
            return
        for family in families(self._methods, _smaller(ode, lowest), budget):
            formula = _integrated(ode, family.formulas[_name(ode)], lowest)
            if formula is not None:
                new = tuple(constant(_FIRST_NEW + k) for k in range(lowest))
                whole = Family(self.name, {ode.unknown: formula}, (*family.constants, *new))
                yield from completed(ode, whole)


def _name(ode: Ode) -> str:
    return jet(ode.unknown, 0)


def _smaller(ode: Ode, lowest: int) -> Problem:
    new, x = _name(ode), ode.variable
    jets: dict[Token, Expression] = {
        Symbol(jet(ode.unknown, k)): derivative(new, x, k - lowest)
        for k in range(lowest, ode.order + 1)
    }
    old: dict[Token, Expression] = {
        Derivative(ode.unknown, (x,) * k): derivative(new, x, k - lowest)
        for k in range(lowest, ode.order + 1)
    }
    conditions = [
        Condition(one.region.values[x], one.left.substitute(old), one.right.substitute(old))
        for one in ode.problem.conditions
        if all(d.order >= lowest for d in one.derivatives) and x in one.region.values
    ]
    return smaller_problem(
        ode.problem,
        (x, ode.problem.domain[x]),
        (new,),
        [ode.residual.substitute(jets)],
        conditions,
    )


def _integrated(ode: Ode, formula: Expression, times: int) -> Expression | None:
    """The repeated integral with its constants."""
    for _ in range(times):
        found = Integrals(ode.arithmetic).of(formula, ode.variable)
        if found is None:
            return None
        formula = found
    for k in range(times):
        term = symbol(constant(_FIRST_NEW + k))
        if k:
            term = multiply(term, divide(power(ode.x, k), number(k)))
        formula = add(formula, term)
    return formula
