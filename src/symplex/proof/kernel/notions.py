"""Which notion of solution is meant, and its proof: one table, the first row that fits.

classical: the derivatives in the equation exist and are continuous. Entropy: a first-order
equation in one space variable, of first degree in the derivatives. Distributional: derivatives that
jump stand alone with smooth coefficients, or inside of a divergence whose flux is continuous.
Viscosity: a Hamilton–Jacobi equation. Anything else that is not smooth is refused.
"""

from collections.abc import Sequence

from symplex.budget import Missing
from symplex.expression import Derivative, Expression, Symbol, number
from symplex.expression.calculus import differentiate
from symplex.expression.differentiated import placeholder
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.box import same_value
from symplex.proof.kernel.meetings import Place
from symplex.proof.kernel.moments import prove_moments
from symplex.proof.kernel.pieces import NotZeroError, Piece, Residuals, require_defined, vanishes
from symplex.proof.kernel.region import Ends, Region, tokens_of
from symplex.proof.kernel.signs import signed
from symplex.proof.kernel.strong import prove_strong
from symplex.proof.kernel.study import (
    Study,
    almost_everywhere,
    is_smooth,
    linear_coefficient,
    require_fluxes,
    written,
)
from symplex.proof.kernel.viscosity import ViscosityProof
from symplex.proof.kernel.workspace import Workspace, narrowed

CLASSICAL, ENTROPY = "classical", "entropy"
VISCOSITY, DISTRIBUTIONAL = "viscosity", "distributional"
_STATE = "u#"
"""The state as a symbol; no name of the user's contains #."""
_LINE = Region({_STATE: Ends(None, None)}, (_STATE,))

Tokens = list[Derivative]
Meaning = tuple[str, str]
"""How an equation was shown to hold, and in which notion."""


def prove_equation(problem: Problem, equation: Equation, found: Study) -> Meaning:
    """Show that an answer solves an equation in the notion that fits.

    Raises:
        Missing: with what was not shown.
    """
    jumping = [d for d in sorted(equation.derivatives, key=repr) if not found.is_continuous(d)]
    is_weak = bool(jumping) or any(part.jumps for part in found.parts)
    kinked = is_weak or require_fluxes(equation, found)
    left: Residuals = []
    for index, part in enumerate(found.parts):
        formulas = [formula.substitute(found.jets[index]) for formula in written(equation)]
        for formula in formulas:
            require_defined(formula, part.space, "the equation")
        (almost_everywhere if kinked else vanishes)(formulas[0], part.space, left)
    if kinked and not is_weak:
        _require_linear([], equation, found.space)
    meaning = _weak(problem, equation, found, jumping) if is_weak else None
    if left:
        raise NotZeroError(left)
    if meaning:
        return meaning
    pieces = f", {len(found.parts)} pieces" if len(found.parts) > 1 else ""
    if kinked:
        return f"the flux is continuous{pieces}", DISTRIBUTIONAL
    return f"zero in normal form{pieces}", CLASSICAL


def _weak(problem: Problem, equation: Equation, found: Study, jumping: Tokens) -> Meaning:
    """The rows of the table for what is not smooth."""
    reasons: list[str] = []
    if any(part.jumps for part in found.parts) or any(not d.order for d in jumping):
        if problem.time is None or is_terminal(problem):
            raise Missing("the answer jumps, and no initial data say in which direction time runs")
        return _require_entropy(problem, equation, found), ENTROPY
    for row in (_quasilinear, _distributional, _moments, _strong, _viscosity):
        try:
            return row(problem, equation, found, jumping)
        except Missing as error:
            reasons.append(error.reason)
    raise Missing(f"the answer is not smooth, and {'; '.join(dict.fromkeys(reasons[1:]))}")


def _quasilinear(problem: Problem, equation: Equation, found: Study, _: Tokens) -> Meaning:
    """u_t + a(u)·u_x + s = 0: a Lipschitz function that solves it almost everywhere."""
    unknown = _only_unknown(problem)
    if equation.order != 1 or problem.time is None or len(problem.space) != 1:
        raise Missing("it is no conservation law in one space variable")
    require_fluxes(equation, found)
    expanded = ((equation.residual, d) for d in equation.derivatives if d.order)
    kept = equation.with_placeholders
    for residual, token in (*expanded, *((kept, d) for d in kept.derivatives if d.of != unknown)):
        slope = linear_coefficient(residual, token, found.space)
        if slope is None or not slope.derivatives <= {Derivative(unknown)}:
            raise Missing("it is not of the form u_t + a(u)·u_x + s = 0")
        if slope.symbols if slope.derivatives else not is_smooth(slope, found.space):
            raise Missing("a coefficient depends on more than u, or is not smooth")
    return "a Lipschitz function that solves it almost everywhere", ENTROPY


