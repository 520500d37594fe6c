"""Waves of a scalar conservation law from data with corners and steps.

Each corner moves with its characteristic, each step opens into a fan or stays a shock with the
speed of Rankine and Hugoniot (LeVeque, Finite Volume Methods for Hyperbolic Problems, ch. 11;
Evans, Partial Differential Equations, ch. 3.4). The path of a shock between pieces that are not
constant is where Lax's and Oleinik's potentials of both are equal. Owns the waves up to the time at
which two of them meet; from then on `fronts` says which of them are left.
"""

from collections.abc import Iterator, Sequence
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
from symplex.problem.residuals import satisfies
from symplex.propose.textbook.pdes.fronts import Fronts, Stretch, potential
from symplex.propose.textbook.pdes.pde import Pde, lone_pde
from symplex.propose.textbook.pdes.scalar_law import STATE, ScalarLaw, bend, scalar_law
from symplex.propose.textbook.pdes.wave_pattern import Pattern, Wave
from symplex.propose.textbook.quadratics import roots_of
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
        """The waves from all corners and steps of the data."""
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
        found = _Waves(pde, law, pieces).formula()
        if found is not None:
            formulas = {pde.unknown: rebuilt(add(law.level, multiply(law.growth, found)))}
            if satisfies(problem, formulas):
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

    def formula(self) -> Expression | None:
        """All waves; None where one is not in closed form or breaks."""
        stretches = self._stretches() if self.data.breaks else None
        if stretches is None:
            return None
        pattern, real = self._pattern(stretches), self.pde.arithmetic
        if pattern is not None:
            return pattern.written(real)
        if len(stretches) == 1 or not self._fluxes:
            return None
        flux = Integrals(real.on(self._fluxes), with_sympy=False).of(self.law.speed, STATE)
        places = [at for at, left, right in self.data.joints if self._is_shock(at, left, right)]
        side = bend(self.law, self._fluxes[STATE], real)
        return Fronts(self.law, stretches, places, side).written(real, flux)

    @cached_property
    def _fluxes(self) -> dict[str, tuple[float, float]]:
        """The range of all states at breaks, if the flux bends one way there."""
        joints = self.data.joints
        found = [self._between(self._values(*joint)) for joint in joints]
        whole = min(low for low, _ in found), max(high for _, high in found)
        return {STATE: whole} if bend(self.law, whole, self.pde.arithmetic) else {}

    def _stretches(self) -> list[Stretch] | None:
        """The data between shocks, moved; None where a wave is not in closed form or breaks."""
        states = [self._moved(piece) for piece in self.data.pieces]
        found = list[Stretch]()
        first, waves = 0, list[Wave]()
        if states[0] is None:
            return None
        start = states[0]
        for index, joint in enumerate(self.data.joints, 1):
            state = states[index]
            if state is None:
                return None
            if self._is_shock(*joint):
                found.append(self._stretch(first, index, start, waves))
                first, waves, start = index, list[Wave](), state
                continue
            opened = self._opened(*joint)
            if not opened:
                return None
            waves += [*opened[:-1], replace(opened[-1], state=state)]
        found.append(self._stretch(first, len(states), start, waves))
        ordered = (self._is_ordered([w.place for w in one.pattern.waves]) for one in found)
        return found if all(ordered) else None

    def _stretch(self, first: int, end: int, start: Expression, waves: list[Wave]) -> Stretch:
        data = Broken(self.data.breaks[first : end - 1], self.data.pieces[first:end])
        return Stretch(data, Pattern(self._y, start, tuple(waves)))

    def _pattern(self, stretches: Sequence[Stretch]) -> Pattern | None:
        """All waves as they are at first; None if two of them meet."""
        waves = list(stretches[0].pattern.waves)
        shocks = [joint for joint in self.data.joints if self._is_shock(*joint)]
        for (at, left, right), after in zip(shocks, stretches[1:], strict=True):
            path = self._path(at, (left, right), self._values(at, left, right))
            if path is None:
                return None
            waves += [Wave(path, after.pattern.first, jumps=True), *after.pattern.waves]
        if not self._is_ordered([wave.place for wave in waves]):
            return None
        return Pattern(self._y, stretches[0].pattern.first, tuple(waves))

    def _values(self, at: Expression, left: Expression, right: Expression) -> Pair:
        """The states on both sides of a break."""
        return self._value(left, at), self._value(right, at)

    def _is_shock(self, at: Expression, left: Expression, right: Expression) -> bool:
        return self._side(at, left, right) < 0

    def _side(self, at: Expression, left: Expression, right: Expression) -> int:
        """The sign with which the speed jumps; 0 where it does not, or where it is not seen."""
        real = self.pde.arithmetic
        if is_continuous_at(at, left, right, self._y, real):
            return 0
        values = self._values(at, left, right)
        speeds = [real.shorter(self.law.at(value)) for value in values]
        return real.sign(subtract(speeds[1], speeds[0])) if self._bends(values) else 0

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
        real, values = self.pde.arithmetic, self._values(at, left, right)
        edges = [self._from(at, real.shorter(self.law.at(value))) for value in values]
        if is_continuous_at(at, left, right, self._y, real):
            return [Wave(edges[0], ZERO)]
        fan = self._fan(at, values) if self._side(at, left, right) > 0 else None
        return [] if fan is None else [Wave(edges[0], fan), Wave(edges[1], ZERO)]

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
        time = symbol(_TIME)
        potentials = [potential(one, slope, self._y, time) for one in lines if one is not None]
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
