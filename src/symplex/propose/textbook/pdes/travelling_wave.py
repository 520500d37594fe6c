"""Travelling waves: the data move with constant speeds and grow at a constant rate.

For u = exp(a·t)·f(x − c·t) the rate at the data, given or from the equation, is a·f − c·∇f: an
identity in space from which a and c follow.
"""

from collections.abc import Iterator
from typing import final

from symplex.errors import ExpressionError
from symplex.exact.formulas.building import exponential, multiply, rebuilt, subtract, total
from symplex.exact.formulas.linear_solve import linear_values
from symplex.expression import Expression, Symbol, Token, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.method import Family
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.collecting import collected
from symplex.propose.textbook.pdes.pde import Data, Pde, lone_pde
from symplex.propose.textbook.pdes.rates import rate_at_data
from symplex.work.budget import Budget, Missing


@final
class TravellingWave:
    """The data on a slice, moving."""

    name = "travelling wave"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """Moving alone, then growing as well."""
        pde = lone_pde(problem, budget)
        if pde is None:
            return
        for data in pde.marching():
            for grows in (False, True):
                try:
                    formula = _moving(pde, data, grows=grows)
                except (Missing, ExpressionError):
                    continue
                if formula is not None and satisfies(problem, {pde.unknown: formula}):
                    yield Family(self.name, {pde.unknown: formula})


def _moving(pde: Pde, data: Data, *, grows: bool) -> Expression | None:
    value, rate = data.values.get((pde.unknown, 0)), rate_at_data(pde, data)
    if value is None or rate is None:
        return None
    space = [name for name in pde.others(data.variable) if name in value.symbols]
    speeds = {name: f"c#{k}" for k, name in enumerate(space, 1)}
    growth = symbol("c#0")
    flow = total(
        multiply(symbol(speed), differentiate(value, name)) for name, speed in speeds.items()
    )
    names = list(speeds.values())
    identity = rate + flow
    if grows:
        names.append("c#0")
        identity = identity - growth * value
    values = linear_values(collected(identity, space, pde.arithmetic), names, pde.arithmetic)
    if values is None or len(values) < len(names):
        return None
    elapsed = subtract(symbol(data.variable), data.at)
    places: dict[Token, Expression] = {
        Symbol(name): subtract(symbol(name), multiply(values[speed], elapsed))
        for name, speed in speeds.items()
    }
    moved = value.substitute(places)
    if grows:
        moved = multiply(exponential(multiply(values["c#0"], elapsed)), moved)
    return rebuilt(moved)
