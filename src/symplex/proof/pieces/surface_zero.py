"""Whether a formula vanishes on the surface where two pieces meet."""

from symplex.expression import Expression
from symplex.expression.calculus import differentiate
from symplex.proof.pieces.cut import cut
from symplex.proof.pieces.surfaces import Interface
from symplex.proof.zero import Refutation, prove_zero

_NO_DIGITS = "on a surface algebra alone decides"


def vanishes_on(interface: Interface, formula: Expression) -> bool:
    """True if proved, False if refuted.

    Raises:
        Undecided: where neither was shown.
    """
    context = interface.surface.context.almost_everywhere
    for part in cut(interface.surface.on(formula), context, interface.half_spaces):
        proof = prove_zero(part.formula, context, part.half_spaces, _NO_DIGITS)
        if isinstance(proof, Refutation):
            return False
    return True


def first_derivative_of(interface: Interface, name: str) -> Expression:
    """A component of the surface's normal."""
    return differentiate(interface.surface.formula, name)
