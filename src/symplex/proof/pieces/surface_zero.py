"""Whether a formula vanishes on the surface where two pieces meet."""

from symplex.budget import Budget
from symplex.expression import Expression
from symplex.expression.calculus import differentiate
from symplex.proof.pieces.cut import Place, cut
from symplex.proof.pieces.surfaces import Meeting
from symplex.proof.zero import Refutation, prove_zero

_NO_DIGITS = "a surface is judged by algebra alone"


def vanishes_on(meeting: Meeting, formula: Expression, budget: Budget) -> bool:
    """True if proved, False if refuted.

    Raises:
        Undecided: where neither was shown.
    """
    shared = meeting.surface
    place = Place(shared.ground, budget, values_only=True)
    for part in cut(shared.on(formula), place, meeting.sides):
        proof = prove_zero(part.formula, shared.ground, part.sides, budget, _NO_DIGITS)
        if isinstance(proof, Refutation):
            return False
    return True


def first_derivative_of(meeting: Meeting, name: str) -> Expression:
    """A component of the surface's normal."""
    return differentiate(meeting.surface.formula, name)
