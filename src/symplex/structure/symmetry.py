"""Vector fields along which a function does not change, or changes by a constant rate.

For a pair of variables p and q, fields with polynomial coefficients are sought whose derivative of
the function vanishes at all sampled points: (a + b·q)·u_p + (c + d·p)·u_q = 0 makes u a function of
one combination (travelling, radial, accelerated), (a + b·p)·u_p + (c + d·q)·u_q = e·u + f one that
scales. Each leaves a function of fewer variables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final, final

import numpy as np

from symplex.expression import Expression, apply, number, symbol
from symplex.reference.chebyshev import Columns, Floats
from symplex.structure.fitting import free
from symplex.structure.level_sets import along
from symplex.structure.tidy import simple
from symplex.structure.view import View

_POINTS: Final = 40
_INNER: Final = 0.74
"""The part of the box in which differences can be taken."""
_NULL, _REST = 1e-6, 1e-3
"""How small the least singular value has to be, and how large the next one."""


@final
@dataclass(frozen=True)
class Symmetry:
    """u = factor·F(combination, others) + shift."""

    pair: tuple[str, str]
    combination: Expression
    """Of the pair; its constants are in slots."""
    factor: Expression
    sentence: str

    def reduced(self, view: View, name: str) -> View | None:
        """F as a function of fewer variables, the combination under a new name."""
        return along(view, self.pair, self.combination, self.factor, name)


def symmetries(view: View) -> Iterator[Symmetry]:
    """The symmetries of a function, the simplest first."""
    table = _Table.of(view)
    if table is None:
        return
    seen: set[frozenset[str]] = set()
    for pair in permutations(view.names, 2):
        if frozenset(pair) in seen:
            continue
        for find in (_translated, _scaled):
            found = find(view, table, pair)
            if found is not None:
                seen.add(frozenset(pair))
                yield found
                break


@final
@dataclass(frozen=True)
class _Table:
    """Places, values and slopes at points, and how uncertain slopes are."""

    columns: Columns
    values: Floats
    slopes: Mapping[str, Floats]
    noise: float

    @classmethod
    def of(cls, view: View) -> "_Table | None":
        columns = view.points(_POINTS, 5, _INNER)
        values, slopes = view.values(columns), view.slopes(columns)
        if not all(np.all(np.isfinite(one)) for one in (values, *slopes.values())):
            return None
        return cls(columns, values, slopes, 1e3 * view.error / view.scale)

    def relation(self, columns: Sequence[Floats]) -> Floats | None:
        """The only combination of columns that vanishes, if there is just one."""
        matrix = np.stack(columns, axis=1)
        sizes = np.linalg.norm(matrix, axis=0)
        if np.any(sizes < 1e-9 * np.max(sizes)):
            return None
        _, singular, right = np.linalg.svd(matrix / sizes, full_matrices=False)
        if singular[-1] > max(_NULL, self.noise) * singular[0]:
            return None
        if len(singular) > 1 and singular[-2] < _REST * singular[0]:
            return None
        return right[-1] / sizes


def _translated(view: View, table: _Table, pair: tuple[str, str]) -> Symmetry | None:
    """(a + b·q)·u_p + (c + d·p)·u_q = 0."""
    p, q = pair
    by_p, by_q, at_p, at_q = table.slopes[p], table.slopes[q], table.columns[p], table.columns[q]
    offered = {"a": by_p, "b": at_q * by_p, "c": by_q, "d": at_p * by_q}
    for keys in ("ac", "bd", "abc", "bcd", "abd", "abcd"):
        found = table.relation([offered[key] for key in keys])
        if found is None:
            continue
        a, b, c, d = (_entry(keys, found, key) for key in "abcd")
        # The combination is c·p + d·p²/2 − a·q − b·q²/2, with 1 before the first term.
        terms = [(symbol(p), c), (symbol(p) ** 2, d / 2), (symbol(q), -a), (symbol(q) ** 2, -b / 2)]
        combination = _normalised([(tree, value) for tree, value in terms if value])
        if combination is not None:
            names = " and ".join(pair)
            return Symmetry(pair, combination, number(1), f"in {names} it depends on {{}} alone")
    return None


def _scaled(view: View, table: _Table, pair: tuple[str, str]) -> Symmetry | None:
    """(a + b·p)·u_p + (c + d·q)·u_q = e·u, with b and d, or with a and c alone."""
    p, q = pair
    by_p, by_q, at_p, at_q = table.slopes[p], table.slopes[q], table.columns[p], table.columns[q]
    offered = {
        "a": by_p,
        "b": at_p * by_p,
        "c": by_q,
        "d": at_q * by_q,
        "e": -table.values,
    }
    for keys in ("bd", "ace", "bde", "bcd", "abd", "bcde", "abcd", "abde", "abcde"):
        found = table.relation([offered[key] for key in keys])
        if found is None:
            continue
        a, b, c, d, e = (_entry(keys, found, key) for key in "abcde")
        if not b and not d:
            return _growing(pair, a, c, e)
        made = _self_similar(view, pair, (a, b), (c, d), e)
        if made is not None:
            return made
    return None


def _growing(pair: tuple[str, str], a: float, c: float, e: float) -> Symmetry | None:
    """a·u_p + c·u_q = e·u: exp(e·q/c) times a function of p − a·q/c."""
    p, q = symbol(pair[0]), symbol(pair[1])
    combination = p + free(-a / c) * q
    factor = apply("exp", free(e / c) * q)
    names = " and ".join(pair)
    return Symmetry(pair, combination, factor, f"in {names} it is exponential beside {{}}")


def _self_similar(
    view: View,
    pair: tuple[str, str],
    first: tuple[float, float],
    second: tuple[float, float],
    rate: float,
) -> Symmetry | None:
    """b·(p + a/b)·u_p + d·(q + c/d)·u_q = e·u: (q + c/d)^(e/d)·F((p + a/b)/(q + c/d)^(b/d))."""
    p, q = pair
    a, b = first
    c, d = second
    if abs(b) < 1e-9 or abs(d) < 1e-9:
        return None
    base, top = _moved(q, c / d), _moved(p, a / b)
    low, high = view.box[q]
    if (low + c / d) * (high + c / d) < 0:
        return None
    if high + c / d <= 0:
        base = -base
    under = _power(base, -b / d)
    factor = number(1) if abs(rate / d) < 1e-7 else _power(base, rate / d)
    names = " and ".join(pair)
    return Symmetry(pair, top * under, factor, f"in {names} it is self-similar beside {{}}")


def _moved(name: str, shift: float) -> Expression:
    return symbol(name) if abs(shift) < 1e-7 else symbol(name) + free(shift)


def _power(base: Expression, exponent: float) -> Expression:
    """A rational power where the exponent is nearly one, else the exponential of a logarithm."""
    found = simple(exponent, 1e-5)
    if found is not None and found != 0:
        return base**found
    return apply("exp", free(exponent) * apply("log", base))


def _entry(keys: str, values: Floats, key: str) -> float:
    place = keys.find(key)
    return float(values[place]) if place >= 0 else 0.0


def _normalised(terms: Sequence[tuple[Expression, float]]) -> Expression | None:
    """The sum of terms, divided by the first factor."""
    if not terms:
        return None
    leading = terms[0][1]
    combination = terms[0][0]
    for tree, value in terms[1:]:
        combination = combination + free(value / leading) * tree
    return combination
