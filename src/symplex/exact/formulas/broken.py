"""Formulas with corners and steps in one symbol, as pieces between the places where they break.

Owns the reading of abs, max, min, relu and sign by the zeros of their guards, and the writing of
pieces as one formula. What a formula is at a step itself is not kept. Guards are of degree two at
most, or have an inverse; their order is read off at sampled points of the parameters.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    multiply,
    negative,
    power,
    rebuilt,
    subtract,
    total,
)
from symplex.exact.formulas.inverse import zeros
from symplex.expression import Expression, Operator, Symbol, apply, number, symbol
from symplex.expression import operators as op
from symplex.expression.evaluate import evaluate

_BRANCHING: Final = frozenset({op.ABS, op.SIGN, op.MAX, op.MIN, op.RELU})
_WAVES: Final = frozenset({op.SIN, op.COS, op.TAN})
_HALF: Final = number(Fraction(1, 2))
_PAST: Final = "s#0"
"""How far a place is to the right of a break."""
_POINTS: Final = 24
_SMALL: Final = 1e-9
_MOST: Final = 40
"""Formulas with more pieces are nobody's answer."""


@final
@dataclass(frozen=True)
class Broken:
    """Pieces from left to right, and the places that part them, one fewer."""

    breaks: tuple[Expression, ...]
    pieces: tuple[Expression, ...]

    @property
    def joints(self) -> Iterator[tuple[Expression, Expression, Expression]]:
        """Each break with the pieces on its left and on its right."""
        for at, (left, right) in zip(self.breaks, pairwise(self.pieces), strict=True):
            yield at, left, right

    def mapped(self, change: Callable[[Expression], Expression]) -> "Broken":
        """The same breaks, every piece changed."""
        return Broken(self.breaks, tuple(map(change, self.pieces)))

    def merged(self, real: Arithmetic) -> "Broken":
        """Without the breaks at which nothing changes; pieces in normal form."""
        pieces = [real.normal(piece) for piece in self.pieces]
        breaks, kept = list[Expression](), [pieces[0]]
        for at, piece in zip(self.breaks, pieces[1:], strict=True):
            if not real.are_equal(piece, kept[-1]):
                breaks.append(at)
                kept.append(piece)
        return Broken(tuple(breaks), tuple(kept))

    def within(self, low: float, high: float, real: Arithmetic) -> "Broken":
        """Without the breaks that are seen not to lie between two numbers."""
        breaks, pieces = self.breaks, self.pieces
        while breaks and _values(breaks[0], real).max() <= low + _SMALL:
            breaks, pieces = breaks[1:], pieces[1:]
        while breaks and _values(breaks[-1], real).min() >= high - _SMALL:
            breaks, pieces = breaks[:-1], pieces[:-1]
        return Broken(breaks, pieces)

    def written(self, name: str, real: Arithmetic) -> Expression:
        """One formula: the leftmost piece, and what is added from each break on."""
        return _written(self, name, real)


def _values(place: Expression, real: Arithmetic) -> NDArray[np.float64]:
    rng = np.random.default_rng(0)
    points = {name: rng.uniform(*real.ends[name], _POINTS) for name in sorted(place.symbols)}
    return np.atleast_1d(evaluate(place, points))


def has_branches(tree: Expression) -> bool:
    """Whether a corner or a step stands in a formula."""
    return not _BRANCHING.isdisjoint(tree.operators)


def broken(tree: Expression, name: str, real: Arithmetic) -> Broken | None:
    """A formula as pieces in one symbol; None where a guard is not understood."""
    found = _read(tree, name, real)
    return None if found is None else found.merged(real)


def _read(tree: Expression, name: str, real: Arithmetic) -> Broken | None:
    real.budget.step()
    if not has_branches(tree):
        return Broken((), (tree,))
    parts = [_read(part, name, real) for part in tree.arguments]
    common = _common([part for part in parts if part is not None], real)
    if None in parts or common is None:
        return None
    breaks, columns = common
    root = tree.root
    if not isinstance(root, Operator):
        return None
    if root not in _BRANCHING:
        return Broken(breaks, tuple(apply(root, *column) for column in columns))
    found: list[tuple[tuple[Expression, ...], tuple[Expression, ...]]] = []
    for column, ends in zip(columns, _intervals(breaks), strict=True):
        chosen = _branches(root, column, ends, name, real)
        if chosen is None:
            return None
        found.append(chosen)
    inner = [*((at,) for at in breaks), ()]
    cuts = tuple(cut for (own, _), at in zip(found, inner, strict=True) for cut in (*own, *at))
    pieces = tuple(piece for _, some in found for piece in some)
    return Broken(cuts, pieces) if len(pieces) <= _MOST else None


def _intervals(
    breaks: Sequence[Expression],
) -> list[tuple[Expression | None, Expression | None]]:
    return list(pairwise([None, *breaks, None]))


def _common(
    parts: Sequence[Broken], real: Arithmetic
) -> tuple[tuple[Expression, ...], list[tuple[Expression, ...]]] | None:
    """The breaks of several in one order, and what each of them is between these."""
    places: list[Expression] = []
    for at in (at for part in parts for at in part.breaks):
        index = _index(at, places, real)
        if index is None:
            return None
        if index >= 0:
            places.insert(index, at)
    columns: list[list[Expression]] = [[] for _ in range(len(places) + 1)]
    for part in parts:
        index = 0
        for place, column in enumerate(columns):
            column.append(part.pieces[index])
            if place < len(places) and index < len(part.breaks):
                index += real.are_equal(places[place], part.breaks[index])
    return tuple(places), [tuple(column) for column in columns]


