"""The reference at points: what the error of a formula is measured by.

Owns the points: a grid, random ones, and ones that crowd at the faces, where layers hide. Errors
are relative to the range of the solution; of several unknowns the worst counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.reference import Reference, Sample

Floats = NDArray[np.float64]
Columns = Mapping[str, Floats]
Formulas = Mapping[str, Expression]
"""A formula for each unknown."""
_GRID: Final[Mapping[int, int]] = MappingProxyType({1: 401, 2: 33, 3: 12})
"""Points of the grid along each variable, by the number of variables."""
_RANDOM, _CROWDED = 300, 80
_MANY_RANDOM = 1500
"""Random points where there are too many variables for a grid."""
_MOVED = 300
"""Points that are moved a little, to see how fast a function changes: all that crowd at faces, and
random ones.
"""
STEP = 1 / 400
"""How far they are moved, relative to the interval."""
_SLOW = 4
"""How many times fewer points a reference gets that has no expansion: each of its values costs."""
_SCALES = 8.0
"""Powers of ten over which points crowd at a face."""


@final
@dataclass(frozen=True)
class Measured:
    """The error of a formula, relative to the range of the solution."""

    maximum: float
    rms: float
    reference: float
    """The error of the reference itself, as estimated."""

    @property
    def sentence(self) -> str:
        """``0.3 % of the range (reference error < 1e-8)``."""
        above = 10.0 ** np.ceil(np.log10(max(self.reference, 1e-16)) - 1e-9)
        return f"{percent(self.maximum)} of the range (reference error < {above:.0e})".replace(
            "e-0", "e-"
        )

    def to_json(self) -> dict[str, Any]:
        """The numbers."""
        return {"maximum": self.maximum, "rms": self.rms, "reference_error": self.reference}

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> "Measured":
        """What `to_json` wrote."""
        return cls(float(raw["maximum"]), float(raw["rms"]), float(raw["reference_error"]))


def percent(share: float) -> str:
    """A share with two digits: ``0.34 %``, ``2.1e-05 %``."""
    return f"{100 * share:.2g} %"


@final
@dataclass(frozen=True)
class Yardstick:
    """The reference at points, with the range of the solution at each."""

    columns: Columns
    """Every variable and parameter at each point."""
    steps: tuple[Columns, Columns]
    """Points, and the same points moved a little along one variable."""
    values: Mapping[str, Floats]
    """Every unknown at each point."""
    ranges: Mapping[str, Floats]
    """How far each unknown extends, for the parameters of each point."""
    reference: float
    """The error of the reference, relative to the range."""
    variation: float
    """How much the solution changes between a point and the moved one, relative to its range."""

    @classmethod
    def of(cls, reference: Reference, seed: int = 0) -> "Yardstick | None":
        """A reference at points of its box; None where it has no values."""
        rng = np.random.default_rng(seed)
        parts = [_Part.of(reference, sample, rng) for sample in reference.samples]
        if not all(part.size for part in parts):
            return None
        columns = {n: np.concatenate([p.columns[n] for p in parts]) for n in parts[0].columns}
        before, after = (
            {n: np.concatenate([p.steps[side][n] for p in parts]) for n in columns}
            for side in (0, 1)
        )
        values = np.concatenate([part.values for part in parts], axis=1)
        ranges = np.concatenate([part.ranges for part in parts], axis=1)
        return cls(
            columns,
            (before, after),
            dict(zip(reference.unknowns, values, strict=True)),
            dict(zip(reference.unknowns, ranges, strict=True)),
            max(part.error for part in parts),
            max(part.variation for part in parts),
        )

    @property
    def size(self) -> int:
        """How many points there are."""
        return len(next(iter(self.columns.values())))

    def deviations(self, unknown: str, formula: Expression) -> Floats:
        """How far a formula is off at each point, relative to the range."""
        found = np.broadcast_to(evaluate(formula, self.columns), (self.size,))
        with np.errstate(all="ignore"):
            return (found - self.values[unknown]) / self.ranges[unknown]

    def measure(self, formulas: Formulas) -> Measured:
        """The error of formulas, infinite where one of them is undefined."""
        largest, rms = 0.0, 0.0
        for unknown, formula in formulas.items():
            off = self.deviations(unknown, formula)
            if not np.all(np.isfinite(off)):
                return Measured(np.inf, np.inf, self.reference)
            largest = max(largest, float(np.max(np.abs(off))))
            with np.errstate(over="ignore"):
                rms = max(rms, float(np.sqrt(np.mean(off**2))))
        return Measured(largest, rms, self.reference)


@final
@dataclass(frozen=True)
class _Part:
    """One choice of the parameters."""

    columns: Columns
    steps: tuple[Columns, Columns]
    values: Floats
    ranges: Floats
    error: float
    variation: float

    @property
    def size(self) -> int:
        return self.values.shape[1]

    @classmethod
    def of(cls, reference: Reference, sample: Sample, rng: np.random.Generator) -> "_Part":
        share, box = len(reference.samples), reference.box
        share *= 1 if sample.differentiable else _SLOW
        columns = _points(box, share, rng)
        some = slice(-(_random(box, share) + _CROWDED // share), None)
        near = {name: column[some][: _MOVED // share] for name, column in columns.items()}
        before = {name: np.tile(column, len(box)) for name, column in near.items()}
        after = _moved(box, near)
        values, change = sample.values(columns), sample.values(after) - sample.values(before)
        extent = _extent(values)
        flat = np.where(extent > 0, extent, sample.scale)
        kept = np.all(np.isfinite(values), axis=0)
        known = {name: column[kept] for name, column in columns.items()}
        return cls(
            _held(known, sample),
            (_held(before, sample), _held(after, sample)),
            values[:, kept],
            np.repeat(flat[:, None], int(kept.sum()), axis=1),
            float(sample.error / np.min(flat)),
            float(np.nanmax(np.abs(change) / flat[:, None], initial=0.0)),
        )


def _held(columns: Columns, sample: Sample) -> dict[str, Floats]:
    """The points with the parameters of a sample."""
    count = len(next(iter(columns.values())))
    return {**columns, **{n: np.full(count, value) for n, value in sample.parameters.items()}}


def _extent(values: Floats) -> Floats:
    """How far each unknown extends."""
    finite = [row[np.isfinite(row)] for row in values]
    return np.array([np.ptp(row) if len(row) else 0.0 for row in finite])


def _points(
    box: Mapping[str, tuple[float, float]], share: int, rng: np.random.Generator
) -> dict[str, Floats]:
    """A grid with the faces in it, points at scales down to rounding beside them, random points."""
    count = max(int(_GRID.get(len(box), 2) / share ** (1 / len(box))), 3)
    lines = [np.linspace(low, high, count) for low, high in box.values()]
    corners = [np.array(ends) for ends in box.values()]
    grid = np.meshgrid(*(lines if len(box) in _GRID else corners), indexing="ij")
    many = _random(box, share)
    crowded = _crowded(box, _CROWDED // share, rng)
    return {
        name: np.concatenate([axis.ravel(), crowded[name], rng.uniform(low, high, many)])
        for (name, (low, high)), axis in zip(box.items(), grid, strict=True)
    }


def _random(box: Mapping[str, tuple[float, float]], share: int) -> int:
    """How many random points there are."""
    return (_RANDOM if len(box) in _GRID else _MANY_RANDOM) // share


def _crowded(
    box: Mapping[str, tuple[float, float]], count: int, rng: np.random.Generator
) -> dict[str, Floats]:
    """Random points, each moved close to one of the faces."""
    points = {name: rng.uniform(low, high, count) for name, (low, high) in box.items()}
    names = list(box)
    for index in range(count):
        name = names[(index // 2) % len(names)]
        low, high = box[name]
        gap = (high - low) * 10.0 ** (-_SCALES * rng.uniform())
        points[name][index] = high - gap if index % 2 else low + gap
    return points


def _moved(box: Mapping[str, tuple[float, float]], base: Columns) -> dict[str, Floats]:
    """Points moved along each variable in turn, inwards where they would leave the box."""
    found: dict[str, list[Floats]] = {name: [] for name in box}
    for along, (low, high) in box.items():
        step = STEP * (high - low)
        for name, column in base.items():
            shift = np.where(column + step <= high, step, -step) if name == along else 0.0
            found[name].append(column + shift)
    return {name: np.concatenate(columns) for name, columns in found.items()}
