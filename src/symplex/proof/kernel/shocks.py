"""Jumps of the answer: shocks of one scalar conservation law in one space variable.

A function that is smooth up to curves is the entropy solution if Rankine and Hugoniot's and Lax's
conditions hold on each. Owns the flux that a statement means, and both conditions.
"""

from collections.abc import Sequence

from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import placeholder
from symplex.expression.operators import Rule
from symplex.problem.equation import Equation
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.meetings import Place, is_thin
from symplex.proof.kernel.pieces import Piece, require_defined, vanishes
from symplex.proof.kernel.region import Ends, Fact, Region, Values, tokens_of
from symplex.proof.kernel.signs import signed
from symplex.proof.kernel.study import (
    STATE,
    Study,
    is_smooth,
    is_smooth_in_state,
    linear_coefficient,
)
from symplex.proof.kernel.workspace import Workspace, narrowed
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

_LINE = Region({STATE: Ends(None, None)}, (STATE,))


def prove_shocks(problem: StatedProblem, equation: Equation, found: Study) -> Reason:
    """Show that an answer with jumps is the entropy solution forwards in time, and say how.

    Raises:
        Missing: with what was not shown.
    """
    if len(problem.unknowns) != 1 or problem.time is None or len(problem.space) != 1:
        raise Missing(Code.SHOCK_NO_SCALAR_LAW)
    found.require_defined(equation.derivatives)
    names = problem.time, problem.space[0]
    law = _law(problem.unknowns[0], names, equation, found.space)
    for i, j, values, space in found.meetings():
        if _has_length(names, values, space):
            _require_shock(names, (found.parts[i], found.parts[j]), (values, space), law)
    return Reason(Code.SHOWN_SHOCKS)


def _law(
    unknown: str, names: Sequence[str], equation: Equation, space: Workspace
) -> tuple[Expression, int]:
    """The flux f of u_t + f(u)_x + s = 0 in the state; 1 if it is convex, −1 if it is concave."""
    in_time, in_space = tokens = [Derivative(unknown, (name,)) for name in names]
    rate, slope = (linear_coefficient(equation.residual, token, space) for token in tokens)
    if rate is None or slope is None or rate.derivatives or rate.symbols or slope.symbols:
        raise Missing(Code.SHOCK_NOT_QUASILINEAR)
    law = rate * Expression((in_time,)) + slope * Expression((in_space,))
    source = equation.residual.substitute(dict.fromkeys(tokens, number(0)))
    whole = equation.order == 1 and slope.derivatives | source.derivatives <= {Derivative(unknown)}
    if not whole or not space.is_zero(equation.residual - law - source):
        raise Missing(Code.SHOCK_MORE_TERMS)
    state = {Derivative(unknown): Expression((Symbol(STATE),))}
    if not is_smooth_in_state(source, unknown, space):
        raise Missing(Code.SHOCK_SOURCE_NOT_SMOOTH)
    speed, line = (slope / rate).substitute(state), space.on(_LINE)
    written = _written_flux(unknown, names, equation, space) if equation.differentiated else None
    flux = _integral(speed, line) if written is None else written / rate
    if not is_smooth(flux, line) or not line.is_zero(differentiate(flux, STATE) - speed):
        raise Missing(Code.SHOCK_FLUX_NOT_SMOOTH)
    shape = line.signs.sign(differentiate(speed, STATE), Rule.NONNEGATIVE)
    if not shape:
        raise Missing(Code.SHOCK_FLUX_NOT_CONVEX)
    return flux, shape


