"""The value of an unknown carried along a straight line by a linear ODE of first order."""

from typing import NamedTuple

from symplex.exact.formulas.building import ZERO, add, exponential, multiply, negative
from symplex.expression import Expression, Symbol, Token, symbol
from symplex.expression.exact import Order, compare
from symplex.problem import Interval
from symplex.proof.contradictions.exact import Point
from symplex.proof.contradictions.integrate import integral
from symplex.work.budget import Budget

_ALONG = "s#"
"""How far along the line; no name of the user's contains #."""


class Line(NamedTuple):
    """Points start + s·direction, s from 0 to a length that may be negative."""

    start: Point
    direction: Point
    length: Expression

    @property
    def end(self) -> Point:
        """Where it ends."""
        return {
            name: add(value, multiply(self.length, self.direction.get(name, ZERO)))
            for name, value in self.start.items()
        }


def carried(
    line: Line, first: Expression, decay: Expression, source: Expression, budget: Budget
) -> Expression | None:
    """The value at the end of du/ds + decay·u = source: exp(−c·l)·(u + ∫ exp(c·s)·source ds).

    Args:
        line: The line.
        first: The value at its start.
        decay: A constant.
        source: A formula of the variables.
        budget: The clock that ends the integration.
    """
    total = first
    if source != ZERO:
        gained = _gained(line, decay, source, budget)
        if gained is None:
            return None
        total = add(total, gained)
    return multiply(exponential(negative(multiply(decay, line.length))), total)


def _gained(line: Line, decay: Expression, source: Expression, budget: Budget) -> Expression | None:
    along = symbol(_ALONG)
    tokens: dict[Token, Expression] = {
        Symbol(name): add(value, multiply(along, line.direction.get(name, ZERO)))
        for name, value in line.start.items()
    }
    grown = multiply(exponential(multiply(decay, along)), source.substitute(tokens))
    forward = compare(line.length, ZERO) is Order.GREATER
    ends = Interval(ZERO, line.length) if forward else Interval(line.length, ZERO)
    found = integral(grown, {_ALONG: ends}, budget)
    return found if found is None or forward else negative(found)
