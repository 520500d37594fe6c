"""Derivatives as sums of Taylor coefficients along directions, which is how a GPU computes them.

Along one direction a formula has a series in one variable, cheap in registers. A derivative by one
variable is one of its coefficients; a mixed one is a weighted sum over several directions, such as
u_xy = (D²u along (1, 1) - D²u along (1, -1))/4 (Griewank, Utke and Walther, 2000).
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import final

import numpy as np
from numpy.typing import NDArray

Direction = tuple[int, ...]
_ROUNDING = 1e-12


@final
@dataclass(frozen=True)
class Share:
    """A Taylor coefficient's part in a derivative."""

    run: int
    """The pass that the coefficient comes from."""
    order: int
    derivative: int
    weight: float


@final
@dataclass(frozen=True)
class Passes:
    """The passes over the unknowns' formulas at one set of points."""

    unknowns: tuple[int, ...]
    orders: tuple[int, ...]
    directions: tuple[Direction, ...]
    shares: tuple[Share, ...]
    """What makes up the derivatives, in the order of passes."""


def passes_for(derivatives: NDArray[np.uint32], unknowns: int, variables: int) -> Passes:
    """The passes for rows of derivatives: an unknown, then the order in each variable.

    Every unknown has a pass, be it of order 0: its value must be finite wherever it is used.
    """
    orders: dict[tuple[int, Direction], int] = {}
    wanted: list[tuple[tuple[int, Direction], int, int, float]] = []
    rows = [(int(row[0]), tuple(int(part) for part in row[1:])) for row in derivatives]
    by_cost = sorted(range(len(rows)), key=lambda index: -sum(rows[index][1]))
    for index in by_cost:
        unknown, multi_index = rows[index]
        order = sum(multi_index)
        shares = _shares(multi_index) if order else [(_first(orders, unknown, variables), 1.0)]
        for direction, weight in shares:
            key = (unknown, direction)
            orders[key] = max(orders.get(key, 0), order)
            wanted.append((key, order, index, weight))
    for unknown in range(unknowns):
        key = (unknown, _first(orders, unknown, variables))
        orders.setdefault(key, 0)
    places = {key: place for place, key in enumerate(sorted(orders))}
    shares = [Share(places[key], order, index, weight) for key, order, index, weight in wanted]
    keys = sorted(orders)
    return Passes(
        tuple(unknown for unknown, _ in keys),
        tuple(orders[key] for key in keys),
        tuple(direction for _, direction in keys),
        tuple(sorted(shares, key=lambda share: (share.run, share.order, share.derivative))),
    )


def _first(orders: Iterable[tuple[int, Direction]], unknown: int, variables: int) -> Direction:
    """A direction that the unknown is taken along anyway, else none."""
    found = sorted(direction for of, direction in orders if of == unknown)
    return found[0] if found else (0,) * variables


def _shares(multi_index: Direction) -> list[tuple[Direction, float]]:
    """Directions and weights whose coefficients of the same order add up to a derivative."""
    order, size = sum(multi_index), len(multi_index)
    involved = [place for place, part in enumerate(multi_index) if part]
    if len(involved) == 1:
        return [(_spread((1,), involved, size), float(math.factorial(order)))]
    inner = tuple(multi_index[place] for place in involved)
    for choice in _choices(len(involved)):
        weights = _weights(choice, inner)
        if weights is not None:
            fewest = _fewest(choice, inner)
            return [(_spread(direction, involved, size), weight) for direction, weight in fewest]
    raise AssertionError("enough directions determine every derivative")


def _choices(size: int) -> Iterator[list[Direction]]:
    """Sets of directions, from the simplest to those that suffice up to order 4."""
    for parts in ((1, -1), (1, 0, -1), (2, 1, 0, -1, -2)):
        yield [
            direction
            for direction in product(parts, repeat=size)
            if next((part for part in direction if part), 0) > 0
        ]


def _weights(directions: Sequence[Direction], inner: Direction) -> NDArray[np.float64] | None:
    """The weights of least norm, if the directions suffice."""
    order = sum(inner)
    monomials = [m for m in product(range(order + 1), repeat=len(inner)) if sum(m) == order]
    matrix = np.array(
        [
            [
                math.prod(p**e / math.factorial(e) for p, e in zip(d, monomial, strict=True))
                for d in directions
            ]
            for monomial in monomials
        ]
    )
    aim = np.array([float(monomial == inner) for monomial in monomials])
    weights = np.linalg.lstsq(matrix, aim, rcond=None)[0]
    return weights if np.abs(matrix @ weights - aim).max() < _ROUNDING else None


def _fewest(directions: list[Direction], inner: Direction) -> list[tuple[Direction, float]]:
    """Leave out one direction after the other, those of least weight first, while the rest do."""
    weights = _weights(directions, inner)
    assert weights is not None  # noqa: S101 (the caller has tried)
    for place in np.argsort(np.abs(weights), kind="stable").tolist():
        fewer = [d for other, d in enumerate(directions) if other != place]
        if fewer and _weights(fewer, inner) is not None:
            return _fewest(fewer, inner)
    return list(zip(directions, weights.tolist(), strict=True))


def _spread(part: Sequence[int], involved: Sequence[int], size: int) -> Direction:
    whole = [0] * size
    for place, value in zip(involved, part, strict=True):
        whole[place] = value
    return tuple(whole)
