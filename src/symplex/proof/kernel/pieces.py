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

from symplex.budget import Budget, Missing
from symplex.expression import Expression, Operator, Symbol, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression.operator_facts import limits_of, short
from symplex.expression.operators import Rule
from symplex.proof.kernel.advice import Advise, HiddenSign
from symplex.proof.kernel.identities import Identities
from symplex.proof.kernel.region import Ends, Fact, Region
from symplex.proof.kernel.signs import Signs, signed

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
    """A region with what is shown there, shared by all who ask."""

    def __init__(self, region: Region, budget: Budget, advise: Advise) -> None:
        self.region = region
        self.budget = budget
        self.advice = advise(region, budget)
        self.signs = Signs(region, self.advice, self.is_zero, budget)
        self._identities: dict[Expression, bool] = {}
        self._advise = advise

    def on(self, region: Region) -> "Workspace":
        """The same on another region."""
        return Workspace(region, self.budget, self._advise)

    @cached_property
    def is_empty(self) -> bool:
        """Whether the region is shown to have no points."""
        return self.signs.is_empty()

    def is_zero(self, formula: Expression) -> bool:
        """Whether a formula without branches is shown to vanish wherever it is defined."""
        if formula not in self._identities:
            try:
                rewriting = self.advice.rewriting(formula)
            except HiddenSign:
                rewriting = None
            self._identities[formula] = rewriting is not None and Identities(
                rewriting, lambda part: self.signs.holds(part, Rule.NONNEGATIVE), self.budget
            ).is_zero(formula)
        return self._identities[formula]

    def normal(self, formula: Expression) -> Expression:
        """A short formula that is shown to be the same."""
        short_form = self.advice.normal(formula)
        return short_form if self.is_zero(formula - short_form) else formula

    def polynomial_in(self, formula: Expression, name: str) -> Sequence[Expression] | None:
        """Coefficients free of a symbol, with which the formula is shown to be a polynomial."""
        parts = self.advice.coefficients(formula, name)
        if parts is None or any(name in part.symbols for part in parts):
            return None
        total = parts[0]
        for power_, part in enumerate(parts[1:], 1):
            total = total + part * Expression((Symbol(name),)) ** power_
        return parts if self.is_zero(formula - total) else None


@final
@dataclass(frozen=True)
class Piece:
    """A closed part of a region with the formulas that hold there, free of branches."""

    space: Workspace
    formulas: tuple[Expression, ...]
    guards: tuple[Expression, ...] = ()
    """Each guard with the sign that makes it ≥ 0 here."""
    jumps: bool = False
    """Whether a sign was resolved: the piece is then open, and the formulas hold inside alone."""


def pieces(formulas: Sequence[Expression], space: Workspace) -> list[Piece]:
    """The closed pieces of some formulas; together they cover the region.

    Raises:
        Missing: if there are too many, or a guard cannot be handled.
    """
    found: list[Piece] = []
    waiting = [Piece(space, tuple(formulas))]
    while waiting:
        space.budget.check_deadline()
        if len(found) + len(waiting) > MAX_PIECES:
            raise Missing(f"the answer has more than {MAX_PIECES} pieces")
        piece = waiting.pop()
        try:
            resolved = tuple(_shorter(resolve(f, piece.space), piece.space) for f in piece.formulas)
            found.append(Piece(piece.space, resolved, piece.guards, piece.jumps))
        except Split as split:
            waiting += _halves(piece, split)
    return found


def _shorter(formula: Expression, space: Workspace) -> Expression:
    """The normal form of what is defined on a piece, where that is shorter: the same function."""
    try:
        normal = space.advice.normal(formula)
        is_shorter = normal.size < formula.size and space.is_zero(formula - normal)
    except (Missing, HiddenSign):
        return formula
    return normal if is_shorter else formula