def _distributional(_: Problem, equation: Equation, found: Study, jumping: Tokens) -> Meaning:
    """Derivatives that jump are those of continuous functions, with smooth coefficients."""
    kept = equation.with_placeholders
    standing = [token for token in jumping if token in kept.derivatives]
    for token in standing:
        before = Derivative(token.of, token.by[:-1])
        if not found.is_continuous(before):
            raise Missing(f"{token.of}_{''.join(token.by)} is the derivative of a jump")
    require_fluxes(equation, found)
    _require_linear(standing, equation, found.space)
    return "what jumps stands alone or in a continuous flux", DISTRIBUTIONAL


def _require_linear(standing: Tokens, equation: Equation, space: Workspace) -> None:
    """Show that derivatives and every divergence enter linearly, with smooth coefficients."""
    kept = equation.with_placeholders
    for token in (*standing, *(kept.derivatives - equation.derivatives)):
        slope = linear_coefficient(kept, token, space)
        if slope is None or slope.derivatives or not is_smooth(slope, space):
            raise Missing("it is not linear with smooth coefficients in what jumps")


def _moments(_: Problem, equation: Equation, found: Study, jumping: Tokens) -> Meaning:
    return prove_moments(equation, found, jumping), DISTRIBUTIONAL


def _strong(problem: Problem, equation: Equation, found: Study, _: Tokens) -> Meaning:
    unknown = _only_unknown(problem)
    if equation.order != 2 or equation.differentiated:  # noqa: PLR2004
        raise Missing("no notion of weak solution with a rule fits the equation")
    return prove_strong(equation.residual, unknown, found), VISCOSITY


def _viscosity(problem: Problem, equation: Equation, found: Study, _: Tokens) -> Meaning:
    unknown = _only_unknown(problem)
    if equation.order != 1 or equation.differentiated:
        raise Missing("no notion of weak solution with a rule fits the equation")
    sign, how = orientation(problem, equation, found.space)
    residual, state = equation.residual, Derivative(unknown)
    slope = linear_coefficient(residual, state, found.space)
    if slope is not None and not slope.derivatives and found.space.is_zero(slope):
        residual = residual.substitute({state: number(0)})  # It is written and does not count.
    return f"{how}; {ViscosityProof(residual, found, sign).prove()}", VISCOSITY


def orientation(problem: Problem, equation: Equation, space: Workspace) -> tuple[int, str]:
    """The sign that normalises an evolution equation to +u_t; terminal data reverse time."""
    if problem.time is None:
        return 1, "oriented as written, left − right"
    rate = Derivative(problem.unknowns[0], (problem.time,))
    slope = linear_coefficient(equation.residual, rate, space)
    sign = 0 if slope is None or slope.derivatives else space.signs.sign(slope)
    if not sign:
        raise Missing("the equation is not shown to be c·u_t + H = 0 with c of one sign")
    return (sign, "oriented to +u_t") if not is_terminal(problem) else (-sign, "time reversed")


def is_terminal(problem: Problem) -> bool:
    """Whether the data in time are given at the end alone."""
    time = problem.time or ""
    interval = problem.domain[time]
    faces = [c.region.values for c in problem.conditions if len(c.region.fixed) == 1]
    values = [fixed[time] for fixed in faces if time in fixed]
    at_end = [same_value(value, interval.high) for value in values]
    at_start = [same_value(value, interval.low) for value in values]
    if not values or not all(a or b for a, b in zip(at_start, at_end, strict=True)):
        raise Missing("the equation is not oriented by initial or terminal data")
    if any(at_end) and not all(at_end):
        raise Missing("data at both ends of time orient the equation in two ways")
    return all(at_end)


def _only_unknown(problem: Problem) -> str:
    if len(problem.unknowns) != 1 or len(problem.equations) != 1:
        raise Missing("kinked answers of nonlinear systems have no rule")
    return problem.unknowns[0]


def _require_entropy(problem: Problem, equation: Equation, found: Study) -> str:
    """Show that an answer with jumps is the entropy solution forwards in time, and say how.

    Raises:
        Missing: with what was not shown.
    """
    if len(problem.unknowns) != 1 or problem.time is None or len(problem.space) != 1:
        raise Missing("the answer jumps, and the problem is no scalar conservation law")
    names = problem.time, problem.space[0]
    law = _law(problem.unknowns[0], names, equation, found.space)
    for i, j, values, space in found.meetings():
        _require_shock(names, (found.parts[i], found.parts[j]), (values, space), law)
    return "Rankine and Hugoniot's and Lax's conditions hold at every jump"


