"""States parted by waves that move, written as one formula with max, min and sign.

Owns the writing alone. Where neighbours are equal at a wave, the larger or the smaller of both is
taken if that is right wherever the formula is used, seen at sampled points; a jump is a sign.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.broken import has_branches
from symplex.exact.formulas.building import (
    ONE,
    add,
    multiply,
    negative,
    rebuilt,
    subtract,
    total,
)
from symplex.expression import Expression, Operator, apply, number, symbol
from symplex.expression import operators as op
from symplex.expression.evaluate import evaluate

_HALF: Final = number(Fraction(1, 2))
_POINTS: Final = 100
"""For each state: there may be narrow places where a form is wrong."""
_SMALL: Final = 1e-9


@final
@dataclass(frozen=True)
class Wave:
    """Where a state ends and the next begins."""

    place: Expression
    state: Expression
    """On its right."""
    jumps: bool = False


@final
@dataclass(frozen=True)
class Pattern:
    """The leftmost state, and waves from left to right that do not cross."""

    variable: str
    first: Expression
    waves: tuple[Wave, ...]

    def written(self, real: Arithmetic) -> Expression:
        """One formula for all states."""
        return _Writer(self, real).formula()

    @property
    def states(self) -> tuple[Expression, ...]:
        """All states, one more than waves."""
        return (self.first, *(wave.state for wave in self.waves))


@final
@dataclass(frozen=True)
class _Writer:
    """A pattern, and points in each of its states."""

    pattern: Pattern
    real: Arithmetic

    def formula(self) -> Expression:
        """Groups of states without jumps, parted by signs."""
        groups, places = [[0]], list[Expression]()
        for index, wave in enumerate(self.pattern.waves, 1):
            if wave.jumps:
                places.append(wave.place)
                groups.append([index])
            else:
                groups[-1].append(index)
        parts = [self._joined(group) for group in groups]
        x = symbol(self.pattern.variable)
        return by_signs(parts, [rebuilt(subtract(x, place)) for place in places], self.real)

    def _joined(self, group: Sequence[int]) -> Expression:
        """States that meet without jumps, as one formula."""
        waves, states = self.pattern.waves, self.pattern.states
        found = states[group[0]]
        for count, index in enumerate(group[1:], 2):
            seen, state = group[:count], states[index]
            both = (apply(op.MAX, found, state), apply(op.MIN, found, state))
            step = apply(op.SIGN, rebuilt(subtract(self._x, waves[index - 1].place)))
            glued = multiply(_HALF, add(add(found, state), multiply(step, subtract(state, found))))
            choices = (found, state, *both)
            found = next((one for one in choices if self._agrees(one, seen)), glued)
        return self._pruned(found, group)

    @property
    def _x(self) -> Expression:
        return symbol(self.pattern.variable)

    def _pruned(self, tree: Expression, group: Sequence[int]) -> Expression:
        """Without the maxima and minima of which one side is enough."""
        for smaller in with_one_side(tree):
            if self._agrees(smaller, group):
                return self._pruned(smaller, group)
        return tree

    def _agrees(self, tree: Expression, group: Sequence[int]) -> bool:
        for index in group:
            points, values = self._points[index]
            with np.errstate(all="ignore"):
                found = np.broadcast_to(evaluate(tree, points), values.shape)
            if not np.all(np.abs(found - values) <= _SMALL * (1 + np.abs(values))):
                return False
        return True

    @cached_property
    def _points(self) -> list[tuple[Mapping[str, NDArray[np.float64]], NDArray[np.float64]]]:
        """Points in each state, with its values."""
        return list(self._sampled())

    def _sampled(
        self,
    ) -> Iterator[tuple[Mapping[str, NDArray[np.float64]], NDArray[np.float64]]]:
        rng, ends = np.random.default_rng(5), self.real.ends
        places = [wave.place for wave in self.pattern.waves]
        for index, state in enumerate(self.pattern.states):
            points = {name: rng.uniform(*ends[name], _POINTS) for name in sorted(ends)}
            lines = np.array([np.broadcast_to(evaluate(p, points), _POINTS) for p in places])
            low, high = ends[self.pattern.variable]
            width = np.ptp(lines, axis=0) + high - low
            left = lines[index - 1] if index else lines[0] - width
            right = lines[index] if index < len(places) else lines[-1] + width
            points[self.pattern.variable] = left + rng.uniform(0, 1, _POINTS) * (right - left)
            yield points, np.broadcast_to(evaluate(state, points), _POINTS)


def by_signs(
    parts: Sequence[Expression], fronts: Sequence[Expression], real: Arithmetic
) -> Expression:
    """Formulas from left to right as one, parted by where fronts change from − to +."""
    if not fronts:
        return parts[0]
    signs = [apply(op.SIGN, front) for front in fronts]
    forms = (_by_changes(parts, signs, real), _by_shares(parts, signs, real))
    return min(forms, key=lambda form: form.size)


def _by_changes(
    parts: Sequence[Expression], signs: Sequence[Expression], real: Arithmetic
) -> Expression:
    """The mean of the outer parts, and half of each jump times its sign."""
    jumps = [
        multiply(_plain(multiply(_HALF, subtract(right, left)), real), sign)
        for sign, (left, right) in zip(signs, pairwise(parts), strict=True)
    ]
    return total([_plain(multiply(_HALF, add(parts[0], parts[-1])), real), *jumps])


def _by_shares(
    parts: Sequence[Expression], signs: Sequence[Expression], real: Arithmetic
) -> Expression:
    """Each part times 1 where it counts, and 0 elsewhere."""
    bounds = [ONE, *signs, negative(ONE)]
    shares = [multiply(_HALF, subtract(*pair)) for pair in pairwise(bounds)]
    return total(multiply(_plain(p, real), s) for p, s in zip(parts, shares, strict=True))


def _plain(tree: Expression, real: Arithmetic) -> Expression:
    return rebuilt(tree) if has_branches(tree) else real.normal(tree)


def with_one_side(tree: Expression) -> Iterator[Expression]:
    """The formula with one of its maxima or minima replaced by one side."""
    root, parts = tree.root, tree.arguments
    if root in (op.MAX, op.MIN):
        yield from parts
    if isinstance(root, Operator):
        for place, part in enumerate(parts):
            for inner in with_one_side(part):
                yield apply(root, *parts[:place], inner, *parts[place + 1 :])
