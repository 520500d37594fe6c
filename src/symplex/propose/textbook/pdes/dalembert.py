"""D'Alembert's formula: waves on a line, a half-line and an interval, with any data and source.

At a fixed or free end the data are continued by reflection.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import Final, final

import numpy as np

from symplex.errors import ExpressionError
from symplex.exact.formulas.broken import Broken, broken
from symplex.exact.formulas.building import (
    ZERO,
    add,
    divide,
    multiply,
    negative,
    power,
    rebuilt,
    subtract,
)
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Derivative, Expression, Symbol, Token, number, symbol
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.problem.box import same_value
from symplex.problem.method import Family
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.pde import Data, Pde, lone_pde
from symplex.propose.textbook.pdes.reflections import Continued, End, Parity
from symplex.work.budget import Budget

_HALF: Final = Fraction(1, 2)
_FROM: Final = "s#0"
"""The time at which a source acts."""
_CORNERS: Final = 64
"""How many are looked at, drawn at random."""
Pair = tuple[Expression, Expression]
Side = tuple[Expression, bool]
"""Where an end is, and whether it is fixed; else it is free."""
Sides = tuple[Side | None, Side | None]
_OF_HEIGHT: Final = MappingProxyType({True: Parity.ODD, False: Parity.EVEN})
_OF_FLOW: Final = MappingProxyType({True: Parity.EVEN, False: Parity.ODD_ABOUT_ITS_VALUE})
"""The sum of what is odd is even, and the other way round."""


@final
class DAlembert:
    """u_tt = c²·u_xx + h(x, t) with data for u and u_t."""

    name = "d'Alembert's formula"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The formula on the line, then with reflections at the ends."""
        pde = lone_pde(problem, budget)
        if pde is None:
            return
        for data in pde.marching():
            wave = _wave(pde, data)
            if wave is None:
                continue
            for formula in dict.fromkeys(wave.formulas()):
                found = {pde.unknown: formula}
                if satisfies(problem, found):
                    yield Family(self.name, found)


def _wave(pde: Pde, data: Data) -> "_Wave | None":
    """The view of a wave equation with constant speed; None for any other."""
    space, linear = pde.others(data.variable), pde.linear
    if len(space) != 1 or linear is None:
        return None
    time, (x,), u = data.variable, space, pde.unknown
    equation = linear[0]
    needed = {Derivative(u, (time, time)), Derivative(u, (x, x))}
    if set(equation.coefficients) != needed:
        return None
    inertia, tension = (equation.coefficients[Derivative(u, (n, n))] for n in (time, x))
    square = pde.arithmetic.normal(divide(negative(tension), inertia))
    if square.symbols - set(pde.problem.parameters) or pde.arithmetic.sign(square) <= 0:
        return None
    if (u, 0) not in data.values or (u, 1) not in data.values:
        return None
    speed = pde.arithmetic.normal(power(square, _HALF))
    source = pde.arithmetic.normal(divide(equation.source, inertia))
    return _Wave(pde, data, x, speed, source)


