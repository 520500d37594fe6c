"""The search for records of signs: ranges with bisection, and algebra.

Owns finding them; the kernel replays each. Samples save the search for what cannot be shown.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, final

from flint import ctx

from symplex.exact.quotients.functions import field_of_laws
from symplex.exact.quotients.powers import factored_trees
from symplex.exact.quotients.ring import fraction
from symplex.exact.quotients.squares import with_squares
from symplex.expression import Expression, Number, Operator, Symbol, number
from symplex.expression.operators import Rule
from symplex.expression.ranges import range_of
from symplex.expression.rewriting import HiddenSign, Record
from symplex.proof.advice.cover import Cover
from symplex.proof.advice.samples import Samples
from symplex.proof.advice.tangents import tangent
from symplex.proof.kernel.advice import Step
from symplex.proof.kernel.region import STRICT, Region
from symplex.proof.kernel.signs import obeys, signed
from symplex.work.budget import Budget, Missing

PRECISION: Final = 64
_BOXES: Final = 200
_PRECISIONS: Final = (PRECISION, 400)


@final
class SignSearch:
    """Records for one region."""

    def __init__(self, region: Region, budget: Budget) -> None:
        self.region = region
        self.samples = Samples(region)
        self._budget = budget
        self._names = frozenset(region.ends)
        self._algebra = field_of_laws(self.quick_sign, budget)

    def quick_sign(self, formula: Expression) -> int:
        """The sign by one range on the whole box."""
        if formula.derivatives or not formula.symbols <= self._names:
            return 0
        for precision in _PRECISIONS:
            with ctx.workprec(precision):
                found = range_of(formula, self.region.ranges)
            if found.is_positive or found.is_negative:
                return 1 if found.is_positive else -1
        return 0

    def contradiction(self) -> Record | None:
        """Facts that cannot all hold, with the record that their sum is negative."""
        if self.samples.exist:
            return None
        facts = [i for i, fact in enumerate(self.region.facts) if fact.rule is not Rule.NONZERO]
        for count in (1, 2, 3):
            for chosen in combinations(facts, count):
                record = self._against(chosen)
                if record is not None:
                    return chosen, record
        for index in facts:
            record = self._against((index,), search=True)
            if record is not None:
                return (index,), record
        return None

    def _against(self, chosen: Sequence[int], *, search: bool = False) -> Record | None:
        total = self.region.facts[chosen[0]].formula
        for index in chosen[1:]:
            total = total + self.region.facts[index].formula
        strict = any(self.region.facts[i].rule is Rule.POSITIVE for i in chosen)
        rule = Rule.NONNEGATIVE if strict else Rule.POSITIVE
        others = tuple(f for i, f in enumerate(self.region.facts) if i not in chosen)
        inner = SignSearch(replace(self.region, facts=others), self._budget)
        if search:
            return inner.record(-total, rule)
        try:
            return inner.whole_box(-total, rule) or inner.by_form(-total, rule)
        except (Missing, HiddenSign):
            return None

    # The search for a proof.

    def record(self, formula: Expression, rule: Rule) -> Record | None:
        """How a formula may be shown to obey a rule."""
        if formula.derivatives or formula.constants or not formula.symbols <= self._names:
            return None
        whole = self.whole_box(formula, rule)
        if whole is not None:
            return whole
        if self.samples.contradict(formula, rule):
            return None
        quick = self._by_facts, self.by_form, self._by_ranges
        slow = self._by_power, self._by_factors, self._by_locus, self._by_tangent
        for attempt in (*quick, *slow):
            self._budget.step()
            try:
                record = attempt(formula, rule)
            except (Missing, HiddenSign):
                continue
            if record is not None:
                return record
        return None

    def whole_box(self, formula: Expression, rule: Rule) -> Record | None:
        """The record where one range decides; constants at a higher precision too."""
        for precision in _PRECISIONS:
            with ctx.workprec(precision):
                if obeys(range_of(formula, self.region.ranges), rule):
                    return (Step.RANGES, precision, (Step.OK,))
            if formula.symbols:
                break
        return None

    def _by_ranges(self, formula: Expression, rule: Rule, boxes: int = _BOXES) -> Record | None:
        with ctx.workprec(_PRECISIONS[0]):
            cover = Cover(formula, rule, self.region, self._budget, boxes).proof()
        return None if cover is None else (Step.RANGES, _PRECISIONS[0], cover)

    def by_form(self, formula: Expression, rule: Rule) -> Record | None:
        """The normal form of the formula, where its range decides."""
        tree = self._algebra.normal(formula)
        inner = self.whole_box(tree, rule)
        return None if inner is None else (Step.FORM, tree, inner)

    def _by_facts(self, formula: Expression, rule: Rule) -> Record | None:
        """F = c·g + r for something g that is known, c > 0: one of the terms is strict if F is."""
        for index, fact in enumerate(self.region.facts):
            if fact.rule is Rule.NONZERO:
                continue
            need = STRICT[fact.rule is Rule.NONNEGATIVE is not rule]
            for factor in self._multiples(formula, fact.formula):
                rest = formula - number(factor) * fact.formula
                tree = self._algebra.normal(rest)
                inner = self.whole_box(tree, need)
                if inner is not None:
                    return (Step.FACT, index, factor, (Step.FORM, tree, inner))
        return None

    def _multiples(self, formula: Expression, fact: Expression) -> list[Fraction]:
        """How often a fact may fit: some small numbers, and the quotient if it is a number."""
        found = [Fraction(1), Fraction(2), Fraction(1, 2)]
        try:
            quotient = self._algebra.normal(formula / fact).root
        except (Missing, HiddenSign):
            return found
        if isinstance(quotient, Number) and quotient.value > 0:
            found.append(quotient.value)
        return found

    def _by_factors(self, formula: Expression, rule: Rule) -> Record | None:
        constant, factors = factored_trees(self._algebra, formula)
        if not constant:
            inner = (Step.RANGES, _PRECISIONS[0], (Step.OK,))
            return (Step.FORM, number(0), inner) if rule is Rule.NONNEGATIVE else None
        total = 1 if constant > 0 else -1
        found: list[Any] = []
        for factor, times in factors:
            if times % 2 == 0 and rule is Rule.NONNEGATIVE and times > 0:
                found.append((factor, times, 0, ()))
                continue
            step = self._factor_sign(factor, times, rule)
            if step is None:
                return None
            found.append(step)
            total *= step[2] if times % 2 else 1
        if rule is not Rule.NONZERO and total < 0:
            return None
        return (Step.FACTORS, constant, found)

    def _factor_sign(self, factor: Expression, times: int, rule: Rule) -> tuple[Any, ...] | None:
        """A factor with its exponent, its sign (2 if only known not to vanish) and the record."""
        strict = rule is not Rule.NONNEGATIVE or times < 0
        need = Rule.POSITIVE if strict else Rule.NONNEGATIVE
        guess = self.samples.guess(factor)
        for sign in (1, -1):
            if sign * guess >= 0:
                record = self._factor_record(signed(factor, sign), need)
                if record is not None:
                    return (factor, times, sign, record)
        return None

    def _factor_record(self, factor: Expression, rule: Rule) -> Record | None:
        whole = self.whole_box(factor, rule)
        if whole is not None:
            return whole
        for form in self._forms(factor):
            inner = self.whole_box(form, rule)
            if inner is not None:
                return (Step.FORM, form, inner)
        for attempt in (self._by_facts, self._by_ranges, self._by_power, self._by_locus):
            record = attempt(factor, rule)
            if record is not None:
                return record
        return None

    def _forms(self, formula: Expression) -> Iterator[Expression]:
        """The same polynomial with squares, or around the ends of its variables."""
        squares = with_squares(self._algebra, formula)
        if squares is not None:
            yield squares
        for name, ends in self.region.ends.items():
            parts = self._algebra.coefficients(formula, name) if name in formula.symbols else None
            if parts is None or len(parts) == 1:
                continue
            variable = Expression((Symbol(name),))
            if len(parts) == 3:  # noqa: PLR2004 (a square to complete)
                yield self._completed(parts, variable)
            for end in (ends.low, ends.high):
                if end is not None and isinstance(end.root, Number):
                    yield _shifted(parts, variable, end)

    def _completed(self, parts: Sequence[Expression], variable: Expression) -> Expression:
        """a·v² + b·v + c as a·(v + b/2a)² + (c − b²/4a)."""
        c, b, a = parts
        half, rest = (self._algebra.normal(part) for part in (b / (2 * a), c - b**2 / (4 * a)))
        return a * (variable + half) ** 2 + rest

    def _by_power(self, formula: Expression, rule: Rule) -> Record | None:
        """A positive power of what obeys the rule."""
        root = formula.root
        if not isinstance(root, Operator) or (root.exponent or 0) <= 0:
            return None
        inner = self.record(formula.arguments[0], rule)
        return None if inner is None else (Step.POWER, inner)

    def _by_locus(self, formula: Expression, rule: Rule) -> Record | None:
        """F ≥ 0 vanishes only where some variables do, and a fact fails there."""
        if rule is Rule.NONNEGATIVE:
            return None
        terms = self.squares(formula)
        if not terms:
            return None
        rest = formula
        for factor, name, times in terms:
            rest = rest - number(factor) * Expression((Symbol(name),)) ** times
        below = self.by_form(rest, Rule.NONNEGATIVE)
        there = self.region.where({name: number(0) for _, name, _ in terms})
        for index, fact in enumerate(there.facts) if below is not None else ():
            if fact.rule is Rule.NONZERO:
                continue
            opposite = Rule.POSITIVE if fact.rule is Rule.NONNEGATIVE else Rule.NONNEGATIVE
            inner = SignSearch(replace(there, facts=()), self._budget).record(
                -fact.formula, opposite
            )
            if inner is not None:
                return (Step.LOCUS, terms, below, index, inner)
        return None

    def _by_tangent(self, formula: Expression, rule: Rule) -> Record | None:
        """F ≥ 0 since exp lies above its tangents and log below, and the rest is ≥ 0."""
        if rule is not Rule.NONNEGATIVE:
            return None
        for node, scale, factor, rest in tangent(formula, self.region, self._algebra.normal):
            inner = self.record(rest, rule)
            if inner is not None:
                return (Step.TANGENT, node, scale, factor, (Step.FORM, rest, inner))
        return None

    def squares(self, formula: Expression) -> list[tuple[Fraction, str, int]]:
        """The even powers of variables in a sum without negative terms."""
        element = self._algebra.element(formula)
        if not element.bottom.is_one() or any(value < 0 for value in element.top.coeffs()):
            return []
        found: list[tuple[Fraction, str, int]] = []
        ring = self._algebra.ring
        for exponents, value in element.top.terms():
            used = [(ring.size - 1 - i, int(e)) for i, e in enumerate(exponents) if e]
            if len(used) == 1 and used[0][1] % 2 == 0:
                token = ring.trees[used[0][0]].root
                if isinstance(token, Symbol) and token.name in self._names:
                    found.append((fraction(value), token.name, used[0][1]))
        return found


def _shifted(parts: Sequence[Expression], name: Expression, end: Expression) -> Expression:
    """A polynomial around an end of the variable's interval (Taylor's formula)."""
    total: Expression | None = None
    degree = len(parts) - 1
    for order in range(degree + 1):
        value: Expression | None = None
        for k in range(order, degree + 1):
            factor = Fraction(1)
            for j in range(order):
                factor = factor * (k - j) / (j + 1)
            term = number(factor) * parts[k] * end ** (k - order)
            value = term if value is None else value + term
        term = (value or number(0)) * (name - end) ** order
        total = term if total is None else total + term
    return total or number(0)
