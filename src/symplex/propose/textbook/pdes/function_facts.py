"""Small facts about functions of one variable that are to be found, written as symbols."""

from collections.abc import Mapping, Sequence

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import ZERO
from symplex.expression import Expression, Symbol, Token
from symplex.problem.box import same_value
from symplex.propose.textbook.odes.ode import MAX_ORDER, jet

Conditions = Sequence[tuple[Expression, Expression]]
"""Points with what vanishes there."""
Values = Sequence[tuple[Expression, str, Expression]]
"""Points, symbols of derivatives there, and their values."""


def by_point(conditions: Conditions) -> list[tuple[Expression, list[Expression]]]:
    """The conditions of each point."""
    found: list[tuple[Expression, list[Expression]]] = []
    for at, residual in conditions:
        for point, residuals in found:
            if same_value(point, at):
                residuals.append(residual)
                break
        else:
            found.append((at, [residual]))
    return found


def function_of(name: str) -> str:
    """The function whose derivative a symbol stands for."""
    return name.rsplit("#", 1)[0]


def order_of(name: str) -> int:
    """The order of the derivative that a symbol stands for."""
    return int(name.rsplit("#", 1)[1])


def idle_functions(
    rates: Mapping[str, Expression], conditions: Values, arithmetic: Arithmetic
) -> list[str]:
    """The functions that are zero from the beginning and stay so: all at once, as many as can be.

    Args:
        rates: The highest derivatives.
        conditions: All values at one point; none is idle where there are several points.
        arithmetic: What decides that a rate vanishes.
    """
    orders = {function_of(top): order_of(top) for top in rates}
    if len({repr(at) for at, _, _ in conditions}) != 1:
        return []
    zero = {name for _, name, value in conditions if value == ZERO}
    idle = {n for n, order in orders.items() if all(jet(n, k) in zero for k in range(order))}
    while idle:
        nothing: dict[Token, Expression] = {
            Symbol(jet(name, k)): ZERO for name in idle for k in range(MAX_ORDER + 1)
        }
        moved = {
            function_of(top)
            for top, rate in rates.items()
            if function_of(top) in idle and arithmetic.normal(rate.substitute(nothing)) != ZERO
        }
        if not moved:
            break
        idle -= moved
    return sorted(idle)
