"""A function of a combination of two variables, read off along a line across its level sets."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final, Protocol, final

import numpy as np

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.propose.structure.view import View

_STEPS: Final = 65
_GRID, _CORRECTIONS = 513, 8
"""Where the level is tabulated, and how often a first guess is corrected by the slope there."""
_EDGE: Final = 1e-3
"""How far from its faces a box is entered."""


@final
@dataclass(frozen=True)
class _Line:
    """A line in the plane of two variables on which a combination rises."""

    pair: tuple[str, str]
    start: tuple[float, float]
    end: tuple[float, float]
    combination: Expression

    def places(self, shares: Floats) -> dict[str, Floats]:
        """The two variables at shares of the line."""
        return {
            name: self.start[i] + shares * (self.end[i] - self.start[i])
            for i, name in enumerate(self.pair)
        }

    def levels(self, shares: Floats) -> Floats:
        """The combination at shares of the line."""
        return np.broadcast_to(evaluate(self.combination, self.places(shares)), shares.shape)

    @property
    def reach(self) -> float:
        """How far the combination rises; nothing if it falls anywhere."""
        levels = self.levels(np.linspace(0, 1, _STEPS))
        if not np.all(np.isfinite(levels)) or np.any(np.diff(levels) <= 0):
            return 0.0
        return float(levels[-1] - levels[0])

    def crossing(self, wanted: Floats) -> dict[str, Floats]:
        """Where the combination has these values."""
        grid = np.linspace(0, 1, _GRID)
        known = self.levels(grid)
        cell = np.clip(np.searchsorted(known, wanted) - 1, 0, _GRID - 2)
        slope = (known[cell + 1] - known[cell]) * (_GRID - 1)
        shares = np.interp(wanted, known, grid)
        for _ in range(_CORRECTIONS):
            shares = np.clip(shares + (wanted - self.levels(shares)) / slope, 0, 1)
        return self.places(shares)


class Combined(Protocol):
    """u = factor·F(combination, others) + shift."""

    @property
    def pair(self) -> tuple[str, str]:
        """The variables that are combined."""
        ...

    @property
    def combination(self) -> Expression:
        """Of the pair."""
        ...

    @property
    def factor(self) -> Expression:
        """What multiplies the profile."""
        ...

    @property
    def shift(self) -> Expression:
        """What is added to it."""
        ...


def along(view: View, combined: Combined, name: str) -> View | None:
    """F as a function of the combination, under a new name, and the other variables."""
    pair, factor, shift = combined.pair, combined.factor, combined.shift
    lines = [line for line in _lines(view, pair, combined.combination) if line.reach > 0]
    if not lines:
        return None
    best = max(lines, key=lambda line: line.reach)
    ends = best.levels(np.array([0.0, 1.0]))
    others = {n: e for n, e in view.box.items() if n not in pair}

    def function(columns: Columns) -> Floats:
        places = {**{n: columns[n] for n in others}, **best.crossing(columns[name])}
        return (view.values(places) - evaluate(shift, places)) / evaluate(factor, places)

    probes = best.places(np.linspace(0, 1, _STEPS))
    least = float(np.min(np.abs(evaluate(factor, probes))))
    if not least > 0:
        return None
    return View({name: (float(ends[0]), float(ends[1])), **others}, function, view.error / least)


def _lines(view: View, pair: tuple[str, str], combination: Expression) -> Iterator[_Line]:
    """Lines between corners, middles of faces and the centre, in both directions."""
    grids: list[list[float]] = []
    for name in pair:
        low, high = view.box[name]
        gap = _EDGE * (high - low)
        grids.append([low + gap, (low + high) / 2, high - gap])
        if low < 0 < high and low + high:
            grids[-1].append(0.0)
    for one, other in combinations(list(product(*grids)), 2):
        for start, end in ((one, other), (other, one)):
            yield _Line(pair, (start[0], start[1]), (end[0], end[1]), combination)
