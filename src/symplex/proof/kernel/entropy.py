"""Shocks of scalar conservation laws in one space variable: Rankine–Hugoniot and Lax.

Owns the one rule for answers that jump. The flux must be convex or concave on the whole line: then
Lax's condition at each jump is Oleinik's.
"""

from collections.abc import Mapping

from symplex.budget import Missing
from symplex.expression import Derivative, Expression, Symbol, Token, number
from symplex.expression.calculus import differentiate
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.proof.kernel.pieces import Piece, Workspace, require_defined, vanishes
from symplex.proof.kernel.region import Ends, Region
from symplex.proof.kernel.study import Study, linear_coefficient

_STATE = "u#"
"""The state as a symbol; no name of the user's contains #."""
_LINE = Region({_STATE: Ends(None, None)}, (_STATE,))


def require_entropy(problem: Problem, equation: Equation, found: Study) -> str:
    """Show that an answer with jumps is the entropy solution forwards in time, and say how.

    Raises:
        Missing: with what was not shown.
    """
    if len(problem.unknowns) != 1 or problem.time is None or len(problem.space) != 1:
        raise Missing("the answer jumps, and the problem is no scalar conservation law")
    speed = _speed(problem, equation, found)
    law = _flux(speed, found.space), _shape(speed, found.space)
    names = problem.time, problem.space[0]
    for i, j, values, space in found.meetings():
        _require_shock(names, (found.parts[i], found.parts[j]), (values, space), law)
    return "Rankine and Hugoniot's and Lax's conditions hold at every jump"


def _speed(problem: Problem, equation: Equation, found: Study) -> Expression:
    """a(u) of u_t + a(u)·u_x = 0, with the state as a symbol."""
    unknown, (name,) = problem.unknowns[0], problem.space
    time = Derivative(unknown, (problem.time or "",))
    rate = linear_coefficient(equation.residual, time, found.space)
    slope = linear_coefficient(equation.residual, Derivative(unknown, (name,)), found.space)
    if rate is None or slope is None or rate.derivatives or rate.symbols or slope.symbols:
        raise Missing("the answer jumps, and the equation is not u_t + a(u)·u_x = 0")
    state: dict[Token, Expression] = {Derivative(unknown): Expression((Symbol(_STATE),))}
    zero = {Derivative(unknown, (v,)): number(0) for v in problem.variables}
    if not found.space.is_zero(equation.residual.substitute(dict[Token, Expression](zero))):
        raise Missing("the answer jumps, and the equation has a source")
    return (slope / rate).substitute(state)


def _flux(speed: Expression, space: Workspace) -> Expression:
    """∫ a du of a polynomial speed."""
    line = space.on(_LINE)
    parts = line.polynomial_in(speed, _STATE) if speed.symbols else [speed]
    if parts is None:
        raise Missing("the answer jumps, and the speed a(u) is no polynomial")
    state, total = Expression((Symbol(_STATE),)), number(0)
    for power, part in enumerate(parts):
        total = total + part * state ** (power + 1) / (power + 1)
    return total


def _shape(speed: Expression, space: Workspace) -> int:
    """1 for a convex flux, −1 for a concave one."""
    line = space.on(_LINE)
    rate = differentiate(speed, _STATE)
    for sign in (1, -1):
        if line.signs.holds(rate if sign > 0 else -rate, Rule.NONNEGATIVE):
            return sign
    raise Missing("the answer jumps, and the flux is neither convex nor concave")


def _require_shock(
    names: tuple[str, str],
    parts: tuple[Piece, Piece],
    place: tuple[Mapping[str, Expression], Workspace],
    law: tuple[Expression, int],
) -> None:
    """The two conditions on a curve where the pieces meet."""
    (time, name), (flux, shape), (values, space) = names, law, place
    tokens: dict[Token, Expression] = {Symbol(n): v for n, v in values.items()}
    above, below = (part.formulas[0].substitute(tokens) for part in parts)
    require_defined(above - below, space, "a limit")
    change = [_at(flux, above) - _at(flux, below), above - below]
    for guard in parts[0].guards:
        if not space.is_zero(guard.substitute(tokens)):
            continue
        rate, slope = (differentiate(guard, n).substitute(tokens) for n in (time, name))
        vanishes(rate * change[1] + slope * change[0], space)
        side = space.signs.sign(slope)
        drop = number(-shape * side) * change[1]
        if space.is_zero(change[1]):
            continue
        if not side or not space.signs.holds(drop, Rule.NONNEGATIVE):
            raise Missing("a jump is not shown to satisfy the entropy condition")


def _at(flux: Expression, state: Expression) -> Expression:
    return flux.substitute({Symbol(_STATE): state})
