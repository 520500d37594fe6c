"""What a numerical solution overlooks: how far it is from its equations between its own points.

Two resolutions that agree may both have missed a narrow feature of the statement. Owns the points
where that would be seen: many that fill the box evenly, and among far more of them those at which
the statement's own terms are large. A residual counts by the error that it would explain.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.codes import ReferenceCode
from symplex.expression import Derivative
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.system import NoScheme, Relation, System, on

Indices = NDArray[np.int64]

_FINE: Final = 20_000
"""Points at which the statement's own terms are looked at: they cost little."""
_EVEN, _TELLING = 400, 100
"""Points at which residuals are taken: some of all, and those where the terms are largest."""
_MANY, _FEW = 3, 60
"""In more variables than these, where values cost, fewer points."""
_ROUNDING: Final = 1e-6
"""What derivatives of polynomials lose of the digits of their values."""
_FAR: Final = 1e4
"""How much larger than its estimate an error has to be: residuals that change sign explain less.
"""


def check_met(system: System, found: Found, tolerance: float) -> None:
    """Refuse a solution that does not meet its equations between a method's own points.

    Raises:
        NoScheme: with the error, beside the size of the solution, that its residuals explain.
    """
    scale, explained = found.scale or 1.0, residual_estimate(system, found)
    if explained > max(tolerance * scale, _ROUNDING * scale, _FAR * found.error):
        error = explained / scale
        raise NoScheme(
            ReferenceCode.REFERENCE_NOT_MET, method=found.method, error=error, applies=True
        )


def residual_estimate(system: System, found: Found) -> float:
    """The error that residuals between a method's own points explain; 0 if none are known.

    A residual is divided by the factor of the highest derivatives over the length of the box, and
    its mean over the box counts: an error at a corner stays there.
    """
    if not found.differentiable:
        return 0.0
    fine = _evenly(system, _FINE)
    even = np.random.default_rng(1).permutation(_size(fine))
    even = even[: _EVEN if len(system.box) <= _MANY else _FEW]
    between = _Between(system, found, fine, even)
    return max(between.explained(relation) for relation in system.equations)


@final
@dataclass(frozen=True)
class _Between:
    """A solution at some of the points that fill the box evenly."""

    system: System
    found: Found
    fine: Columns
    even: Indices

    def explained(self, relation: Relation) -> float:
        """The mean residual of one equation as an error of the unknowns."""
        known = self._values(relation, self.even)
        telling = _telling(relation, known, self.fine)
        residual = _residual(relation, known, len(self.even))
        elsewhere = _mean(residual[~np.isin(self.even, telling)])
        share, narrow = len(telling) / _size(self.fine), 0.0
        if len(telling):
            narrow = _mean(_residual(relation, self._values(relation, telling), len(telling)))
        strength = self._strength(relation, known)
        return ((1 - share) * elsewhere + share * narrow) / strength if strength > 0 else 0.0

    def _values(self, relation: Relation, which: Indices) -> dict[str | Derivative, Floats]:
        columns = {name: column[which] for name, column in self.fine.items()}
        values: dict[str | Derivative, Floats] = {**columns}
        for by in {d.by for d in relation.slopes}:
            made = self.found.field.values(columns, by)
            for unknown, row in zip(self.system.unknowns, made, strict=True):
                values[Derivative(unknown, by)] = row
        return values

    def _strength(self, relation: Relation, values: Mapping[str | Derivative, Floats]) -> float:
        """What an error as large as 1 and as wide as the box changes in the equation, at least."""
        lengths = {name: high - low for name, (low, high) in self.system.box.items()}
        found = [
            float(np.nanmedian(np.abs(on(relation.slopes[one], values, len(self.even)))))
            / float(np.prod([lengths[name] for name in one.by]))
            for one in _highest(relation)
        ]
        return max(found, default=0.0)


def _highest(relation: Relation) -> list[Derivative]:
    """The derivatives that are not among those of another one."""
    counts = {one: Counter(one.by) for one in relation.slopes}
    return [
        one
        for one in counts
        if not any(one.of == two.of and counts[one] < counts[two] for two in counts)
    ]


def _telling(
    relation: Relation, known: Mapping[str | Derivative, Floats], fine: Columns
) -> Indices:
    """Where the terms are unlike elsewhere while the unknowns are what they are as a rule."""
    usual = {d: np.asarray(np.median(known[d])) for d in relation.slopes}
    terms = on(relation.residual, {**fine, **usual}, _size(fine))
    unlike = np.nan_to_num(np.abs(terms - np.nanmedian(terms)), nan=0.0, posinf=0.0)
    order = np.argsort(unlike, kind="stable")[-_TELLING:]
    return order[unlike[order] > 0]


def _residual(relation: Relation, values: Mapping[str | Derivative, Floats], size: int) -> Floats:
    return np.abs(on(relation.residual, values, size))


def _mean(sizes: Floats) -> float:
    known = sizes[np.isfinite(sizes)]
    return float(np.mean(known)) if len(known) else 0.0


def _evenly(system: System, count: int) -> dict[str, Floats]:
    """Points that fill the box evenly, one at random in each cell; random where cells are large."""
    random = np.random.default_rng(2)
    along = int(count ** (1 / len(system.box)))
    cells = np.indices((along,) * len(system.box)).reshape(len(system.box), -1)
    shares = (cells + random.random(cells.shape)) / along
    return {
        name: low + (high - low) * share
        for (name, (low, high)), share in zip(system.box.items(), shares, strict=True)
    }


def _size(columns: Columns) -> int:
    return len(next(iter(columns.values())))
