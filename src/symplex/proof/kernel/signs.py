"""Signs of formulas on regions, proved or unknown: ranges with bisection, and algebra.

Owns the search for such a proof and its record. A sign that cannot be shown is unknown, whatever
samples say; samples only save the search for a proof that cannot exist.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, Final, final

import numpy as np
from flint import arb, ctx

from symplex.budget import Budget, OutOfTime, Undecided
from symplex.expression import Expression, Number, Operator, Symbol, number
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import Rule
from symplex.proof.kernel.field import Field, NeedsSignError
from symplex.proof.kernel.intervals import Range, exact, range_of
from symplex.proof.kernel.region import Fact, Region

_BOXES: Final = 200
_SAMPLES: Final = 48
_MAX_DEPTH: Final = 60
_PRECISIONS: Final = (64, 400)
_TINY, _MOST = 1e-13, 0.9

Record = tuple[Any, ...]
"""How a sign was shown, in a form that the checker replays."""


def obeys(found: Range, rule: Rule) -> bool:
    """Whether every value of a range obeys a rule."""
    if rule is Rule.POSITIVE:
        return found.is_positive
    if rule is Rule.NONNEGATIVE:
        return bool(found.low >= 0)
    return found.is_positive or found.is_negative


def breaks(found: Range, rule: Rule) -> bool:
    """Whether no value of a range obeys a rule."""
    if rule is Rule.POSITIVE:
        return bool(found.high <= 0)
    if rule is Rule.NONNEGATIVE:
        return found.is_negative
    return bool(found.low == 0) and bool(found.high == 0)


@final
class Signs:
    """What is known of signs on one region. Every positive answer leaves its record."""

    def __init__(self, region: Region, budget: Budget) -> None:
        self.region = region
        self.records: dict[tuple[Expression, Rule], Record] = {}
        self._budget = budget
        self._failed: set[tuple[Expression, Rule]] = set()
        self._points: dict[str, Any] | None = None
        self._names = frozenset(region.ends)
        self._algebra = Field(self._quick_sign, budget)

    def holds(self, formula: Expression, rule: Rule) -> bool:
        """Whether a formula is shown to obey a rule everywhere in the region."""
        key = formula, rule
        if key in self.records:
            return True
        if key in self._failed:
            return False
        record = self._search(formula, rule)
        if record is None:
            self._failed.add(key)
            return False
        self.records[key] = record
        return True

    def sign(self, formula: Expression) -> int:
        """1 or −1 if the formula is shown to be positive or negative; 0 if neither is shown."""
        guess = self.guess(formula)
        for sign in (1, -1) if guess >= 0 else (-1, 1):
            if sign * guess >= 0 and self.holds(_signed(formula, sign), Rule.POSITIVE):
                return sign
        return 0

    @property
    def is_empty(self) -> bool:
        """Whether the region is shown to have no points: some fact fails everywhere."""
        if len(next(iter(self._sample().values()), ())):
            return False
        if self._sum_fails():
            return True
        return any(self._fails_everywhere(fact) for fact in self.region.facts)

    def _sum_fails(self) -> bool:
        """Whether a sum of a few facts, none of which is negative, is negative everywhere."""
        facts = [fact for fact in self.region.facts if fact.rule is not Rule.NONZERO]
        for count in (1, 2, 3):
            for chosen in combinations(facts, count):
                total = chosen[0].formula
                for fact in chosen[1:]:
                    total = total + fact.formula
                strict = any(fact.rule is Rule.POSITIVE for fact in chosen)
                try:
                    tree = self._algebra.ring.element_tree(self._algebra.element(-total))
                except (Undecided, NeedsSignError):
                    continue
                if self._whole_box(tree, Rule.NONNEGATIVE if strict else Rule.POSITIVE):
                    return True
        return False

    def _fails_everywhere(self, fact: Fact) -> bool:
        rule = Rule.POSITIVE if fact.rule is Rule.NONNEGATIVE else Rule.NONNEGATIVE
        others = tuple(other for other in self.region.facts if other is not fact)
        if fact.rule is Rule.NONZERO:
            return False
        return Signs(replace(self.region, facts=others), self._budget).holds(-fact.formula, rule)

    def _quick_sign(self, formula: Expression) -> int:
        if formula.derivatives or not formula.symbols <= self._names:
            return 0
        for precision in _PRECISIONS:
            with ctx.workprec(precision):
                found = range_of(formula, self.region.ranges)
            if found.is_positive or found.is_negative:
                return 1 if found.is_positive else -1
        return 0

    # The search for a proof.

    def _search(self, formula: Expression, rule: Rule) -> Record | None:
        if formula.derivatives or formula.constants or not formula.symbols <= self._names:
            return None
        whole = self._whole_box(formula, rule)
        if whole is not None:
            return whole
        if self._contradicted(formula, rule):
            return None
        for attempt in (self._by_facts, self._by_form, self._by_ranges, self._by_factors, self._by_locus):
            self._budget.check_deadline()
            try:
                record = attempt(formula, rule)
            except OutOfTime:
                raise
            except (Undecided, NeedsSignError):
                continue
            if record is not None:
                return record
        return None

    def _whole_box(self, formula: Expression, rule: Rule) -> Record | None:
        for precision in _PRECISIONS:
            with ctx.workprec(precision):
                if obeys(range_of(formula, self.region.ranges), rule):
                    return ("ranges", formula, precision, ("ok",))
            if formula.symbols:
                break
        return None

    def _by_ranges(self, formula: Expression, rule: Rule, boxes: int = _BOXES) -> Record | None:
        with ctx.workprec(_PRECISIONS[0]):
            cover = _Cover(formula, rule, self.region, self._budget, boxes).proof()
        return None if cover is None else ("ranges", formula, _PRECISIONS[0], cover)

    def _by_form(self, formula: Expression, rule: Rule) -> Record | None:
        """The normal form of the formula, where its range decides."""
        tree = self._algebra.ring.element_tree(self._algebra.element(formula))
        inner = self._whole_box(tree, rule)
        return None if inner is None else ("form", tree, inner)

    def _by_facts(self, formula: Expression, rule: Rule) -> Record | None:
        """f > 0 since f − c·g ≥ 0 for something g > 0 that is known, c > 0."""
        if rule is Rule.NONZERO:
            return None
        for index, fact in enumerate(self.region.facts):
            if fact.rule is Rule.NONZERO or rule is Rule.POSITIVE is not fact.rule:
                continue
            for factor in (Fraction(1), Fraction(2), Fraction(1, 2)):
                rest = formula - number(factor) * fact.formula
                value = self._algebra.element(rest)
                tree = self._algebra.ring.element_tree(value)
                inner = self._whole_box(tree, Rule.NONNEGATIVE)
                if inner is not None:
                    return ("fact", index, factor, tree, inner)
        return None

    def _by_factors(self, formula: Expression, rule: Rule) -> Record | None:
        constant, factors = self._algebra.factors(formula)
        if not constant:
            return None if rule is not Rule.NONNEGATIVE else ("zero",)
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
        return ("factors", constant, found)

    def _factor_sign(self, factor: Expression, times: int, rule: Rule) -> tuple[Any, ...] | None:
        """A factor with its exponent, its sign (2 if only known not to vanish) and the record."""
        strict = rule is not Rule.NONNEGATIVE or times < 0
        need = Rule.POSITIVE if strict else Rule.NONNEGATIVE
        guess = self.guess(factor)
        for sign in (1, -1):
            if sign * guess >= 0:
                record = self._factor_record(_signed(factor, sign), need)
                if record is not None:
                    return (factor, times, sign, record)
        return None

    def _factor_record(self, factor: Expression, rule: Rule) -> Record | None:
        whole = self._whole_box(factor, rule)
        if whole is not None:
            return whole
        for form in self._forms(factor):
            inner = self._whole_box(form, rule)
            if inner is not None:
                return ("form", form, inner)
        return self._by_ranges(factor, rule) or self._by_locus(factor, rule)

    def _forms(self, formula: Expression) -> Iterator[Expression]:
        """The same polynomial with squares completed, or around the ends of its variables."""
        element = self._algebra.element(formula)
        if element.bottom != 1:
            return
        for name, ends in self.region.ends.items():
            index = self._algebra.index_of(name)
            degree = self._algebra.ring.generators_in(element.top).get(index, 0)
            if not degree:
                continue
            parts = self._algebra.coefficients(element.top, name)
            if parts is None:
                continue
            if degree == 2:  # noqa: PLR2004 (a square to complete)
                yield _completed(parts, Expression((Symbol(name),)))
            for end in (ends.low, ends.high):
                if end is not None and isinstance(end.root, Number):
                    yield _shifted(parts, Expression((Symbol(name),)), end)

    def _by_locus(self, formula: Expression, rule: Rule) -> Record | None:
        """f ≥ 0 vanishes only where some variables do, and a fact fails there."""
        if rule is Rule.NONNEGATIVE:
            return None
        root = formula.root
        if isinstance(root, Operator) and root.exponent is not None and root.exponent > 0:
            inner = self._search(formula.arguments[0], rule)
            return None if inner is None else ("power", inner)
        names = self.vanishing(formula)
        whole = self._whole_box(formula, Rule.NONNEGATIVE)
        if not names or whole is None:
            return None
        values = {name: number(0) for name in names}
        region = self.region.where(values)
        for index, fact in enumerate(region.facts):
            opposite = Rule.POSITIVE if fact.rule is Rule.NONNEGATIVE else Rule.NONNEGATIVE
            if fact.rule is Rule.NONZERO:
                continue
            inner = Signs(replace(region, facts=()), self._budget)._search(-fact.formula, opposite)
            if inner is not None:
                return ("locus", whole, tuple(names), index, inner)
        return None

    def vanishing(self, formula: Expression) -> list[str]:
        """The variables whose even powers stand in a sum without negative terms."""
        element = self._algebra.element(formula)
        if element.bottom != 1 or any(value < 0 for value in element.top.coeffs()):
            return []
        found: list[str] = []
        for name in self.region.ends:
            index = self._algebra.index_of(name)
            if any(self._algebra.is_even_power(m, index) for m in element.top.monoms()):
                found.append(name)
        return found

    # Samples: never a proof, but reason enough not to look for one.

    def guess(self, formula: Expression) -> int:
        """The sign at sampled points; 0 if both occur or none can be computed."""
        values = self._sampled(formula)
        values = values[np.isfinite(values)]
        if values.size == 0 or (np.any(values > 0) and np.any(values < 0)):
            return 0
        return 1 if np.all(values >= 0) else -1

    def _contradicted(self, formula: Expression, rule: Rule) -> bool:
        values = self._sampled(formula)
        values = values[np.isfinite(values)]
        tiny = np.count_nonzero(np.abs(values) < _TINY)
        if rule is not Rule.NONNEGATIVE and tiny > _MOST * values.size:
            return True
        if rule is Rule.NONZERO:
            return bool(np.any(values > 1e-9) and np.any(values < -1e-9))  # noqa: PLR2004
        return bool(np.any(values < -1e-9))  # noqa: PLR2004

    def _sampled(self, formula: Expression) -> Any:  # noqa: ANN401
        points = self._sample()
        if formula.derivatives or formula.constants or not formula.symbols <= self._names:
            return np.zeros(0)
        try:
            found = np.asarray(evaluate(formula, points), dtype=np.float64)
        except (OverflowError, Undecided):
            return np.zeros(0)
        return np.broadcast_to(found, (len(next(iter(points.values()), [0])),)).copy()

    def _sample(self) -> dict[str, Any]:
        if self._points is None:
            rng = np.random.default_rng(0)
            points = {n: _drawn(r, rng) for n, r in self.region.ranges.items()}
            keep = np.ones(len(next(iter(points.values()), [0])), dtype=bool)
            for fact in self.region.facts:
                try:
                    keep &= np.broadcast_to(evaluate(fact.formula, points) > 0, keep.shape)
                except OverflowError:
                    continue
            self._points = {n: column[keep] for n, column in points.items()}
        return self._points


def _signed(formula: Expression, sign: int) -> Expression:
    return formula if sign > 0 else -formula


def _drawn(ends: Range, rng: np.random.Generator) -> Any:  # noqa: ANN401
    low = float(ends.low.mid()) if ends.low.is_finite() else None
    high = float(ends.high.mid()) if ends.high.is_finite() else None
    count = 20 * _SAMPLES
    if low is not None and high is not None:
        return rng.uniform(low, high, count)
    far = np.abs(rng.standard_cauchy(count)) * 2
    if low is not None or high is not None:
        return low + far if low is not None else (high or 0.0) - far
    return far * rng.choice((-1, 1), count)


def _completed(parts: Sequence[Expression], name: Expression) -> Expression:
    """a·v² + b·v + c as a·(v + b/2a)² + (c − b²/4a)."""
    c, b, a = parts
    return a * (name + b / (2 * a)) ** 2 + (c - b**2 / (4 * a))


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


@final
class _Cover:
    """Bisection of a box until every part obeys a rule or lies outside of the region."""

    def __init__(
        self, formula: Expression, rule: Rule, region: Region, budget: Budget, boxes: int
    ) -> None:
        self._formula = formula
        self._rule = rule
        self._facts = region.facts
        self._ranges = region.ranges
        self._budget = budget
        self._left = boxes
        names = formula.symbols.union(*(fact.formula.symbols for fact in region.facts))
        self._names = sorted(name for name in names if name in region.ranges)

    def proof(self) -> Record | None:
        """The tree of bisections; None if the work is not enough."""
        return self._proof(dict(self._ranges), 0)

    def _proof(self, box: Mapping[str, Range], depth: int) -> Record | None:
        self._budget.check_deadline()
        self._left -= 1
        if self._left < 0 or depth > _MAX_DEPTH:
            return None
        if obeys(range_of(self._formula, box), self._rule):
            return ("ok",)
        for index, fact in enumerate(self._facts):
            if breaks(range_of(fact.formula, box), fact.rule):
                return ("out", index)
        cut = self._cut(box)
        if cut is None:
            return None
        name, point = cut
        middle = exact(point).low
        old = box[name]
        low, high = old._replace(high=middle, high_open=False), old._replace(low=middle, low_open=False)
        first = self._proof({**box, name: low}, depth + 1)
        second = None if first is None else self._proof({**box, name: high}, depth + 1)
        return None if second is None else ("cut", name, point, first, second)

    def _cut(self, box: Mapping[str, Range]) -> tuple[str, Fraction] | None:
        """The variable whose interval is widest, and a dyadic point inside."""
        best: tuple[float, str] | None = None
        for name in self._names:
            width = box[name].high - box[name].low
            start = self._ranges[name].high - self._ranges[name].low
            size = float(width.mid()) if width.is_finite() else float("inf")
            share = size / float(start.mid()) if start.is_finite() and size else size
            if share > 0 and (best is None or share > best[0]):
                best = share, name
        return None if best is None else (best[1], _middle(box[best[1]]))


def _middle(ends: Range) -> Fraction:
    low, high = ends.low, ends.high
    if low.is_finite() and high.is_finite():
        middle = float(((low + high) / 2).mid())
        rounded = float(np.float32(middle))
        return Fraction(rounded if low < arb(rounded) < high else middle)
    if low.is_finite():
        return Fraction(max(2 * round(float(low.mid())), round(float(low.mid())) + 1))
    if high.is_finite():
        return Fraction(min(2 * round(float(high.mid())), round(float(high.mid())) - 1))
    return Fraction(0)
