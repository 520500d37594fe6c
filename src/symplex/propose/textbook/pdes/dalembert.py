"""D'Alembert's formula: waves on a line, with any data and source, and images at a face."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, final

from symplex.errors import ExpressionError
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
from symplex.expression import Derivative, Expression, Symbol, Token, apply, number, symbol
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.problem.box import same_value
from symplex.problem.method import Family
from symplex.propose.textbook.pdes.pde import Data, Pde, lone_pde
from symplex.propose.textbook.pdes.sieve import holds
from symplex.work.budget import Budget

_HALF: Final = Fraction(1, 2)
_FROM: Final = "s#0"
"""The time at which a source acts."""
_DISTANCE: Final = "s#1"
"""The distance from a face."""


@final
class DAlembert:
    """u_tt = c²·u_xx + h(x, t) with data for u and u_t."""

    name = "d'Alembert's formula"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The formula on the line, then with images at a face."""
        pde = lone_pde(problem, budget)
        if pde is None:
            return
        for data in pde.marching():
            wave = _wave(pde, data)
            if wave is None:
                continue
            for formula in wave.formulas():
                found = {pde.unknown: formula}
                if holds(problem, found):
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
        """The answer on the line, then on a half line."""
        height, rate = (self.data.values[self.pde.unknown, k] for k in (0, 1))
        way = multiply(self.speed, self._elapsed)
        ends = add(symbol(self.x), way), subtract(symbol(self.x), way)
        forced = self._forced()
        sum_ = self._antiderivative(rate)
        if forced is None or sum_ is None:
            return
        flow = divide(sum_, self.speed)
        right = self._moved(add(height, flow), ends[0])
        yield self._written(right, self._moved(subtract(height, flow), ends[1]), forced)
        yield from self._with_images(height, flow, ends, forced)

    def _with_images(
        self,
        height: Expression,
        flow: Expression,
        ends: tuple[Expression, Expression],
        forced: Expression,
    ) -> Iterator[Expression]:
        """Odd and even continuations beyond a face: the wave that comes back from it."""
        interval = self.pde.problem.domain[self.x]
        for face, _ in self.pde.slices(self.x):
            inside = 1 if same_value(face, interval.low) else -1
            outgoing, incoming = ends if inside > 0 else (ends[1], ends[0])
            sign = number(inside)
            # The flow is counted from the face.
            counted = multiply(sign, subtract(flow, flow.substitute({Symbol(self.x): face})))
            plain = self._moved(add(height, counted), outgoing)
            away = multiply(sign, subtract(incoming, face))
            mirror = add(face, multiply(sign, apply(op.ABS, away)))
            up, down = (self._moved(one, mirror) for one in (height, counted))
            image = _Image(self, face, sign, away)
            yield self._written(plain, subtract(image.odd(height), down), forced)
            yield self._written(plain, subtract(up, image.odd(counted)), forced)

    def _written(self, one: Expression, other: Expression, forced: Expression) -> Expression:
        return rebuilt(add(multiply(number(_HALF), add(one, other)), forced))

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


@final
@dataclass(frozen=True)
class _Image:
    """Functions of the distance from a face, continued beyond it."""

    wave: _Wave
    face: Expression
    sign: Expression
    away: Expression
    """How far inside a point is."""

    def odd(self, tree: Expression) -> Expression:
        """The odd continuation; without a sign where the function vanishes at the face."""
        distance = symbol(_DISTANCE)
        there = add(self.face, multiply(self.sign, distance))
        value = tree.substitute({Symbol(self.wave.x): there})
        size = apply(op.ABS, self.away)
        real = self.wave.pde.arithmetic.on({_DISTANCE: (0.1, 1.0)})
        share = real.fraction(divide(value, distance))
        if share is not None and _DISTANCE not in share[1].symbols:
            slope = divide(*share).substitute({Symbol(_DISTANCE): size})
            return multiply(self.away, slope)
        plain = value.substitute({Symbol(_DISTANCE): size})
        return multiply(apply(op.SIGN, self.away), plain)
