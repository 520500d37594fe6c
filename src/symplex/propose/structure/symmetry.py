"""Vector fields along which a function does not change, or changes at a known rate.

For a pair of variables p and q, fields with linear coefficients are sought whose derivative of the
function vanishes at all sampled points: (a + b·q)·u_p + (c + d·p)·u_q = 0 makes u a function of one
combination (travelling, radial, accelerated), a·u_p + c·u_q = e·u one that grows, and
(a + b·p)·u_p + (c + d·q)·u_q = e·u one that scales. Each leaves a function of fewer variables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final, final

import numpy as np

from symplex.exact.formulas.building import ONE, ZERO
from symplex.expression import Expression, apply, symbol
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.propose.structure.exponents import total
from symplex.propose.structure.fitting import free
from symplex.propose.structure.level_sets import along
from symplex.propose.structure.tidy import simple
from symplex.propose.structure.view import View

_POINTS: Final = 40
_INNER: Final = 0.74
"""The part of the box in which differences can be taken."""
_NULL, _REST = 1e-6, 1e-3
"""How small the least singular value has to be, and how large the next one."""
_TRANSLATED: Final = ("ac", "bd", "abc", "bcd", "abd", "abcd", "ace", "acf", "bcf", "acg", "acfg")
"""Which columns may vanish together, the fewest first; see `_Pair.columns`."""
_NOTHING: Final = 1e-7
"""A shift or an exponent below this is none."""
_SCALED: Final = ("bc", "bd", "abc", "bce", "bde", "bcd", "abd", "bcde", "abcd", "abde", "abcde")


@final
@dataclass(frozen=True)
class Symmetry:
    """u = factor·F(combination, others) + shift; constants are in slots."""

    pair: tuple[str, str]
    combination: Expression
    factor: Expression = ONE
    shift: Expression = ZERO
    scales: bool = False
    """Whether the variables are stretched, so that the formula may be singular somewhere."""

    def reduced(self, view: View, name: str) -> View | None:
        """F as a function of fewer variables, the combination under a new name."""
        return along(view, self, name)

    def whole(self, profile: Expression) -> Expression:
        """The function, where the profile is written in the combination."""
        grown = profile if self.factor == ONE else self.factor * profile
        return grown if self.shift == ZERO else grown + self.shift


def symmetries(view: View) -> Iterator[Symmetry]:
    """The symmetries of a function, pair by pair, the simplest first."""
    table = _Table.of(view)
    if table is None:
        return
    for pair in combinations(view.names, 2):
        found = list(_of_pair(view, table, pair)) or list(_of_pair(view, table, (pair[1], pair[0])))
        yield from found


def _of_pair(view: View, table: "_Table", pair: tuple[str, str]) -> Iterator[Symmetry]:
    for keys in _TRANSLATED:
        found = table.relation(pair, keys, across=True)
        if found is not None:
            yield from _translated(pair, found)
            return
    for keys in _SCALED:
        found = table.relation(pair, keys, across=False)
        if found is not None:
            yield from _self_similar(view, pair, found)
            return


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

    def relation(
        self, pair: tuple[str, str], keys: str, *, across: bool
    ) -> Mapping[str, float] | None:
        """The only combination of some columns that vanishes, if there is just one.

        The columns are a: u_p, b: q·u_p or p·u_p, c: u_q, d: p·u_q or q·u_q, e: −u, f: −1, g: −q.
        """
        (p, q), one = pair, np.ones(_POINTS)
        first, second = (q, p) if across else (p, q)
        offered = {
            "a": self.slopes[p],
            "b": self.columns[first] * self.slopes[p],
            "c": self.slopes[q],
            "d": self.columns[second] * self.slopes[q],
            "e": -self.values,
            "f": -one,
            "g": -self.columns[q],
        }
        found = _null([offered[key] for key in keys], max(_NULL, self.noise))
        return None if found is None else {**dict.fromkeys("abcdefg", 0.0), **_by(keys, found)}


def _by(keys: str, values: Floats) -> dict[str, float]:
    return {key: float(value) for key, value in zip(keys, values, strict=True)}


def _null(columns: Sequence[Floats], small: float) -> Floats | None:
    """The one combination of columns that vanishes."""
    matrix = np.stack(columns, axis=1)
    sizes = np.linalg.norm(matrix, axis=0)
    if not np.all(sizes > 1e-9 * np.max(sizes)):
        return None
    _, singular, right = np.linalg.svd(matrix / sizes, full_matrices=False)
    if singular[-1] > small * singular[0] or singular[-2] < _REST * singular[0]:
        return None
    return right[-1] / sizes


def _translated(pair: tuple[str, str], found: Mapping[str, float]) -> Iterator[Symmetry]:
    """(a + b·q)·u_p + (c + d·p)·u_q = e·u + f + g·q."""
    p, q = symbol(pair[0]), symbol(pair[1])
    a, b, c, d = (found[key] for key in "abcd")
    # The combination is c·p + d·p²/2 − a·q − b·q²/2, with 1 before the first term.
    terms = [(p, c), (p**2, d / 2), (q, -a), (q**2, -b / 2)]
    combination = _normalised([(tree, value) for tree, value in terms if value])
    factor = apply("exp", free(found["e"] / c) * q) if found["e"] else ONE
    gains = [free(found[key] / (k * c)) * q**k for k, key in ((1, "f"), (2, "g")) if found[key]]
    yield Symmetry(pair, combination, factor, total(gains) if gains else ZERO)
    if b * d < 0:
        yield Symmetry(pair, _distance(pair, found))


def _distance(pair: tuple[str, str], found: Mapping[str, float]) -> Expression:
    """The distance from a centre instead of its square."""
    p, q = (symbol(name) for name in pair)
    ratio = -found["b"] / found["d"]
    first = p if not found["c"] else p + free(found["c"] / found["d"])
    second = q if not found["a"] else q + free(found["a"] / found["b"])
    other = second**2 if simple(ratio) == 1 else free(ratio) * second**2
    return (first**2 + other) ** Fraction(1, 2)


def _self_similar(
    view: View, pair: tuple[str, str], found: Mapping[str, float]
) -> Iterator[Symmetry]:
    """b·(p + a/b)·u_p + d·(q + c/d)·u_q = e·u: (q + c/d)^(e/d)·F((p + a/b)/(q + c/d)^(b/d))."""
    p, q = pair
    top = _moved(p, found["a"] / found["b"])
    if not found["d"]:
        yield _stretched(pair, top, found["b"] / found["c"], found["e"] / found["c"])
        return
    after = found["c"] / found["d"]
    base = _moved(q, after)
    low, high = view.box[q]
    if (low + after) * (high + after) < 0:
        return
    if high + after <= 0:
        base = -base
    rate = found["e"] / found["d"]
    factor = ONE if abs(rate) < _NOTHING else _power(base, rate)
    yield Symmetry(pair, top * _power(base, -found["b"] / found["d"]), factor, scales=True)


def _stretched(pair: tuple[str, str], top: Expression, rate: float, growth: float) -> Symmetry:
    """b·(p + a/b)·u_p + c·u_q = e·u: exp(e·q/c)·F((p + a/b)·exp(−b·q/c))."""
    q = symbol(pair[1])
    factor = apply("exp", free(growth) * q) if growth else ONE
    return Symmetry(pair, top * apply("exp", free(-rate) * q), factor)


def _moved(name: str, shift: float) -> Expression:
    return symbol(name) if abs(shift) < _NOTHING else symbol(name) + free(shift)


def _power(base: Expression, exponent: float) -> Expression:
    """A rational power where the exponent is nearly one, else the exponential of a logarithm."""
    found = simple(exponent, 1e-5)
    if found is not None and found != 0:
        return base**found
    return apply("exp", free(exponent) * apply("log", base))


def _normalised(terms: Sequence[tuple[Expression, float]]) -> Expression:
    """The sum of terms, divided by the first factor."""
    (combination, leading), *rest = terms
    for tree, value in rest:
        combination = combination + free(value / leading) * tree
    return combination
