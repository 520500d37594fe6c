"""Separable equations, and those that a linear change of variables separates."""

from collections.abc import Iterator
from fractions import Fraction
from typing import final

import numpy as np

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import ONE, add, divide, logarithm, multiply, subtract
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression, Symbol, number, symbol
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constants import completed
from symplex.propose.textbook.odes.first_order import FirstOrder, first_orders
from symplex.propose.textbook.odes.ode import lone_ode
from symplex.work.budget import Budget

_VALUES = tuple(number(Fraction(v)) for v in ("1", "2", "1/2", "0", "1/4", "-1", "3", "-2"))
_NEW = "v#0"


@final
class Separable:
    """y' = g(x)·h(y)."""

    name = "separation of variables"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """Solutions from ∫ dy/h = ∫ g dx, and constant ones."""
        ode = lone_ode(problem, budget, (1,))
        for first in first_orders(ode) if ode is not None else ():
            yield from resting(self.name, first)
            relation = separated(first)
            if relation is not None:
                yield from first.solutions(self.name, relation)


@final
class LinearCombination:
    """y' = f(ax + by), and y' = f(y/x): separable in a new unknown."""

    name = "change of variables"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """Solutions in v = y + rx or v = y/x."""
        ode = lone_ode(problem, budget, (1,))
        for first in first_orders(ode) if ode is not None else ():
            yield from _straight(self.name, first)
            for relation in (_of_sum(first), _of_quotient(first)):
                if relation is not None:
                    yield from first.solutions(self.name, relation)


def resting(method: str, first: FirstOrder) -> Iterator[Family]:
    """The value at the start, if it is a solution for all time."""
    if first.start is not None:
        family = Family(method, {first.ode.unknown: first.start.values[0]})
        yield from completed(first.ode, family)


def _straight(method: str, first: FirstOrder) -> Iterator[Family]:
    """A straight line through the start, if it is a solution: the new unknown is then constant."""
    if first.start is None:
        return
    x, (value,) = first.start.x, first.start.values[:1]
    here = {Symbol(first.ode.variable): x, Symbol(first.y): value}
    slope = first.ode.arithmetic.normal(first.slope.substitute(here))
    line = add(value, multiply(slope, subtract(first.ode.x, x)))
    yield from completed(first.ode, Family(method, {first.ode.unknown: line}))


def separated(first: FirstOrder) -> Expression | None:
    """∫ dy/h(y) − ∫ g(x) dx, if the slope is g·h; None if not, or if an integral is not found."""
    x, y, real = first.ode.variable, first.y, first.arithmetic
    slope = first.slope
    try:
        by_x, by_y = differentiate(slope, x), differentiate(slope, y)
        mixed = slope * differentiate(by_x, y) - by_x * by_y
    except ExpressionError:
        return None
    if not real.is_zero(mixed):
        return None
    place = _regular_point(slope, x, y)
    if place is None:
        return None
    at_x, at_y = place
    of_x = real.normal(slope.substitute({Symbol(y): at_y}))
    of_y = real.divide(slope.substitute({Symbol(x): at_x}), of_x.substitute({Symbol(x): at_x}))
    return _difference(first, divide(ONE, of_y), of_x)


def _difference(first: FirstOrder, of_y: Expression, of_x: Expression) -> Expression | None:
    integrals = Integrals(first.arithmetic)
    right = integrals.of(of_x, first.ode.variable)
    left = None if right is None else integrals.of(of_y, first.y)
    return None if left is None or right is None else subtract(left, right)


def _regular_point(slope: Expression, x: str, y: str) -> tuple[Expression, Expression] | None:
    """Simple numbers at which the slope is finite and not zero."""
    points = dict.fromkeys(slope.symbols, 0.7)
    for at_x in _VALUES:
        for at_y in _VALUES:
            values = {Symbol(x): at_x, Symbol(y): at_y}
            found = evaluate(slope.substitute(values), points)
            if np.isfinite(found) and found != 0:
                return at_x, at_y
    return None


def _of_sum(first: FirstOrder) -> Expression | None:
    """In v = y + rx, where f_x = r·f_y with a constant r."""
    x, y, real = first.ode.variable, first.y, first.arithmetic
    by_x, by_y = (differentiate(first.slope, name) for name in (x, y))
    if real.is_zero(by_y) or real.is_zero(by_x):
        return None
    ratio = real.divide(by_x, by_y)
    if not ratio.symbols.isdisjoint((x, y)):
        return None
    new = symbol(_NEW)
    back = {Symbol(y): subtract(new, multiply(ratio, symbol(x)))}
    rate = real.add(first.slope.substitute(back), ratio)
    if x in rate.symbols:
        return None
    left = Integrals(real.on({_NEW: (0.1, 0.9)})).of(divide(ONE, rate), _NEW)
    if left is None:
        return None
    value = add(symbol(y), multiply(ratio, symbol(x)))
    return subtract(left.substitute({Symbol(_NEW): value}), symbol(x))


def _of_quotient(first: FirstOrder) -> Expression | None:
    """In v = y/x, where f(x, vx) does not depend on x."""
    x, y, real = first.ode.variable, first.y, first.arithmetic
    near = _quotient_range(first)
    real = real.on({_NEW: near})
    new = symbol(_NEW)
    rate = real.normal(first.slope.substitute({Symbol(y): multiply(new, symbol(x))}))
    if x in rate.symbols:
        return None
    rate = real.subtract(rate, new)
    left = Integrals(real).of(divide(ONE, rate), _NEW)
    if left is None:
        return None
    value = divide(symbol(y), symbol(x))
    return subtract(left.substitute({Symbol(_NEW): value}), logarithm(symbol(x)))


def _quotient_range(first: FirstOrder) -> tuple[float, float]:
    """Where y/x lies at the start, roughly."""
    low, high = first.arithmetic.ends[first.y]
    x_low, x_high = first.arithmetic.ends[first.ode.variable]
    x = x_low if first.start is None else float(evaluate(first.start.x))
    x = x or (x_low + x_high) / 2
    return min(low / x, high / x), max(low / x, high / x)