@final
@dataclass(frozen=True)
class _Wave:
    """A wave equation on a line with data at one time."""

    pde: Pde
    data: Data
    x: str
    speed: Expression
    source: Expression

    @property
    def _elapsed(self) -> Expression:
        return subtract(symbol(self.data.variable), self.data.at)

    def formulas(self) -> Iterator[Expression]:
        """The answer on the line, then with ends."""
        height, rate = (self.data.values[self.pde.unknown, k] for k in (0, 1))
        way = multiply(self.speed, self._elapsed)
        ends = add(symbol(self.x), way), subtract(symbol(self.x), way)
        forced, flow = self._forced(), self._flow(rate)
        if forced is None or flow is None:
            return
        real, x = self.pde.arithmetic, self.x
        both = [join(height, flow.written(x, real)) for join in (add, subtract)]
        yield self._written(both, ends, forced)
        sides, pieces = self._reflecting(), broken(height, x, real)
        if sides is not None and pieces is not None:
            waves = [
                join(
                    self._continued(pieces, sides, _OF_HEIGHT, upward=upward),
                    self._continued(flow, sides, _OF_FLOW, upward=upward),
                )
                for join, upward in ((add, True), (subtract, False))
            ]
            yield self._written(waves, ends, forced)

    def _flow(self, rate: Expression) -> Broken | None:
        """∫ of the rate by x/c, continuous, in pieces."""
        pieces = broken(rate, self.x, self.pde.arithmetic)
        if pieces is None:
            pieces = Broken((), (rate,))
        sums = [self._antiderivative(divide(piece, self.speed)) for piece in pieces.pieces]
        found = [one for one in sums if one is not None]
        if len(found) < len(sums):
            return None
        for place, at in enumerate(pieces.breaks):
            before, after = (self._moved(one, at) for one in found[place : place + 2])
            found[place + 1] = add(found[place + 1], subtract(before, after))
        return Broken(pieces.breaks, tuple(found))

    def _continued(
        self, part: Broken, sides: Sides, parities: Mapping[bool, Parity], *, upward: bool
    ) -> Expression:
        """A function reflected at the ends, as far as the waves come from in the time."""
        real, (left, right) = self.pde.arithmetic, self.pde.arithmetic.ends[self.x]
        low, high = (None if side is None else End(side[0], parities[side[1]]) for side in sides)
        first, last = (-math.inf if low is None else left, math.inf if high is None else right)
        times = math.ceil(self._way / (right - left))
        inside = Continued(self.x, part.within(first, last, real), low, high, real)
        found = inside.beyond(times, upward=upward)
        reach = (first, last + self._way) if upward else (first - self._way, last)
        return found.within(*reach, real).written(self.x, real)

    def _reflecting(self) -> Sides | None:
        """The ends at which the height or its slope is zero, and which; None if one has else."""
        found: list[tuple[Expression, bool] | None] = [None, None]
        interval = self.pde.problem.domain[self.x]
        for face, conditions in self.pde.slices(self.x):
            pair = conditions[0].given_value() if len(conditions) == 1 else None
            if pair is None or pair[1] != ZERO or pair[0].by not in ((), (self.x,)):
                return None
            if not interval.has_end(face):
                return None
            found[not same_value(face, interval.low)] = face, not pair[0].by
        return None if found == [None, None] else (found[0], found[1])

    @cached_property
    def _way(self) -> float:
        """How far a wave comes in the time that there is."""
        ends, rng = self.pde.arithmetic.ends, np.random.default_rng(0)
        # A speed is largest at a corner of the box of the parameters.
        points = {name: rng.choice(ends[name], _CORNERS) for name in sorted(ends)}
        points[self.data.variable] = np.full(_CORNERS, ends[self.data.variable][1])
        return float(np.max(evaluate(multiply(self.speed, self._elapsed), points)))

    def _written(self, waves: Sequence[Expression], ends: Pair, forced: Expression) -> Expression:
        """Half of the wave that comes from the right and of the one that comes from the left."""
        both = add(*(self._moved(wave, end) for wave, end in zip(waves, ends, strict=True)))
        return rebuilt(add(multiply(number(_HALF), both), forced))

    def _moved(self, tree: Expression, place: Expression) -> Expression:
        return tree.substitute({Symbol(self.x): place})

    def _antiderivative(self, tree: Expression) -> Expression | None:
        if tree == ZERO:
            return ZERO
        try:
            return Integrals(self.pde.arithmetic).of(tree, self.x)
        except ExpressionError:
            return None

    def _forced(self) -> Expression | None:
        """1/2c·∫∫ of the source over the triangle that a point sees."""
        if self.source == ZERO:
            return ZERO
        sum_ = self._antiderivative(self.source)
        if sum_ is None:
            return None
        time = self.data.variable
        then: dict[Token, Expression] = {Symbol(time): symbol(_FROM)}
        early = sum_.substitute(then)
        way = multiply(self.speed, subtract(symbol(time), symbol(_FROM)))
        ends = add(symbol(self.x), way), subtract(symbol(self.x), way)
        inner = subtract(*(self._moved(early, end) for end in ends))
        real = self.pde.arithmetic.on({_FROM: self.pde.arithmetic.ends[time]})
        whole = Integrals(real).of(real.normal(inner), _FROM)
        if whole is None:
            return None
        late, first = (whole.substitute({Symbol(_FROM): at}) for at in (symbol(time), self.data.at))
        double = multiply(number(2), self.speed)
        return self.pde.arithmetic.normal(divide(subtract(late, first), double))
