"""Data with jumps and corners: intervals of a line, on each of them a formula without such.

Owns where signs, absolute values, maxima and minima change, and what they are between.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    multiply,
    negative,
    power,
    rebuilt,
    subtract,
)
from symplex.exact.formulas.inverse import zeros
from symplex.expression import Expression, Symbol, Token, number
from symplex.expression import operators as op
from symplex.propose.textbook.pdes.kernels.shapes import PLACE, Smooth, read
from symplex.reasons import Code
from symplex.work.budget import Missing

_CORNERS: Final = frozenset({op.SIGN, op.ABS, op.RELU, op.MAX, op.MIN})
_MOST: Final = 12
"""Data with more pieces become formulas that nobody examines."""


@final
@dataclass(frozen=True)
class Pieces:
    """A function on the line: `parts[k]` between `points[k − 1]` and `points[k]`."""

    points: tuple[Expression, ...]
    parts: tuple[Smooth, ...]


@final
@dataclass(frozen=True)
class _Interval:
    """Between two points; None where there is no end."""

    low: Expression | None
    high: Expression | None

    @property
    def middle(self) -> Expression:
        """A point between the ends."""
        if self.low is None:
            return ZERO if self.high is None else subtract(self.high, ONE)
        if self.high is None:
            return add(self.low, ONE)
        return multiply(number(Fraction(1, 2)), add(self.low, self.high))

    def contains(self, point: Expression, real: Arithmetic) -> bool:
        """Whether a point lies strictly between the ends, for all parameters.

        Raises:
            Missing: where that depends on the parameters.
        """
        below = self.low is None or _order(self.low, point, real) > 0
        return below and (self.high is None or _order(point, self.high, real) > 0)


def pieces(tree: Expression, real: Arithmetic, low: Expression | None = None) -> Pieces:
    """A formula in `PLACE` on the line, or above a point, by pieces.

    Raises:
        Missing: where a piece is not known.
    """
    found = list(_smooth(tree, _Interval(low, None), real))
    if len(found) > _MOST:
        raise Missing(Code.ALGEBRA_FORMULA_TOO_LONG)
    parts = [read(part, real) for _, part in found]
    points = [interval.low for interval, _ in found[1:] if interval.low is not None]
    return merged(points, parts)


def merged(points: Sequence[Expression], parts: Sequence[Smooth]) -> Pieces:
    """Pieces without points at which nothing changes."""
    kept_points: list[Expression] = []
    kept = list(parts[:1])
    for point, part in zip(points, parts[1:], strict=True):
        if part != kept[-1]:
            kept_points.append(point)
            kept.append(part)
    return Pieces(tuple(kept_points), tuple(kept))


def _smooth(
    tree: Expression, interval: _Interval, real: Arithmetic
) -> Iterator[tuple[_Interval, Expression]]:
    """The intervals on which all corners of a formula are undone, and what it is there."""
    place = _innermost(tree)
    if place is None:
        yield interval, tree
        return
    corner = tree.subtree(place)
    first, *others = corner.arguments
    switch = rebuilt(subtract(first, others[0])) if others else first
    for part in _between(_switches(switch, interval, real), interval):
        real.budget.step()
        level = real.normal(switch.substitute(_at(part.middle)))
        sign = real.sign(level)
        if not sign:
            raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
        yield from _smooth(rebuilt(tree.with_subtree(place, _branch(corner, sign))), part, real)


def _at(point: Expression) -> dict[Token, Expression]:
    return {Symbol(PLACE): point}


def _innermost(tree: Expression) -> int | None:
    """Where a corner stands with none inside of it."""
    for start in range(tree.size - 1, -1, -1):
        root = tree.tokens[start]
        inside = tree.subtree(start).symbols if root in _CORNERS else {""}
        if PLACE in inside or not inside:  # of numbers alone, one is left over by another
            return start
    return None


def _branch(corner: Expression, sign: int) -> Expression:
    """What stands where the switch of a corner has a sign."""
    first, *others = corner.arguments
    match corner.root:
        case op.SIGN:
            return number(sign)
        case op.ABS:
            return first if sign > 0 else negative(first)
        case op.RELU:
            return first if sign > 0 else ZERO
        case op.MAX:
            return first if sign > 0 else others[0]
        case _:
            return others[0] if sign > 0 else first


def _switches(switch: Expression, interval: _Interval, real: Arithmetic) -> list[Expression]:
    """The zeros of a switch inside of an interval, in their order."""
    found: list[Expression] = []
    for zero in zeros(switch, PLACE, real):
        point = real.normal(zero)
        is_real = real.sign(add(ONE, power(point, 2))) > 0
        if not is_real or not interval.contains(point, real):
            continue
        place = 0
        while place < len(found) and _order(found[place], point, real) > 0:
            place += 1
        if place == len(found) or _order(point, found[place], real):
            found.insert(place, point)
    return found


def _order(one: Expression, other: Expression, real: Arithmetic) -> int:
    """1 where the first is less than the second, −1 where it is more, 0 where they are equal.

    Raises:
        Missing: where that depends on the parameters.
    """
    gap = real.subtract(other, one)
    if gap == ZERO:
        return 0
    sign = real.sign(gap)
    if not sign:
        raise Missing(Code.ALGEBRA_HIDDEN, name=PLACE)
    return sign


def _between(points: list[Expression], interval: _Interval) -> Iterator[_Interval]:
    ends = [interval.low, *points, interval.high]
    for low, high in pairwise(ends):
        yield _Interval(low, high)
