"""Sums and quotients of few terms that come close to values.

Owns two ways: a sum of terms, chosen one after the other, and a quotient of two sums whose
constants are found by least squares on p − v·q, weighted anew with 1/q until they settle
(Sanathanan and Koerner).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, final

import numpy as np

from symplex.expression import Expression, number
from symplex.solver.approximation.reference_values import Floats
from symplex.solver.approximation.terms import Powers, Term, written

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


_ROUNDS: Final = 4
_LEAST: Final = 1e-3
"""The least that a denominator may be, beside its largest value."""


@final
@dataclass(frozen=True)
class Target:
    """Values at points, how much each counts, and the terms at the same points."""

    values: Floats
    weight: Floats
    terms: Sequence[Powers]
    columns: Floats
    """A column for each of the terms."""

    def sums(self, most: int) -> Iterator[Expression]:
        """Sums of ever more terms."""
        w = self.weight[:, None]
        for chosen, found in pursue(self.columns * w, self.values * self.weight, most):
            yield written(self._terms(chosen, found))

    def quotients(self, most: int) -> Iterator[Expression]:
        """Quotients with ever more terms above and below."""
        count = len(self.terms)
        below = [i for i, powers in enumerate(self.terms) if powers]
        both = np.hstack([self.columns, -self.values[:, None] * self.columns[:, below]])
        w = self.weight[:, None]
        for chosen, _ in pursue(both * w, self.values * self.weight, most):
            over = [i for i in chosen if i < count]
            under = [below[i - count] for i in chosen if i >= count]
            made = self._quotient(over, under) if over and under else None
            if made is not None:
                yield made

    def _quotient(self, over: Sequence[int], under: Sequence[int]) -> Expression | None:
        """The best quotient with such terms; None if it has a pole."""
        above, bottom = self.columns[:, over], self.columns[:, under]
        weight: Floats = self.weight
        found: Floats = np.zeros(len(over) + len(under))
        for _ in range(_ROUNDS):
            matrix = np.hstack([above, -self.values[:, None] * bottom]) * weight[:, None]
            solved = _solved(matrix, self.values * weight)
            if solved is None:
                return None
            found = solved
            q: Floats = 1 + bottom @ found[len(over) :]
            if np.min(q) < _LEAST * np.max(np.abs(q)):
                return None
            weight = self.weight / q
        top = written(self._terms(over, found[: len(over)]))
        return top / (written(self._terms(under, found[len(over) :])) + number(1))

    def _terms(self, chosen: Sequence[int], found: Floats) -> list[Term]:
        return [(self.terms[i], float(c)) for i, c in zip(chosen, found, strict=True)]


def _solved(matrix: Floats, target: Floats) -> Floats | None:
    """Least squares with columns of one size; None where a column is nothing or not finite."""
    norms: Floats = np.linalg.norm(matrix, axis=0)
    if not np.all(np.isfinite(norms)) or not np.all(norms > 0):
        return None
    return np.linalg.lstsq(matrix / norms, target, rcond=None)[0] / norms
