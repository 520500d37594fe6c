"""What the methods for equations of the first order share: y' = f(x, y), and Φ(x, y) = C.

Owns the value that a condition gives, and the way from a relation to a formula.
"""

from collections.abc import Iterator
from typing import NamedTuple, final

import numpy as np

from symplex.exact.formulas.building import rebuilt
from symplex.exact.formulas.inverse import exponentiated, zeros
from symplex.exact.requests import zeros_of
from symplex.expression import Derivative, Expression, Symbol, Token, symbol
from symplex.expression.evaluate import evaluate
from symplex.problem.method import Family
from symplex.propose.textbook.odes.constants import completed, constant
from symplex.propose.textbook.odes.ode import Ode, jet

_CONSTANT = constant(1)


class Start(NamedTuple):
    """A point and the value of the unknown, or of its derivatives, there."""

    x: Expression
    values: tuple[Expression, ...]


def start_of(ode: Ode, count: int = 1) -> Start | None:
    """Where the conditions give the unknown and its first derivatives, all at one point."""
    for condition in ode.problem.conditions:
        region = condition.region
        known: dict[Derivative, Expression] = {}
        for other in ode.problem.conditions:
            given = other.given_value()
            if given is not None and other.region.same_as(region):
                known[given[0]] = given[1]
        wanted = [Derivative(ode.unknown, (ode.variable,) * k) for k in range(count)]
        if all(one in known for one in wanted) and ode.variable in region.values:
            return Start(region.values[ode.variable], tuple(known[one] for one in wanted))
    return None


@final
class FirstOrder:
    """An equation y' = f(x, y), y near the value that a condition gives it."""

    def __init__(
        self, ode: Ode, slope: Expression, start: Start | None = None, direction: float = 0.0
    ) -> None:
        """The equation near its start.

        Args:
            ode: The problem for which formulas are proposed.
            slope: What y' is, a formula in the variable and the symbol of y.
            start: Where y is known; by default, where a condition says it.
            direction: Whether y grows from there; by default, as the slope says.
        """
        self.ode = ode
        self.slope = slope
        self.y = jet(ode.unknown, 0)
        self.start = start or start_of(ode)
        self.arithmetic = ode.arithmetic.on({self.y: self._near(direction)})

    def _near(self, direction: float) -> tuple[float, float]:
        """An interval of y with the sign that it has where it starts."""
        if self.start is None:
            return 0.7, 1.3
        value = middle(self.start.values[0], self.ode)
        if not direction:
            known: dict[Token, Expression] = {
                Symbol(self.ode.variable): self.start.x,
                Symbol(self.y): self.start.values[0],
            }
            direction = middle(self.slope.substitute(known), self.ode)
        reach = 0.3 * (abs(value) or 1.0)
        low = value if direction > 0 else value - reach
        return low, value if direction < 0 else value + reach

    def solutions(self, method: str, relation: Expression) -> Iterator[Family]:
        """Formulas for y from a relation that is constant along solutions."""
        plain = exponentiated(relation, self.y, self.arithmetic)
        for form in (relation,) if plain is None else (plain, relation):
            found = list(self._of_form(method, form))
            yield from found
            if found:
                return

    def _of_form(self, method: str, relation: Expression) -> Iterator[Family]:
        found = False
        for level in self._levels(relation):
            constants = (_CONSTANT,) if _CONSTANT in level.symbols else ()
            for formula in self._solved(relation - level):
                family = Family(method, {self.ode.unknown: rebuilt(formula)}, constants)
                for whole in completed(self.ode, family):
                    found = True
                    yield whole
            if found:
                return

    def _levels(self, relation: Expression) -> Iterator[Expression]:
        """The constant value of the relation: from the start, or still to be found."""
        if self.start is not None:
            point: dict[Token, Expression] = {
                Symbol(self.ode.variable): self.start.x,
                Symbol(self.y): self.start.values[0],
            }
            value = relation.substitute(point)
            if np.isfinite(middle(value, self.ode)):
                yield self.ode.arithmetic.normal(value)
                return
        yield symbol(_CONSTANT)

    def _solved(self, relation: Expression) -> list[Expression]:
        found = zeros(relation, self.y, self.arithmetic)
        if found:
            return found
        ends = {**self.arithmetic.ends, self.y: (-1.0, 1.0)}
        return zeros_of(relation, self.y, ends, self.ode.budget)


def middle(value: Expression, ode: Ode) -> float:
    """The value of a formula in the middle of the parameters' ranges."""
    ends = ode.problem.box.ends
    if not value.symbols <= ends.keys():
        return float("nan")
    middle = {name: sum(ends[name]) / 2 for name in value.symbols}
    return float(evaluate(value, middle))


def first_orders(ode: Ode) -> Iterator[FirstOrder]:
    """Each branch of an equation of the first order, solved for the derivative."""
    for slope in ode.solved:
        yield FirstOrder(ode, slope)
