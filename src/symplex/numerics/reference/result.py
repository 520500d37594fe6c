"""What comes of looking for a reference: known values, or the reason why there are none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, final

import numpy as np

from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.reasons import Reason


class Field(Protocol):
    """A numerical solution on the box of a problem without parameters."""

    def values(self, columns: Columns, by: Sequence[str] = ()) -> Floats:
        """Every unknown, or a derivative of each, at points: (unknowns, points)."""
        ...


@final
@dataclass(frozen=True)
class Found:
    """What a method hands over: a field with its error."""

    field: Field
    error: float
    """An estimate of the largest absolute error on the box, never far below the true one."""
    scale: float
    """The largest absolute value on the box, about."""
    method: str
    """In words."""
    differentiable: bool = True
    """Whether the field gives derivatives too."""


@final
@dataclass(frozen=True)
class Sample:
    """The solution at one choice of the parameters."""

    parameters: Mapping[str, float]
    """The value of every parameter; empty for a problem without parameters."""
    field: Field
    error: float
    """An estimate of the largest absolute error over the box and the unknowns."""
    scale: float
    """The largest absolute value over the box and the unknowns."""
    differentiable: bool

    @property
    def relative_error(self) -> float:
        """The error beside the largest value."""
        return self.error / (self.scale or 1.0)

    def values(self, points: Columns) -> Floats:
        """Every unknown at points of the box, a column for each variable: (unknowns, points)."""
        return self.field.values(_columns(points))

    def derivatives(self, points: Columns, by: Sequence[str]) -> Floats | None:
        """A derivative, as `("x", "x")` for u_xx, or None where the method gives none."""
        if not self.differentiable:
            return None
        return self.field.values(_columns(points), tuple(by))


@final
@dataclass(frozen=True)
class Reference:
    """A numerical solution whose error is known, at one or more choices of the parameters."""

    unknowns: tuple[str, ...]
    box: Mapping[str, tuple[float, float]]
    """Where it holds: every variable with its interval."""
    samples: tuple[Sample, ...]
    """One for each choice of the parameters; a single one if there are none."""
    method: str
    """How it was found, in words."""
    seconds: float

    @property
    def error(self) -> float:
        """The largest absolute error of any sample, as estimated."""
        return max(sample.error for sample in self.samples)

    @property
    def relative_error(self) -> float:
        """The largest error of any sample beside that sample's largest value."""
        return max(sample.relative_error for sample in self.samples)

    def values(self, points: Columns, sample: int = 0) -> Floats:
        """Every unknown at points of the box, at one choice of the parameters."""
        return self.samples[sample].values(points)

    def derivatives(self, points: Columns, by: Sequence[str], sample: int = 0) -> Floats | None:
        """A derivative of every unknown, or None where the method gives none."""
        return self.samples[sample].derivatives(points, by)


@final
@dataclass(frozen=True)
class NoReference:
    """That there is none, and why."""

    reason: Reason
    seconds: float
    tried: bool = False
    """Whether a method that is made for such problems looked for a solution and found none."""
    cut: bool = False
    """Whether the work was given up, by its steps or by the clock."""


def _columns(points: Columns) -> Columns:
    arrays = {name: np.asarray(column, dtype=np.float64) for name, column in points.items()}
    return {name: np.atleast_1d(column) for name, column in arrays.items()}
