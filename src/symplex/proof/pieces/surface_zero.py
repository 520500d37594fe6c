"""Whether a formula vanishes on the surface where two pieces meet."""

from symplex.budget import Budget
from symplex.expression import Expression
from symplex.expression.calculus import differentiate
from symplex.proof.pieces.cut import CutContext, cut
from symplex.proof.pieces.surfaces import Interface
from symplex.proof.zero import Refutation, prove_zero

_NO_DIGITS = "a surface is judged by algebra alone"


def vanishes_on(interface: Interface, formula: Expression, budget: Budget) -> bool:
    """True if proved, False if refuted.

    Raises:
        Undecided: where neither was shown.
    """
    shared = interface.surface
    place = CutContext(shared.box, budget, values_only=True)
    for part in cut(shared.on(formula), place, interface.half_spaces):
        proof = prove_zero(part.formula, shared.box, part.half_spaces, budget, _NO_DIGITS)
        if isinstance(proof, Refutation):
            return False
    return True


def first_derivative_of(interface: Interface, name: str) -> Expression:
    """A component of the surface's normal."""
    return differentiate(interface.surface.formula, name)
