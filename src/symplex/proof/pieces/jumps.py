"""The values where a formula takes a sign: sign(g) jumps, and is 0, where g vanishes.

Every other operator is continuous where it is defined, so nothing else needs a look. Owns
continuity there, what a value on a shock must be, and formulas that vanish at every point.
"""

from collections.abc import Mapping, Sequence

from symplex.algebra import normal_form
from symplex.budget import Budget, Undecided
from symplex.errors import ExpressionError
from symplex.expression import OPERATORS, Expression, Operator, Token, apply, leaf, number, tuple_of
from symplex.expression.operator_facts import short
from symplex.problem import Box
from symplex.proof.arithmetic.nonnegative import nonnegative
from symplex.proof.arithmetic.signs import HalfSpace, is_empty
from symplex.proof.certificate import Check, Level
from symplex.proof.pieces.cut import CutContext, Piece, cut, decided
from symplex.proof.pieces.surfaces import Surface, surfaces
from symplex.proof.pieces.thin import any_thin
from symplex.proof.zero import Refutation, prove_zero

_NO_DIGITS = "no digits here"


def continuity(
    answer: Mapping[str, Expression], pieces: Sequence[Piece], box: Box, budget: Budget
) -> dict[Expression, Check]:
    """One check for each formula whose sign is taken and that may vanish."""
    trees = list(answer.values())
    place = CutContext(box, budget)
    return {formula: _check(formula, trees, pieces, place) for formula in _jumps(pieces)}


def takes_sign(formula: Expression) -> bool:
    """Whether a formula may jump at all."""
    return OPERATORS["sign"] in formula.operators


def _jumps(pieces: Sequence[Piece]) -> list[Expression]:
    return list(dict.fromkeys(formula for piece in pieces for formula in piece.jumps))


def _check(
    formula: Expression, trees: Sequence[Expression], pieces: Sequence[Piece], place: CutContext
) -> Check:
    what, where = "the answer is continuous", f"{short(formula)} = 0"
    try:
        for shared in surfaces(formula, place.box):
            values = _values(shared, trees)
            for piece in pieces:
                _require_limit(shared, values, piece, place.budget)
            _require_continuous(values, shared, shared.half_spaces, place.budget)
    except (Undecided, ExpressionError) as error:
        return Check(what, where, proved=False, how=str(error))
    return Check(what, where, proved=True, how="the limits agree", level=Level.SYMBOLIC)


def _values(shared: Surface, trees: Sequence[Expression]) -> list[Expression]:
    """The answer on the surface, where the sign of its formula is 0."""
    return [_with_zero_sign(shared, tree) for tree in trees]


def _with_zero_sign(shared: Surface, tree: Expression) -> Expression:
    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        if token == OPERATORS["sign"] and normal_form.is_zero(below[0]):
            return number(0)
        return apply(token, *below)

    return shared.on(tree).fold(combine)


def _require_limit(
    shared: Surface, values: Sequence[Expression], piece: Piece, budget: Budget
) -> None:
    """The piece's formula tends to the value on the surface, wherever the piece touches it."""
    half_spaces = shared.within(piece.half_spaces)
    if is_empty(shared.box, half_spaces):
        return
    pairs = zip(values, map(shared.on, piece.formula.arguments), strict=True)
    if any_thin(shared.box, shared.half_spaces):
        # The surface only touches the box: what holds almost everywhere on it says nothing.
        if not normal_form.is_zero_all(pairs):
            raise Undecided("the answer may jump where that surface touches the domain")
        return
    if any_thin(shared.box, half_spaces):
        return
    place = CutContext(shared.box, budget, values_only=True)
    for value, limit in pairs:
        for part in cut(value - limit, place, half_spaces):
            proof = prove_zero(part.formula, shared.box, part.half_spaces, budget, _NO_DIGITS)
            if isinstance(proof, Refutation):
                raise Undecided("the limit differs from the value there: the answer jumps")


def _require_continuous(
    trees: Sequence[Expression], shared: Surface, half_spaces: tuple[HalfSpace, ...], budget: Budget
) -> None:
    """Limits are compared almost everywhere on a surface; this is for the rest of it."""
    if not any(map(takes_sign, trees)):
        return
    place = CutContext(shared.box, budget, values_only=True)
    pieces = cut(apply(tuple_of(len(trees)), *trees), place, half_spaces)
    for formula in _jumps(pieces):
        for inner in surfaces(formula, shared.box):
            values = _values(inner, trees)
            for piece in pieces:
                _require_limit(inner, values, piece, budget)
            _require_continuous(values, inner, inner.within(half_spaces), budget)


def require_between(
    formula: Expression,
    answer: Mapping[str, Expression],
    pieces: Sequence[Piece],
    place: CutContext,
) -> None:
    """Where the answer jumps, its value on the surface lies between its two limits.

    Raises:
        Undecided: if that is not shown.
    """
    for shared in surfaces(formula, place.box):
        values = _values(shared, list(answer.values()))
        _require_continuous(values, shared, shared.half_spaces, place.budget)
        touching = [
            (piece, decided(formula, place.box, piece.half_spaces))
            for piece in pieces
            if not is_empty(shared.box, shared.within(piece.half_spaces))
        ]
        for piece, sign in touching:
            beyond = [other for other, its in touching if sign and its == -sign]
            if not beyond or any_thin(shared.box, shared.half_spaces):
                _require_limit(shared, values, piece, place.budget)
            for other in beyond if sign == 1 else ():
                _require_between_two(shared, values, piece, other, place.budget)


def _require_between_two(
    shared: Surface, values: Sequence[Expression], one: Piece, two: Piece, budget: Budget
) -> None:
    half_spaces = shared.within((*one.half_spaces, *two.half_spaces))
    if any_thin(shared.box, half_spaces):
        return
    place = CutContext(shared.box, budget, values_only=True)
    limits = zip(one.formula.arguments, two.formula.arguments, strict=True)
    for value, (above, below) in zip(values, limits, strict=True):
        margin = (value - shared.on(below)) * (shared.on(above) - value)
        for part in cut(margin, place, half_spaces):
            if not nonnegative(part.formula, shared.box, part.half_spaces, budget):
                raise Undecided(
                    f"on {short(shared.formula)} = 0 the value is not shown to lie between "
                    "the limits from its two sides"
                )


def require_zero_everywhere(
    tree: Expression, box: Box, half_spaces: tuple[HalfSpace, ...], budget: Budget
) -> None:
    """A formula vanishes on the closed box, also at the points where its signs are 0.

    Raises:
        Undecided: if that is not shown.
    """
    pieces = cut(tree, CutContext(box, budget, values_only=True), half_spaces)
    for piece in pieces:
        proof = prove_zero(piece.formula, box, piece.half_spaces, budget, _NO_DIGITS)
        if isinstance(proof, Refutation):
            raise Undecided("it does not hold there")
    for formula in _jumps(pieces):
        for shared in surfaces(formula, box):
            inner, value = shared.within(half_spaces), _with_zero_sign(shared, tree)
            if is_empty(shared.box, inner) or normal_form.is_zero(value):
                continue
            if any_thin(shared.box, inner):
                raise Undecided(f"it may fail where {short(formula)} = 0 touches the domain")
            require_zero_everywhere(value, shared.box, inner, budget)
