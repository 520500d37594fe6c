"""The part of a box on which an equation holds: its interior, a face, a corner or a point."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import final

from symplex.expression import Expression
from symplex.expression.render import to_text
from symplex.problem.box import same_value


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
