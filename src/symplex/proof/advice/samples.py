"""Sampled points of a region: never a proof, but reason enough not to look for one."""

from fractions import Fraction
from functools import cached_property
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import Rule
from symplex.expression.ranges import Range
from symplex.proof.kernel.region import Region

_COUNT: Final = 960
_TINY, _MOST, _CLEAR = 1e-13, 0.9, 1e-9
_BOUNDS: Final = (-4, 7)
"""From a sixteenth to 64: what is larger at some point may well be unbounded."""
Values = NDArray[np.float64]


@final
class Samples:
    """Points of a region at which every fact holds strictly, in double precision."""

    def __init__(self, region: Region) -> None:
        self._region = region

    @property
    def points(self) -> dict[str, Values]:
        """One column for each symbol."""
        return self._found[0]

    @cached_property
    def _found(self) -> tuple[dict[str, Values], int]:
        rng = np.random.default_rng(0)
        points = {name: _drawn(ends, rng) for name, ends in self._region.ranges.items()}
        keep = np.ones(_COUNT, dtype=np.bool_)
        for fact in self._region.facts:
            try:
                keep &= np.broadcast_to(evaluate(fact.formula, points) > 0, keep.shape)
            except OverflowError:
                continue
        return {name: column[keep] for name, column in points.items()}, int(keep.sum())

    @property
    def exist(self) -> bool:
        """Whether any were found."""
        return self._found[1] > 0

    def guess(self, formula: Expression) -> int:
        """The sign at the points; 0 if both occur or none can be computed."""
        values = self._values(formula)
        if not formula.symbols or values.size == 0 or (np.any(values > 0) and np.any(values < 0)):
            return 0
        return 1 if np.all(values >= 0) else -1

    def contradict(self, formula: Expression, rule: Rule) -> bool:
        """Whether the rule clearly fails at a point, or the formula looks like zero."""
        values = self._values(formula)
        tiny = np.count_nonzero(np.abs(values) < _TINY)
        if rule is not Rule.NONNEGATIVE and tiny > _MOST * values.size:
            return True
        if rule is Rule.NONZERO:
            return bool(np.any(values > _CLEAR) and np.any(values < -_CLEAR))
        return bool(np.any(values < -_CLEAR))

    def bound(self, formula: Expression) -> Fraction | None:
        """The least power of two above every value; None if they look unbounded."""
        values = np.abs(self._values(formula))
        largest = float(values.max()) * (1 - _CLEAR) if values.size else 0.0
        powers = (Fraction(2) ** k for k in range(_BOUNDS[0], _BOUNDS[1]))
        return next((power for power in powers if largest <= power), None)

    def _values(self, formula: Expression) -> Values:
        names = self._region.ends.keys()
        if formula.derivatives or formula.constants or not formula.symbols <= names:
            return np.zeros(0)
        try:
            found: Any = np.asarray(evaluate(formula, self.points), dtype=np.float64)
        except OverflowError:
            return np.zeros(0)
        return found[np.isfinite(found)] if found.ndim else np.atleast_1d(found[np.isfinite(found)])


def _drawn(ends: Range, rng: np.random.Generator) -> Values:
    low = float(ends.low.mid()) if ends.low.is_finite() else None
    high = float(ends.high.mid()) if ends.high.is_finite() else None
    if low is not None and high is not None:
        return rng.uniform(low, high, _COUNT)
    far = np.abs(rng.standard_cauchy(_COUNT)) * 2
    if low is not None or high is not None:
        return low + far if low is not None else (high or 0.0) - far
    return far * rng.choice((-1, 1), _COUNT)
