"""Closed pieces on which a formula has no branches, and the sets on which pieces meet.

On a piece abs, max, min, relu and hidden absolute values (a root of a square) are resolved by the
signs of guards, each an irreducible factor. Pieces are closed and cover the region: on a common
point every piece that contains it gives the same value. Owns the cutting, `vanishes` and `solved`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Final, final

from symplex.budget import Budget, OutOfTime, Undecided
from symplex.expression import Expression, Operator, Symbol, Token, apply, leaf, number, power
from symplex.expression import operators as op
from symplex.expression.operator_facts import limits_of, short
from symplex.expression.operators import Rule
from symplex.proof.kernel.field import Field, NeedsSignError
from symplex.proof.kernel.region import Ends, Fact, Region
from symplex.proof.kernel.signs import Signs

MAX_PIECES: Final = 64
_BRANCHING: Final = (op.ABS, op.SIGN, op.MAX, op.MIN, op.RELU)


@final
class Split(Exception):  # noqa: N818 (a question, not an error)
    """The sign of a guard decides what a formula is."""

    def __init__(self, guard: Expression, *, jumps: bool = False) -> None:
        super().__init__()
        self.guard = guard
        self.jumps = jumps


@final
class Workspace:
    """A region with what is known there: signs and normal forms, shared by all who ask."""

    def __init__(self, region: Region, budget: Budget) -> None:
        self.region = region
        self.budget = budget
        self.signs = Signs(region, budget)
        self.field = Field(self.signs.sign, budget)

    def on(self, region: Region) -> "Workspace":
        """The same on another region."""
        return Workspace(region, self.budget)

    @cached_property
    def is_empty(self) -> bool:
        """Whether no point of the region is left."""
        return self.signs.is_empty

    def is_zero(self, formula: Expression) -> bool:
        """Whether a formula without branches vanishes identically."""
        try:
            return self.field.is_zero(formula)
        except NeedsSignError:
            return False


@final
@dataclass(frozen=True)
class Piece:
    """A closed part of a region with the formulas that hold there, free of branches."""

    space: Workspace
    formulas: tuple[Expression, ...]
    guards: tuple[Expression, ...] = ()
    """Each guard with the sign that makes it ≥ 0 here."""
    jumps: bool = False
    """Whether a sign was resolved: the formulas then hold inside alone."""


def pieces(formulas: Sequence[Expression], space: Workspace) -> list[Piece]:
    """The closed pieces of some formulas; together they cover the region.

    Raises:
        Undecided: if there are too many, or a guard cannot be handled.
    """
    found: list[Piece] = []
    waiting = [Piece(space, tuple(formulas))]
    while waiting:
        space.budget.check_deadline()
        if len(found) + len(waiting) > MAX_PIECES:
            raise Undecided(f"the answer has more than {MAX_PIECES} pieces")
        piece = waiting.pop()
        try:
            resolved = tuple(resolve(formula, piece.space) for formula in piece.formulas)
            found.append(Piece(piece.space, resolved, piece.guards, piece.jumps))
        except Split as split:
            waiting += _halves(piece, split)
    return found


def _halves(piece: Piece, split: Split) -> Iterator[Piece]:
    for guard in (-split.guard, split.guard):
        region = narrowed(piece.space.region, guard, Rule.NONNEGATIVE, piece.space.field)
        space = piece.space.on(region)
        if not space.is_empty:
            yield Piece(space, piece.formulas, (*piece.guards, guard), piece.jumps or split.jumps)


def narrowed(region: Region, guard: Expression, rule: Rule, field: Field) -> Region:
    """The part of a region where a guard obeys a rule; a bound on one symbol moves its end."""
    bound = _bound(guard, region, field)
    if bound is None:
        return region.with_facts([Fact(guard, rule)])
    name, value, is_low = bound
    old, strict = region.ends[name], rule is Rule.POSITIVE
    if is_low:
        new = Ends(value, old.high, low_open=strict, high_open=old.is_open or old.high_open)
    else:
        new = Ends(old.low, value, low_open=old.is_open or old.low_open, high_open=strict)
    return region.with_ends(name, new)


def _bound(
    guard: Expression, region: Region, field: Field
) -> tuple[str, Expression, bool] | None:
    """For a guard c·v + d with numbers c and d: the symbol v, the bound and whether it is below."""
    if len(guard.symbols) != 1:
        return None
    name = next(iter(guard.symbols))
    top = field.element(guard)
    parts = field.coefficients(top.top, name) if top.bottom == 1 else None
    if parts is None or len(parts) != 2 or name not in region.ends:  # noqa: PLR2004
        return None
    known = Signs(region, Budget.unlimited())
    slope = known.sign(parts[1])
    value = field.ring.element_tree(field.element(-parts[0] / parts[1]))
    ends = region.ends[name]
    # Only a bound inside of the interval replaces an end.
    gaps = [value - ends.low if ends.low else None, ends.high - value if ends.high else None]
    inside = all(gap is None or known.holds(gap, Rule.NONNEGATIVE) for gap in gaps)
    if not slope or not inside:
        return None
    is_low = slope > 0
    return name, value, is_low


def resolve(formula: Expression, space: Workspace) -> Expression:
    """The formula without branches and hidden absolute values, on a region where signs decide."""

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        if token in _BRANCHING:
            return _branch(token, below, space)
        whole = apply(token, *below)
        if token.exponent is not None and token.exponent.denominator > 1:
            return _root(whole, token.exponent, space)
        return whole

    if not _needs_resolving(formula):
        return formula
    return formula.fold(combine)


def _needs_resolving(formula: Expression) -> bool:
    return any(
        row in _BRANCHING or (row.exponent is not None and row.exponent.denominator > 1)
        for row in formula.operators
    )


def _branch(operator: Operator, below: Sequence[Expression], space: Workspace) -> Expression:
    guard = below[0] - below[1] if operator.arity > 1 else below[0]
    sign = _sign_of_guard(guard, space, jumps=operator is op.SIGN)
    if operator is op.SIGN:
        return number(sign)
    if operator is op.ABS:
        return below[0] if sign > 0 else -below[0] if sign else number(0)
    if operator is op.RELU:
        return below[0] if sign > 0 else number(0)
    first = sign >= 0 if operator is op.MAX else sign < 0
    return below[0] if first else below[1]


def _sign_of_guard(guard: Expression, space: Workspace, *, jumps: bool) -> int:
    """The sign by the factors of a guard; asks for the first that is not known."""
    try:
        constant, factors = space.field.factors(guard)
    except NeedsSignError as hidden:
        raise Split(hidden.formula) from None
    if not constant:
        return 0
    total = 1 if constant > 0 else -1
    for factor, times in factors:
        if times % 2 == 0 and not jumps:
            continue
        sign = _known(factor, space, strict=jumps)
        if not sign:
            raise Split(factor, jumps=jumps)
        total *= sign if times % 2 else 1
    return total


def _known(factor: Expression, space: Workspace, *, strict: bool) -> int:
    """The sign of a factor where it is shown; ≥ 0 is enough unless its zero matters."""
    for sign in (1, -1):
        signed = factor if sign > 0 else -factor
        if _is_fact(signed, space):
            return sign
    if strict:
        return space.signs.sign(factor)
    guess = space.signs.guess(factor)
    for sign in (1, -1):
        signed = factor if sign > 0 else -factor
        if guess != -sign and space.signs.holds(signed, Rule.NONNEGATIVE):
            return sign
    return 0


def _is_fact(formula: Expression, space: Workspace) -> bool:
    facts = [fact.formula for fact in space.region.facts]
    return any(fact == formula or space.is_zero(fact - formula) for fact in facts)


def _root(whole: Expression, exponent: Fraction, space: Workspace) -> Expression:
    """A root whose argument is not shown to be positive, with squares taken out of it."""
    base = whole.arguments[0]
    if space.signs.holds(base, Rule.POSITIVE):
        return whole
    try:
        space.field.element(whole)
    except NeedsSignError as hidden:
        raise Split(hidden.formula) from None
    _, constant, split, rest = space.field.rules[whole.tokens]
    if all(times.denominator > 1 for _, times in split):
        return whole
    result = number(constant) ** exponent if constant != 1 else number(1)
    for factor, times in split:
        result = result * factor**times
    return result if rest is None else result * apply(power(Fraction(1, exponent.denominator)), rest)


def require_defined(formula: Expression, space: Workspace, what: str) -> None:
    """Show that a formula is defined everywhere in a region.

    Raises:
        Undecided: naming the margin that is not shown to obey its rule.
    """
    for margin, rule in limits_of(formula, space.budget):
        if space.signs.holds(margin, rule):
            continue
        for piece in pieces((margin,), space):
            if not piece.space.signs.holds(piece.formulas[0], rule):
                raise Undecided(
                    f"{what} is not shown to be defined everywhere: {short(margin)} {rule.value}"
                )


@final
class NotZeroError(Undecided):
    """A formula did not reduce to zero; carries the formula and where."""

    def __init__(self, formula: Expression, region: Region) -> None:
        super().__init__("the residual does not reduce to zero")
        self.formula = formula
        self.region = region


def vanishes(formula: Expression, space: Workspace) -> int:
    """Show that a formula is zero at every point of a region; how many pieces that took.

    Raises:
        NotZeroError: if the residual on a piece does not reduce to zero.
        Undecided: if something else could not be shown.
    """
    try:
        resolved = resolve(formula, space)
        if not space.is_zero(resolved):
            raise NotZeroError(resolved, space.region)
        return 1
    except Split as split:
        return _vanishes_on_parts(formula, space, split)


def _vanishes_on_parts(formula: Expression, space: Workspace, split: Split) -> int:
    rule = Rule.POSITIVE if split.jumps else Rule.NONNEGATIVE
    count = 0
    for guard in (split.guard, -split.guard):
        part = space.on(narrowed(space.region, guard, rule, space.field))
        if not part.is_empty:
            count += vanishes(formula, part)
    if split.jumps:
        # Where a sign is 0 the formula has a third value.
        for values in solved(split.guard, space):
            tokens = {Symbol(name): value for name, value in values.items()}
            part = space.on(space.region.where(values))
            if not part.is_empty:
                count += vanishes(formula.substitute(tokens), part)
    if count > MAX_PIECES:
        raise Undecided(f"more than {MAX_PIECES} pieces")
    return count


def solved(guard: Expression, space: Workspace) -> list[Mapping[str, Expression]]:
    """Values of symbols, one set for each part, that together cover the zeros of a guard.

    Raises:
        Undecided: if the guard cannot be solved for a symbol.
    """
    element = space.field.element(guard)
    names = (*reversed(space.region.variables), *space.region.ends)
    for name in dict.fromkeys(names):
        found = _solved_for(name, element.top, space)
        if found is not None:
            return found
    found = _sum_of_squares(guard, space)
    if found is not None:
        return found
    raise Undecided(f"the set where {short(guard)} = 0 could not be solved for a variable")


def _solved_for(
    name: str, polynomial: object, space: Workspace
) -> list[Mapping[str, Expression]] | None:
    parts = space.field.coefficients(polynomial, name)  # pyright: ignore[reportArgumentType]
    if parts is None or space.field.index_of(name) < 0 or not 2 <= len(parts) <= 3:  # noqa: PLR2004
        return None
    if not space.signs.holds(parts[-1], Rule.NONZERO):
        return None
    if len(parts) == 2:  # noqa: PLR2004
        return [{name: _shorter(-parts[0] / parts[1], space)}]
    if not space.is_zero(parts[1]):
        return None
    square = _shorter(-parts[0] / parts[2], space)
    if not space.signs.holds(square, Rule.NONNEGATIVE):
        return None
    root = apply(op.SQRT, square)
    return [{name: root}, {name: -root}]


def _shorter(formula: Expression, space: Workspace) -> Expression:
    return space.field.ring.element_tree(space.field.element(formula))


def _sum_of_squares(guard: Expression, space: Workspace) -> list[Mapping[str, Expression]] | None:
    """A sum of even powers vanishes only where each does; a root where its argument does."""
    root = guard.root
    if isinstance(root, Operator) and root.exponent is not None and root.exponent > 0:
        return solved(guard.arguments[0], space)
    names = space.signs.vanishing(guard)
    return [{name: number(0) for name in names}] if names else None


def overlap(
    parts: Sequence[Piece], space: Workspace
) -> list[tuple[Mapping[str, Expression], Workspace]]:
    """The common points of pieces: values of symbols, and the region of the others.

    Empty if the pieces are shown not to meet.

    Raises:
        Undecided: if the set on which they meet cannot be described.
    """
    guards = tuple(dict.fromkeys(guard for part in parts for guard in part.guards))
    both = space.region.with_facts(Fact(guard, Rule.NONNEGATIVE) for guard in guards)
    if _equalities(space.on(both)):
        return list(described({}, both, space))
    if space.on(both).is_empty:
        return []
    raise Undecided("the set on which two pieces meet could not be described")


def _equalities(space: Workspace) -> list[Expression]:
    """The formulas that facts f ≥ 0 and −f ≥ 0 make zero."""
    formulas = [fact.formula for fact in space.region.facts]
    return [
        one
        for index, one in enumerate(formulas)
        if any(space.is_zero(one + other) for other in formulas[index + 1 :])
        and not space.is_zero(one)
    ]


def without_trivial(space: Workspace) -> Workspace:
    """The same region without facts that say 0 ≥ 0."""
    facts = tuple(
        fact
        for fact in space.region.facts
        if fact.rule is not Rule.NONNEGATIVE or not space.is_zero(fact.formula)
    )
    return space.on(replace(space.region, facts=facts))


def described(
    values: Mapping[str, Expression], region: Region, space: Workspace
) -> Iterator[tuple[Mapping[str, Expression], Workspace]]:
    """Solve what facts make zero, one symbol after the other."""
    part = without_trivial(space.on(region.where(values) if values else region))
    for equality in _equalities(part):
        try:
            choices = solved(equality, part)
        except OutOfTime:
            raise
        except Undecided:
            if not values:
                raise
            continue  # A larger set than the true one: what is shown on it holds on that.
        for more in choices:
            tokens = {Symbol(n): v for n, v in more.items()}
            both = {n: v.substitute(tokens) for n, v in values.items()} | dict(more)
            yield from described(both, region, space)
        return
    if not part.is_empty:
        yield values, part
