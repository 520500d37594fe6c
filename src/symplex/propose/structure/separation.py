"""Sums of products: the rank of a function over a split of its variables, and the factors.

The functions of one variable that occur span a space whose dimension is the rank. Where that space
is closed under differentiation (or under x·d/dx) it consists of exponentials and sines (of powers),
which are eigenfunctions; a space of dimension one is recognised.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, final

import numpy as np

from symplex.expression import Expression, apply, symbol
from symplex.expression.evaluate import evaluate
from symplex.numerics.reference.chebyshev import Columns, Floats, basis, from_nodes, nodes
from symplex.propose.structure.exponents import distinct_rates
from symplex.propose.structure.view import View

_NODES: Final = 24
_OTHERS: Final = 16
_CHECKED: Final = 12
"""Points on either side for the second opinion on a rank."""
MAX_RANK: Final = 6
_NOISE: Final = 10.0
_CLOSED: Final = 1e-5
"""What may be left when a derivative is written in its own space."""


@final
@dataclass(frozen=True)
class Split:
    """A function as a sum of few products over a split of its variables."""

    names: tuple[str, ...]
    """One side."""
    rank: int


@final
@dataclass(frozen=True)
class Span:
    """The functions of one variable in a sum of products, at nodes."""

    view: View
    name: str
    places: Floats
    functions: Floats
    """An orthonormal basis: a column for each function."""
    others: Columns
    """Points in the other variables."""
    weights: Floats
    """How the values at these points are combined to the basis."""
    noise: float
    """How uncertain the least of them is."""

    @property
    def ends(self) -> tuple[float, float]:
        """The interval of the variable."""
        return self.view.box[self.name]

    @property
    def rank(self) -> int:
        """How many there are."""
        return self.functions.shape[1]

    def function(self, direction: Floats) -> View:
        """A function of the space, by its coordinates, wherever it is asked for."""
        combined = self.weights @ direction

        def values(columns: Columns) -> Floats:
            return _table(self.view, columns, self.others) @ combined

        error = self.view.error * float(np.sum(np.abs(combined)))
        return View({self.name: self.ends}, values, error)


def splits(view: View) -> list[Split]:
    """The rank over every split of the variables, where two sets of points agree on a low one."""
    names = view.names
    found: list[Split] = []
    for size in range(1, len(names) // 2 + 1):
        for side in combinations(names, size):
            if 2 * size == len(names) and names[0] not in side:
                continue
            ranks = {_rank(_matrix(view, side, seed), view) for seed in (1, 2)}
            if len(ranks) == 1 and min(ranks) <= MAX_RANK:
                found.append(Split(side, min(ranks)))
    return found


def _matrix(view: View, side: Sequence[str], seed: int) -> Floats:
    """Values at all pairs of points on one side and points on the other."""
    rows, columns = view.points(_CHECKED, seed), view.points(_CHECKED, seed + 10)
    return _table(view, {n: rows[n] for n in side}, columns)


def _table(view: View, rows: Columns, columns: Columns) -> Floats:
    count, others = len(next(iter(rows.values()))), len(next(iter(columns.values())))
    mesh = {
        name: np.repeat(rows[name], others) if name in rows else np.tile(columns[name], count)
        for name in view.names
    }
    return view.values(mesh).reshape(count, others)


def _rank(matrix: Floats, view: View) -> int:
    if not np.all(np.isfinite(matrix)):
        return MAX_RANK + 1
    sizes = np.linalg.svd(matrix, compute_uv=False)
    return int(np.sum(sizes > _level(view, sizes[0])))


def _level(view: View, largest: float) -> float:
    """Singular values below this are noise."""
    return max(_NOISE * view.error * np.sqrt(_NODES), 1e-10 * float(largest))


def span(view: View, name: str) -> Span | None:
    """The functions of one variable, if they are few."""
    places, others = nodes(_NODES, view.box[name]), view.points(_OTHERS, 3)
    table = _table(view, {name: places}, others)
    if not np.all(np.isfinite(table)):
        return None
    left, sizes, right = np.linalg.svd(table, full_matrices=False)
    level = _level(view, sizes[0])
    rank = int(np.sum(sizes > level))
    if not 0 < rank <= MAX_RANK or _rank(_matrix(view, (name,), 2), view) != rank:
        return None
    noise = max(view.error * np.sqrt(_OTHERS), 1e-13 * sizes[0]) / sizes[rank - 1]
    weights = right[:rank].T / sizes[:rank]
    return Span(view, name, places, left[:, :rank], others, weights, float(noise))


def spans_of(view: View) -> list[Span]:
    """The spans of those variables that have few functions."""
    return [one for name in view.names if (one := span(view, name)) is not None]


def mode_sets(found: Span) -> Iterator[list[Expression]]:
    """Sets of functions that span the space, by eigenvalues; constants in slots."""
    x = symbol(found.name)
    slopes = basis(found.places, _NODES, found.ends, 1) @ from_nodes(_NODES) @ found.functions
    yield from _eigenmodes(found, slopes, x, found.ends[1] - found.ends[0])
    low, high = found.ends
    if low > 1e-3 * high:
        times = found.places[:, None] * slopes
        yield from _eigenmodes(found, times, apply("log", x), float(np.log(high / low)))


def _eigenmodes(
    found: Span, slopes: Floats, place: Expression, length: float
) -> Iterator[list[Expression]]:
    matrix = found.functions.T @ slopes
    left = np.linalg.norm(slopes - found.functions @ matrix)
    if left > max(_CLOSED, 1e3 * found.noise) * max(float(np.linalg.norm(slopes)), 1e-6):
        return
    poles = np.linalg.eigvals(matrix).astype(np.complex128)
    # Poles that coincide are scattered by the root of the noise, as many roots as they are.
    told: set[tuple[Expression, ...]] = set()
    for power in range(1, found.rank + 1):
        same = max(1e-4, 30 * found.noise ** (1 / power)) / length
        rates = distinct_rates(poles, same)
        modes = tuple(mode for rate in rates or () for mode in rate.modes(place))
        if len(set(modes)) == found.rank and modes not in told:
            told.add(modes)
            yield list(modes)


def coefficients(view: View, name: str, modes: Sequence[Expression]) -> list[View]:
    """What each mode of one variable is multiplied by, as functions of the other variables."""
    places = nodes(_NODES, view.box[name])
    table = np.stack(
        [np.broadcast_to(evaluate(mode, {name: places}), places.shape) for mode in modes], axis=1
    )
    if not np.all(np.isfinite(table)):
        return []
    rows = _pivots(table)
    inverse = np.linalg.pinv(table[rows])
    gain = np.sum(np.abs(inverse), axis=1)
    if not np.all(np.isfinite(gain)):
        return []
    rest = {other: ends for other, ends in view.box.items() if other != name}
    return [
        View(rest, _Coefficient(view, name, places[rows], inverse[i]), view.error * float(gain[i]))
        for i in range(len(modes))
    ]


@final
@dataclass(frozen=True)
class _Coefficient:
    view: View
    name: str
    places: Floats
    weights: Floats

    def __call__(self, columns: Columns) -> Floats:
        return self.weights @ _table(self.view, {self.name: self.places}, columns)


def _pivots(table: Floats) -> list[int]:
    """Rows at which the columns are well told apart: twice as many as columns."""
    left = table / np.maximum(np.linalg.norm(table, axis=0), 1e-300)
    chosen: list[int] = []
    rest = left.copy()
    for _ in range(min(2 * table.shape[1] if table.shape[1] > 1 else 1, len(table))):
        if len(chosen) % table.shape[1] == 0:
            rest = left.copy()
            rest[chosen] = 0.0
        row = int(np.argmax(np.sum(rest * rest, axis=1)))
        chosen.append(row)
        direction = rest[row] / max(float(np.linalg.norm(rest[row])), 1e-300)
        rest = rest - np.outer(rest @ direction, direction)
        rest[chosen] = 0.0
    return chosen


def profile(view: View, name: str) -> View:
    """The function of one variable along a line on which the values are large."""
    columns = view.points(_OTHERS, 4)
    best = int(np.argmax(np.abs(np.nan_to_num(view.values(columns)))))
    held: Mapping[str, float] = {n: float(columns[n][best]) for n in view.names if n != name}
    return view.at(held)
