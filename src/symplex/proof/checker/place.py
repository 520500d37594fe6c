"""A place: a box with facts. What is shown there by replaying hints, and where guards vanish."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, final

from flint import ctx

from symplex.budget import Budget, OutOfTime, Undecided
from symplex.errors import ExpressionError
from symplex.expression import Expression, Operator, Symbol, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression.operators import Rule
from symplex.proof.checker.identities import Identities
from symplex.proof.checker.ranges import INFINITE, Hint, Range, exact, range_of

Values = Mapping[str, Expression]
Fact = tuple[Expression, Rule]
WRONG = (
    *(Undecided, ExpressionError, LookupError, TypeError, ValueError, ArithmeticError),
    *(AttributeError, StopIteration, RecursionError),
)
"""What a wrong hint may raise."""
_NONNEGATIVE, _POSITIVE, _NONZERO = Rule.NONNEGATIVE, Rule.POSITIVE, Rule.NONZERO
_MAX_FACTS, _MAX_PRECISION = 64, 4000
_LINEAR, _QUADRATIC = 2, 3
"""How many coefficients there are."""
_FAILS = {_NONNEGATIVE: _POSITIVE, _POSITIVE: _NONNEGATIVE}
"""The rule that the negative obeys where a fact fails."""


@final
class Refused(Exception):  # noqa: N818 (an answer, not an error)
    """The checker is not convinced; its text says of what."""


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
    proof: Hint
    budget: Budget
    facts: tuple[Fact, ...] = ()
    inside: tuple[Expression, ...] = ()

    @cached_property
    def _known(self) -> dict[Hint, bool]:
        return {}

    @cached_property
    def box(self) -> dict[str, Range]:
        """The box, enclosed."""
        found: dict[str, Range] = {}
        for name, (low, high, no_low, no_high) in self.ends.items():
            bottom = (-INFINITE, True) if low is None else (range_of(low, {}).low[0], no_low)
            found[name] = Range(
                bottom, (INFINITE, True) if high is None else (range_of(high, {}).high[0], no_high)
            )
        return found

    def _asked(self, key: Hint, records: Iterable[Hint], replay: Hint) -> bool:
        """Whether one of the hints, each replayed here, shows a claim."""
        self.budget.check_deadline()
        if key not in self._known:
            self._known[key] = any(self._tried(replay, record) for record in records)
        return self._known[key]

    def _tried(self, replay: Hint, record: Hint) -> bool:
        try:
            return bool(replay(record))
        except OutOfTime:
            raise
        except WRONG:
            return False

    def zero(self, formula: Expression) -> bool:
        """Whether a formula without branches vanishes wherever it is defined."""

        def replay(hint: Hint) -> bool:
            return Identities(hint, self._positive, self.budget).of(formula).top == 0

        return formula == number(0) or self._asked(
            formula, self.proof.identities.get(formula, ()), replay
        )

    def _positive(self, formula: Expression) -> bool:
        return self.holds(formula, _POSITIVE)

    def holds(self, formula: Expression, rule: Rule) -> bool:
        """Whether a formula obeys a rule everywhere here."""
        records = [("ranges", 64, ("ok",)), *self.proof.signs.get((formula, rule), ())]
        return self._asked(
            (formula, rule), records, lambda record: self._shows(record, formula, rule)
        )

    def sign(self, formula: Expression) -> int:
        """1 or −1 for a formula that is positive or negative; 0 if neither is shown."""
        return next((s for s in (1, -1) if self._positive(signed(formula, s))), 0)

    def _shows(self, record: Hint, formula: Expression, rule: Rule) -> bool:
        match record:
            case "ranges", int(precision), cover if precision <= _MAX_PRECISION:
                with ctx.workprec(precision):
                    return self._covers(cover, formula, rule, self.box)
            case "form", form, inner:
                return self.zero(formula - form) and self._shows(inner, form, rule)
            case "power", inner:
                return formula.root.exponent > 0 and self._shows(inner, formula.arguments[0], rule)
            case "fact", _, factor, inner:
                rest = ((formula - number(factor) * fact, known) for fact, known in self.facts)
                known = (
                    r for r, k in rest if k is rule or (k is _POSITIVE and rule is _NONNEGATIVE)
                )
                return factor > 0 and any(
                    self._tried(lambda i, r=r: self._shows(i, r, _NONNEGATIVE), inner)
                    for r in known
                )
            case "factors", constant, factors:
                return self._product_obeys(formula, rule, constant, factors)
            case "locus", terms, rest, _, inner:
                return self._misses(formula, terms, rest, inner)
        return False

    def _covers(self, cover: Hint, formula: Expression, rule: Rule, box: dict[str, Range]) -> bool:
        self.budget.check_deadline()
        match cover:
            case ("ok",):
                return _obeys(range_of(formula, box), rule)
            case "out", _:
                return any(
                    _obeys(-range_of(fact, box), _FAILS[known]) for fact, known in self.facts
                )
            case "cut", name, point, first, second:
                middle, (low, high) = (exact(point).low[0], False), box[name]
                halves = (first, Range(low, middle)), (second, Range(middle, high))
                return bool(low[0] < middle[0] < high[0]) and all(
                    self._covers(part, formula, rule, {**box, name: half}) for part, half in halves
                )
        return False

    def _product_obeys(
        self, formula: Expression, rule: Rule, constant: Fraction, factors: Hint
    ) -> bool:
        product, total = number(constant), constant
        for factor, times, sign, inner in factors:
            product, strict = product * factor**times, rule is not _NONNEGATIVE or times < 0
            if strict or times % 2:
                need = _POSITIVE if strict else _NONNEGATIVE
                if abs(sign) != 1 or not self._shows(inner, signed(factor, sign), need):
                    return False
                total *= sign if times % 2 else 1
        return (total > 0 or (rule is _NONZERO and total != 0)) and self.zero(formula - product)

    def _misses(self, formula: Expression, terms: Hint, rest: Hint, inner: Hint) -> bool:
        """F > 0 if F ≥ Σ c·v^k, and a fact fails where each v vanishes."""
        there = self.where(
            self._locus(formula, terms, lambda f: self._shows(rest, f, _NONNEGATIVE))
        )
        bare = replace(there, facts=())
        return any(
            self._tried(lambda i, f=f, k=k: bare._shows(i, -f, _FAILS[k]), inner)
            for f, k in there.facts
        )

    def _locus(self, formula: Expression, terms: Hint, nonnegative: Hint) -> Values:
        """Where alone F ≥ Σ c·v^k may vanish."""
        for factor, name, times in terms:
            formula = formula - number(factor) * leaf(Symbol(name)) ** times
        if (
            not terms
            or any(c <= 0 or k <= 0 or k % 2 for c, _, k in terms)
            or not nonnegative(formula)
        ):
            raise Undecided("no sum of even powers")
        return {name: number(0) for _, name, _ in terms}

    @cached_property
    def is_empty(self) -> bool:
        """Whether facts contradict each other: their sum is negative where the others hold."""
        mine = {formula: (formula, rule) for formula, rule in self.facts}

        def replay(hint: Hint) -> bool:
            region, (chosen, inner) = hint
            facts = [mine[region.facts[index].formula] for index in chosen]
            total, rules = facts[0][0], {rule for _, rule in facts}
            for formula, _ in facts[1:]:
                total = total + formula
            others = replace(self, facts=tuple(fact for fact in self.facts if fact not in facts))
            rule = _NONNEGATIVE if _POSITIVE in rules else _POSITIVE
            return _NONZERO not in rules and others._shows(inner, -total, rule)

        hints = [
            (r, record) for r, records in self.proof.contradictions.items() for record in records
        ]
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
        new = (
            old._replace(low=value, no_low=out) if is_low else old._replace(high=value, no_high=out)
        )
        return replace(part, ends={**self.ends, name: new})

    def bound(self, guard: Expression) -> tuple[str, Expression, bool] | None:
        """For a guard c·v + d with numbers c and d: v, −d/c in its interval, and whether c > 0."""
        name = min(guard.symbols, default="")
        parts = self.polynomial(guard, name) or [] if len(guard.symbols) == 1 else []
        if len(parts) != _LINEAR or any(part.symbols for part in parts) or not self.sign(parts[1]):
            return None
        value, (low, high, *_) = self.normal(-parts[0] / parts[1]), self.ends[name]
        gaps = [*([value - low] if low else []), *([high - value] if high else [])]
        inside = all(self.holds(gap, _NONNEGATIVE) for gap in gaps)
        return (name, value, self.sign(parts[1]) > 0) if inside else None

    def normal(self, formula: Expression) -> Expression:
        """A shorter spelling."""
        return next(
            (f for f in self.proof.normal.get(formula, ()) if self.zero(formula - f)), formula
        )

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
            if len(parts) in (_LINEAR, _QUADRATIC) and self.holds(parts[-1], _NONZERO):
                value = self.normal(-parts[0] / parts[-1])
                if len(parts) == _LINEAR:
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


def signed(formula: Expression, sign: int) -> Expression:
    """The formula or its negative."""
    return formula if sign > 0 else -formula
