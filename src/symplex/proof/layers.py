"""Where a formula changes at once: places that hardly any point drawn at random meets.

Owns the search for them, along the coordinates. A layer, a spike or a pole lies where some part of
the formula vanishes, is extreme, or is about 1, or where two summands are equally large: tanh(a)
changes at |a| = 1, 1/(1 + a) too, exp(a)/(exp(a) + exp(b)) at a = b, exp(-(a/h)^2) at a = 0. So no
function of the table needs a rule of its own. Nothing is decided here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice, pairwise
from math import inf, log, nan
from typing import Final, final

import flint
from flint import arb

from symplex.expression import Expression, Operator
from symplex.expression.evaluate import interpret
from symplex.expression.exact import ball_backend, rational
from symplex.expression.operator_facts import nodes
from symplex.expression.operators import ADD, SUBTRACT
from symplex.proof.kernel.region import Ends, Region
from symplex.work.budget import Budget, OutOfBudget

Point = Mapping[str, Fraction]

_BITS: Final = 1_000
"""While places are computed: beside 0 they may be as close as numbers can be."""
_CLOSEST: Final = 400
"""The decimal exponent of the least distance from a place that is looked at."""
_DISTANCES: Final = (0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, _CLOSEST)
"""Decimal exponents of distances, in widths of the interval."""
_EVEN: Final = 17
"""Points along a line, beside those that are crowded at its ends."""
_FAR: Final = 20
"""How far a line goes in a direction that has no end."""
_ROOT_STEPS, _EDGE_STEPS = 60, 12
_STEPS: Final = 400
"""Points at which a formula is computed in search of the places along one line."""
_LINES: Final = 24
"""Through a point along each coordinate, then from extremes on them along the others, at most."""
_CENTRES: Final = 24
"""Places along a line beside which it is looked for layers, at most."""
_SPIKES: Final = 2
"""Extremes along a line from which it goes on in other directions, at most."""
_LARGE: Final = 4.0
"""A part whose logarithm stays smaller than this hides nothing: no layer is that wide."""
_FINE: Final = arb(10) ** (_CLOSEST + 10)
"""Places are told apart in steps of one over this."""
_STEP: Final = arb(10) ** -100
"""For differences: smaller than all that is to be seen, larger than what is rounded."""
_RESOLVED: Final = arb(10) ** -200
_LOG_2: Final = log(2)
_ENDLESS: Final = 10**300
"""Stands for what is larger: a number may have more digits than fit into any memory."""

_Size = tuple[int, int | None]
"""A part, whose size is compared with 1, or with that of another one beside it in a sum."""


def places(formula: Expression, region: Region, point: Point, budget: Budget) -> Iterator[Point]:
    """Where a formula may be another one than beside a point, found along lines from there.

    They may lie outside of the region. A line ends with its steps, the search with the budget.
    """
    parts, names = _Parts(formula), sorted(point)
    lines: list[tuple[Point, list[str]]]
    lines = [(point, [*names[first:], *names[:first]]) for first in range(len(names))]
    for start, (name, *others) in islice(lines, _LINES):
        with flint.ctx.workprec(_BITS):
            line = _LineSearch(parts, region.ends[name], start, name, budget.part(_STEPS))
            found = [_fraction(place) for place in line.places()]
            spikes = [_fraction(place) for place in line.extremes[:_SPIKES]] if others else []
        yield from ({**start, name: place} for place in found)
        lines += [({**start, name: place}, others) for place in spikes]


@final
class _Parts:
    """Every part of a formula that has an operator, and what it is made of."""

    def __init__(self, formula: Expression) -> None:
        self.nodes = nodes(formula)
        where = {node: index for index, node in enumerate(self.nodes)}
        self._leaves = [
            *dict.fromkeys(a for n in self.nodes for a in n.arguments if a not in where)
        ]
        where |= {leaf: len(self.nodes) + index for index, leaf in enumerate(self._leaves)}
        self._below = [tuple(where[a] for a in node.arguments) for node in self.nodes]
        self._backend = ball_backend()

    def that_depend_on(self, name: str) -> list[int]:
        """The parts with a variable."""
        return [index for index, node in enumerate(self.nodes) if name in node.symbols]

    def sizes(self, name: str) -> list[_Size]:
        """What may be of another size along a variable."""
        found: list[_Size] = []
        for index in self.that_depend_on(name):
            found.append((index, None))
            if self.nodes[index].root in (ADD, SUBTRACT):
                found.append(self._below[index])  # pyright: ignore[reportArgumentType]
        return found

    def program(self, wanted: Iterable[int]) -> list[int]:
        """The parts that are needed for some of them, in the order in which they are computed."""
        needed: set[int] = set()
        left = [*wanted]
        while left:
            index = left.pop()
            if index not in needed and index < len(self.nodes):
                needed.add(index)
                left += self._below[index]
        return sorted(needed)

    def at(self, values: Mapping[str, arb], program: Iterable[int]) -> list[arb]:
        """The values of these parts at a point; of the others there is no number."""
        found = [arb.nan()] * len(self.nodes)
        found += [interpret(leaf, self._backend, values) for leaf in self._leaves]
        for index in program:
            root = self.nodes[index].root
            if isinstance(root, Operator):
                found[index] = root.form(self._backend, *(found[k] for k in self._below[index]))
        return found


@final
@dataclass
class _LineSearch:
    """The line through a point along one coordinate."""

    parts: _Parts
    ends: Ends
    point: Point
    name: str
    budget: Budget

    def __post_init__(self) -> None:
        self._fixed = {n: arb(rational(value)) for n, value in self.point.items()}
        self._moving = self.parts.that_depend_on(self.name)
        self._sizes = self.parts.sizes(self.name)
        self._low, self._high = self._bounds()
        self._width = self._high - self._low
        self.extremes: list[arb] = []
        """Where some part is extreme, and large or small; known once the places are."""

    def places(self) -> Iterator[arb]:
        """Centres of layers, and their edges, until the steps of the line are spent."""
        centres = chain(self._ends(), self._zeros(), self._balances(), self._spikes())
        try:
            for centre in islice(_distinct(centres), _CENTRES):
                yield centre
                yield from self._edges(centre)
        except OutOfBudget:
            if self.budget.whole is not None and self.budget.whole.is_spent:
                raise

    def _bounds(self) -> tuple[arb, arb]:
        here = self._fixed[self.name]
        low, high = (
            None if end is None else interpret(end, ball_backend(), {}).mid()
            for end in (self.ends.low, self.ends.high)
        )
        return (
            min(here, arb(0)) - _FAR if low is None else low,
            max(here, arb(0)) + _FAR if high is None else high,
        )

    @cached_property
    def _known(self) -> list[tuple[arb, list[arb]]]:
        """Places from one end to the other, with the values of all parts there."""
        low, high, width = self._low, self._high, self._width
        found = [self._fixed[self.name], *(low + width * k / _EVEN for k in range(1, _EVEN))]
        for away in (width * arb(10) ** -arb(exponent) for exponent in _DISTANCES):
            found += [low + away, high - away]
            found += [one for one in (away, -away) if low < one < high]
        program = self.parts.program(self._moving)
        ordered = sorted(_distinct(found), key=_fraction)
        return [(place, self._at(place, program)) for place in ordered]

    def _at(self, place: arb, program: Iterable[int]) -> list[arb]:
        self.budget.step()
        return self.parts.at({**self._fixed, self.name: place}, program)

    def _ends(self) -> list[arb]:
        """The ends of the interval, and 0, which a faulty formula may take for one."""
        return [self._low, self._high, *([arb(0)] if self._low < 0 < self._high else [])]

    def _zeros(self) -> Iterator[arb]:
        """Where some part changes its sign."""
        for index in self._moving:
            program = self.parts.program([index])
            for (left, one), (right, other) in pairwise(self._known):
                if _differ(one[index], other[index]):
                    yield _root(
                        lambda place, i=index, p=program: self._at(place, p)[i],
                        *(left, right, one[index], other[index]),
                    )

    def _balances(self) -> Iterator[arb]:
        """Where some part is about 1, or two summands are equally large."""
        for size in self._sizes:
            known = [(place, _size(values, size)) for place, values in self._known]
            for (left, one), (right, other) in pairwise(known):
                if _passes(one, other):
                    yield self._balance(size, left, right)

    def _balance(self, size: _Size, left: arb, right: arb) -> arb:
        program = self.parts.program(index for index in size if index is not None)

        def at(place: arb) -> arb:
            values = self._at(place, program)
            first, second = (arb(1) if k is None else values[k] for k in size)
            return _logarithm(first) - _logarithm(second)

        return _root(at, left, right, at(left), at(right))

    def _spikes(self) -> Iterator[arb]:
        """Where some part is extreme, in between, and beside it large or small."""
        for index in self._moving:
            sizes = [_size(values, (index, None)) for _, values in self._known]
            for k in range(1, len(sizes) - 1):
                before, here, after = sizes[k - 1 : k + 2]
                is_extreme = before < here > after or before > here < after
                if is_extreme and max(abs(before), abs(here), abs(after)) > _LARGE:
                    found = self._extreme(index, self._known[k - 1][0], self._known[k + 1][0])
                    if found is not None:
                        self.extremes.append(found)
                        yield found

    def _extreme(self, index: int, left: arb, right: arb) -> arb | None:
        program, step = self.parts.program([index]), _STEP * (right - left)

        def slope(place: arb) -> arb:
            there, here = self._at(place + step, program), self._at(place - step, program)
            return there[index] - here[index]

        ends = left + 2 * step, right - 2 * step
        values = slope(ends[0]), slope(ends[1])
        return _root(slope, *ends, *values) if _differ(*values) else None

    def _edges(self, centre: arb) -> Iterator[arb]:
        """Where sizes pass 1 at small distances from a centre: on a scale of powers of ten."""
        program = self.parts.program(self._moving)
        for side in (1, -1):
            yield self._beside(centre, side, _CLOSEST)
            near = [self._beside(centre, side, exponent) for exponent in _DISTANCES]
            known = [self._at(place, program) for place in near if self._low < place < self._high]
            scale = _DISTANCES[-len(known) :]
            for size in self._sizes if known else ():
                found = [_size(values, size) for values in known]
                for (far, one), (close, other) in pairwise(zip(scale, found, strict=True)):
                    if _passes(one, other):
                        yield self._edge(size, centre, side, (far, close), one)

    def _beside(self, centre: arb, side: int, exponent: float) -> arb:
        return (centre + side * self._width * arb(10) ** -arb(exponent)).mid()

    def _edge(
        self, size: _Size, centre: arb, side: int, between: tuple[float, float], begin: float
    ) -> arb:
        program = self.parts.program(index for index in size if index is not None)
        far, close = between
        for _ in range(_EDGE_STEPS):
            middle = (far + close) / 2
            here = _size(self._at(self._beside(centre, side, middle), program), size)
            if abs(here) < 1:
                break
            far, close = (middle, close) if here * begin > 0 else (far, middle)
        return self._beside(centre, side, (far + close) / 2)


def _size(values: list[arb], size: _Size) -> float:
    """The logarithm of a size, or of a quotient of two, up to a factor of two."""
    first, second = size
    found = _rough_logarithm(values[first])
    return found if second is None else found - _rough_logarithm(values[second])


def _rough_logarithm(ball: arb) -> float:
    if not ball.is_finite():
        return nan
    mantissa, power = (ball if not ball.contains(0) else ball.abs_upper()).mid().man_exp()
    bits = abs(int(mantissa)).bit_length() + int(power)
    return max(-_ENDLESS, min(bits, _ENDLESS)) * _LOG_2 if mantissa else -inf


def _logarithm(ball: arb) -> arb:
    """The logarithm of the size; where it may be 0, of what it is at most."""
    size = abs(ball)
    return (size if size > 0 else size.abs_upper()).log()


def _passes(one: float, other: float) -> bool:
    """Whether a size passes 1 between two places, and is far from it at one of them."""
    return one * other < 0 and max(abs(one), abs(other)) > _LARGE


def _differ(one: arb, other: arb) -> bool:
    """Whether two values have certainly different signs."""
    return (bool(one > 0) and bool(other < 0)) or (bool(one < 0) and bool(other > 0))


def _root(value: Callable[[arb], arb], left: arb, right: arb, low: arb, high: arb) -> arb:
    """A zero between two places at which a value has different signs: the Illinois method."""
    place, width, kept = left, right - left, 0
    for _ in range(_ROOT_STEPS):
        before, place = place, ((left * high - right * low) / (high - low)).mid()
        if not place.is_finite():
            return left
        here = value(place)
        if not here.is_finite() or here.contains(0) or abs(place - before) < width * _RESOLVED:
            break
        if _differ(here, high):
            left, low = place, here
            high, kept = (high / 2 if kept < 0 else high), -1
        else:
            right, high = place, here
            low, kept = (low / 2 if kept > 0 else low), 1
    return place


def _distinct(found: Iterable[arb]) -> Iterator[arb]:
    """The finite ones in their order; of those that are as good as equal, the first."""
    seen: set[int] = set()
    for one in found:
        if one.is_finite():
            rounded = int((one * _FINE).mid().floor().unique_fmpz() or 0)
            if rounded not in seen:
                seen.add(rounded)
                yield one.mid()


def _fraction(ball: arb) -> Fraction:
    """The number in the middle of a ball."""
    mantissa, power = ball.mid().man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(power)
