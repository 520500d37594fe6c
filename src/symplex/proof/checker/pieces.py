"""Pieces on which a formula has no branches, and what holds on all of them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple, final

from symplex.expression import Expression, Operator, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.proof.checker.place import Place, Refused, signed, tokens


@final
class Split(Exception):  # noqa: N818 (a question)
    """The sign of a guard decides what a formula is; `jumps` where its zero matters."""

    def __init__(self, guard: Expression, *, jumps: bool = False) -> None:
        super().__init__()
        self.guard, self.jumps = guard, jumps


def _known(factor: Expression, place: Place, *, strict: bool) -> int:
    """The sign of a factor, 0 if it is not known; not negative will do unless zeros matter."""
    for sign in (1, -1):
        form = signed(factor, sign)
        facts = [f for f, rule in place.facts if rule is Rule.POSITIVE or not strict]
        facts += place.inside if strict else []
        if any(fact == form or place.zero(fact - form) for fact in facts):
            return sign
    if strict:
        return place.sign(factor)
    return next((s for s in (1, -1) if place.holds(signed(factor, s), Rule.NONNEGATIVE)), 0)


def resolve(formula: Expression, place: Place) -> Expression:
    """The formula without branches and roots of squares; asks for a sign that is not known."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        if token in (op.ABS, op.SIGN, op.MAX, op.MIN, op.RELU):
            return _branch(place, token, *below)
        whole = apply(token, *below)
        return (
            _root(whole, token.exponent, place) if token.exponent and token.exponent % 1 else whole
        )

    return formula.fold(combine)


def _branch(
    place: Place, token: Operator, one: Expression, other: Expression | None = None
) -> Expression:
    guard = one if other is None else one - other
    sign = _sign_of_guard(guard, place, jumps=token is op.SIGN)
    if token in (op.SIGN, op.ABS):
        return number(sign) if token is op.SIGN else signed(one, sign) if sign else number(0)
    if token is op.RELU:
        return one if sign > 0 else number(0)
    return one if other is None or (sign >= 0 if token is op.MAX else sign < 0) else other


def _sign_of_guard(guard: Expression, place: Place, *, jumps: bool) -> int:
    """By its factors: positive, even powers, or not negative and above the line."""
    if place.zero(guard):
        return 0
    for constant, factors in place.proof.factors.get(guard, ()):
        product, total = number(constant), 1 if constant > 0 else -1
        for factor, times in factors:
            product = product * factor**times
        if not constant or not place.zero(guard - product):
            continue
        for factor, times in factors:
            if times % 2 or jumps or times < 0:
                sign = _known(factor, place, strict=jumps or times < 0)
                if not sign:
                    raise Split(factor, jumps=jumps)
                total *= sign if times % 2 else 1
        return total
    raise Refused("the factors of a guard are not shown")


def _root(whole: Expression, exponent: Fraction, place: Place) -> Expression:
    """A root with squares taken out: the same power, and no factor is negative."""
    base, unknown = whole.arguments[0], list[Expression]()
    if place.holds(base, Rule.POSITIVE):
        return whole
    for powers in place.proof.roots.get(whole, ()):
        result = number(1)
        for factor, times in powers:
            result = result * factor**times
        if not place.zero(result**exponent.denominator - base**exponent.numerator):
            continue
        last = Fraction(1, exponent.denominator)
        odd = [f for i, (f, n) in enumerate(powers) if n % 2 and (i < len(powers) - 1 or n != last)]
        signs = [_known(factor, place, strict=False) for factor in odd]
        if all(sign > 0 for sign in signs):
            return result
        unknown += [factor for factor, sign in zip(odd, signs, strict=True) if not sign]
    if unknown:
        raise Split(unknown[0])
    return whole


class Piece(NamedTuple):
    """A closed part of a place with formulas free of branches."""

    place: Place
    formulas: tuple[Expression, ...]
    guards: tuple[Expression, ...] = ()
    """Each not negative here."""
    jumps: bool = False
    """Whether a sign was resolved: the formulas then hold inside alone."""


def pieces(formulas: Sequence[Expression], place: Place) -> list[Piece]:
    """The closed pieces of formulas, which cover a place; zeros of a sign are thin."""
    return list(_pieces(Piece(place, tuple(formulas))))


def _pieces(piece: Piece) -> Iterator[Piece]:
    place, formulas, guards, jumps = piece
    try:
        yield piece._replace(formulas=tuple(resolve(formula, place) for formula in formulas))
    except Split as split:
        if split.jumps:
            place.solved(split.guard, place.variables)
        for guard in (split.guard, -split.guard):
            half = place.cut(guard, Rule.NONNEGATIVE, jumps=split.jumps)
            if not half.is_empty:
                yield from _pieces(Piece(half, formulas, (*guards, guard), jumps or split.jumps))


def vanish(formula: Expression, place: Place) -> None:
    """Show that a formula is zero at every point of a place; a sign has three values."""
    try:
        if not place.zero(resolve(formula, place)):
            raise Refused("a residual is not shown to vanish")
    except Split as split:
        rule = Rule.POSITIVE if split.jumps else Rule.NONNEGATIVE
        parts = [(formula, place.cut(guard, rule)) for guard in (split.guard, -split.guard)]
        for values in place.solved(split.guard) if split.jumps else ():
            parts.append((formula.substitute(tokens(values)), place.where(values)))
        for inner, part in parts:
            if not part.is_empty:
                vanish(inner, part)


def defined(formula: Expression, place: Place) -> None:
    """Show that a formula is defined everywhere in a place."""
    for margin, rule in limits_of(formula, place.budget):
        for piece in pieces((margin,), place) if not place.holds(margin, rule) else ():
            if piece.jumps or not piece.place.holds(piece.formulas[0], rule):
                raise Refused(f"not shown to be defined: {margin!r} {rule.value}")
