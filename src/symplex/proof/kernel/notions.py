"""Which notion of solution is meant, and its proof: one table, the first row that fits.

classical: the derivatives in the equation exist and are continuous. Entropy: a first-order
equation in one space variable, of first degree in the derivatives. Distributional: derivatives that
jump stand alone with smooth coefficients, or inside of a divergence whose flux is continuous.
Viscosity: a Hamilton–Jacobi equation. Anything else that is not smooth is refused.
"""

from symplex.expression import Derivative, number
from symplex.expression.differentiated import placeholder
from symplex.problem import Equation, Problem
from symplex.problem.box import same_value
from symplex.proof.kernel.frozen import is_always_zero
from symplex.proof.kernel.moments import prove_moments
from symplex.proof.kernel.pieces import NotZeroError, Residuals, counted, require_defined, vanishes
from symplex.proof.kernel.shocks import prove_shocks
from symplex.proof.kernel.strong import prove_strong
from symplex.proof.kernel.study import (
    Study,
    almost_everywhere,
    is_smooth,
    is_smooth_in_state,
    linear_coefficient,
    named,
    require_fluxes,
    written,
)
from symplex.proof.kernel.transmission import prove_transmission
from symplex.proof.kernel.viscosity import ViscosityProof
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

CLASSICAL, ENTROPY = "classical", "entropy"
VISCOSITY, DISTRIBUTIONAL = "viscosity", "distributional"

Tokens = list[Derivative]
Meaning = tuple[Reason, str]
"""How an equation was shown to hold, and in which notion."""


def prove_equation(problem: Problem, equation: Equation, found: Study) -> Meaning:
    """Show that an answer solves an equation in the notion that fits.

    Raises:
        Missing: with what was not shown.
    """
    jumping = [d for d in sorted(equation.derivatives, key=repr) if not found.is_continuous(d)]
    is_weak = bool(jumping) or any(part.jumps for part in found.parts)
    try:
        kinked = is_weak or require_fluxes(equation, found)
    except Missing:  # of a flux that jumps, the normal part may be continuous
        kinked = is_weak = True
    left: Residuals = []
    rough = _rough(equation, found)
    for index, part in enumerate(found.parts):
        space = found.insides[index] if rough else part.space
        formulas = [formula.substitute(found.jets[index]) for formula in written(equation)]
        for formula in formulas:
            require_defined(formula, space, Code.PART_EQUATION)
        (almost_everywhere if kinked else vanishes)(formulas[0], space, left)
    if kinked and not is_weak:
        _require_linear([], equation, found.space)
    meaning = _weak(problem, equation, found, jumping) if is_weak else None
    if left:
        raise NotZeroError(left)
    if meaning:
        return meaning
    if kinked:
        return counted(Code.SHOWN_FLUX_CONTINUOUS, len(found.parts)), DISTRIBUTIONAL
    return counted(Code.SHOWN_ZERO, len(found.parts)), CLASSICAL


def _weak(problem: Problem, equation: Equation, found: Study, jumping: Tokens) -> Meaning:
    """The rows of the table for what is not smooth."""
    reasons: list[Reason] = []
    _require_presence(equation, found, jumping)
    if rough := _rough(equation, found):
        try:
            return _continuous_fluxes(problem, equation, found, jumping)
        except Missing as error:
            raise Missing(
                Code.WEAK_UNDEFINED_DERIVATIVE, derivative=rough[0], reason=error.reason
            ) from None
    if any(part.jumps for part in found.parts) or any(not d.order for d in jumping):
        if problem.time is None or is_terminal(problem):
            raise Missing(Code.WEAK_NO_DIRECTION_OF_TIME)
        return prove_shocks(problem, equation, found), ENTROPY
    laws = (_quasilinear, _distributional)[:: 1 if len(problem.space) == 1 else -1]
    for row in (*laws, _moments, _transmission, _strong, _viscosity):
        try:
            return row(problem, equation, found, jumping)
        except Missing as error:
            reasons.append(error.reason)
    part = Code.PART_ANSWER if jumping else Code.PART_FLUX
    raise Missing(Code.WEAK_NONE_FITS, part=part, reasons=tuple(dict.fromkeys(reasons[1:])))


def _require_presence(equation: Equation, found: Study, jumping: Tokens) -> None:
    """Refuse what jumps, or is differentiated, with the factor 0: that does not remove it."""
    kept = equation.with_placeholders
    for token in (d for d in kept.derivatives if d in jumping or d.of not in found.unknowns):
        slope = linear_coefficient(kept, token, found.space)
        if slope is not None and is_always_zero(slope, found.space):
            raise Missing(Code.WEAK_FACTOR_ZERO)


def _quasilinear(problem: Problem, equation: Equation, found: Study, _: Tokens) -> Meaning:
    """u_t + Σ a(u)·u_x + s = 0: a Lipschitz function that solves it almost everywhere."""
    unknown = _only_unknown(problem)
    if equation.order != 1 or problem.time is None or not problem.space:
        raise Missing(Code.WEAK_NO_CONSERVATION_LAW)
    require_fluxes(equation, found)
    expanded = ((equation.residual, d) for d in equation.derivatives if d.order)
    kept = equation.with_placeholders
    for residual, token in (*expanded, *((kept, d) for d in kept.derivatives if d.of != unknown)):
        slope = linear_coefficient(residual, token, found.space)
        if slope is None or not slope.derivatives <= {Derivative(unknown)}:
            raise Missing(Code.WEAK_NOT_QUASILINEAR)
        of_state_alone = slope.derivatives and not slope.symbols
        if not of_state_alone and not is_smooth_in_state(slope, unknown, found.space):
            raise Missing(Code.WEAK_COEFFICIENT_NOT_SMOOTH)
    return Reason(Code.SHOWN_LIPSCHITZ), ENTROPY