def _law(
    unknown: str, names: Sequence[str], equation: Equation, space: Workspace
) -> tuple[Expression, int]:
    """The flux f of u_t + f(u)_x + s = 0 in the state; 1 if it is convex, −1 if it is concave."""
    in_time, in_space = tokens = [Derivative(unknown, (name,)) for name in names]
    rate, slope = (linear_coefficient(equation.residual, token, space) for token in tokens)
    if rate is None or slope is None or rate.derivatives or rate.symbols or slope.symbols:
        raise Missing("the answer jumps, and the equation is not u_t + a(u)·u_x = 0")
    law = rate * Expression((in_time,)) + slope * Expression((in_space,))
    source = equation.residual.substitute(dict.fromkeys(tokens, number(0)))
    whole = equation.order == 1 and slope.derivatives | source.derivatives <= {Derivative(unknown)}
    if not whole or not space.is_zero(equation.residual - law - source):
        raise Missing("the answer jumps, and u_t + a(u)·u_x is not all of the equation")
    state = {Derivative(unknown): Expression((Symbol(_STATE),))}
    states = space.on(space.region.with_ends(_STATE, Ends(None, None)))
    if not is_smooth(source.substitute(state), states):
        raise Missing("the answer jumps, and the source is not shown to be smooth in u")
    speed, line = (slope / rate).substitute(state), space.on(_LINE)
    written = _written_flux(unknown, names, equation, space) if equation.differentiated else None
    flux = _integral(speed, line) if written is None else written / rate
    if not is_smooth(flux, line) or not line.is_zero(differentiate(flux, _STATE) - speed):
        raise Missing("the answer jumps, and the flux is not shown to be smooth in u")
    shape = line.signs.sign(differentiate(speed, _STATE), Rule.NONNEGATIVE)
    if not shape:
        raise Missing("the answer jumps, and the flux is neither convex nor concave")
    return flux, shape


def _written_flux(
    unknown: str, names: Sequence[str], equation: Equation, space: Workspace
) -> Expression:
    """What the statement differentiates by the space variable, in the state, as it is written.

    It depends on u alone, and enters with numbers as coefficients; nothing else is a slope.
    """
    kept, flux, line = equation.with_placeholders, number(0), space.on(_LINE)
    state = {Derivative(unknown): Expression((Symbol(_STATE),))}
    in_time, in_space = (Derivative(unknown, (name,)) for name in names)
    alone = linear_coefficient(kept, in_time, space)
    plain = in_space not in kept.derivatives and _is_number(alone)
    for index, record in enumerate(equation.differentiated):
        token, formula = placeholder(index), record.formula
        factor = linear_coefficient(kept, token, space)
        plain = plain and token in kept.derivatives and _is_number(factor)
        plain = plain and formula.derivatives <= {Derivative(unknown)} and not formula.symbols
        if not plain or factor is None or len(record.by) > 1:
            raise Missing("the answer jumps, and what is differentiated depends on more than u")
        if not is_smooth(formula.substitute(state), line):
            raise Missing("the answer jumps, and a flux is not shown to be smooth in u")
        if record.by == (names[1],):
            flux = flux + factor * formula.substitute(state)
    return flux


def _is_number(formula: Expression | None) -> bool:
    return formula is not None and not formula.derivatives and not formula.symbols


def _integral(speed: Expression, line: Workspace) -> Expression:
    """∫ a du of a speed that is a polynomial in the state."""
    state = Expression((Symbol(_STATE),))
    parts = line.polynomial_in(speed, _STATE) if speed.symbols else [speed]
    if parts is None or any(part.symbols or part.derivatives for part in parts):
        raise Missing("the answer jumps, and the speed is no polynomial in u")
    return sum((part * state ** (k + 1) / (k + 1) for k, part in enumerate(parts)), number(0))


def _require_shock(
    names: tuple[str, str], parts: tuple[Piece, Piece], place: Place, law: tuple[Expression, int]
) -> None:
    """The two conditions on a curve where the pieces meet."""
    (time, name), (flux, shape), (values, space) = names, law, place
    tokens = tokens_of(values)
    above, below = (part.formulas[0].substitute(tokens) for part in parts)
    require_defined(above - below, space, "a limit")
    fluxes = [flux.substitute({Symbol(_STATE): state}) for state in (above, below)]
    change = [fluxes[0] - fluxes[1], above - below]
    guards = [g for g in parts[0].guards if space.is_zero(g.substitute(tokens))]
    if not guards:
        raise Missing("no guard is shown to vanish where the answer jumps")
    for guard in guards:
        rate, slope = (differentiate(guard, n).substitute(tokens) for n in (time, name))
        vanishes(rate * change[1] + slope * change[0], space)
        if space.is_zero(change[1]):
            if guard in parts[0].jumps:
                raise Missing("a sign changes the answer on a surface alone")
            continue
        for side, there in _sides(slope, space):
            if not there.signs.holds(signed(change[1], -shape * side), Rule.NONNEGATIVE):
                raise Missing("a jump is not shown to satisfy the entropy condition")


def _sides(slope: Expression, space: Workspace) -> list[tuple[int, Workspace]]:
    """The parts of a curve on which the slope of its guard has one sign; it does not vanish."""
    sign = space.signs.sign(slope)
    if sign:
        return [(sign, space)]
    if not space.signs.holds(slope**2, Rule.POSITIVE):
        raise Missing("a jump is not shown to satisfy the entropy condition")
    halves = ((side, narrowed(space, signed(slope, side), Rule.POSITIVE)) for side in (1, -1))
    return [(side, space.on(region)) for side, region in halves]
