"""A function of some variables that is known by its values at points of a box.

Owns the one form in which solutions, their factors and their profiles are looked at. Where the
values come from does not matter here.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, final

import numpy as np

from symplex.numerics.evaluation.regression import SolutionValues
from symplex.numerics.reference.chebyshev import Columns, Floats

UNKNOWN: Final = "u"
"""What the function is called among its values."""

_POINTS: Final = 64
_SAFETY: Final = 20.0
_FLOOR: Final = 1e-9
"""A misfit below this share of the values is never counted."""


@final
@dataclass(frozen=True)
class View:
    """A function on a box, with the error of its values."""

    box: Mapping[str, tuple[float, float]]
    """Every variable with its interval."""
    function: Callable[[Columns], Floats]
    """From a column for each variable to values."""
    error: float
    """The largest absolute error of the values, as estimated."""

    @property
    def names(self) -> tuple[str, ...]:
        """The variables."""
        return tuple(self.box)

    def values(self, columns: Columns) -> Floats:
        """The function at points; not a number where it has no value."""
        with np.errstate(all="ignore"):
            return np.asarray(self.function(columns), dtype=np.float64)

    @cached_property
    def scale(self) -> float:
        """The largest absolute value that is met."""
        values = np.abs(self.values(self.points(_POINTS)))
        return float(np.max(values, initial=0.0)) or 1.0

    @property
    def is_defined(self) -> bool:
        """Whether it has finite values wherever it was looked at."""
        return bool(np.isfinite(self.scale))

    @property
    def is_zero(self) -> bool:
        """Whether nothing above the error was met."""
        return bool(np.max(np.abs(self.values(self.points(_POINTS)))) <= 2 * self.error)

    @property
    def tolerance(self) -> float:
        """How far from the values a formula may be."""
        return max(_SAFETY * self.error, _FLOOR * self.scale)

    def points(self, count: int, seed: int = 0) -> Columns:
        """Random points, the same for the same seed."""
        random = np.random.default_rng(seed)
        return {name: random.uniform(*ends, count) for name, ends in self.box.items()}

    def sampled(
        self, count: int, seed: int, held: Mapping[str, float] | None = None
    ) -> SolutionValues:
        """The values at random points, with absolute errors; parameters may be held at numbers."""
        columns = self.points(count, seed)
        whole = {**columns, **{name: np.full(count, one) for name, one in (held or {}).items()}}
        values = {UNKNOWN: self.values(columns)}
        return SolutionValues(whole, values, {UNKNOWN: np.ones(count)})

    def at(self, fixed: Mapping[str, float]) -> "View":
        """The function of the other variables where some are held."""
        rest = {name: ends for name, ends in self.box.items() if name not in fixed}

        def restricted(columns: Columns) -> Floats:
            count = len(next(iter(columns.values())))
            held = {name: np.full(count, value) for name, value in fixed.items()}
            return self.values({**columns, **held})

        return View(rest, restricted, self.error)

    def through(self, outer: Callable[[Floats], Floats], slope: float) -> "View":
        """Another function of its values; `slope` is the largest by which errors grow."""
        return View(self.box, lambda columns: outer(self.values(columns)), self.error * slope)


@final
@dataclass(frozen=True)
class Remembered:
    """A function that is costly at each point: values at the same points are not computed again."""

    function: Callable[[Columns], Floats]
    known: dict[tuple[bytes, ...], Floats] = field(default_factory=dict[tuple[bytes, ...], Floats])

    def __call__(self, columns: Columns) -> Floats:
        """The values, as they were if they are known."""
        key = tuple(column.tobytes() for column in columns.values())
        if key not in self.known:
            self.known[key] = self.function(columns)
        return self.known[key]
