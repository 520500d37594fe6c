"""Bisection of a box until every part obeys a rule or lies outside of the region."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, final

import numpy as np
from flint import arb

from symplex.expression import Expression
from symplex.expression.operators import Rule
from symplex.expression.ranges import Range, exact, range_of
from symplex.expression.rewriting import Record
from symplex.proof.kernel.advice import Step
from symplex.proof.kernel.region import Region
from symplex.proof.kernel.signs import breaks, obeys
from symplex.work.budget import Budget

_MAX_DEPTH: Final = 60


@final
class Cover:
    """One search, for a limited number of boxes."""

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
        self._budget.step()
        self._left -= 1
        if self._left < 0 or depth > _MAX_DEPTH:
            return None
        if obeys(range_of(self._formula, box), self._rule):
            return (Step.OK,)
        for index, fact in enumerate(self._facts):
            if breaks(range_of(fact.formula, box), fact.rule):
                return (Step.OUT, index)
        cut = self._cut(box)
        if cut is None:
            return None
        name, point = cut
        middle = exact(point).low
        old = box[name]
        low = old._replace(high=middle, high_open=False)
        high = old._replace(low=middle, low_open=False)
        first = self._proof({**box, name: low}, depth + 1)
        second = None if first is None else self._proof({**box, name: high}, depth + 1)
        return None if second is None else (Step.CUT, name, point, first, second)

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
        if best is None:
            return None
        old, point = box[best[1]], _middle(box[best[1]])
        # An interval too narrow for a float has no such point.
        return (best[1], point) if old.low < exact(point).low < old.high else None


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
