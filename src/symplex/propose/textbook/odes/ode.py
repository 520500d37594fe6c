"""A problem seen as an ordinary differential equation, or as a system of them.

Owns the view: the variable, the unknowns, the order, which coefficients a linear equation has, and
what the highest derivative is. An unknown's derivatives stand here as symbols of their own, so that
a formula can be differentiated by them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ZERO, negative, rebuilt
from symplex.expression import Derivative, Expression, Symbol, Token, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.equation import Equation
from symplex.propose.textbook.quadratics import branches
from symplex.work.budget import Budget

MAX_ORDER = 6
"""Equations of a higher order are left to others."""


def jet(unknown: str, order: int) -> str:
    """The name of the symbol that stands for a derivative of an unknown."""
    return f"{unknown}#{order}"


@final
@dataclass(frozen=True)
class Linear:
    """Σ coefficients[k]·u^(k) = right, neither with an unknown in it; the last is not zero."""

    coefficients: tuple[Expression, ...]
    right: Expression

    @property
    def order(self) -> int:
        """The order of the equation."""
        return len(self.coefficients) - 1


@final
class Ode:
    """An ODE problem with as many equations as unknowns."""

    def __init__(self, problem: Problem, budget: Budget) -> None:
        self.problem = problem
        self.budget = budget
        self.variable = problem.variables[0]
        self.arithmetic = Arithmetic(problem.box.ends, budget)

    @property
    def unknown(self) -> str:
        """The unknown of a lone equation."""
        return self.problem.unknowns[0]

    @property
    def x(self) -> Expression:
        """The variable as a formula."""
        return symbol(self.variable)

    @cached_property
    def parameters(self) -> Mapping[str, tuple[Expression, Expression]]:
        """The ranges of the parameters, with exact ends."""
        ranges = self.problem.parameters
        return {name: (interval.low, interval.high) for name, interval in ranges.items()}

    @cached_property
    def orders(self) -> Mapping[str, int]:
        """The highest order of each unknown in the equations."""
        found = dict.fromkeys(self.problem.unknowns, 0)
        for equation in self.problem.equations:
            for derivative in equation.derivatives:
                found[derivative.of] = max(found[derivative.of], derivative.order)
        return found

    @property
    def order(self) -> int:
        """The order of a lone equation."""
        return self.orders[self.unknown]

    @cached_property
    def jets(self) -> Mapping[Token, Expression]:
        """Derivatives of the unknowns as symbols."""
        return {
            Derivative(name, (self.variable,) * order): symbol(jet(name, order))
            for name in self.problem.unknowns
            for order in range(MAX_ORDER + 1)
        }

    @cached_property
    def residuals(self) -> tuple[Expression, ...]:
        """What vanishes, with symbols for the derivatives; divisors with unknowns removed."""
        return tuple(self._cleared(equation) for equation in self.problem.equations)

    @property
    def residual(self) -> Expression:
        """What vanishes in a lone equation."""
        return self.residuals[0]

    def _cleared(self, equation: Equation) -> Expression:
        tree = equation.residual.substitute(self.jets)
        parts = self.arithmetic.fraction(tree)
        if parts is None or not any(_is_jet(name) for name in parts[1].symbols):
            return rebuilt(tree)
        return parts[0]

    @cached_property
    def linear(self) -> Linear | None:
        """The lone equation as a linear one; None if it is not."""
        if len(self.problem.unknowns) > 1:
            return None
        names = [jet(self.unknown, k) for k in range(self.order + 1)]
        found = self.affine(self.residual, names)
        if found is None or self.arithmetic.is_zero(found[0][-1]):
            return None
        return Linear(tuple(found[0]), negative(found[1]))

    def affine(
        self, tree: Expression, names: Sequence[str]
    ) -> tuple[list[Expression], Expression] | None:
        """The coefficients of some symbols and the rest, if the formula is affine in them."""
        slopes: list[Expression] = []
        for name in names:
            slope = differentiate(tree, name)
            if not slope.symbols.isdisjoint(names):
                slope = self.arithmetic.normal(slope)
            if not slope.symbols.isdisjoint(names):
                return None
            slopes.append(self.arithmetic.normal(slope))
        nothing: dict[Token, Expression] = {Symbol(name): ZERO for name in names}
        return slopes, self.arithmetic.normal(tree.substitute(nothing))

    @cached_property
    def solved(self) -> tuple[Expression, ...]:
        """What the highest derivative of a lone equation is, each branch."""
        return tuple(branches(self.residual, jet(self.unknown, self.order), self.arithmetic))


def _is_jet(name: str) -> bool:
    return "#" in name


def ode_of(problem: Problem, budget: Budget) -> Ode | None:
    """The view of a problem in one variable; None for any other."""
    if len(problem.variables) != 1 or len(problem.unknowns) != len(problem.equations):
        return None
    ode = Ode(problem, budget)
    orders = ode.orders.values()
    return ode if 0 < max(orders) <= MAX_ORDER and min(orders) >= 0 else None


def lone_ode(problem: Problem, budget: Budget, orders: Sequence[int] = ()) -> Ode | None:
    """The view of a single equation, of one of the orders where they are given."""
    ode = ode_of(problem, budget)
    if ode is None or len(problem.unknowns) > 1 or ode.order == 0:
        return None
    return ode if not orders or ode.order in orders else None
