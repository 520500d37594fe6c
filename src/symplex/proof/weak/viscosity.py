"""Viscosity: whether a kinked answer is the right weak solution of a Hamilton–Jacobi equation.

A function that solves the equation almost everywhere is the viscosity solution if H is convex in
the gradient and every kink is concave (it is semiconcave), or H concave and every kink convex.
A kink of the other shape must satisfy the inequality on the whole segment between the gradients of
its two sides, and the values must agree with Hopf–Lax.
"""

from collections.abc import Mapping, Sequence

from symplex.budget import Budget, Undecided
from symplex.errors import ExpressionError
from symplex.expression import Expression, Token, symbol
from symplex.expression.calculus import differentiate
from symplex.problem import Problem
from symplex.problem.analysis.curvature import Curvature
from symplex.problem.analysis.hamilton_jacobi import HamiltonJacobi
from symplex.proof.arithmetic.nonnegative import nonnegative
from symplex.proof.arithmetic.signs import Side
from symplex.proof.certificate import Check, Level
from symplex.proof.pieces.cut import Piece, Place, cut
from symplex.proof.pieces.surfaces import Meeting, meetings
from symplex.proof.weak.hopf_lax import Agreement, compare
from symplex.proof.weak.shape import is_concave_at_roots
from symplex.proof.zero import Refutation, prove_zero

_MIXING = "mixing"
"""The weight between two gradients; longer than one letter, so no variable of most problems."""


def judge_viscosity(
    problem: Problem,
    form: HamiltonJacobi,
    answer: Mapping[str, Expression],
    pieces: Sequence[Piece],
    place: Place,
) -> Check:
    """The check of a kinked answer to a Hamilton–Jacobi equation."""
    what = f"viscosity solution of {problem.equations[0].text}"
    try:
        values = compare(problem, form, answer[form.unknown], place.ground, pieces)
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
        how = _judged(form, pieces, place, values)
    except (Undecided, ExpressionError) as error:
        return Check(what, "kinks", proved=False, how=str(error))
    also = f"; {values.said}" if values.said else ""
    return Check(what, "kinks", proved=True, how=how + also, level=Level.SYMBOLIC)


def _judged(form: HamiltonJacobi, pieces: Sequence[Piece], place: Place, values: Agreement) -> str:
    if form.curvature not in {Curvature.CONVEX, Curvature.CONCAVE}:
        raise Undecided(f"H is {form.curvature.value}: no rule for a kinked answer applies")
    wanted = -1 if form.curvature is Curvature.CONVEX else 1
    bad: list[Meeting] = []
    for meeting in meetings(pieces, place):
        place.budget.spend()
        if not _bends(meeting, wanted, place.budget):
            bad.append(meeting)
    roots = all(is_concave_at_roots(piece, wanted) for piece in pieces)
    word = "concave" if wanted < 0 else "convex"
    if not bad and roots:
        return f"H is {form.curvature.value} and every kink is {word}"
    if not values.agrees:
        raise Undecided(f"a kink is not {word}, and {values.reason}")
    for meeting in bad:
        _require_segment(form, meeting, -wanted, place)
    if not roots:
        raise Undecided(f"a point singularity is not {word}")
    return f"H is {form.curvature.value}; kinks that are not {word} satisfy the inequality"


def _bends(meeting: Meeting, wanted: int, budget: Budget) -> bool:
    """Whether the gradient's jump along the normal has this sign, or none, proved."""
    variable, shared = meeting.surface.variable, meeting.surface
    (above,), (below,) = meeting.above.formula.arguments, meeting.below.formula.arguments
    jump = differentiate(above - below, variable)
    bend = shared.on(jump / differentiate(shared.formula, variable))
    margin = bend if wanted > 0 else -bend
    return nonnegative(margin, shared.ground, meeting.sides, budget)


def _require_segment(form: HamiltonJacobi, meeting: Meeting, sign: int, place: Place) -> None:
    """τ + H(p) is zero, or has this sign, between the gradients of the two sides."""
    shared = meeting.surface
    ground = shared.ground.with_interval(_MIXING, 0, 1)
    residual = shared.on(_between(form, meeting))
    sides = tuple(Side(side.formula, side.sign) for side in meeting.sides)
    for part in cut(residual, Place(ground, place.budget, values_only=True), sides):
        margin = part.formula if sign > 0 else -part.formula
        if nonnegative(margin, ground, part.sides, place.budget):
            continue
        proof = prove_zero(part.formula, ground, part.sides, place.budget, "no digits here")
        if isinstance(proof, Refutation):
            raise Undecided(f"the viscosity inequality fails across {meeting.where}")


def _between(form: HamiltonJacobi, meeting: Meeting) -> Expression:
    """τ + H(p) at a mixture of the two gradients."""
    (above,), (below,) = meeting.above.formula.arguments, meeting.below.formula.arguments
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
