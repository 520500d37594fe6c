"""In which notion an equation holds, and its proof.

The statement fixes the notion before the answer is read (`problem.reading`); a smooth answer is
always classical. Owns which theorem shows what.
"""

from symplex.expression import Derivative, number
from symplex.expression import operators as op
from symplex.problem.coordinates import differentiate_by
from symplex.problem.equation import Equation
from symplex.problem.reading import Notion, Orientation, Reading, reading, written
from symplex.problem.stated import StatedProblem
from symplex.proof.kernel.distributional import prove_distributional
from symplex.proof.kernel.frozen import is_always_zero
from symplex.proof.kernel.pieces import NotZeroError, Residuals, counted, require_defined, vanishes
from symplex.proof.kernel.shocks import prove_shocks
from symplex.proof.kernel.signs import signed
from symplex.proof.kernel.strong import prove_strong, trend
from symplex.proof.kernel.study import (
    Study,
    almost_everywhere,
    is_smooth_in_state,
    linear_coefficient,
    require_fluxes,
)
from symplex.proof.kernel.viscosity import ViscosityProof
from symplex.proof.kernel.workspace import Workspace
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

CLASSICAL, ENTROPY = Notion.CLASSICAL.value, Notion.ENTROPY.value
VISCOSITY, DISTRIBUTIONAL = Notion.VISCOSITY.value, Notion.DISTRIBUTIONAL.value

Tokens = list[Derivative]
Meaning = tuple[Reason, str]
"""How an equation was shown to hold, and in which notion."""


def prove_equation(problem: StatedProblem, equation: Equation, found: Study) -> Meaning:
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
    rough = bool(found.rough.keys() & equation.derivatives)
    for index, part in enumerate(found.parts):
        space = found.insides[index] if rough else part.space
        formulas = [formula.substitute(found.jets[index]) for formula in written(equation)]
        for formula in formulas:
            require_defined(formula, space, Code.PART_EQUATION)
        (almost_everywhere if kinked else vanishes)(formulas[0], space, left)
    meaning = _weak(problem, equation, found, jumping) if kinked else None
    if left:
        raise NotZeroError(left)
    return meaning or (counted(Code.SHOWN_ZERO, len(found.parts)), CLASSICAL)


def _weak(problem: StatedProblem, equation: Equation, found: Study, jumping: Tokens) -> Meaning:
    """The notion that the equation has for answers that are not smooth."""
    _require_presence(equation, found, jumping)
    read = reading(problem)
    notion = read.notion(equation)
    if notion is Notion.VISCOSITY and any(part.jumps for part in found.parts):
        raise Missing(Code.WEAK_ANSWER_JUMPS)
    match notion:
        case Notion.ENTROPY:
            return _entropy(read, equation, found)
        case Notion.VISCOSITY if equation.order == 1:
            return _viscosity(read, equation, found)
        case Notion.VISCOSITY:
            sign, how = orientation(read, equation, found.space)
            shown = prove_strong(signed(equation.residual, sign), found)
            return shown.also(orientation=how), VISCOSITY
        case _:
            return prove_distributional(equation, found), DISTRIBUTIONAL


def _require_presence(equation: Equation, found: Study, jumping: Tokens) -> None:
    """Refuse what jumps, or is differentiated, with the factor 0: that does not remove it."""
    kept = equation.with_placeholders
    for token in (d for d in kept.derivatives if d in jumping or d.of not in found.unknowns):
        slope = linear_coefficient(kept, token, found.space)
        if slope is not None and is_always_zero(slope, found.space):
            raise Missing(Code.WEAK_FACTOR_ZERO)