def _written_flux(
    unknown: str, names: Sequence[str], equation: Equation, space: Workspace
) -> Expression:
    """What the statement differentiates by the space variable, in the state, as it is written.

    It depends on u alone, and enters with numbers as coefficients; nothing else is a slope.
    """
    kept, flux, line = equation.with_placeholders, number(0), space.on(_LINE)
    state = {Derivative(unknown): Expression((Symbol(STATE),))}
    in_time, in_space = (Derivative(unknown, (name,)) for name in names)
    alone = linear_coefficient(kept, in_time, space)
    plain = in_space not in kept.derivatives and _is_number(alone)
    for index, record in enumerate(equation.differentiated):
        token, formula = placeholder(index), record.formula
        factor = linear_coefficient(kept, token, space)
        plain = plain and token in kept.derivatives and _is_number(factor)
        plain = plain and formula.derivatives <= {Derivative(unknown)} and not formula.symbols
        if not plain or factor is None or len(record.by) > 1:
            raise Missing(Code.SHOCK_FLUX_OF_MORE)
        if not is_smooth(formula.substitute(state), line):
            raise Missing(Code.SHOCK_WRITTEN_FLUX_NOT_SMOOTH)
        if record.by == (names[1],):
            flux = flux + factor * formula.substitute(state)
    return flux


def _is_number(formula: Expression | None) -> bool:
    return formula is not None and not formula.derivatives and not formula.symbols


def _integral(speed: Expression, line: Workspace) -> Expression:
    """∫ a du of a speed that is a polynomial in the state."""
    state = Expression((Symbol(STATE),))
    parts = line.polynomial_in(speed, STATE) if speed.symbols else [speed]
    if parts is None or any(part.symbols or part.derivatives for part in parts):
        raise Missing(Code.SHOCK_SPEED_NO_POLYNOMIAL)
    return sum((part * state ** (k + 1) / (k + 1) for k, part in enumerate(parts)), number(0))


def _has_length(names: tuple[str, str], values: Values, space: Workspace) -> bool:
    """Whether a meeting is not shown to be single points, such as the zeros of its facts."""
    if len(fixed := values.keys() & set(names)) != 1:
        return not fixed
    weak = [fact.formula for fact in space.region.facts if fact.rule is Rule.NONNEGATIVE]
    inside = space.region.with_facts(Fact(one, Rule.POSITIVE) for one in weak)
    return not (space.on(inside).is_empty and all(is_thin(one, space) for one in weak))


def _require_shock(
    names: tuple[str, str], parts: tuple[Piece, Piece], place: Place, law: tuple[Expression, int]
) -> None:
    """The two conditions on a curve where the pieces meet."""
    (time, name), (flux, shape), (values, space) = names, law, place
    tokens = tokens_of(values)
    above, below = (part.formulas[0].substitute(tokens) for part in parts)
    require_defined(above - below, space, Code.PART_LIMIT)
    fluxes = [flux.substitute({Symbol(STATE): state}) for state in (above, below)]
    change = [fluxes[0] - fluxes[1], above - below]
    guards = [g for g in parts[0].guards if space.is_zero(g.substitute(tokens))]
    if not guards:
        raise Missing(Code.SHOCK_NO_GUARD)
    for guard in guards:
        rate, slope = (differentiate(guard, n).substitute(tokens) for n in (time, name))
        vanishes(rate * change[1] + slope * change[0], space)
        if space.is_zero(change[1]):
            if guard in parts[0].jumps:
                raise Missing(Code.SHOCK_SIGN_ON_SURFACE)
            continue
        for side, there in _sides(slope, space):
            if not there.signs.holds(signed(change[1], -shape * side), Rule.NONNEGATIVE):
                raise Missing(Code.SHOCK_ENTROPY)


def _sides(slope: Expression, space: Workspace) -> list[tuple[int, Workspace]]:
    """The parts of a curve on which the slope of its guard has one sign; it does not vanish."""
    sign = space.signs.sign(slope)
    if sign:
        return [(sign, space)]
    if not space.signs.holds(slope**2, Rule.POSITIVE):
        raise Missing(Code.SHOCK_ENTROPY)
    halves = ((side, narrowed(space, signed(slope, side), Rule.POSITIVE)) for side in (1, -1))
    return [(side, space.on(region)) for side, region in halves]
