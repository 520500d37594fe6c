"""Closed pieces on which a formula has no branches.

On a piece abs, max, min, relu and hidden absolute values (a root of a square) are resolved by the
signs of guards, each an irreducible factor. Pieces are closed and cover the region: on a common
point every piece that contains it gives the same value. Owns the cutting and
`vanishes`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, final

from symplex.expression import Expression, Operator, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression.operator_facts import limits_of, short
from symplex.expression.operators import Rule
from symplex.expression.rewriting import HiddenSign
from symplex.proof.kernel.meetings import is_thin, solved
from symplex.proof.kernel.region import STRICT, Fact, Region, tokens_of
from symplex.proof.kernel.signs import signed
from symplex.proof.kernel.workspace import Workspace, narrowed
from symplex.reasons import Code, Reason
from symplex.work.budget import Missing

MAX_PIECES: Final = 64
BRANCHING: Final = frozenset((op.ABS, op.SIGN, op.MAX, op.MIN, op.RELU))


@final
class Split(Exception):  # noqa: N818 (a question, not an error)
    """The sign of a guard decides what a formula is."""

    def __init__(self, guard: Expression, *, jumps: bool = False) -> None:
        super().__init__()
        self.guard = guard
        self.jumps = jumps


@final
@dataclass(frozen=True)
class Piece:
    """A closed part of a region with the formulas that hold there, free of branches."""

    space: Workspace
    formulas: tuple[Expression, ...]
    guards: tuple[Expression, ...] = ()
    """Each guard with the sign that makes it ≥ 0 here."""
    jumps: tuple[Expression, ...] = ()
    """The guards of signs: if there are any, the piece is open and the formulas hold inside."""


def pieces(
    formulas: Sequence[Expression], space: Workspace, *, joins: bool = False, jumping: bool = False
) -> list[Piece]:
    """The closed pieces of some formulas; together they cover the region.

    With `joins` a sign is ±1 on closed halves: its own value 0 is left to `joined` to look at. With
    `jumping` a sign is 0 nowhere but between two pieces, where the formulas jump.

    Raises:
        Missing: if there are too many, or a guard cannot be handled.
    """
    found: list[Piece] = []
    waiting = [Piece(space, tuple(formulas))]
    while waiting:
        space.budget.step()
        if len(found) + len(waiting) > MAX_PIECES:
            raise Missing(Code.PIECES_TOO_MANY_OF_ANSWER, most=MAX_PIECES)
        piece = waiting.pop()
        try:
            raw = (resolve(f, piece.space, joins=joins) for f in piece.formulas)
            resolved = tuple(map(piece.space.normal, raw))
            found.append(Piece(piece.space, resolved, piece.guards, piece.jumps))
        except Split as split:
            waiting += _halves(piece, split, jumping=jumping)
    return found


def _halves(piece: Piece, split: Split, *, jumping: bool) -> list[Piece]:
    rule = STRICT[split.jumps]
    _require_guard(split, piece.space)
    if split.jumps and not is_thin(split.guard, piece.space):
        raise Missing(Code.PIECES_GUARD_THICK, guard=short(split.guard))
    halves = list[Piece]()
    for guard in (-split.guard, split.guard):
        space = piece.space.on(narrowed(piece.space, guard, rule))
        if not space.is_empty:
            jumps = (*piece.jumps, guard) if split.jumps else piece.jumps
            halves.append(Piece(space, piece.formulas, (*piece.guards, guard), jumps))
    if jumping and split.jumps and len(halves) == 1 and not _is_nowhere(split.guard, piece.space):
        raise Missing(Code.PIECES_SIGN_ZERO, guard=short(split.guard))
    return halves


def _is_nowhere(guard: Expression, space: Workspace) -> bool:
    """Whether a guard is shown to have no zeros."""
    zeros = (Fact(side, Rule.NONNEGATIVE) for side in (guard, -guard))
    return space.on(space.region.with_facts(zeros)).is_empty


def _require_guard(split: Split, space: Workspace) -> None:
    """Two halves cover a region if the guard is defined there."""
    if not space.is_defined(split.guard):
        raise Missing(Code.PIECES_GUARD_UNDEFINED, guard=short(split.guard))


def resolve(formula: Expression, space: Workspace, *, joins: bool = False) -> Expression:
    """The formula without branches and hidden absolute values, on a region where signs decide."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        if token in BRANCHING:
            return _branch(token, below, space, joins=joins)
        whole = apply(token, *below)
        if token.exponent is not None and token.exponent.denominator > 1:
            return _root(whole, space)
        return whole

    return formula.share(combine) if any(row.kinks for row in formula.operators) else formula


def _branch(
    operator: Operator, below: Sequence[Expression], space: Workspace, *, joins: bool
) -> Expression:
    guard = below[0] - below[1] if operator.arity > 1 else below[0]
    sign = sign_of_guard(guard, space, jumps=operator is op.SIGN and not joins)
    if operator is op.SIGN:
        return number(sign)
    if operator is op.ABS:
        return signed(below[0], sign) if sign else number(0)
    first = sign < 0 if operator is op.MIN else sign >= 0
    return below[0] if first else number(0) if operator is op.RELU else below[1]


