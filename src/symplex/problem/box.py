"""Where a problem lives: intervals, and the regions on which equations hold.

Owns exact ends and faces and their comparison. Drawing points belongs to the evaluation room.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

from symplex.expression import Expression
from symplex.expression.evaluate import value_of
from symplex.expression.render import to_text

_CLOSE = 1e-12
"""Two exact constants whose values agree to this are taken for the same end or face."""


def same_value(first: Expression, second: Expression) -> bool:
    """Whether two formulas without variables have the same value."""
    return first == second or math.isclose(
        value_of(first), value_of(second), rel_tol=_CLOSE, abs_tol=_CLOSE
    )


@final
@dataclass(frozen=True)
class Interval:
    """A closed interval with exact ends: formulas without variables."""

    low: Expression
    high: Expression

    @cached_property
    def floats(self) -> tuple[float, float]:
        """Its ends as numbers."""
        return value_of(self.low), value_of(self.high)

    def contains(self, value: Expression) -> bool:
        """Whether an exact constant lies in it, ends included."""
        low, high = self.floats
        return self.has_end(value) or low < value_of(value) < high

    def has_end(self, value: Expression) -> bool:
        """Whether an exact constant is one of its ends."""
        return same_value(value, self.low) or same_value(value, self.high)

    def __str__(self) -> str:
        """``[0, 2*pi]``."""
        return f"[{to_text(self.low)}, {to_text(self.high)}]"


@final
@dataclass(frozen=True)
class Region:
    """The part of the domain where some variables have fixed values; none fixed: the interior."""

    fixed: tuple[tuple[str, Expression], ...] = ()

    @property
    def is_interior(self) -> bool:
        """Whether it is the whole domain rather than a face, corner, slice or point."""
        return not self.fixed

    @cached_property
    def values(self) -> Mapping[str, Expression]:
        """The fixed variables with their values."""
        return dict(self.fixed)

    def free(self, variables: Iterable[str]) -> tuple[str, ...]:
        """The variables that are not fixed here."""
        return tuple(name for name in variables if name not in self.values)

    def same_as(self, other: "Region") -> bool:
        """Whether both fix the same variables at the same values."""
        return self.values.keys() == other.values.keys() and self.meets(other)

    def meets(self, other: "Region") -> bool:
        """Whether no variable is fixed at two different values."""
        common = self.values.keys() & other.values.keys()
        return all(same_value(self.values[name], other.values[name]) for name in common)

    def __str__(self) -> str:
        """``x = 0, t = 0``, or ``interior``."""
        parts = [f"{name} = {to_text(value)}" for name, value in self.fixed]
        return ", ".join(parts) or "interior"


INTERIOR = Region()