def _halves(piece: Piece, split: Split) -> Iterator[Piece]:
    rule = Rule.POSITIVE if split.jumps else Rule.NONNEGATIVE
    for guard in (-split.guard, split.guard):
        space = piece.space.on(narrowed(piece.space, guard, rule))
        if not space.is_empty:
            yield Piece(space, piece.formulas, (*piece.guards, guard), piece.jumps or split.jumps)


def narrowed(space: Workspace, guard: Expression, rule: Rule) -> Region:
    """The part of a region where a guard obeys a rule; a bound on one symbol moves its end."""
    region, bound = space.region, _bound(guard, space)
    if bound is None:
        return region.with_facts([Fact(guard, rule)])
    name, value, is_low = bound
    old, strict = region.ends[name], rule is Rule.POSITIVE
    if is_low:
        return region.with_ends(name, Ends(value, old.high, strict, old.high_open))
    return region.with_ends(name, Ends(old.low, value, old.low_open, strict))


def _bound(guard: Expression, space: Workspace) -> tuple[str, Expression, bool] | None:
    """For a guard c·v + d with numbers c and d: the symbol v, the bound and whether it is below."""
    if len(guard.symbols) != 1:
        return None
    (name,) = guard.symbols
    parts = space.polynomial_in(guard, name)
    if parts is None or len(parts) != 2 or any(part.symbols for part in parts):  # noqa: PLR2004
        return None
    slope, value = space.signs.sign(parts[1]), space.normal(-parts[0] / parts[1])
    ends = space.region.ends[name]
    # Only a bound inside of the interval replaces an end.
    gaps = [value - ends.low if ends.low else None, ends.high - value if ends.high else None]
    inside = all(gap is None or space.signs.holds(gap, Rule.POSITIVE) for gap in gaps)
    return (name, value, slope > 0) if slope and inside else None


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
        constant, factors = space.advice.factors(guard)
    except HiddenSign as hidden:
        raise Split(hidden.formula) from None
    if not constant and space.is_zero(guard):
        return 0
    product = number(constant)
    for factor, times in factors:
        product = product * factor**times
    if not constant or not space.is_zero(guard - product):
        raise Missing("the factors of a guard are not shown")
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
        if _is_fact(signed(factor, sign), space, strict=strict):
            return sign
    if strict:
        return space.signs.sign(factor)
    guess = space.advice.guess(factor)
    for sign in (1, -1):
        if guess != -sign and space.signs.holds(signed(factor, sign), Rule.NONNEGATIVE):
            return sign
    return 0


def _is_fact(formula: Expression, space: Workspace, *, strict: bool) -> bool:
    rules = (Rule.POSITIVE,) if strict else (Rule.POSITIVE, Rule.NONNEGATIVE)
    facts = [fact.formula for fact in space.region.facts if fact.rule in rules]
    return any(fact == formula or space.is_zero(fact - formula) for fact in facts)


def _root(whole: Expression, exponent: Fraction, space: Workspace) -> Expression:
    """A root whose argument is not shown to be positive, with squares taken out of it."""
    base = whole.arguments[0]
    if space.signs.holds(base, Rule.POSITIVE):
        return whole
    try:
        powers = space.advice.root(whole)
    except HiddenSign as hidden:
        raise Split(hidden.formula) from None
    if powers is None:
        return whole
    result = number(1)
    for factor, times in powers:
        result = result * factor**times
    # The same power and no negative factor: the same root.
    same = space.is_zero(result**exponent.denominator - base**exponent.numerator)
    signs = all(times % 2 == 0 or _known(f, space, strict=False) > 0 for f, times in powers[:-1])
    last, times = powers[-1]
    hidden = times == Fraction(1, exponent.denominator) or times % 2 == 0
    if not same or not signs or not (hidden or _known(last, space, strict=False) > 0):
        raise Missing(f"{short(whole)} could not be resolved")
    return result


def require_defined(formula: Expression, space: Workspace, what: str) -> None:
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
                    f"{what} is not shown to be defined everywhere: {short(margin)} {rule.value}"
                )


