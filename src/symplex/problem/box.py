"""Boxes: an interval with exact ends for each variable and parameter.

Owns their comparison, their faces and uniform points in them. Which box is used for what is decided
elsewhere.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Expression
from symplex.expression.evaluate import value_of
from symplex.expression.exact import Order, compare
from symplex.expression.render import to_text


def same_value(first: Expression, second: Expression) -> bool:
    """Whether two formulas without variables are shown to have the same value, exactly."""
    return compare(first, second) is Order.EQUAL


@final
@dataclass(frozen=True)
class Interval:
    """A closed interval with exact ends: formulas without variables."""

    low: Expression
    high: Expression

    @cached_property
    def ends(self) -> tuple[float, float]:
        """Its ends as numbers."""
        return value_of(self.low), value_of(self.high)

    def contains(self, value: Expression) -> bool:
        """Whether an exact constant is shown to lie in it, ends included."""
        above_low, below_high = compare(self.low, value), compare(value, self.high)
        return {above_low, below_high} <= {Order.LESS, Order.EQUAL}

    def has_end(self, value: Expression) -> bool:
        """Whether an exact constant is one of its ends."""
        return same_value(value, self.low) or same_value(value, self.high)

    def __str__(self) -> str:
        """``[0, 2*pi]``."""
        return f"[{to_text(self.low)}, {to_text(self.high)}]"


@final
@dataclass(frozen=True)
class Box:
    """A closed box: an interval for each variable, and for each parameter."""

    intervals: Mapping[str, Interval]
    variables: tuple[str, ...]
    """Which of the symbols are variables; the others are parameters."""
    widened_in: tuple[str, ...] = ()
    """The variables whose interval is larger here than in the statement."""

    @cached_property
    def ends(self) -> Mapping[str, tuple[float, float]]:
        """The ends of each interval as numbers."""
        return {name: interval.ends for name, interval in self.intervals.items()}

    def sample(self, rng: np.random.Generator, count: int) -> dict[str, NDArray[np.float64]]:
        """Uniform points, one column for each symbol, drawn in the order of the symbols."""
        return {name: rng.uniform(low, high, count) for name, (low, high) in self.ends.items()}

    def face(self, fixed: Iterable[str]) -> "Box":
        """The face on which these variables are fixed: the box of the others."""
        names = frozenset(fixed)
        kept = {name: value for name, value in self.intervals.items() if name not in names}
        return Box(kept, tuple(n for n in self.variables if n not in names), self.widened_in)

    def widened(self, wider: Mapping[str, Interval]) -> "Box":
        """With larger intervals for some variables."""
        return Box({**self.intervals, **wider}, self.variables, (*self.widened_in, *wider))

    def contains(self, point: Mapping[str, float]) -> bool:
        """Whether every coordinate lies in its interval, ends included."""
        return all(low <= point[name] <= high for name, (low, high) in self.ends.items())
