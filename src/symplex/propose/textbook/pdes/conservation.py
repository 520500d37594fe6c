"""Waves of a scalar conservation law from data with corners and steps.

Each corner moves with its characteristic, each step opens into a fan or stays a shock with the
speed of Rankine and Hugoniot (LeVeque, Finite Volume Methods for Hyperbolic Problems, ch. 11;
Evans, Partial Differential Equations, ch. 3.4). The path of a shock between pieces that are not
constant is where Lax's and Oleinik's potentials of both are equal. Owns the waves up to the time at
which two of them meet; an answer is proposed if that is not within the stated time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.exact.formulas.broken import Broken, broken, has_branches, is_continuous_at
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    divide,
    multiply,
    power,
    rebuilt,
    subtract,
    total,
)
from symplex.exact.formulas.inverse import zeros
from symplex.exact.integrals.integrals import Integrals
from symplex.expression import Expression, Symbol, Token, apply, number, symbol
from symplex.expression import operators as op
from symplex.expression.evaluate import evaluate
from symplex.problem import Problem
from symplex.problem.box import same_value
from symplex.problem.method import Family
from symplex.propose.textbook.pdes.pde import Pde, lone_pde
from symplex.propose.textbook.pdes.quadratics import roots_of
from symplex.propose.textbook.pdes.scalar_law import STATE, ScalarLaw, bend, scalar_law
from symplex.propose.textbook.pdes.sieve import holds
from symplex.propose.textbook.pdes.wave_pattern import Pattern, Wave
from symplex.work.budget import Budget

_HALF: Final = number(Fraction(1, 2))
_POINTS: Final = 24
_EARLY: Final = 1e-6
"""The share of the time after which a shock is still where it began, but for a hundredth."""
_NEAR: Final = 1e-2
_RAY: Final = "s#0"
"""The speed of a ray of a fan."""
_TIME: Final = "s#1"
"""The time of a law without its source."""
Pair = tuple[Expression, Expression]


@final
class ConservationLaw:
    """u_t + f(u)_x = g − k·u with data in pieces, f convex or concave."""

    name = "waves of a conservation law"

    def propose(self, problem: Problem, budget: Budget) -> Iterator[Family]:
        """The waves from all corners and steps of the data, if none of them meet."""
        pde, time = lone_pde(problem, budget), problem.time
        if pde is None or pde.order != 1 or time is None or len(problem.space) != 1:
            return
        data = pde.data(time) if len(problem.conditions) == 1 else None
        value = None if data is None else data.values.get((pde.unknown, 0))
        if data is None or value is None or not has_branches(value):
            return
        law, real = scalar_law(pde, time, data.at), pde.arithmetic
        pieces = None if law is None else broken(value, problem.space[0], real)
        if law is None or pieces is None or not same_value(data.at, problem.domain[time].low):
            return
        pattern = _Waves(pde, law, pieces).pattern()
        if pattern is not None:
            grown = multiply(law.growth, pattern.written(real))
            formulas = {pde.unknown: rebuilt(add(law.level, grown))}
            if holds(problem, formulas):
                yield Family(self.name, formulas)


@final
@dataclass(frozen=True)
class _Waves:
    """The waves of v_τ + b(v)·v_y = 0 from data in pieces."""

    pde: Pde
    law: ScalarLaw
    data: Broken

    @property
    def _y(self) -> str:
        return self.pde.problem.space[0]

    @property
    def _time(self) -> str:
        (name,) = self.pde.others(self._y)
        return name

    def pattern(self) -> Pattern | None:
        """All waves; None where one is not in closed form, breaks or meets another one."""
        if not self.data.breaks:
            return None
        states = [self._moved(piece) for piece in self.data.pieces]
        waves = list[Wave]()
        for (at, left, right), state in zip(self.data.joints, states[1:], strict=True):
            opened = self._opened(at, left, right)
            if not opened or state is None:
                return None
            waves += [*opened[:-1], replace(opened[-1], state=state)]
        if states[0] is None or not self._is_ordered([wave.place for wave in waves]):
            return None
        return Pattern(self._y, states[0], tuple(waves))

    def _is_ordered(self, places: list[Expression]) -> bool:
        return all(self._lasts(subtract(after, place)) for place, after in pairwise(places))

    def _lasts(self, gap: Expression, *, strict: bool = False) -> bool:
        """Whether a formula in time is positive up to the end, where it may vanish."""
        real, end = self.pde.arithmetic, self.pde.problem.domain[self._time].high
        last = real.normal(gap.substitute({Symbol(self._time): end}))
        sign = real.sign(last)
        return real.sign(gap) > 0 and (sign > 0 or (not strict and real.is_zero(last)))

    def _between(self, values: Pair) -> tuple[float, float]:
        """The least and the largest of two states, as numbers."""
        found = [evaluate(value, self._points) for value in values]
        return min(float(np.min(one)) for one in found), max(float(np.max(one)) for one in found)

    def _bends(self, values: Pair) -> bool:
        """Whether the flux is convex or concave between two states."""
        return bool(bend(self.law, self._between(values), self.pde.arithmetic))

    @cached_property
    def _points(self) -> dict[str, NDArray[np.float64]]:
        return self.pde.problem.box.sample(np.random.default_rng(0), _POINTS)

    def _value(self, piece: Expression, at: Expression) -> Expression:
        return self.pde.arithmetic.normal(piece.substitute({Symbol(self._y): at}))

    def _line(self, piece: Expression) -> Pair | None:
        """The slope and the level of a piece, if it is straight."""
        parts = self.pde.arithmetic.polynomial(piece, (self._y,))
        if parts is None or not set(parts) <= {(0,), (1,)}:
            return None
        return parts.get((1,), ZERO), parts.get((0,), ZERO)

    def _moved(self, piece: Expression) -> Expression | None:
        """What becomes of a piece: (m·y + n)/(1 + m·b·τ); None where it breaks in time."""
        line, slope = self._line(piece), self.law.slope(self.pde.arithmetic)
        if line is None or line[0] == ZERO:
            return None if line is None else piece
        if slope is None:
            return None
        stretched = add(ONE, multiply(multiply(line[0], slope), self.law.elapsed))
        if not self._lasts(stretched, strict=True):
            return None
        return self._here(divide(piece, stretched))

    def _here(self, tree: Expression) -> Expression:
        """A formula in y, in the variables of the problem."""
        place = subtract(symbol(self._y), self.law.shift)
        return self.pde.arithmetic.normal(tree.substitute({Symbol(self._y): place}))

    def _opened(self, at: Expression, left: Expression, right: Expression) -> list[Wave]:
        """The waves that leave a break; what is on the right of the last one is not known here."""
        real, law = self.pde.arithmetic, self.law
        values = self._value(left, at), self._value(right, at)
        speeds = [real.shorter(law.at(value)) for value in values]
        if is_continuous_at(at, left, right, self._y, real):
            return [Wave(self._from(at, speeds[0]), ZERO)]
        side = real.sign(subtract(speeds[1], speeds[0])) if self._bends(values) else 0
        if side > 0:
            fan = self._fan(at, values)
            edges = [self._from(at, speed) for speed in speeds]
            return [] if fan is None else [Wave(edges[0], fan), Wave(edges[1], ZERO)]
        path = self._path(at, (left, right), values) if side < 0 else None
        return [] if path is None else [Wave(path, ZERO, jumps=True)]

    def _from(self, at: Expression, speed: Expression) -> Expression:
        way = total([at, multiply(speed, self.law.elapsed), self.law.shift])
        return self.pde.arithmetic.shorter(way)

    def _fan(self, at: Expression, values: Pair) -> Expression | None:
        """The state whose speed is (y − at)/τ; beyond the fan it need have no value."""
        law, real = self.law, self.pde.arithmetic
        # Divided by the time as it is: rounding keeps its sign at the beginning.
        away = self._here(subtract(symbol(self._y), at))
        slope = law.slope(real)
        if slope is not None:
            return divide(real.normal(divide(away, slope)), law.elapsed)
        ray = divide(away, law.elapsed)
        ends = [law.at(value) for value in values]
        low, high = (np.broadcast_to(evaluate(end, self._points), _POINTS) for end in ends)
        states = [np.broadcast_to(evaluate(value, self._points), _POINTS) for value in values]
        middle = {**self._points, STATE: (states[0] + states[1]) / 2}
        speeds = np.broadcast_to(evaluate(law.speed, middle), _POINTS)
        wider = real.on({_RAY: (float(low.min()), float(high.max()))})
        for found in zeros(subtract(law.speed, symbol(_RAY)), STATE, wider):
            gap = evaluate(found, {**self._points, _RAY: speeds}) - middle[STATE]
            if np.all(np.abs(gap) <= _EARLY):
                within = apply(op.MIN, apply(op.MAX, ray, ends[0]), ends[1])
                return rebuilt(found.substitute({Symbol(_RAY): within}))
        return None

    def _path(self, at: Expression, pieces: Pair, values: Pair) -> Expression | None:
        """The way of a shock, in the variables of the problem."""
        lines = [self._line(piece) for piece in pieces]
        slope, real = self.law.slope(self.pde.arithmetic), self.pde.arithmetic
        if all(line is not None and line[0] == ZERO for line in lines):
            known = real.on({STATE: self._between(values)})
            flux = Integrals(known, with_sympy=False).of(self.law.speed, STATE)
            if flux is None:
                return None
            ends = [flux.substitute({Symbol(STATE): value}) for value in values]
            return self._from(at, real.shorter(divide(subtract(*ends), subtract(*values))))
        if slope is None:
            return None
        start: dict[Token, Expression] = {Symbol(self._y): at, Symbol(_TIME): ZERO}
        potentials = [_potential(line, slope, self._y) for line in lines if line is not None]
        gap = subtract(*(subtract(one, one.substitute(start)) for one in potentials))
        return self._root(at, gap)

    def _root(self, at: Expression, gap: Expression) -> Expression | None:
        """The zero of a difference of potentials that begins at a place."""
        real, points = self.pde.arithmetic, self._points
        longest = float(np.max(evaluate(self.law.elapsed, points)))
        wider = real.on({_TIME: (0.0, longest)})
        begin = evaluate(at, points)
        fitting = list[tuple[bool, int, Expression]]()
        for found in roots_of(wider.normal(gap), self._y, wider):
            with np.errstate(all="ignore"):
                early, first = (
                    np.abs(evaluate(found, {**points, _TIME: np.full(_POINTS, when)}) - begin)
                    for when in (_EARLY * longest, 0.0)
                )
            if np.all(early <= _NEAR):
                fitting.append((not np.all(first <= _NEAR), found.size, found))
        if not fitting:
            return None
        best = min(fitting, key=lambda one: one[:2])[2]
        moved = best.substitute({Symbol(_TIME): self.law.elapsed})
        return real.normal(add(moved, self.law.shift))


def _potential(line: Pair, slope: Expression, name: str) -> Expression:
    """∫ v dy of a straight piece that moves: (m·y²/2 + n·y − b·n²·τ/2)/(1 + m·b·τ)."""
    y, time = symbol(name), symbol(_TIME)
    lost = multiply(multiply(_HALF, slope), multiply(power(line[1], 2), time))
    above = total([multiply(multiply(_HALF, line[0]), power(y, 2)), multiply(line[1], y)])
    return divide(subtract(above, lost), add(ONE, multiply(multiply(line[0], slope), time)))
