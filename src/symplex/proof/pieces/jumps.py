"""The values where a formula takes a sign: sign(g) jumps, and is 0, where g vanishes.

Every other operator is continuous where it is defined, so nothing else needs attention. Owns
continuity there, what a value on a shock must be, and formulas that vanish at every point.
"""

from collections.abc import Mapping, Sequence

from symplex.budget import OutOfTime, Undecided
from symplex.errors import ExpressionError
from symplex.expression import Expression, Operator, Token, apply, leaf, number, tuple_of
from symplex.expression.operator_facts import short
from symplex.expression.operators import SIGN
from symplex.proof.arithmetic.nonnegative import nonnegative
from symplex.proof.arithmetic.signs import HalfSpace, is_empty
from symplex.proof.certificate import Check, Level
from symplex.proof.context import ProofContext
from symplex.proof.pieces.cut import Piece, cut, decided
from symplex.proof.pieces.surfaces import Surface, surfaces
from symplex.proof.pieces.thin import any_thin
from symplex.proof.zero import Refutation, prove_zero

_NO_DIGITS = "at a jump algebra alone decides"


def continuity(
    answer: Mapping[str, Expression], pieces: Sequence[Piece], context: ProofContext
) -> dict[Expression, Check]:
    """One check for each formula whose sign is taken and that may vanish."""
    trees = list(answer.values())
    return {formula: _check(formula, trees, pieces, context) for formula in _jumps(pieces)}


def takes_sign(formula: Expression) -> bool:
    """Whether a formula may jump at all."""
    return SIGN in formula.operators


def _jumps(pieces: Sequence[Piece]) -> list[Expression]:
    return list(dict.fromkeys(formula for piece in pieces for formula in piece.jumps))


def _check(
    formula: Expression,
    trees: Sequence[Expression],
    pieces: Sequence[Piece],
    context: ProofContext,
) -> Check:
    what, where = "the answer is continuous", f"{short(formula)} = 0"
    try:
        for shared in surfaces(formula, context):
            values = _values(shared, trees)
            for piece in pieces:
                _require_limit(shared, values, piece)
            _require_continuous(values, shared, shared.half_spaces)
    except OutOfTime:  # no jump: whether there is one is not known
        raise
    except (Undecided, ExpressionError) as error:
        return Check(what, where, proved=False, how=str(error))
    return Check(what, where, proved=True, how="the limits agree", level=Level.SYMBOLIC)


def _values(shared: Surface, trees: Sequence[Expression]) -> list[Expression]:
    """The answer on the surface, where the sign of its formula is 0."""
    return [_with_zero_sign(shared, tree) for tree in trees]


def _with_zero_sign(shared: Surface, tree: Expression) -> Expression:
    normaliser = shared.context.normaliser

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        if token is SIGN and normaliser.is_zero(below[0]):
            return number(0)
        return apply(token, *below)

    return shared.on(tree).fold(combine)


def _require_limit(shared: Surface, values: Sequence[Expression], piece: Piece) -> None:
    """The piece's formula tends to the value on the surface, wherever the piece touches it."""
    context = shared.context.almost_everywhere
    half_spaces = shared.within(piece.half_spaces)
    if is_empty(context, half_spaces):
        return
    pairs = zip(values, map(shared.on, piece.formula.arguments), strict=True)
    if any_thin(context, shared.half_spaces):
        # The surface only touches the box: what holds almost everywhere on it says nothing.
        if not context.normaliser.are_equal(pairs):
            raise Undecided("the answer may jump where that surface touches the domain")
        return
    if any_thin(context, half_spaces):
        return
    for value, limit in pairs:
        for part in cut(value - limit, context, half_spaces):
            proof = prove_zero(part.formula, context, part.half_spaces, _NO_DIGITS)
            if isinstance(proof, Refutation):
                raise Undecided("the limit differs from the value there: the answer jumps")


def _require_continuous(
    trees: Sequence[Expression], shared: Surface, half_spaces: tuple[HalfSpace, ...]
) -> None:
    """Limits are compared almost everywhere on a surface; this is for the rest of it."""
    if not any(map(takes_sign, trees)):
        return
    context = shared.context.almost_everywhere
    pieces = cut(apply(tuple_of(len(trees)), *trees), context, half_spaces)
    for formula in _jumps(pieces):
        for inner in surfaces(formula, context):
            values = _values(inner, trees)
            for piece in pieces:
                _require_limit(inner, values, piece)
            _require_continuous(values, inner, inner.within(half_spaces))


def require_between(
    formula: Expression,
    answer: Mapping[str, Expression],
    pieces: Sequence[Piece],
    context: ProofContext,
) -> None:
    """Where the answer jumps, its value on the surface lies between its two limits.

    Raises:
        Undecided: if that is not shown.
    """
    for shared in surfaces(formula, context):
        values = _values(shared, list(answer.values()))
        _require_continuous(values, shared, shared.half_spaces)
        touching = [
            (piece, decided(formula, context, piece.half_spaces))
            for piece in pieces
            if not is_empty(shared.context, shared.within(piece.half_spaces))
        ]
        for piece, sign in touching:
            beyond = [other for other, its in touching if sign and its == -sign]
            if not beyond or any_thin(shared.context, shared.half_spaces):
                _require_limit(shared, values, piece)
            for other in beyond if sign == 1 else ():
                _require_between_two(shared, values, piece, other)


def _require_between_two(
    shared: Surface, values: Sequence[Expression], one: Piece, two: Piece
) -> None:
    context = shared.context.almost_everywhere
    half_spaces = shared.within((*one.half_spaces, *two.half_spaces))
    if any_thin(context, half_spaces):
        return
    limits = zip(one.formula.arguments, two.formula.arguments, strict=True)
    for value, (above, below) in zip(values, limits, strict=True):
        margin = (value - shared.on(below)) * (shared.on(above) - value)
        for part in cut(margin, context, half_spaces):
            if not nonnegative(part.formula, context, part.half_spaces):
                raise Undecided(
                    f"on {short(shared.formula)} = 0 the value is not shown to lie between "
                    "its one-sided limits"
                )


def require_zero_everywhere(
    tree: Expression, context: ProofContext, half_spaces: tuple[HalfSpace, ...] = ()
) -> None:
    """A formula vanishes on the closed box, also at the points where its signs are 0.

    Raises:
        Undecided: if that is not shown.
    """
    context = context.almost_everywhere
    pieces = cut(tree, context, half_spaces)
    for piece in pieces:
        proof = prove_zero(piece.formula, context, piece.half_spaces, _NO_DIGITS)
        if isinstance(proof, Refutation):
            raise Undecided("it does not hold there")
    for formula in _jumps(pieces):
        for shared in surfaces(formula, context):
            inner, value = shared.within(half_spaces), _with_zero_sign(shared, tree)
            if is_empty(shared.context, inner) or context.normaliser.is_zero(value):
                continue
            if any_thin(shared.context, inner):
                raise Undecided(f"it may fail where {short(formula)} = 0 touches the domain")
            require_zero_everywhere(value, shared.context, inner)
