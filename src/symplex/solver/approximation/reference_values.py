"""The reference at points: what the error of a formula is measured by.

Owns what an error is: the largest at many points, relative to the range of the solution; of several
unknowns the worst counts. Parameters count too between the values that formulas are fitted at.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

import numpy as np

from symplex.expression import Expression
from symplex.numerics.evaluation.regression import SolutionValues
from symplex.numerics.reference.result import Reference, Sample
from symplex.solver.approximation.points import (
    BOUNDARY_LAYER,
    MOVED,
    Columns,
    Floats,
    moved,
    points_in,
    random_count,
)

Formulas = Mapping[str, Expression]
"""A formula for each unknown."""
_SLOW = 4
"""How many times fewer points a reference gets that has no expansion: each of its values costs."""
_FLAT = 100.0
"""A range of fewer errors of the reference than this is none, if there are other parameters."""
_ROUNDING = 1e-9
"""A range that is smaller beside the largest value is rounding."""


@final
@dataclass(frozen=True)
class Measured:
    """The error of a formula, relative to the range of the solution."""

    maximum: float
    rms: float
    reference: float
    """The error of the reference itself, as estimated."""
    where: str = ""
    """At which values of the parameters, as ``k = 0, 1``, if formulas were fitted at all of them.
    """

    @property
    def bound(self) -> float:
        """The largest error if the reference is as far off as it may be."""
        return self.maximum + self.reference

    @property
    def sentence(self) -> str:
        """``0.3 % of the range (reference error < 1e-8)``."""
        above = 10.0 ** np.ceil(np.log10(max(self.reference, 1e-16)) - 1e-9)
        place = f" at {self.where}" if self.where else ""
        said = f"{percent(self.maximum)} of the range{place} (reference error < {above:.0e})"
        return said.replace("e-0", "e-")

    def to_json(self) -> dict[str, Any]:
        """The numbers."""
        numbers = {"maximum": self.maximum, "rms": self.rms, "reference_error": self.reference}
        return {**numbers, "at": self.where} if self.where else numbers

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> "Measured":
        """What `to_json` wrote."""
        where = str(raw.get("at", ""))
        return cls(float(raw["maximum"]), float(raw["rms"]), float(raw["reference_error"]), where)


def percent(share: float) -> str:
    """A share with two digits: ``0.34 %``, ``2.1e-05 %``."""
    return f"{100 * share:.2g} %"


@final
@dataclass(frozen=True)
class ReferenceValues:
    """The reference at points, and how fast it changes from one to the next."""

    known: SolutionValues
    """Relative to the range of the solution for the parameters of each point."""
    steps: tuple[Columns, Columns]
    """Points, and the same points moved a little along one variable."""
    error: float
    """Of the reference, relative to the range."""
    variation: float
    """How much the solution changes between a point and the moved one, relative to its range."""
    between: "ReferenceValues | None" = None
    """The same at further values of the parameters: formulas are measured there, and not fitted."""
    where: str = ""
    """At which values of the parameters, where there are none between."""

    @classmethod
    def of(
        cls, reference: Reference, between: Reference | None = None, seed: int = 0
    ) -> "ReferenceValues | None":
        """A reference at points of its box; None where it has no values.

        Args:
            reference: What formulas are fitted to.
            between: The same at other values of the parameters.
            seed: Of the points.
        """
        rng = np.random.default_rng(seed)
        parts = _parts(reference, rng)
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
            SolutionValues(
                columns,
                dict(zip(reference.unknowns, values, strict=True)),
                dict(zip(reference.unknowns, ranges, strict=True)),
            ),
            (before, after),
            max(part.error for part in parts),
            max(part.variation for part in parts),
            None if between is None else cls.of(between, seed=seed + 1),
            _places(reference),
        )

    def measure(self, formulas: Formulas) -> Measured:
        """The error of formulas, infinite where one of them is undefined."""
        largest, rms = 0.0, 0.0
        for unknown, formula in formulas.items():
            off = self.known.deviations(unknown, formula)
            if not np.all(np.isfinite(off)):
                return Measured(np.inf, np.inf, self.error)
            largest = max(largest, float(np.max(np.abs(off))))
            with np.errstate(over="ignore"):
                rms = max(rms, float(np.sqrt(np.mean(off**2))))
        if self.between is None:
            return Measured(largest, rms, self.error, self.where)
        other = self.between.measure(formulas)
        worst = max(self.error, other.reference)
        return Measured(max(largest, other.maximum), max(rms, other.rms), worst)


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
    def of(cls, reference: Reference, sample: Sample, points: "_Points", usual: Floats) -> "_Part":
        before, after = points.steps
        change = sample.values(after) - sample.values(before)
        extent = _extent(points.values)
        flat = np.where(extent > _FLAT * sample.error, extent, usual)
        kept = np.all(np.isfinite(points.values), axis=0)
        known = {name: column[kept] for name, column in points.columns.items()}
        with np.errstate(all="ignore"):
            variation = np.abs(change) / flat[:, None]
        return cls(
            _held(known, sample),
            (_held(before, sample), _held(after, sample)),
            points.values[:, kept],
            np.repeat(flat[:, None], int(kept.sum()), axis=1),
            float(sample.error / np.min(flat)),
            float(np.nanmax(variation, initial=0.0)),
        )


@final
@dataclass(frozen=True)
class _Points:
    """The points of one sample, those that are moved, and the values at the points."""

    columns: Columns
    steps: tuple[Columns, Columns]
    values: Floats

    @classmethod
    def of(cls, reference: Reference, sample: Sample, rng: np.random.Generator) -> "_Points":
        share, box = len(reference.samples), reference.box
        share *= 1 if sample.differentiable else _SLOW
        columns = points_in(box, share, rng)
        some = slice(-(random_count(box, share) + BOUNDARY_LAYER // share), None)
        near = {name: column[some][: MOVED // share] for name, column in columns.items()}
        before = {name: np.tile(column, len(box)) for name, column in near.items()}
        return cls(columns, (before, moved(box, near)), sample.values(columns))


def _parts(reference: Reference, rng: np.random.Generator) -> list[_Part]:
    """Every sample at its points; one that is flat borrows the range of the others."""
    points = [_Points.of(reference, sample, rng) for sample in reference.samples]
    usual = _usual([one.values for one in points])
    pairs = zip(reference.samples, points, strict=True)
    return [_Part.of(reference, sample, one, usual) for sample, one in pairs]


def _usual(values: Sequence[Floats]) -> Floats:
    """How far each unknown extends over all samples; its size, or any unknown's, if it does not."""
    sizes: Floats = np.max([_largest(row) for row in values], axis=0)
    extents: Floats = np.max([_extent(row) for row in values], axis=0)
    small = _ROUNDING * (float(np.max(sizes)) or 1.0)
    own: Floats = np.where(extents > small, extents, sizes)
    return np.where(own > small, own, small / _ROUNDING)


def _largest(values: Floats) -> Floats:
    return np.max(np.abs(values), axis=1, initial=0.0, where=np.isfinite(values))


def _places(reference: Reference) -> str:
    """The values of the parameters that a reference has."""
    names = reference.samples[0].parameters
    lists = {n: sorted({one.parameters[n] for one in reference.samples}) for n in names}
    return "; ".join(f"{n} = {', '.join(f'{v:.4g}' for v in vs)}" for n, vs in lists.items())


def _held(columns: Columns, sample: Sample) -> dict[str, Floats]:
    """The points with the parameters of a sample."""
    count = len(next(iter(columns.values())))
    return {**columns, **{n: np.full(count, value) for n, value in sample.parameters.items()}}


def _extent(values: Floats) -> Floats:
    """How far each unknown extends."""
    finite = [row[np.isfinite(row)] for row in values]
    return np.array([np.ptp(row) if len(row) else 0.0 for row in finite])
