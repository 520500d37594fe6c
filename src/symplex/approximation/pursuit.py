"""Greedy least squares: few terms, chosen one after the other, that together come close to values.

Owns the choice of columns. What a column stands for is the caller's.
"""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from symplex.approximation.yardstick import Floats

_DEPENDENT: Final = 1e-9
"""A column with less than this share of itself left is a combination of those chosen."""
_EXCHANGES: Final = 2
"""How often every chosen column may be exchanged for a better one."""


def pursue(
    columns: Floats, target: Floats, most: int, first: Sequence[int] = ()
) -> Iterator[tuple[tuple[int, ...], Floats]]:
    """Ever more columns with their coefficients, each time those that leave the least.

    Args:
        columns: The candidates, a column each.
        target: What they are to come close to.
        most: How many are chosen at most.
        first: What is chosen to begin with.
    """
    norms = np.linalg.norm(columns, axis=0)
    usable = np.isfinite(norms) & (norms > 0)
    scaled = np.where(usable, columns, 0.0) / np.where(usable, norms, 1.0)
    chosen = list(first)
    while len(chosen) < most:
        index = _best(scaled, target, chosen)
        if index is None:
            return
        chosen = _exchanged(scaled, target, [*chosen, index])
        found = np.linalg.lstsq(scaled[:, chosen], target, rcond=None)[0]
        yield tuple(chosen), found / norms[chosen]


def _best(scaled: Floats, target: Floats, chosen: Sequence[int]) -> int | None:
    """The column that, beside those chosen, leaves the least."""
    basis = np.linalg.qr(scaled[:, list(chosen)])[0] if chosen else np.zeros((len(target), 0))
    left = scaled - basis @ (basis.T @ scaled)
    rest = target - basis @ (basis.T @ target)
    size = np.linalg.norm(left, axis=0)
    gains = np.abs(left.T @ rest) / np.where(size > _DEPENDENT, size, np.inf)
    best = int(np.argmax(gains))
    return best if gains[best] > 0 else None


def _exchanged(scaled: Floats, target: Floats, chosen: list[int]) -> list[int]:
    """Every column in turn exchanged for the best one, while that leaves less."""
    left = _left(scaled, target, chosen)
    for _ in range(_EXCHANGES if len(chosen) > 2 else 0):  # noqa: PLR2004
        before = left
        for place in range(len(chosen)):
            others = [*chosen[:place], *chosen[place + 1 :]]
            index = _best(scaled, target, others)
            if index is None or index == chosen[place]:
                continue
            tried = [*chosen[:place], index, *chosen[place + 1 :]]
            rest = _left(scaled, target, tried)
            if rest < left:
                chosen, left = tried, rest
        if left >= before:
            break
    return chosen


def _left(scaled: Floats, target: Floats, chosen: Sequence[int]) -> float:
    some = scaled[:, list(chosen)]
    coefficients = np.linalg.lstsq(some, target, rcond=None)[0]
    return float(np.linalg.norm(target - some @ coefficients))
