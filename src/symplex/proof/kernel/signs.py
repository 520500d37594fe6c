"""Signs of formulas on regions, proved or unknown: records of how they follow, replayed.

A record says on which boxes the range decides, or reduces the claim to others: an equal form, the
signs of factors, a known fact, the only points at which a sum of squares vanishes. What cannot be
replayed is unknown, whatever samples say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Final, final

from flint import ctx

from symplex.budget import Budget
from symplex.expression import Expression, Operator, Symbol, number
from symplex.expression.operators import Rule
from symplex.expression.ranges import Range, exact, range_of
from symplex.proof.kernel.advice import Advice, Claim, Record, Step
from symplex.proof.kernel.region import Region

PRECISION: Final = 64
_MAX_PRECISION: Final = 4_000
_OPPOSITE: Final = MappingProxyType(
    {Rule.NONNEGATIVE: Rule.POSITIVE, Rule.POSITIVE: Rule.NONNEGATIVE}
)
IsZero = Callable[[Expression], bool]


def obeys(found: Range, rule: Rule) -> bool:
    """Whether every value of a range obeys a rule."""
    if rule is Rule.NONZERO:
        return found.is_positive or found.is_negative
    return found.is_positive if rule is Rule.POSITIVE else bool(found.low >= 0)


def breaks(found: Range, rule: Rule) -> bool:
    """Whether no value of a range obeys a rule."""
    if rule is Rule.NONZERO:
        return bool(found.low == 0) and bool(found.high == 0)
    return bool(found.high <= 0) if rule is Rule.POSITIVE else found.is_negative


@final
class Signs:
    """What is shown of signs on one region."""

    def __init__(
        self, region: Region, advice: Advice, is_zero: IsZero, budget: Budget, claims: list[Claim]
    ) -> None:
        self._claims = claims
        self._region = region
        self._advice = advice
        self._is_zero = is_zero
        self._budget = budget
        self._shown: dict[tuple[Expression, Rule], bool] = {}

    def holds(self, formula: Expression, rule: Rule) -> bool:
        """Whether a formula is shown to obey a rule everywhere in the region."""
        key = formula, rule
        if key not in self._shown:
            record = self._advice.sign(formula, rule) or ()
            self._shown[key] = self._replay(formula, rule, record, self._region)
            if self._shown[key]:
                self._claims.append(Claim(self._region, formula, rule, record))
        return self._shown[key]

    def sign(self, formula: Expression) -> int:
        """1 or −1 if the formula is shown to be positive or negative; 0 if neither is shown."""
        guess = self._advice.guess(formula)
        for sign in (1, -1):
            if guess != -sign and self.holds(signed(formula, sign), Rule.POSITIVE):
                return sign
        return 0

    def is_empty(self) -> bool:
        """Whether the region is shown to have no points."""
        record = self._advice.emptiness()
        if record is None or not self._is_contradiction(record):
            return False
        self._claims.append(Claim(self._region, None, None, record))
        return True

    def _is_contradiction(self, record: Record) -> bool:
        """Facts whose sum is not negative where they hold, and negative where the others do."""
        chosen: Sequence[int] = record[0]
        facts = [self._region.facts[index] for index in chosen]
        if not facts or any(fact.rule is Rule.NONZERO for fact in facts):
            return False
        total = facts[0].formula
        for fact in facts[1:]:
            total = total + fact.formula
        strict = any(fact.rule is Rule.POSITIVE for fact in facts)
        rule = Rule.NONNEGATIVE if strict else Rule.POSITIVE
        others = tuple(f for i, f in enumerate(self._region.facts) if i not in chosen)
        return self._replay(-total, rule, record[1], replace(self._region, facts=others))

    def _replay(  # noqa: PLR0911 (one case for each kind of record)
        self, formula: Expression, rule: Rule, record: Record, region: Region
    ) -> bool:
        """Whether a record shows that a formula obeys a rule on a region."""
        self._budget.check_deadline()
        match record:
            case Step.RANGES, int(precision), cover if precision <= _MAX_PRECISION:
                with ctx.workprec(precision):
                    return self._covers(formula, rule, cover, region, region.ranges)
            case Step.FORM, Expression() as form, inner:
                same = self._is_zero(formula - form)
                return same and self._replay(form, rule, inner, region)
            case Step.POWER, inner:
                root = formula.root
                power = root.exponent if isinstance(root, Operator) else None
                base = formula.arguments[0]
                return power is not None and power > 0 and self._replay(base, rule, inner, region)
            case Step.FACT, int(index), Fraction() as factor, inner if factor > 0:
                fact = region.facts[index]
                rest = formula - number(factor) * fact.formula
                implied = rule is not Rule.NONZERO and rule in (fact.rule, _WEAKER.get(fact.rule))
                return implied and self._replay(rest, Rule.NONNEGATIVE, inner, region)
            case Step.FACTORS, Fraction() as constant, factors:
                return self._factors_obey(formula, rule, (constant, factors), region)
            case Step.LOCUS, terms, rest, int(index), inner:
                return self._vanishes_outside(formula, terms, (rest, index, inner), region)
            case _:
                return False

    def _covers(
        self,
        formula: Expression,
        rule: Rule,
        cover: Record,
        region: Region,
        box: Mapping[str, Range],
    ) -> bool:
        """Whether the leaves of a tree of bisections obey the rule, or lie outside."""
        self._budget.check_deadline()
        match cover:
            case (Step.OK,):
                return obeys(range_of(formula, box), rule)
            case Step.OUT, int(index):
                fact = region.facts[index]
                return breaks(range_of(fact.formula, box), fact.rule)
            case Step.CUT, str(name), Fraction() as point, first, second:
                middle, old = exact(point).low, box[name]
                halves = (
                    (old._replace(high=middle, high_open=False), first),
                    (old._replace(low=middle, low_open=False), second),
                )
                return bool(old.low < middle < old.high) and all(
                    self._covers(formula, rule, part, region, {**box, name: half})
                    for half, part in halves
                )
            case _:
                return False

    def _factors_obey(self, formula: Expression, rule: Rule, found: Record, region: Region) -> bool:
        """The sign of a product by those of its factors; an even power needs no sign."""
        constant, factors = found
        product, total = number(constant), 1 if constant > 0 else -1
        for factor, times, sign, inner in factors:
            if not isinstance(times, int):
                return False
            product = product * factor**times
            strict = rule is not Rule.NONNEGATIVE or times < 0
            if sign not in (1, -1) or (times % 2 == 0 and not strict):
                if times % 2 or strict:
                    return False
                continue
            need = Rule.POSITIVE if strict else Rule.NONNEGATIVE
            if not self._replay(signed(factor, sign), need, inner, region):
                return False
            total *= sign if times % 2 else 1
        right = rule is Rule.NONZERO or total > 0
        return right and constant != 0 and self._is_zero(formula - product)

    def _vanishes_outside(
        self, formula: Expression, terms: Record, found: Record, region: Region
    ) -> bool:
        """F ≥ Σ c·v^k vanishes only where each v does, and there a fact of the region fails."""
        index: int = found[1]
        rest, values = formula, dict[str, Expression]()
        for factor, name, times in terms:
            if factor <= 0 or times <= 0 or times % 2:
                return False
            rest = rest - number(factor) * Expression((Symbol(name),)) ** times
            values[name] = number(0)
        if not self._replay(rest, Rule.NONNEGATIVE, found[0], region):
            return False
        there = region.where(values)
        fact = there.facts[index]
        if fact.rule is Rule.NONZERO:
            return False
        empty = replace(there, facts=())
        return self._replay(-fact.formula, _OPPOSITE[fact.rule], found[2], empty)


_WEAKER: Final = MappingProxyType({Rule.POSITIVE: Rule.NONNEGATIVE})
"""A positive fact shows that something is not negative."""


def signed(formula: Expression, sign: int) -> Expression:
    """The formula or its negative."""
    return formula if sign > 0 else -formula