def sign_of_guard(guard: Expression, space: Workspace, *, jumps: bool) -> int:
    """The sign by the factors of a guard; asks for the first that is not known."""
    try:
        constant, factors = space.advice.factors(guard)
    except HiddenSign as hidden:
        raise Split(hidden.formula) from None
    if not constant and space.is_zero(guard):
        return 0
    product = math.prod((factor**times for factor, times in factors), start=number(constant))
    whole_powers = all(times == int(times) for _, times in factors)  # advice may lie
    if not constant or not whole_powers or not space.stands_for(product, guard):
        raise Missing(Code.PIECES_FACTORS_NOT_SHOWN)
    total = 1 if constant > 0 else -1
    for factor, times in factors:
        if times % 2 == 0 and not jumps:
            continue
        sign = _known(factor, space, strict=jumps)
        if not sign:
            # A sum may have a sign that its factors do not show: exp a − 1 − a is one.
            whole = space.signs.sign(guard, STRICT[jumps])
            if not whole:
                raise Split(factor, jumps=jumps)
            return whole
        total *= sign if times % 2 else 1
    return total


def _known(factor: Expression, space: Workspace, *, strict: bool) -> int:
    """The sign of a factor where it is shown; ≥ 0 is enough unless its zero matters."""
    for sign in (1, -1):
        if _is_fact(signed(factor, sign), space, strict=strict):
            return sign
    return space.signs.sign(factor, STRICT[strict])


def _is_fact(formula: Expression, space: Workspace, *, strict: bool) -> bool:
    rules = Rule.POSITIVE, STRICT[strict]
    facts = [fact.formula for fact in space.region.facts if fact.rule in rules]
    return any(fact == formula or space.is_zero(fact - formula) for fact in facts)


def _root(whole: Expression, space: Workspace) -> Expression:
    """A root with squares taken out of it; one of a positive formula may also stay as it is."""
    try:
        powers = space.advice.root(whole)
    except (Missing, HiddenSign) as hidden:
        if space.signs.holds(whole.arguments[0], Rule.POSITIVE):
            return whole
        raise Split(hidden.formula) if isinstance(hidden, HiddenSign) else hidden from None
    result = math.prod((base**times for base, times in powers or ()), start=number(1))
    if powers is not None and not space.stands_for(result, whole):
        raise Missing(Code.PIECES_UNRESOLVED, formula=short(whole))
    return whole if powers is None else result


def require_defined(formula: Expression, space: Workspace, what: Code | Reason) -> None:
    """Show that a formula is defined everywhere in a region.

    Raises:
        Missing: naming the margin that is not shown to obey its rule.
    """
    for margin, rule in limits_of(formula, space.budget):
        if space.signs.holds(margin, rule):
            continue
        for piece in pieces((margin,), space):
            if piece.jumps or not piece.space.signs.holds(piece.formulas[0], rule):
                raise Missing(
                    Code.DEFINED_NOT_SHOWN, what=what, margin=short(margin), rule=rule.value
                )


Residuals = list[tuple[Expression, Region]]
"""Formulas that did not reduce to zero, with where they should."""


@final
class NotZeroError(Missing):
    """Formulas did not reduce to zero; everything else that was needed was shown."""

    def __init__(self, residuals: Residuals) -> None:
        super().__init__(Code.ZERO_NOT_SHOWN)
        self.residuals = tuple(residuals)


def vanishes(formula: Expression, space: Workspace, left: Residuals | None = None) -> int:
    """Show that a formula is zero at every point of a region; how many pieces that took.

    What does not reduce to zero is added to `left`, if that is given.

    Raises:
        NotZeroError: if the residual on a piece does not reduce to zero.
        Missing: if something else could not be shown.
    """
    try:
        resolved = resolve(formula, space)
        if not space.is_zero(resolved):
            if left is None:
                raise NotZeroError([(resolved, space.region)])
            left.append((resolved, space.region))
        return 1
    except Split as split:
        return _vanishes_on_parts(formula, space, split, left)


def counted(code: Code, pieces: int) -> Reason:
    """How something was shown, with the number of pieces if there are several."""
    return Reason(code, pieces=pieces if pieces > 1 else None)


def _vanishes_on_parts(
    formula: Expression, space: Workspace, split: Split, left: Residuals | None
) -> int:
    rule, count = STRICT[split.jumps], 0
    _require_guard(split, space)
    parts = [(formula, narrowed(space, g, rule)) for g in (split.guard, -split.guard)]
    if split.jumps:
        # Where a sign is 0 the formula has a third value.
        for values, facts in solved(split.guard, space):
            there = space.region.where(values).with_facts(facts)
            parts.append((formula.substitute(tokens_of(values)), there))
    for part, region in parts:
        inner = space.on(region)
        count += 0 if inner.is_empty else vanishes(part, inner, left)
    if count > MAX_PIECES:
        raise Missing(Code.PIECES_TOO_MANY, most=MAX_PIECES)
    return count
