"""A formula along a line, with points where it is not smooth: kinks stay sharp, jumps stay open.

Owns where the points are. The operator table says where a formula may have kinks, jumps and poles;
which of them are there is seen by the values on both sides.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq, minimize_scalar

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.operator_facts import kinks_of, limits_of

Floats = NDArray[np.float64]
POINTS: Final = 241
"""Of a curve, beside those at kinks."""
_BESIDE: Final = 1e-7
"""How far beside a place its sides are, as a share of the interval."""
_JUMP: Final = 1e-3
"""A change from one side to the other, as a share of the range, that is a jump."""
_BEND: Final = 1e-2
"""A change of slope, as a share of the range over the interval, that is a kink."""
_TOUCHES: Final = 1e-9
"""What is so small beside its largest value has a zero there."""
_NEAR: Final = 0.01
"""What is so small beside its largest value may touch zero between two points."""


@final
@dataclass(frozen=True)
class Curve:
    """A formula along a line."""

    positions: Floats
    values: Floats
    """NaN where it is undefined, and between the sides of a jump or a pole."""
    kinks: Floats
    """Where its slope changes at once."""

    @property
    def kink_values(self) -> Floats:
        """The values at the kinks."""
        return np.interp(self.kinks, self.positions, self.values)


@final
@dataclass(frozen=True)
class Line:
    """A line through the box: one symbol moves, the others are held."""

    axis: str
    low: float
    high: float
    held: Mapping[str, float]

    @property
    def length(self) -> float:
        """Of the interval."""
        return self.high - self.low

    def values(self, formula: Expression, positions: Floats) -> Floats:
        """A formula at positions."""
        found = evaluate(formula, {**self.held, self.axis: positions})
        return np.array(np.broadcast_to(found, positions.shape), dtype=np.float64)


def curve(formula: Expression, line: Line, count: int = POINTS) -> Curve:
    """A formula at evenly spaced points of a line, and at its kinks and jumps."""
    regular = np.linspace(line.low, line.high, count)
    values = line.values(formula, regular)
    places = np.array(sorted(_places(formula, line, regular)))
    if not len(places):
        return Curve(regular, _finite(values), np.empty(0))
    extent = _extent(values)
    step = _BESIDE * line.length
    sides = [line.values(formula, places + shift * step) for shift in (-2, -1, 1, 2)]
    jumps = ~(np.abs(sides[2] - sides[1]) <= _JUMP * extent)
    bend = np.abs((sides[3] - sides[2]) - (sides[1] - sides[0])) / _BESIDE
    corners = ~jumps & (bend > _BEND * extent)
    added = np.concatenate([places[jumps] - step, places[jumps] + step, places[~jumps]])
    inside = added[(added >= line.low) & (added <= line.high)]
    positions = np.unique(np.concatenate([regular, inside]))
    drawn = _finite(line.values(formula, positions))
    # A point between the sides of a jump, so that no line joins them.
    gaps = places[jumps]
    positions, drawn = np.append(positions, gaps), np.append(drawn, np.full(len(gaps), np.nan))
    order = np.argsort(positions, kind="stable")
    return Curve(positions[order], drawn[order], places[corners])


def break_forms(formula: Expression) -> list[Expression]:
    """Every formula at whose zeros this one may have a kink, a jump or a pole."""
    margins = [margin for margin, _ in limits_of(formula)]
    return list(dict.fromkeys([*kinks_of(formula), *margins]))


def _places(formula: Expression, line: Line, regular: Floats) -> Iterator[float]:
    """Where a formula may not be smooth, strictly inside of the interval."""
    margin = 3 * _BESIDE * line.length
    for form in break_forms(formula):
        values = line.values(form, regular)
        found = chain(
            _crossings(form, line, regular, values), _touches(form, line, regular, values)
        )
        for place in found:
            if line.low + margin < place < line.high - margin:
                yield place


def _crossings(form: Expression, line: Line, regular: Floats, values: Floats) -> Iterator[float]:
    """Where a form changes its sign, and points at which it vanishes."""

    def value(position: float) -> float:
        return float(line.values(form, np.array([position]))[0])

    if not np.all(values == 0.0):
        yield from (float(position) for position in regular[values == 0.0])
    for index in np.flatnonzero(values[:-1] * values[1:] < 0.0):
        bounds = float(regular[index]), float(regular[index + 1])
        root: Any = brentq(value, *bounds, xtol=1e-14 * line.length)
        yield float(root)


def _touches(form: Expression, line: Line, regular: Floats, values: Floats) -> Iterator[float]:
    """Where a form comes down to zero without changing its sign, as x^2 does."""

    def value(position: float) -> float:
        return abs(float(line.values(form, np.array([position]))[0]))

    size = np.abs(values)
    largest = float(np.nanmax(size, initial=0.0))
    middle = size[1:-1]
    low = (middle <= size[:-2]) & (middle <= size[2:]) & (middle < _NEAR * largest) & (middle > 0.0)
    for index in np.flatnonzero(low):
        bounds = float(regular[index]), float(regular[index + 2])
        options = {"xatol": 1e-12 * line.length}
        found: Any = minimize_scalar(value, bounds=bounds, method="bounded", options=options)
        if found.fun < _TOUCHES * largest:
            yield float(found.x)


def _extent(values: Floats) -> float:
    finite = values[np.isfinite(values)]
    return (float(np.ptp(finite)) if len(finite) else 0.0) or 1.0


def _finite(values: Floats) -> Floats:
    return np.where(np.isfinite(values), values, np.nan)