Residuals = list[tuple[Expression, Region]]
"""Formulas that did not reduce to zero, with where they should."""


@final
class NotZeroError(Missing):
    """Formulas did not reduce to zero; everything else that was needed was shown."""

    def __init__(self, residuals: Residuals) -> None:
        super().__init__("the residual does not reduce to zero")
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


def _vanishes_on_parts(
    formula: Expression, space: Workspace, split: Split, left: Residuals | None
) -> int:
    rule, count = Rule.POSITIVE if split.jumps else Rule.NONNEGATIVE, 0
    parts = [(formula, narrowed(space, g, rule)) for g in (split.guard, -split.guard)]
    if split.jumps:
        # Where a sign is 0 the formula has a third value.
        for values in solved(split.guard, space):
            there = formula.substitute({Symbol(name): value for name, value in values.items()})
            parts.append((there, space.region.where(values)))
    for part, region in parts:
        inner = space.on(region)
        count += 0 if inner.is_empty else vanishes(part, inner, left)
    if count > MAX_PIECES:
        raise Missing(f"more than {MAX_PIECES} pieces")
    return count


def solved(guard: Expression, space: Workspace) -> list[Mapping[str, Expression]]:
    """Values of symbols, one set for each part, that together cover the zeros of a guard.

    Raises:
        Missing: if the guard cannot be solved for a symbol.
    """
    names = (*reversed(space.region.variables), *space.region.ends)
    for name in dict.fromkeys(names):
        found = _solved_for(name, guard, space) if name in guard.symbols else None
        if found is not None:
            return found
    root = guard.root
    if isinstance(root, Operator) and root.exponent is not None and root.exponent > 0:
        return solved(guard.arguments[0], space)
    found = _sum_of_squares(guard, space)
    if found is not None:
        return found
    raise Missing(f"the set where {short(guard)} = 0 could not be solved for a variable")


def _solved_for(
    name: str, guard: Expression, space: Workspace
) -> list[Mapping[str, Expression]] | None:
    """V = −b/a for a·v + b, and v = ±√(−c/a) for a·v² + c."""
    parts = space.polynomial_in(guard, name)
    if parts is None or len(parts) not in (2, 3):
        return None
    if not space.signs.holds(parts[-1], Rule.NONZERO):
        return None
    value = space.normal(-parts[0] / parts[-1])
    if len(parts) == 2:  # noqa: PLR2004
        return [{name: value}]
    if not space.is_zero(parts[1]) or not space.signs.holds(value, Rule.NONNEGATIVE):
        return None
    return [{name: apply(op.SQRT, value)}, {name: -apply(op.SQRT, value)}]


def _sum_of_squares(guard: Expression, space: Workspace) -> list[Mapping[str, Expression]] | None:
    """F ≥ Σ c·v^k vanishes only where each v does."""
    terms, rest = space.advice.squares(guard), guard
    if not terms or any(c <= 0 or k <= 0 or k % 2 for c, _, k in terms):
        return None
    for factor, name, times in terms:
        rest = rest - number(factor) * Expression((Symbol(name),)) ** times
    if not space.signs.holds(rest, Rule.NONNEGATIVE):
        return None
    return [{name: number(0) for _, name, _ in terms}]


def overlap(
    parts: Sequence[Piece], space: Workspace
) -> list[tuple[Mapping[str, Expression], Workspace]]:
    """The common points of pieces: values of symbols, and the region of the others.

    Empty if the pieces are shown not to meet.

    Raises:
        Missing: if the set on which they meet cannot be described.
    """
    guards = tuple(dict.fromkeys(guard for part in parts for guard in part.guards))
    both = space.region.with_facts(Fact(guard, Rule.NONNEGATIVE) for guard in guards)
    if _equalities(space.on(both)):
        return list(described({}, both, space))
    if space.on(both).is_empty:
        return []
    raise Missing("the set on which two pieces meet could not be described")


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
        except Missing:
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
