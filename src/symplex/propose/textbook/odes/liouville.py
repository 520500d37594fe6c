"""Liouville's equation u'' = h(u)·u'² + g(x)·u': Φ(u) is a multiple of G(x) plus a constant."""

from collections.abc import Iterator
from typing import NamedTuple, final

from symplex.exact.formulas.building import (
    ZERO,
    add,
    exponential,
    multiply,
    negative,
    rebuilt,
    subtract,
)
from symplex.exact.formulas.inverse import zeros
from symplex.exact.formulas.linear_solve import linear_values
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression, Symbol, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.equation import Region
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constants import completed, constant
from symplex.propose.textbook.odes.first_order import FirstOrder, Start
from symplex.propose.textbook.odes.ode import Ode, jet, lone_ode
from symplex.work.budget import Budget

_NAMES = (constant(1), constant(2))


class _Liouville(NamedTuple):
    """The two sides: a function of u, and one of x."""

    of_u: Expression
    of_x: Expression


@final
class Liouville:
    """Conditions may give u at two points, or u and u' at one."""

    name = "Liouville"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """Solutions of Φ(u) = c₁·G(x) + c₂."""
        ode = lone_ode(problem, budget, (2,))
        if ode is None or not ode.solved:
            return
        first = FirstOrder(ode, ZERO, _somewhere(ode))
        sides = _sides(ode, first, ode.solved[0])
        if sides is None:
            return
        line = add(multiply(symbol(_NAMES[0]), sides.of_x), symbol(_NAMES[1]))
        values = _values(ode, sides)
        if values is not None and len(values) == len(_NAMES):
            line = rebuilt(line.substitute({Symbol(k): v for k, v in values.items()}))
        for formula in zeros(subtract(sides.of_u, line), first.y, first.arithmetic):
            left = tuple(name for name in _NAMES if name in formula.symbols)
            yield from completed(ode, Family(self.name, {ode.unknown: formula}, left))


def _somewhere(ode: Ode, region: Region | None = None) -> Start | None:
    """A point where u is given, in a region where one is named."""
    for condition in ode.problem.conditions:
        given = condition.given_value()
        here = region is None or condition.region.same_as(region)
        if given is not None and given[0].order == 0 and here:
            return Start(condition.region.values[ode.variable], (given[1],))
    return None


def _sides(ode: Ode, first: FirstOrder, slope: Expression) -> _Liouville | None:
    """Φ = ∫exp(−∫h du) du and G = ∫exp(∫g dx) dx."""
    real, rate = first.arithmetic, jet(ode.unknown, 1)
    parts = real.polynomial(slope, (rate,))
    if parts is None or not parts.keys() <= {(1,), (2,)}:
        return None
    g, h = parts.get((1,), ZERO), parts.get((2,), ZERO)
    if first.y in g.symbols or ode.variable in h.symbols:
        return None
    of_u = _integrated_exponential(first, negative(h), first.y)
    of_x = _integrated_exponential(first, g, ode.variable)
    return None if of_u is None or of_x is None else _Liouville(of_u, of_x)


def _integrated_exponential(
    first: FirstOrder, rate: Expression, variable: str
) -> Expression | None:
    integrals = Integrals(first.arithmetic)
    exponent = integrals.of(rate, variable)
    if exponent is None:
        return None
    return integrals.of(first.arithmetic.normal(exponential(exponent)), variable)


def _values(ode: Ode, sides: _Liouville) -> dict[str, Expression] | None:
    """The constants from values of u, and of u' where u is given too: they enter linearly."""
    line = add(multiply(symbol(_NAMES[0]), sides.of_x), symbol(_NAMES[1]))
    residuals: list[Expression] = []
    for condition in ode.problem.conditions:
        given, place = condition.given_value(), _somewhere(ode, condition.region)
        if given is None or place is None or given[0].order > 1:
            return None
        known = {Symbol(ode.variable): place.x, Symbol(jet(ode.unknown, 0)): place.values[0]}
        left, right = sides.of_u, line
        if given[0].order:
            left = multiply(differentiate(left, jet(ode.unknown, 0)), given[1])
            right = differentiate(right, ode.variable)
        residuals.append((left - right).substitute(known))
    found = linear_values(residuals, _NAMES, ode.arithmetic)
    return None if found is None else dict(found)
