"""Signs of formulas on regions, proved or unknown: records of how they follow, replayed.

A record says on which boxes the range decides, or reduces the claim to others: an equal form, the
signs of factors, a known fact, the only points at which a sum of squares vanishes, a tangent of exp
or log. What cannot be replayed is unknown, whatever samples say.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Final, final

from flint import ctx

from symplex.expression import Expression, Operator, Symbol, apply, number
from symplex.expression import operators as op
from symplex.expression.operator_facts import nodes
from symplex.expression.operators import Rule
from symplex.expression.ranges import Range, exact, range_of
from symplex.expression.rewriting import Record
from symplex.proof.kernel.advice import Advice, Claim, Step
from symplex.proof.kernel.region import STRICT, Fact, Region
from symplex.work.budget import Budget

_MAX_PRECISION: Final = 4_000
_OPPOSITE: Final = MappingProxyType(
    {Rule.NONNEGATIVE: Rule.POSITIVE, Rule.POSITIVE: Rule.NONNEGATIVE}
)
Limit = tuple[Expression, Rule]
StandsFor = Callable[[Expression, Expression], bool]
"""Whether the first formula is shown to be the second wherever that is defined."""


def obeys(found: Range, rule: Rule) -> bool:
    """Whether every value of a range obeys a rule."""
    if rule is Rule.NONZERO:
        return found.is_positive or found.is_negative
    return found.is_positive if rule is Rule.POSITIVE else bool(found.low >= 0)


def breaks(found: Range, rule: Rule) -> bool:
    """Whether no value of a range obeys a rule."""
    return rule in _OPPOSITE and obeys(-found, _OPPOSITE[rule])


@final
class Signs:
    """What is shown of signs on one region."""

    def __init__(
        self, region: Region, advice: Advice, same: StandsFor, budget: Budget, claims: list[Claim]
    ) -> None:
        self._region, self._advice, self._stands_for = region, advice, same
        self._budget, self._claims = budget, claims
        self._shown: dict[tuple[Expression, Rule], bool] = {}

    def holds(self, formula: Expression, rule: Rule) -> bool:
        """Whether a formula is shown to obey a rule everywhere in the region."""
        key = formula, rule
        if key not in self._shown:
            record, self._shown[key] = self._advice.sign(formula, rule) or (), False
            self._shown[key] = self._replay(formula, rule, record, self._region)
            if self._shown[key]:
                self._claims.append(Claim(self._region, formula, rule, record))
        return self._shown[key]

    def sign(self, formula: Expression, rule: Rule = Rule.POSITIVE) -> int:
        """1 or −1 if the formula or its negative is shown to obey a rule; 0 if neither is."""
        guess = self._advice.guess(formula)
        for sign in (1, -1):
            if guess != -sign and self.holds(signed(formula, sign), rule):
                return sign
        return 0

    def is_empty(self) -> bool:
        """Whether the region is shown to have no points."""
        record = self._advice.emptiness()
        if record is None or not record[0] or not self._is_contradiction(record):
            return False
        self._claims.append(Claim(self._region, None, None, record))
        return True

    def _is_contradiction(self, record: Record) -> bool:
        """Facts whose sum is not negative where they hold, and negative where the others do."""
        chosen: Sequence[int] = record[0]
        facts = [self._region.facts[index] for index in chosen]
        rules = {fact.rule for fact in facts}
        others = tuple(f for i, f in enumerate(self._region.facts) if i not in chosen)
        rule = Rule.NONNEGATIVE if Rule.POSITIVE in rules else Rule.POSITIVE
        total = sum((fact.formula for fact in facts[1:]), facts[0].formula)
        region = replace(self._region, facts=others)
        return Rule.NONZERO not in rules and self._replay(-total, rule, record[1], region)

    def _replay(  # noqa: PLR0911 (one case for each kind of record)
        self, formula: Expression, rule: Rule, record: Record, region: Region
    ) -> bool:
        """Whether a record shows that a formula obeys a rule on a region."""
        self._budget.step()
        match record:
            case Step.RANGES, int(precision), cover if precision <= _MAX_PRECISION:
                with ctx.workprec(precision):
                    return self._covers((formula, rule), cover, region.facts, region.ranges)
            case Step.FORM, Expression() as form, inner:
                same = self._stands_for(form, formula)
                return same and self._replay(form, rule, inner, region)
            case Step.POWER, inner:
                root = formula.root
                power = root.exponent if isinstance(root, Operator) else None
                base = formula.arguments[0]
                return power is not None and power > 0 and self._replay(base, rule, inner, region)
            case Step.FACT, int(index), Fraction() as factor, inner if factor > 0:
                fact = region.facts[index]
                rest, weak = formula - number(factor) * fact.formula, rule is Rule.NONNEGATIVE
                return fact.rule is not Rule.NONZERO and self._replay(
                    rest, STRICT[not (fact.rule is Rule.POSITIVE or weak)], inner, region
                )
            case Step.FACTORS, Fraction() as constant, factors:
                return self._factors_obey(formula, rule, (constant, factors), region)
            case Step.LOCUS, terms, rest, int(index), inner:
                return self._vanishes_outside(formula, terms, (rest, index, inner), region)
            case (
                Step.TANGENT,
                Expression() as node,
                Fraction() as scale,
                Fraction() as factor,
                inner,
            ):
                right = rule is Rule.NONNEGATIVE and scale > 0 and factor > 0
                gap = tangent_gap(node, scale) if right and node in nodes(formula) else None
                rest = formula - number(factor) * gap if gap is not None else None
                return rest is not None and self._replay(rest, rule, inner, region)
            case _:
                return False

    def _covers(
        self, claim: Limit, cover: Record, facts: Sequence[Fact], box: Mapping[str, Range]
    ) -> bool:
        """Whether the leaves of a tree of bisections obey the rule, or lie outside."""
        self._budget.step()
        match cover:
            case (Step.OK,):
                return obeys(range_of(claim[0], box), claim[1])
            case Step.OUT, int(index):
                return breaks(range_of(facts[index].formula, box), facts[index].rule)
            case Step.CUT, str(name), Fraction() as point, first, second:
                middle, old = exact(point).low, box[name]
                below = {**box, name: old._replace(high=middle, high_open=False)}
                above = {**box, name: old._replace(low=middle, low_open=False)}
                return bool(old.low < middle < old.high) and all(
                    self._covers(claim, part, facts, half)
                    for half, part in ((below, first), (above, second))
                )
            case _:
                return False

    def _factors_obey(self, formula: Expression, rule: Rule, found: Record, region: Region) -> bool:
        """The sign of a product by those of its factors; an even power needs no sign."""
        total, factors = found
        product = number(total)
        for factor, times, sign, inner in factors:
            if not isinstance(times, int) or sign not in (0, 1, -1):
                return False
            product = product * factor**times
            strict = rule is not Rule.NONNEGATIVE or times < 0
            if times % 2 or strict:
                part = signed(factor, sign)
                if not sign or not self._replay(part, STRICT[strict], inner, region):
                    return False
                total *= sign if times % 2 else 1
        right = total > 0 or (rule is Rule.NONZERO and total != 0)
        return right and self._stands_for(product, formula)

    def _vanishes_outside(
        self, formula: Expression, terms: Record, found: Record, region: Region
    ) -> bool:
        """F ≥ Σ c·v^k vanishes only where each v does, and there a fact of the region fails."""
        index: int = found[1]
        for factor, name, times in terms:
            if factor <= 0 or times <= 0 or times % 2:
                return False
            formula = formula - number(factor) * Expression((Symbol(name),)) ** times
        there = region.where({name: number(0) for _, name, _ in terms})
        fact, empty = there.facts[index], replace(there, facts=())
        right = fact.rule in _OPPOSITE and self._replay(formula, Rule.NONNEGATIVE, found[0], region)
        return right and self._replay(-fact.formula, _OPPOSITE[fact.rule], found[2], empty)


def tangent_gap(node: Expression, scale: Fraction) -> Expression | None:
    """c·exp a − 1 − log c − a or c·a − 1 − log c − log a for a node exp a or log a, and c > 0.

    It is not negative where the node is defined: log y ≤ y − 1 for y = c·exp a and y = c·a.
    """
    if node.root not in (op.EXP, op.LOG):
        return None
    high, low = (node, node.arguments[0])[:: 1 if node.root is op.EXP else -1]
    return number(scale) * high - 1 - apply(op.LOG, number(scale)) - low


def signed(formula: Expression, sign: int) -> Expression:
    """The formula or its negative."""
    return formula if sign > 0 else -formula
