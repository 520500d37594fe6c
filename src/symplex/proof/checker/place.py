"""A place: a box with facts. What is shown there by replaying hints, pieces, and where they meet."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, final

from flint import arb, ctx

from symplex.budget import Budget, OutOfTime, Undecided
from symplex.errors import ExpressionError
from symplex.expression import Expression, Number, Operator, Symbol, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.proof.checker.identities import Identities
from symplex.proof.checker.ranges import INFINITE, Range, exact, range_of

Values = Mapping[str, Expression]
Fact = tuple[Expression, Rule]
WRONG = (Undecided, ExpressionError, LookupError, TypeError, ValueError, ArithmeticError, AttributeError, StopIteration)
_NONNEGATIVE, _POSITIVE, _NONZERO = Rule.NONNEGATIVE, Rule.POSITIVE, Rule.NONZERO
_MAX_FACTS = 64
_FAILS = {_NONNEGATIVE: _POSITIVE, _POSITIVE: _NONNEGATIVE}
"""The rule that the negative obeys where a fact fails."""


@final
class Refused(Exception):  # noqa: N818 (an answer, not an error)
    """The checker is not convinced; its text says of what."""


@final
class Split(Exception):  # noqa: N818 (a question)
    """The sign of a guard decides what a formula is; `jumps` where its zero matters."""

    def __init__(self, guard: Expression, *, jumps: bool = False) -> None:
        super().__init__()
        self.guard, self.jumps = guard, jumps


class Ends(NamedTuple):
    """An interval; None is infinity."""

    low: Expression | None
    high: Expression | None
    no_low: bool = False
    no_high: bool = False


def tokens(values: Values) -> dict[Token, Expression]:
    """Values as replacements."""
    return {Symbol(name): value for name, value in values.items()}


def _obeys(found: Range, rule: Rule) -> bool:
    if rule is _NONNEGATIVE:
        return bool(found.low[0] >= 0)
    return found.positive or (rule is _NONZERO and (-found).positive)


@final
@dataclass(frozen=True)
class Place:
    """The points of a box at which facts hold; `inside` are guards whose zeros do not count."""

    ends: Mapping[str, Ends]
    variables: tuple[str, ...]
    proof: Any
    budget: Budget
    facts: tuple[Fact, ...] = ()
    inside: tuple[Expression, ...] = ()

    @cached_property
    def _known(self) -> dict[Any, bool]:
        return {}

    @cached_property
    def box(self) -> dict[str, Range]:
        """The box, enclosed."""
        found: dict[str, Range] = {}
        for name, (low, high, no_low, no_high) in self.ends.items():
            bottom = (-INFINITE, True) if low is None else (range_of(low, {}).low[0], no_low)
            found[name] = Range(bottom, (INFINITE, True) if high is None else (range_of(high, {}).high[0], no_high))
        return found

    def _asked(self, key: Any, records: Iterable[Any], replay: Any) -> bool:  # noqa: ANN401
        """Whether one of the hints, each replayed here, shows a claim."""
        self.budget.check_deadline()
        if key not in self._known:
            self._known[key] = any(self._tried(replay, record) for record in records)
        return self._known[key]

    def _tried(self, replay: Any, record: Any) -> bool:  # noqa: ANN401
        try:
            return bool(replay(record))
        except OutOfTime:
            raise
        except WRONG:
            return False

    def zero(self, formula: Expression) -> bool:
        """Whether a formula without branches vanishes wherever it is defined."""

        def replay(hint: Any) -> bool:  # noqa: ANN401
            return Identities(hint, self._positive, self.budget).of(formula).top == 0

        return formula == number(0) or self._asked(formula, self.proof.identities.get(formula, ()), replay)

    def _positive(self, formula: Expression) -> bool:
        return self.holds(formula, _POSITIVE)

    def holds(self, formula: Expression, rule: Rule) -> bool:
        """Whether a formula obeys a rule everywhere here."""
        records = [("ranges", 64, ("ok",)), *self.proof.signs.get((formula, rule), ())]
        return self._asked((formula, rule), records, lambda record: self._shows(record, formula, rule))

    def sign(self, formula: Expression) -> int:
        """1 or −1 for a formula that is positive or negative; 0 if neither is shown."""
        return next((s for s in (1, -1) if self._positive(signed(formula, s))), 0)

    def _shows(self, record: Any, formula: Expression, rule: Rule) -> bool:  # noqa: ANN401
        match record:
            case "ranges", int(precision), cover if precision <= 4000:
                with ctx.workprec(precision):
                    return self._covers(cover, formula, rule, self.box)
            case "form", form, inner:
                return self.zero(formula - form) and self._shows(inner, form, rule)
            case "power", inner:
                return formula.root.exponent > 0 and self._shows(inner, formula.arguments[0], rule)
            case "fact", _, factor, inner:
                rest = ((formula - number(factor) * fact, known) for fact, known in self.facts)
                known = (r for r, k in rest if k is rule or (k is _POSITIVE and rule is _NONNEGATIVE))
                return factor > 0 and any(self._tried(lambda i, r=r: self._shows(i, r, _NONNEGATIVE), inner) for r in known)
            case "factors", constant, factors:
                return self._product_obeys(formula, rule, constant, factors)
            case "locus", terms, rest, _, inner:
                return self._misses(formula, terms, rest, inner)
        return False

    def _covers(self, cover: Any, formula: Expression, rule: Rule, box: dict[str, Range]) -> bool:  # noqa: ANN401
        self.budget.check_deadline()
        match cover:
            case ("ok",):
                return _obeys(range_of(formula, box), rule)
            case "out", _:
                return any(_obeys(-range_of(fact, box), _FAILS[known]) for fact, known in self.facts)
            case "cut", name, point, first, second:
                middle, (low, high) = (exact(point).low[0], False), box[name]
                halves = (first, Range(low, middle)), (second, Range(middle, high))
                return bool(low[0] < middle[0] < high[0]) and all(self._covers(part, formula, rule, {**box, name: half}) for part, half in halves)
        return False

    def _product_obeys(self, formula: Expression, rule: Rule, constant: Fraction, factors: Any) -> bool:  # noqa: ANN401
        product, total = number(constant), constant
        for factor, times, sign, inner in factors:
            product, strict = product * factor**times, rule is not _NONNEGATIVE or times < 0
            if strict or times % 2:
                need = _POSITIVE if strict else _NONNEGATIVE
                if abs(sign) != 1 or not self._shows(inner, signed(factor, sign), need):
                    return False
                total *= sign if times % 2 else 1
        return (total > 0 or (rule is _NONZERO and total != 0)) and self.zero(formula - product)

    def _misses(self, formula: Expression, terms: Any, rest: Any, inner: Any) -> bool:  # noqa: ANN401
        """F > 0 if F ≥ Σ c·v^k, and a fact fails where each v vanishes."""
        there = self.where(self._locus(formula, terms, lambda f: self._shows(rest, f, _NONNEGATIVE)))
        bare = replace(there, facts=())
        return any(
            self._tried(lambda i, f=f, k=k: bare._shows(i, -f, _FAILS[k]), inner) for f, k in there.facts
        )

    def _locus(self, formula: Expression, terms: Any, nonnegative: Any) -> Values:  # noqa: ANN401
        """Where alone F ≥ Σ c·v^k may vanish."""
        for factor, name, times in terms:
            formula = formula - number(factor) * leaf(Symbol(name)) ** times
        if not terms or any(c <= 0 or k <= 0 or k % 2 for c, _, k in terms) or not nonnegative(formula):
            raise Undecided("no sum of even powers")
        return {name: number(0) for _, name, _ in terms}

    @cached_property
    def is_empty(self) -> bool:
        """Whether facts contradict each other: their sum is negative where the others hold."""
        mine = {formula: (formula, rule) for formula, rule in self.facts}

        def replay(hint: Any) -> bool:  # noqa: ANN401
            region, (chosen, inner) = hint
            facts = [mine[region.facts[index].formula] for index in chosen]
            total, rules = facts[0][0], {rule for _, rule in facts}
            for formula, _ in facts[1:]:
                total = total + formula
            others = replace(self, facts=tuple(fact for fact in self.facts if fact not in facts))
            rule = _NONNEGATIVE if _POSITIVE in rules else _POSITIVE
            return _NONZERO not in rules and others._shows(inner, -total, rule)

        hints = [(r, record) for r, records in self.proof.contradictions.items() for record in records]
        return self._asked("empty", hints, replay)

    def where(self, values: Values) -> "Place":
        """The slice on which symbols have values; what the box says of them becomes facts."""
        by = tokens(values)
        facts = [(formula.substitute(by), rule) for formula, rule in self.facts]
        for name, value in values.items():
            low, high, no_low, no_high = self.ends[name]
            facts += [(value - low, _POSITIVE if no_low else _NONNEGATIVE)] if low else []
            facts += [(high - value, _POSITIVE if no_high else _NONNEGATIVE)] if high else []
        ends = {name: value for name, value in self.ends.items() if name not in values}
        others = tuple(name for name in self.variables if name not in values)
        return replace(self, ends=ends, variables=others, facts=tuple(facts))

    def having(self, *facts: Fact) -> "Place":
        """The part where more holds."""
        return replace(self, facts=(*self.facts, *facts))

    def cut(self, guard: Expression, rule: Rule, *, jumps: bool = False) -> "Place":
        """The part where a guard obeys a rule; a bound on one symbol moves its end."""
        part, found = self.having((guard, rule)), self.bound(guard)
        part = replace(part, inside=(*self.inside, guard)) if jumps else part
        if len(part.facts) > _MAX_FACTS:
            raise Refused("there are too many pieces")
        if found is None:
            return part
        (name, value, is_low), out = found, rule is _POSITIVE
        old = self.ends[name]
        new = old._replace(low=value, no_low=out) if is_low else old._replace(high=value, no_high=out)
        return replace(part, ends={**self.ends, name: new})

    def bound(self, guard: Expression) -> tuple[str, Expression, bool] | None:
        """For a guard c·v + d with numbers c and d: v, −d/c if that is in its interval, and if c > 0."""
        name = min(guard.symbols, default="")
        parts = self.polynomial(guard, name) or [] if len(guard.symbols) == 1 else []
        if len(parts) != 2 or any(part.symbols for part in parts) or not self.sign(parts[1]):
            return None
        value, (low, high, *_) = self.normal(-parts[0] / parts[1]), self.ends[name]
        gaps = [*([value - low] if low else []), *([high - value] if high else [])]
        inside = all(self.holds(gap, _NONNEGATIVE) for gap in gaps)
        return (name, value, self.sign(parts[1]) > 0) if inside else None

    def normal(self, formula: Expression) -> Expression:
        """A shorter spelling."""
        return next((f for f in self.proof.normal.get(formula, ()) if self.zero(formula - f)), formula)

    def polynomial(self, formula: Expression, name: str) -> Sequence[Expression] | None:
        """The coefficients of a polynomial in a symbol, from the constant up."""
        for parts in self.proof.polynomials.get((formula, name), ()):
            total = parts[0]
            for power, part in enumerate(parts[1:], 1):
                total = total + part * leaf(Symbol(name)) ** power
            if self.zero(formula - total) and not any(name in part.symbols for part in parts):
                return parts
        return None

    def solved(self, guard: Expression, names: Iterable[str] = ()) -> list[Values]:
        """Values, one set for each part, that cover the zeros of a guard."""
        for name in names or dict.fromkeys((*reversed(self.variables), *self.ends)):
            parts = (self.polynomial(guard, name) or []) if name in guard.symbols else []
            if len(parts) in (2, 3) and self.holds(parts[-1], _NONZERO):
                value = self.normal(-parts[0] / parts[-1])
                if len(parts) == 2:
                    return [{name: value}]
                if self.zero(parts[1]) and self.holds(value, _NONNEGATIVE):
                    return [{name: apply(op.SQRT, value)}, {name: -apply(op.SQRT, value)}]
        if names:
            raise Refused("the zeros of a guard are not shown to be thin")
        if isinstance(guard.root, Operator) and (guard.root.exponent or 0) > 0:
            return self.solved(guard.arguments[0])
        for terms in self.proof.squares.get(guard, ()):
            return [self._locus(guard, terms, lambda f: self.holds(f, _NONNEGATIVE))]
        raise Refused("a surface is not solved for a variable")

    def described(self, values: Values | None = None) -> Iterator[tuple[Values, "Place"]]:
        """Solve what facts f ≥ 0 and −f ≥ 0 make zero; a larger set than the true one will do."""
        part = self.where(values) if values else self
        forms = [formula for formula, _ in part.facts]
        for index, one in enumerate(forms):
            if part.zero(one) or not any(part.zero(one + other) for other in forms[index + 1 :]):
                continue
            try:
                choices = part.solved(one)
            except (Refused, Undecided):
                if values is None:
                    raise
                continue
            for more in choices:
                old = {n: v.substitute(tokens(more)) for n, v in (values or {}).items()}
                yield from self.described({**old, **more})
            return
        if not part.is_empty:
            yield values or {}, part

    def known(self, factor: Expression, *, strict: bool) -> int:
        """The sign of a factor, 0 if it is not known; not negative will do unless zeros matter."""
        for sign in (1, -1):
            form = signed(factor, sign)
            facts = [f for f, rule in self.facts if rule is _POSITIVE or not strict]
            facts += self.inside if strict else []
            if any(fact == form or self.zero(fact - form) for fact in facts):
                return sign
        if strict:
            return self.sign(factor)
        return next((s for s in (1, -1) if self.holds(signed(factor, s), _NONNEGATIVE)), 0)

    def resolve(self, formula: Expression) -> Expression:
        """The formula without branches and roots of squares; asks for a sign that is not known."""

        def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
            if not isinstance(token, Operator):
                return leaf(token, value)
            if token in (op.ABS, op.SIGN, op.MAX, op.MIN, op.RELU):
                return self._branch(token, *below)
            whole = apply(token, *below)
            return self._root(whole, token.exponent) if token.exponent and token.exponent % 1 else whole

        return formula.fold(combine)

    def _branch(self, token: Operator, one: Expression, other: Expression | None = None) -> Expression:
        guard = one if other is None else one - other
        sign = self._sign_of_guard(guard, jumps=token is op.SIGN)
        if token in (op.SIGN, op.ABS):
            return number(sign) if token is op.SIGN else signed(one, sign) if sign else number(0)
        if token is op.RELU:
            return one if sign > 0 else number(0)
        return one if other is None or (sign >= 0 if token is op.MAX else sign < 0) else other

    def _sign_of_guard(self, guard: Expression, *, jumps: bool) -> int:
        """By its factors: positive, even powers, or not negative and above the line."""
        if self.zero(guard):
            return 0
        for constant, factors in self.proof.factors.get(guard, ()):
            product, total = number(constant), 1 if constant > 0 else -1
            for factor, times in factors:
                product = product * factor**times
            if not constant or not self.zero(guard - product):
                continue
            for factor, times in factors:
                if times % 2 or jumps or times < 0:
                    sign = self.known(factor, strict=jumps or times < 0)
                    if not sign:
                        raise Split(factor, jumps=jumps)
                    total *= sign if times % 2 else 1
            return total
        raise Refused("the factors of a guard are not shown")

    def _root(self, whole: Expression, exponent: Fraction) -> Expression:
        """A root with squares taken out: the same power, and no factor is negative."""
        base, unknown = whole.arguments[0], list[Expression]()
        if self._positive(base):
            return whole
        for powers in self.proof.roots.get(whole, ()):
            result = number(1)
            for factor, times in powers:
                result = result * factor**times
            if not self.zero(result**exponent.denominator - base**exponent.numerator):
                continue
            last = Fraction(1, exponent.denominator)
            odd = [f for i, (f, n) in enumerate(powers) if n % 2 and (i < len(powers) - 1 or n != last)]
            signs = [self.known(factor, strict=False) for factor in odd]
            if all(sign > 0 for sign in signs):
                return result
            unknown += [factor for factor, sign in zip(odd, signs, strict=True) if not sign]
        if unknown:
            raise Split(unknown[0])
        return whole


def signed(formula: Expression, sign: int) -> Expression:
    """The formula or its negative."""
    return formula if sign > 0 else -formula


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
        yield piece._replace(formulas=tuple(place.resolve(formula) for formula in formulas))
    except Split as split:
        if split.jumps:
            place.solved(split.guard, place.variables)
        for guard in (split.guard, -split.guard):
            half = place.cut(guard, _NONNEGATIVE, jumps=split.jumps)
            if not half.is_empty:
                yield from _pieces(Piece(half, formulas, (*guards, guard), jumps or split.jumps))


def vanish(formula: Expression, place: Place) -> None:
    """Show that a formula is zero at every point of a place; a sign has three values."""
    try:
        if not place.zero(place.resolve(formula)):
            raise Refused("a residual is not shown to vanish")
    except Split as split:
        rule = _POSITIVE if split.jumps else _NONNEGATIVE
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