def _index(at: Expression, places: Sequence[Expression], real: Arithmetic) -> int | None:
    """Where a place belongs among others in order; −1 if it is there, None if this is not seen."""
    for index, other in enumerate(places):
        if real.are_equal(at, other):
            return -1
        side = real.sign(subtract(other, at))
        if side == 0:
            return None
        if side > 0:
            return index
    return len(places)


def _branches(
    root: Operator,
    below: Sequence[Expression],
    ends: tuple[Expression | None, Expression | None],
    name: str,
    real: Arithmetic,
) -> tuple[tuple[Expression, ...], tuple[Expression, ...]] | None:
    """The zeros of a guard within an interval, and the branches between them."""
    guard = subtract(below[0], below[1]) if root.arity > 1 else below[0]
    roots = _zeros(guard, name, real)
    if roots is None:
        return None
    low, high = ends
    inside = list[Expression]()
    for at in roots:
        sides = [
            ONE if end is None else real.normal(subtract(*pair))
            for end, pair in ((low, (at, low or ZERO)), (high, (high or ZERO, at)))
        ]
        signs = [real.sign(side) for side in sides]
        if any(sign == 0 and not real.is_zero(one) for sign, one in zip(signs, sides, strict=True)):
            return None
        if min(signs) > 0:
            inside.append(at)
    chosen = list[Expression]()
    for one, other in pairwise([low, *inside, high]):
        here = guard.substitute({Symbol(name): _between(one, other)})
        sign = real.sign(real.normal(here))
        if sign == 0 and not real.is_zero(guard):
            return None
        chosen.append(_branch(root, below, sign))
    return tuple(inside), tuple(chosen)


def _between(low: Expression | None, high: Expression | None) -> Expression:
    if low is None:
        return ZERO if high is None else subtract(high, ONE)
    return add(low, ONE) if high is None else multiply(_HALF, add(low, high))


def _branch(root: Operator, below: Sequence[Expression], sign: int) -> Expression:
    match root:
        case op.SIGN:
            return number(sign)
        case op.ABS:
            return below[0] if sign >= 0 else negative(below[0])
        case op.RELU:
            return below[0] if sign >= 0 else ZERO
        case _:
            return below[0] if (sign >= 0) is (root is op.MAX) else below[1]


def _zeros(guard: Expression, name: str, real: Arithmetic) -> list[Expression] | None:
    """The simple real zeros of a polynomial of degree two at most, or of a monotone function."""
    parts = real.polynomial(guard, (name,))
    if parts is None:
        return _other_zeros(guard, name, real)
    degree = max((key[0] for key in parts), default=0)
    a, b, c = (parts.get((k,), ZERO) for k in (2, 1, 0))
    if degree == 0:
        return []
    if degree == 1:
        return [real.normal(divide(negative(c), b))]
    inside = real.normal(b * b - 4 * a * c)
    sign, side = real.sign(inside), real.sign(a)
    if degree > 2 or side == 0 or (sign == 0 and not real.is_zero(inside)):  # noqa: PLR2004
        return None
    if sign <= 0:
        return []
    root, double = power(inside, Fraction(1, 2)), multiply(number(2 * side), a)
    middle = divide(multiply(number(-side), b), double)
    return [real.normal(add(middle, divide(one, double))) for one in (negative(root), root)]


def _other_zeros(guard: Expression, name: str, real: Arithmetic) -> list[Expression] | None:
    """Those that inverse functions give, in order; a wave has more of them than these."""
    if not _WAVES.isdisjoint(guard.operators):
        return None
    found = list[Expression]()
    for zero in zeros(guard, name, real):
        at = real.normal(zero)
        index = _index(at, found, real) if real.sign(add(ONE, power(at, 2))) > 0 else -1
        if index is None:
            return None
        if index >= 0:
            found.insert(index, at)
    return found


def is_continuous_at(at: Expression, left: Expression, right: Expression, name: str,
                     real: Arithmetic) -> bool:  # fmt: skip
    """Whether two pieces have the same value at a break."""
    return real.is_zero(subtract(left, right).substitute({Symbol(name): at}))


def _written(found: Broken, name: str, real: Arithmetic) -> Expression:
    variable, terms = symbol(name), [found.pieces[0]]
    if len(found.breaks) == 1:
        ((at, left, right),) = found.joints
        size = rebuilt(add(at, apply(op.ABS, rebuilt(subtract(variable, at)))))
        mirror = subtract(multiply(number(2), at), variable)
        if real.are_equal(left, right.substitute({Symbol(name): mirror})):
            return rebuilt(right.substitute({Symbol(name): size}))
    corners = list[tuple[Expression, Expression]]()
    for at, left, right in found.joints:
        change = real.normal(subtract(right, left))
        away = rebuilt(subtract(variable, at))
        slope = real.polynomial(change, (name,))
        if not is_continuous_at(at, left, right, name, real):
            terms.append(multiply(multiply(_HALF, change), add(ONE, apply(op.SIGN, away))))
        elif slope is not None and max((key[0] for key in slope), default=0) == 1:
            corners.append((multiply(_HALF, slope[1,]), at))
        else:
            grown = real.normal(change.substitute({Symbol(name): add(at, symbol(_PAST))}))
            terms.append(grown.substitute({Symbol(_PAST): apply(op.MAX, away, ZERO)}))
    # A corner is a size and half of a change of slope, which goes to the leftmost piece.
    for half, at in corners:
        away = rebuilt(subtract(variable, at))
        terms[0] = add(terms[0], multiply(half, away))
        terms.append(multiply(half, apply(op.ABS, away)))
    return rebuilt(total([real.normal(terms[0]), *terms[1:]]))