def _distributional(_: Problem, equation: Equation, found: Study, jumping: Tokens) -> Meaning:
    """Derivatives that jump are those of continuous functions, with smooth coefficients."""
    kept = equation.with_placeholders
    standing = [token for token in jumping if token in kept.derivatives]
    for token in standing:
        before = Derivative(token.of, token.by[:-1])
        if not found.is_continuous(before):
            raise Missing(Code.WEAK_DERIVATIVE_OF_JUMP, derivative=named(token))
    require_fluxes(equation, found)
    _require_linear(standing, equation, found.space)
    return Reason(Code.SHOWN_JUMPS_ALONE), DISTRIBUTIONAL


def _rough(equation: Equation, found: Study) -> list[Reason]:
    """What is missing of the equation's derivatives that are not defined on all of a piece."""
    tokens = frozenset[Derivative]().union(*(formula.derivatives for formula in written(equation)))
    return [found.rough[token] for token in sorted(tokens & found.rough.keys(), key=repr)]


def _continuous_fluxes(
    problem: Problem, equation: Equation, found: Study, jumping: Tokens
) -> Meaning:
    """Derivatives that are not bounded stand in continuous fluxes, or are those of the answer."""
    if any(part.jumps for part in found.parts):
        raise Missing(Code.WEAK_ANSWER_JUMPS)
    meaning = _distributional(problem, equation, found, jumping)
    divergences = [placeholder(index) for index in range(len(equation.differentiated))]
    leaves = dict.fromkeys((*divergences, *jumping), number(0))
    rest = equation.with_placeholders.substitute(leaves)
    for part, jets in zip(found.parts, found.jets, strict=True):
        require_defined(rest.substitute(jets), part.space, Code.PART_UNDIFFERENTIATED)
    return meaning


def _require_linear(standing: Tokens, equation: Equation, space: Workspace) -> None:
    """Show that derivatives and every divergence enter linearly, with smooth coefficients."""
    kept = equation.with_placeholders
    for token in (*standing, *(kept.derivatives - equation.derivatives)):
        slope = linear_coefficient(kept, token, space)
        if slope is None or slope.derivatives or not is_smooth(slope, space):
            raise Missing(Code.WEAK_NOT_LINEAR)


def _moments(_: Problem, equation: Equation, found: Study, jumping: Tokens) -> Meaning:
    return prove_moments(equation, found, jumping), DISTRIBUTIONAL


def _transmission(_: Problem, equation: Equation, found: Study, __: Tokens) -> Meaning:
    return prove_transmission(equation, found), DISTRIBUTIONAL


def _strong(problem: Problem, equation: Equation, found: Study, _: Tokens) -> Meaning:
    unknown = _only_unknown(problem)
    if equation.order != 2 or equation.differentiated:  # noqa: PLR2004
        raise Missing(Code.WEAK_NO_NOTION)
    return prove_strong(equation.residual, unknown, found), VISCOSITY


def _viscosity(problem: Problem, equation: Equation, found: Study, _: Tokens) -> Meaning:
    unknown = _only_unknown(problem)
    if equation.order != 1 or equation.differentiated:
        raise Missing(Code.WEAK_NO_NOTION)
    sign, how = orientation(problem, equation, found.space)
    residual, state = equation.residual, Derivative(unknown)
    slope = linear_coefficient(residual, state, found.space)
    if slope is not None and not slope.derivatives and found.space.is_zero(slope):
        residual = residual.substitute({state: number(0)})  # It is written and does not count.
    shown = ViscosityProof(residual, found, sign).prove()
    return shown.also(orientation=how), VISCOSITY


def orientation(problem: Problem, equation: Equation, space: Workspace) -> tuple[int, Code]:
    """The sign that normalises an evolution equation to +u_t; terminal data reverse time."""
    if problem.time is None:
        return 1, Code.ORIENTATION_AS_WRITTEN
    rate = Derivative(problem.unknowns[0], (problem.time,))
    slope = linear_coefficient(equation.residual, rate, space)
    sign = 0 if slope is None or slope.derivatives else space.signs.sign(slope)
    if not sign:
        raise Missing(Code.WEAK_NO_RATE)
    if is_terminal(problem):
        return -sign, Code.ORIENTATION_REVERSED
    return sign, Code.ORIENTATION_RATE


def is_terminal(problem: Problem) -> bool:
    """Whether the data in time are given at the end alone."""
    time = problem.time or ""
    interval = problem.domain[time]
    faces = [c.region.values for c in problem.conditions if len(c.region.fixed) == 1]
    values = [fixed[time] for fixed in faces if time in fixed]
    at_end = [same_value(value, interval.high) for value in values]
    at_start = [same_value(value, interval.low) for value in values]
    if not values or not all(a or b for a, b in zip(at_start, at_end, strict=True)):
        raise Missing(Code.WEAK_NOT_ORIENTED)
    if any(at_end) and not all(at_end):
        raise Missing(Code.WEAK_ORIENTED_TWICE)
    return all(at_end)


def _only_unknown(problem: Problem) -> str:
    if len(problem.unknowns) != 1 or len(problem.equations) != 1:
        raise Missing(Code.WEAK_SYSTEM)
    return problem.unknowns[0]
