"""Viscosity: whether a kinked answer is the right weak solution of a Hamilton–Jacobi equation.

A function that solves the equation almost everywhere is the viscosity solution if H is convex in
the gradient and every kink is concave (it is semiconcave), or H concave and every kink convex.
A kink of the other shape must satisfy the inequality on the whole segment between the gradients on
either side, and the values must agree with Hopf–Lax.
"""

from collections.abc import Mapping, Sequence

from symplex.budget import Undecided
from symplex.errors import ExpressionError
from symplex.expression import Expression, Token, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.analysis.curvature import Curvature
from symplex.problem.analysis.hamilton_jacobi import HamiltonJacobi
from symplex.proof.arithmetic.nonnegative import nonnegative
from symplex.proof.certificate import Check, Level
from symplex.proof.context import ProofContext
from symplex.proof.pieces.cut import Piece, cut
from symplex.proof.pieces.surfaces import Interface, interfaces
from symplex.proof.weak.hopf_lax import Agreement, compare
from symplex.proof.weak.shape import is_concave_at_roots
from symplex.proof.zero import Refutation, prove_zero

_MIXING = "mixing"
"""The weight between two gradients; longer than one letter, so no variable of most problems."""
_NO_DIGITS = "at a kink algebra alone decides"


def check_viscosity(
    problem: Problem,
    form: HamiltonJacobi,
    answer: Mapping[str, Expression],
    pieces: Sequence[Piece],
    context: ProofContext,
) -> Check:
    """The check of a kinked answer to a Hamilton–Jacobi equation."""
    what = f"viscosity solution of {problem.equations[0].text}"
    try:
        values = compare(problem, form, answer[form.unknown], context, pieces)
        if values.refuted:
            return Check(
                what,
                "kinks",
                proved=False,
                refuted=True,
                worst=values.gap,
                point=values.point,
                how="the value is not that of Hopf–Lax",
            )
        how = _argument(form, pieces, context, values)
    except (Undecided, ExpressionError) as error:
        return Check(what, "kinks", proved=False, how=str(error))
    also = f"; {values.said}" if values.said else ""
    return Check(what, "kinks", proved=True, how=how + also, level=Level.SYMBOLIC)


def _argument(
    form: HamiltonJacobi, pieces: Sequence[Piece], context: ProofContext, values: Agreement
) -> str:
    """Why the answer is the viscosity solution.

    Raises:
        Undecided: if no rule says so.
    """
    if form.curvature not in (Curvature.CONVEX, Curvature.CONCAVE):
        raise Undecided(f"H is {form.curvature.value}: no rule for a kinked answer applies")
    wanted = -1 if form.curvature is Curvature.CONVEX else 1
    bad = [kink for kink in interfaces(pieces, context) if not _bends(kink, wanted)]
    roots = all(is_concave_at_roots(piece, wanted) for piece in pieces)
    word = "concave" if wanted < 0 else "convex"
    if not bad and roots:
        return f"H is {form.curvature.value} and every kink is {word}"
    if not values.agrees:
        raise Undecided(f"a kink is not {word}, and {values.reason}")
    for interface in bad:
        _require_segment(form, interface, -wanted)
    if not roots:
        raise Undecided(f"a point singularity is not {word}")
    return f"H is {form.curvature.value}; kinks that are not {word} satisfy the inequality"


def _bends(interface: Interface, wanted: int) -> bool:
    """Whether the gradient's jump along the normal has this sign, or none, proved."""
    variable, shared = interface.surface.variable, interface.surface
    (above,), (below,) = interface.above.formula.arguments, interface.below.formula.arguments
    jump = differentiate(above - below, variable)
    bend = shared.on(jump / differentiate(shared.formula, variable))
    margin = bend if wanted > 0 else -bend
    return nonnegative(margin, shared.context, interface.half_spaces)


def _require_segment(form: HamiltonJacobi, interface: Interface, sign: int) -> None:
    """τ + H(p) is zero, or has this sign, between the gradients on either side."""
    shared = interface.surface
    context = shared.context.on(shared.context.box.with_parameter(_MIXING, 0, 1))
    residual = shared.on(_between(form, interface))
    for part in cut(residual, context.almost_everywhere, interface.half_spaces):
        margin = part.formula if sign > 0 else -part.formula
        if nonnegative(margin, context, part.half_spaces):
            continue
        proof = prove_zero(part.formula, context, part.half_spaces, _NO_DIGITS)
        if isinstance(proof, Refutation):
            raise Undecided(f"the viscosity inequality fails across {interface.where}")


def _between(form: HamiltonJacobi, interface: Interface) -> Expression:
    """τ + H(p) at a mixture of the two gradients."""
    (above,), (below,) = interface.above.formula.arguments, interface.below.formula.arguments
    weight = symbol(_MIXING)

    def mixed(name: str) -> Expression:
        return weight * differentiate(above, name) + (1 - weight) * differentiate(below, name)

    replacements: dict[Token, Expression] = {}
    for derivative in form.hamiltonian.derivatives:
        replacements[derivative] = mixed(derivative.by[0]) if derivative.by else above
    value = form.hamiltonian.substitute(replacements)
    if form.time is None:
        return value
    rate = mixed(form.time)
    return value - rate if form.reversed else value + rate
