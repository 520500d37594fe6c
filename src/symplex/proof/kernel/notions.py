"""Which notion of solution is meant, and its proof: one table, the first row that fits.

classical: the derivatives in the equation exist and are continuous. Entropy: a first-order
equation in one space variable, of first degree in the derivatives. Distributional: derivatives that
jump stand alone with smooth coefficients, or inside of a divergence whose flux is continuous.
Viscosity: a Hamilton–Jacobi equation. Anything else that is not smooth is refused.
"""

from dataclasses import dataclass
from typing import final

from symplex.budget import OutOfTime, Undecided
from symplex.expression import Derivative, Expression
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.proof.kernel.entropy import require_entropy
from symplex.proof.kernel.pieces import NotZeroError, require_defined, vanishes
from symplex.proof.kernel.study import (
    Study,
    almost_everywhere,
    is_smooth,
    linear_coefficient,
    require_fluxes,
)
from symplex.proof.kernel.viscosity import ViscosityProof

CLASSICAL, ENTROPY, VISCOSITY, DISTRIBUTIONAL = (
    "classical",
    "entropy",
    "viscosity",
    "distributional",
)


@final
@dataclass(frozen=True)
class Meaning:
    """The notion in which an equation was shown to hold, and how."""

    notion: str
    how: str


def prove_equation(problem: Problem, equation: Equation, found: Study) -> Meaning:
    """Show that an answer solves an equation in the notion that fits.

    Raises:
        Undecided: with what was not shown.
    """
    jumping = [d for d in sorted(equation.derivatives, key=repr) if not found.is_continuous(d)]
    if not jumping and not any(part.jumps for part in found.parts):
        kinked = require_fluxes(equation, found)
        for index, part in enumerate(found.parts):
            residual = found.residual(equation, index)
            require_defined(residual, part.space, "the equation")
            if kinked:
                almost_everywhere(residual, part.space)
            else:
                vanishes(residual, part.space)
        pieces = f", {len(found.parts)} pieces" if len(found.parts) > 1 else ""
        if kinked:
            return Meaning(DISTRIBUTIONAL, f"the flux is continuous{pieces}")
        return Meaning(CLASSICAL, f"zero in normal form{pieces}")
    for index, part in enumerate(found.parts):
        residual = found.residual(equation, index)
        require_defined(residual, part.space, "the equation")
        almost_everywhere(residual, part.space)
    return _weak(problem, equation, found, jumping)


def _weak(problem: Problem, equation: Equation, found: Study, jumping: list[Derivative]) -> Meaning:
    """The rows of the table for what is not smooth."""
    reasons: list[str] = []
    if any(part.jumps for part in found.parts) or any(not d.order for d in jumping):
        return Meaning(ENTROPY, require_entropy(problem, equation, found))
    for row in (_quasilinear, _distributional, _viscosity):
        try:
            return row(problem, equation, found, jumping)
        except (OutOfTime, NotZeroError):
            raise
        except Undecided as error:
            reasons.append(error.reason)
    raise Undecided(f"the answer is not smooth, and {reasons[-1]}")


def _quasilinear(
    problem: Problem, equation: Equation, found: Study, jumping: list[Derivative]
) -> Meaning:
    """u_t + a(u)·u_x + s = 0: a Lipschitz function that solves it almost everywhere."""
    unknown = _only_unknown(problem)
    if equation.order != 1 or problem.time is None or len(problem.space) != 1:
        raise Undecided("it is no conservation law in one space variable")
    require_fluxes(equation, found)
    allowed = {Derivative(unknown)}
    for token in jumping:
        slope = _coefficient(equation, token, found)
        if not slope.derivatives <= allowed or (slope.derivatives and slope.symbols):
            raise Undecided("its coefficients depend on more than u")
        if not slope.derivatives and not is_smooth(slope, found.space):
            raise Undecided("a coefficient is not smooth")
    return Meaning(ENTROPY, "a Lipschitz function that solves it almost everywhere")


def _distributional(
    problem: Problem, equation: Equation, found: Study, jumping: list[Derivative]
) -> Meaning:
    """Derivatives that jump are those of continuous functions, with smooth coefficients."""
    kept = equation.with_placeholders
    standing = [token for token in jumping if token in kept.derivatives]
    for token in standing:
        before = Derivative(token.of, token.by[:-1])
        if not found.is_continuous(before):
            raise Undecided(f"{token.of}_{''.join(token.by)} is the derivative of a jump")
    require_fluxes(equation, found)
    placeholders = [d for d in kept.derivatives if d.of not in problem.unknowns]
    for token in [*standing, *placeholders]:
        slope = linear_coefficient(kept, token, found.space)
        if slope is None or slope.derivatives or not is_smooth(slope, found.space):
            raise Undecided("it is not linear with smooth coefficients in what jumps")
    return Meaning(DISTRIBUTIONAL, "what jumps stands alone or in a continuous flux")


def _viscosity(problem: Problem, equation: Equation, found: Study, _: list[Derivative]) -> Meaning:
    unknown = _only_unknown(problem)
    if equation.order != 1 or equation.differentiated:
        raise Undecided("no notion of weak solution with a rule fits the equation")
    sign, how = orientation(problem, equation, unknown, found)
    reason = ViscosityProof(equation.residual, unknown, found, sign).prove()
    return Meaning(VISCOSITY, f"{how}; {reason}")


def orientation(
    problem: Problem, equation: Equation, unknown: str, found: Study
) -> tuple[int, str]:
    """The sign that normalises an evolution equation to +u_t; terminal data reverse time."""
    if problem.time is None or Derivative(unknown, (problem.time,)) not in equation.derivatives:
        if problem.time is not None:
            raise Undecided("the equation has no derivative in time")
        return 1, "oriented as written, left − right"
    rate = Derivative(unknown, (problem.time,))
    slope = linear_coefficient(equation.residual, rate, found.space)
    if slope is None or slope.derivatives:
        raise Undecided("the equation is not of the form c·u_t + H = 0")
    sign = found.space.signs.sign(slope)
    if not sign:
        raise Undecided("the sign of the coefficient of u_t is not shown")
    return (sign, "oriented to +u_t") if not _is_terminal(problem) else (-sign, "time reversed")


def _is_terminal(problem: Problem) -> bool:
    """Whether the data in time are given at the end alone."""
    time = problem.time or ""
    interval = problem.domain[time]
    values = [c.region.values[time] for c in problem.conditions if time in c.region.values]
    at_end = [same_end(value, interval.high) for value in values]
    if not values:
        raise Undecided("no initial or terminal data orient the equation")
    if any(at_end) and not all(at_end):
        raise Undecided("data at both ends of time orient the equation in two ways")
    return all(at_end)


def same_end(one: Expression, two: Expression) -> bool:
    """Whether two constants are the same."""
    from symplex.problem.box import same_value

    return same_value(one, two)


def _coefficient(equation: Equation, token: Derivative, found: Study) -> Expression:
    slope = linear_coefficient(equation.residual, token, found.space)
    if slope is None:
        raise Undecided("it is not of first degree in the derivatives")
    return slope


def _only_unknown(problem: Problem) -> str:
    if len(problem.unknowns) != 1 or len(problem.equations) != 1:
        raise Undecided("kinked answers of nonlinear systems have no rule")
    return problem.unknowns[0]


__all__ = ["CLASSICAL", "Meaning", "Rule", "orientation", "prove_equation"]