def _entropy(read: Reading, equation: Equation, found: Study) -> Meaning:
    """A scalar conservation law: shocks, or continuous answers, which have no entropy to lose.

    A linear one has no entropy conditions: its answers may jump in the sense of distributions.
    """
    (unknown,) = found.unknowns
    if found.is_continuous(Derivative(unknown)):
        try:
            return _quasilinear(equation, found), ENTROPY
        except Missing as error:
            return _or_distributional(equation, found, error)
    try:
        if read.orientation(equation) is not Orientation.FORWARDS:
            raise Missing(Code.WEAK_NO_DIRECTION_OF_TIME)
        return prove_shocks(read.problem, equation, found), ENTROPY
    except Missing as error:
        slopes = (differentiate_by(equation.residual, d) for d in equation.derivatives if d.order)
        if any(slope.derivatives for slope in slopes):
            raise
        return _or_distributional(equation, found, error)


def _or_distributional(equation: Equation, found: Study, error: Missing) -> Meaning:
    try:
        return prove_distributional(equation, found), DISTRIBUTIONAL
    except Missing as other:
        reasons = tuple(dict.fromkeys((error.reason, other.reason)))
        raise Missing(Code.WEAK_NONE_FITS, part=Code.PART_ANSWER, reasons=reasons) from None


def _quasilinear(equation: Equation, found: Study) -> Reason:
    """u_t + Σ a(u)·u_x + s = 0: a Lipschitz function that solves it almost everywhere.

    Speeds are smooth, or continuous functions of the state alone.
    """
    (unknown,) = found.unknowns
    found.require_defined(equation.derivatives)
    require_fluxes(equation, found)
    expanded = ((equation.residual, d) for d in equation.derivatives if d.order)
    kept = equation.with_placeholders
    for residual, token in (*expanded, *((kept, d) for d in kept.derivatives if d.of != unknown)):
        slope = linear_coefficient(residual, token, found.space)
        if slope is None or not slope.derivatives <= {Derivative(unknown)}:
            raise Missing(Code.WEAK_NOT_QUASILINEAR)
        if op.SIGN in slope.operators:
            raise Missing(Code.WEAK_COEFFICIENT_NOT_SMOOTH)
        of_state_alone = slope.derivatives and not slope.symbols
        if not of_state_alone and not is_smooth_in_state(slope, unknown, found.space):
            raise Missing(Code.WEAK_COEFFICIENT_NOT_SMOOTH)
    return Reason(Code.SHOWN_LIPSCHITZ)


def _viscosity(read: Reading, equation: Equation, found: Study) -> Meaning:
    (unknown,) = found.unknowns
    sign, how = orientation(read, equation, found.space)
    residual, state = equation.residual, Derivative(unknown)
    slope = linear_coefficient(residual, state, found.space)
    if slope is not None and not slope.derivatives and found.space.is_zero(slope):
        residual = residual.substitute({state: number(0)})  # It is written and does not count.
    shown = ViscosityProof(residual, found, sign).prove()
    return shown.also(orientation=how), VISCOSITY


def orientation(read: Reading, equation: Equation, space: Workspace) -> tuple[int, Code]:
    """The sign with which an equation is meant: +u_t, or as it was written, rising in u."""
    found = read.orientation(equation)
    match found:
        case Orientation.UNKNOWN:
            raise Missing(Code.WEAK_NOT_ORIENTED)
        case Orientation.AS_WRITTEN:
            return 1, Code.ORIENTATION_AS_WRITTEN
        case Orientation.TURNED:
            return -1, Code.ORIENTATION_TURNED
        case Orientation.ELLIPTIC:
            return -trend(equation.residual, space), Code.ORIENTATION_ELLIPTIC
        case _:
            pass
    rate = Derivative(read.problem.unknowns[0], (read.problem.time or "",))
    slope = linear_coefficient(equation.residual, rate, space)
    plain = slope is not None and not slope.derivatives
    sign = (
        space.signs.sign(slope)
        if plain and slope is not None
        else trend(equation.residual, space, rate.__eq__)
    )
    if sign not in (1, -1):
        raise Missing(Code.WEAK_NO_RATE)
    if found is Orientation.BACKWARDS:
        return -sign, Code.ORIENTATION_REVERSED
    return sign, Code.ORIENTATION_RATE
