"""Continuity where a formula takes a sign: sign(g) jumps where g vanishes.

Every other operator is continuous where it is defined, so nothing else needs a look.
"""

from collections.abc import Mapping, Sequence

from symplex.errors import ExpressionError
from symplex.expression import OPERATORS, Expression, Operator, Token, apply, leaf, number
from symplex.proof import normal
from symplex.proof.certificate import Check, Level
from symplex.proof.ground import Ground
from symplex.proof.interface import Surface, surfaces
from symplex.proof.pieces import Piece, Place, cut
from symplex.proof.table import short
from symplex.proof.thin import any_thin
from symplex.proof.undecided import Budget, Undecided
from symplex.proof.zero import Refutation, prove_zero


def continuity(
    answer: Mapping[str, Expression], pieces: Sequence[Piece], ground: Ground, budget: Budget
) -> dict[Expression, Check]:
    """One check for each formula whose sign is taken and that may vanish."""
    formulas = {formula: None for piece in pieces for formula in piece.jumps}
    return {formula: _check(formula, answer, pieces, ground, budget) for formula in formulas}


def _check(
    formula: Expression,
    answer: Mapping[str, Expression],
    pieces: Sequence[Piece],
    ground: Ground,
    budget: Budget,
) -> Check:
    what, where = "the answer is continuous", f"{short(formula)} = 0"
    try:
        for shared in surfaces(formula, ground):
            values = [_with_zero_sign(shared, tree) for tree in answer.values()]
            for piece in pieces:
                _require_limit(shared, values, piece, budget)
    except (Undecided, ExpressionError) as error:
        return Check(what, where, proved=False, how=str(error))
    return Check(what, where, proved=True, how="the limits agree", level=Level.SYMBOLIC)


def _with_zero_sign(shared: Surface, tree: Expression) -> Expression:
    """The answer on the surface, where this sign is 0."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        if token == OPERATORS["sign"] and normal.is_zero(below[0]):
            return number(0)
        return apply(token, *below)

    return shared.on(tree).fold(combine)


def _require_limit(
    shared: Surface, values: Sequence[Expression], piece: Piece, budget: Budget
) -> None:
    """The piece's formula tends to the value on the surface, wherever the piece touches it."""
    sides = shared.within(piece.sides)
    if any_thin(shared.ground, sides):
        return
    place = Place(shared.ground, budget, values_only=True)
    for value, formula in zip(values, piece.formula.arguments, strict=True):
        difference = value - shared.on(formula)
        for part in cut(difference, place, sides):
            proof = prove_zero(part.formula, shared.ground, part.sides, budget, "no digits here")
            if isinstance(proof, Refutation):
                raise Undecided("the limit differs from the value there: the answer jumps")
