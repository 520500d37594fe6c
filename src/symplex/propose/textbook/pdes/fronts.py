"""Shocks that meet others or eat fans: which of several potentials is the least.

Between two shocks at first, data have a continuous state with a potential W. Where flux and
states are convex, the least potential counts (Lax, Comm. Pure Appl. Math. 10, 1957; Evans, Partial
Differential Equations, ch. 3.4.2); the largest, where they are concave. A front parts the
potentials from its left from those on its right, whichever of them are left. Owns the potentials
and the fronts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.broken import Broken, has_branches
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
from symplex.expression import Expression, Operator, Symbol, Token, apply, number, symbol
from symplex.expression import operators as op
from symplex.expression.evaluate import evaluate
from symplex.propose.textbook.pdes.scalar_law import STATE, ScalarLaw
from symplex.propose.textbook.pdes.wave_pattern import Pattern, by_signs, with_one_side

_HALF: Final = number(Fraction(1, 2))
_POINTS: Final = 400
_FAR: Final = 2
"""How far beyond the stated interval it is looked whether a form is right, in its lengths."""
_HALVINGS: Final = 50
_CLOSEST: Final = -6
"""The decimal exponent of how close to a front it is looked; further away there are points too."""


@final
@dataclass(frozen=True)
class Stretch:
    """Data between two shocks: their pieces, and what becomes of them."""

    data: Broken
    pattern: Pattern


@final
class Fronts:
    """Stretches of data parted by shocks."""

    def __init__(
        self, law: ScalarLaw, stretches: Sequence[Stretch], places: Sequence[Expression], side: int
    ) -> None:
        """The places are those of the shocks at first; the side is 1 if the flux is convex."""
        self._law, self._stretches = law, stretches
        self._places, self._side = places, side

    def written(self, real: Arithmetic, flux: Expression | None) -> Expression | None:
        """One formula; None where a potential is not in closed form."""
        made = _Potentials(self._law, self._stretches[0].pattern.variable, real, flux)
        potentials = list(made.of(self._stretches, self._places))
        if None in potentials:
            return None
        known = [one for one in potentials if one is not None]
        parting = _Parting(self._stretches, known, self._side, real)
        states = [one.pattern.written(real) for one in self._stretches]
        return by_signs(states, [parting.front(k) for k in range(1, len(states))], real)


@final
@dataclass(frozen=True)
class _Potentials:
    """∫ v dy of stretches, in the variables of the problem."""

    law: ScalarLaw
    variable: str
    real: Arithmetic
    flux: Expression | None
    """An integral of the speed by the state."""

    def of(
        self, stretches: Sequence[Stretch], places: Sequence[Expression]
    ) -> Iterator[Expression | None]:
        """That of each stretch; all begin with one continuous function."""
        level = ZERO  # at the beginning of each stretch
        for index, stretch in enumerate(stretches):
            cuts = [*places[max(index - 1, 0) : index], *stretch.data.breaks]
            begin = cuts[0] if cuts else places[0]
            yield self._of(stretch, begin, level)
            ends = [*cuts, *places[index : index + 1]]
            inner = stretch.data.pieces[len(stretch.data.pieces) - len(ends) + 1 :]
            level = add(level, self._area(inner, ends))

    def _area(self, pieces: Sequence[Expression], ends: Sequence[Expression]) -> Expression:
        pairs = zip(pieces, pairwise(ends), strict=True)
        return self.real.normal(
            total(subtract(self._integral(p, b), self._integral(p, a)) for p, (a, b) in pairs)
        )

    def _integral(self, piece: Expression, at: Expression) -> Expression:
        """The integral of a straight piece from 0."""
        slope, level = self._line(piece)
        square = multiply(multiply(_HALF, slope), power(at, 2))
        return add(square, multiply(level, at))

    def _line(self, piece: Expression) -> tuple[Expression, Expression]:
        parts = self.real.polynomial(piece, (self.variable,)) or {}
        return parts.get((1,), ZERO), parts.get((0,), ZERO)

    def _of(self, stretch: Stretch, begin: Expression, level: Expression) -> Expression | None:
        first = self._line(stretch.data.pieces[0])
        level = self.real.normal(subtract(level, self._integral(stretch.data.pieces[0], begin)))
        if all(self._line(piece)[0] == ZERO for piece in stretch.data.pieces):
            return self._of_fans(stretch, first[1], level)
        slope = self.law.slope(self.real)
        if slope is None:
            return None
        found = add(level, self._here(potential(first, slope, self.variable, self.law.elapsed)))
        return add(found, total(self._bent(stretch.pattern)))

    def _bent(self, pattern: Pattern) -> Iterator[Expression]:
        """What each corner adds: states that meet are straight, so this is a square."""
        for wave, (before, after) in zip(pattern.waves, pairwise(pattern.states), strict=True):
            slopes = [self._line(self.real.normal(one))[0] for one in (before, after)]
            bend = self.real.normal(multiply(_HALF, subtract(slopes[1], slopes[0])))
            away = self.real.normal(subtract(symbol(self.variable), wave.place))
            yield multiply(bend, power(apply(op.MAX, ZERO, away), 2))

    def _of_fans(self, stretch: Stretch, state: Expression, level: Expression) -> Expression | None:
        """Each fan has v·(y − s) − τ·f(v), v held between the states at its edges."""
        if self.flux is None:
            return None
        pattern, places = stretch.pattern, stretch.data.breaks
        found = add(level, self._held(state, ZERO)) if not places else level
        for index, place in enumerate(places):
            before, waves = pattern.states[2 * index], pattern.waves[2 * index : 2 * index + 2]
            held = Pattern(self.variable, before, waves).written(self.real)
            found = add(found, self._held(held, place))
            if index:
                found = subtract(found, self._held(before, place))
            else:
                found = add(found, self.real.normal(multiply(before, place)))
        return found

    def _held(self, state: Expression, place: Expression) -> Expression:
        away = self._here(subtract(symbol(self.variable), place))
        inside: dict[Token, Expression] = {Symbol(STATE): state}
        flux = (self.flux or ZERO).substitute(inside)
        found = subtract(multiply(state, away), multiply(self.law.elapsed, flux))
        return rebuilt(found) if has_branches(found) else self.real.normal(found)

    def _here(self, tree: Expression) -> Expression:
        moved = subtract(symbol(self.variable), self.law.shift)
        return self.real.normal(tree.substitute({Symbol(self.variable): moved}))


@final
class _Parting:
    """Potentials from left to right, of which the least counts, or the largest."""

    def __init__(
        self,
        stretches: Sequence[Stretch],
        potentials: Sequence[Expression],
        side: int,
        real: Arithmetic,
    ) -> None:
        self._potentials, self._side, self._real = potentials, side, real
        self._variable = stretches[0].pattern.variable
        self._constants = [
            one.pattern.first if not one.pattern.waves and self._is_constant(one) else None
            for one in stretches
        ]

    def _is_constant(self, stretch: Stretch) -> bool:
        return self._variable not in stretch.pattern.first.symbols

    def front(self, count: int) -> Expression:
        """What is negative where one of the first potentials counts, and positive elsewhere."""
        before, after = range(count), range(count, len(self._potentials))
        pairs = [(j, k) for j in before for k in after]
        if all(self._constants[n] is not None for n in range(len(self._potentials))):
            paths = {(j, k): self._path(j, k) for j, k in pairs}
            path = self._extreme(
                op.MAX, [self._extreme(op.MIN, [paths[j, k] for k in after]) for j in before]
            )
            whole = subtract(symbol(self._variable), path)
        else:
            gaps = {(j, k): self._gap(j, k) for j, k in pairs}
            whole = self._extreme(
                op.MIN, [self._extreme(op.MAX, [gaps[j, k] for k in after]) for j in before]
            )
        return rebuilt(self._pruned(whole))

    def _gap(self, one: int, other: int) -> Expression:
        gap = subtract(self._potentials[one], self._potentials[other])
        gap = gap if self._side > 0 else negative(gap)
        return rebuilt(gap) if has_branches(gap) else self._real.normal(gap)

    def _path(self, one: int, other: int) -> Expression:
        """Where the potentials of two constant states are equal."""
        states = [self._constants[index] or ZERO for index in (one, other)]
        gap = subtract(self._potentials[one], self._potentials[other])
        away = divide(gap, subtract(*states))
        return self._real.shorter(self._real.normal(subtract(symbol(self._variable), away)))

    def _extreme(self, corner: Operator, trees: Sequence[Expression]) -> Expression:
        return reduce(lambda one, other: apply(corner, one, other), trees)

    def _pruned(self, tree: Expression) -> Expression:
        """Without the maxima and minima that do not decide the sign."""
        points = self._points_near(tree)
        wanted = _signs(tree, points)
        for smaller in with_one_side(tree):
            if np.array_equal(_signs(smaller, points), wanted, equal_nan=True):
                return self._pruned(smaller)
        return tree

    def _points_near(self, tree: Expression) -> dict[str, NDArray[np.float64]]:
        """Points everywhere, and close to where a formula changes its sign on both sides."""
        rng, ends, name = np.random.default_rng(5), self._real.ends, self._variable
        low, high = ends[name]
        width = (1 + _FAR) * (high - low)
        points = {one: rng.uniform(*ends[one], _POINTS) for one in sorted(ends)}
        edges = np.full(_POINTS, low - width), np.full(_POINTS, high + width)
        for _ in range(_HALVINGS):
            middle = (edges[0] + edges[1]) / 2
            before = _signs(tree, {**points, name: middle}) < 0
            edges = np.where(before, middle, edges[0]), np.where(before, edges[1], middle)
        away = width * 10 ** rng.uniform(_CLOSEST, 0, _POINTS)
        places = (rng.uniform(low - width, high + width, _POINTS), *(e + away for e in edges))
        places = (*places, *(e - away for e in edges))
        found = {one: np.tile(values, len(places)) for one, values in points.items()}
        return {**found, name: np.concatenate(places)}


def _signs(tree: Expression, points: Mapping[str, NDArray[np.float64]]) -> NDArray[np.float64]:
    count = len(next(iter(points.values())))
    with np.errstate(all="ignore"):
        return np.sign(np.broadcast_to(evaluate(tree, points), count))


def potential(
    line: tuple[Expression, Expression], slope: Expression, name: str, time: Expression
) -> Expression:
    """∫ v dy of a straight piece that moves: (m·y²/2 + n·y − b·n²·τ/2)/(1 + m·b·τ)."""
    y = symbol(name)
    lost = multiply(multiply(_HALF, slope), multiply(power(line[1], 2), time))
    above = total([multiply(multiply(_HALF, line[0]), power(y, 2)), multiply(line[1], y)])
    return divide(subtract(above, lost), add(ONE, multiply(multiply(line[0], slope), time)))
