"""Parametrisations of the slopes of a convex function, each slope with its Legendre dual.

A `Route` takes coordinates in a cube to slopes q and L(q) = the largest p·q − h(p), so that a
search over the cube is a search over all q. Which one is right depends on h: see `route`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import final

import numpy as np

from symplex.evaluation.fit import Floats
from symplex.evaluation.viscosity.characteristics import single_valued
from symplex.evaluation.viscosity.dual import Dual
from symplex.expression import Derivative, Expression
from symplex.expression.evaluate import evaluate
from symplex.problem.analysis.classify import coefficient

_REACH = 5.0
"""Unbounded slopes are searched as sinh(s) for |s| up to this: about ±74."""
_CLOSE = 1e-11


@final
@dataclass(frozen=True)
class Convex:
    """A convex function h(p) of arrays, or the mirror image −h(−p) of a concave one."""

    formula: Expression
    slopes: tuple[Expression, ...]
    by: tuple[Derivative, ...]
    parameters: Mapping[str, Floats]
    """A column for each parameter, to broadcast against (points, trials)."""
    sign: float

    @classmethod
    def of(
        cls,
        formula: Expression,
        by: tuple[Derivative, ...],
        columns: Mapping[str, Floats],
        sign: float,
    ) -> "Convex":
        """A formula of `by` and of parameters, whose columns are taken from the points."""
        parameters = {name: columns[name] for name in formula.symbols}
        slopes = tuple(coefficient(formula, derivative) for derivative in by)
        return cls(formula, slopes, by, parameters, sign)

    def __call__(self, p: Sequence[Floats]) -> Floats:
        """Its value at gradients p."""
        return self.sign * self._at(self.formula, p)

    def slope(self, p: Sequence[Floats]) -> list[Floats]:
        """Its gradient at gradients p."""
        shape = np.broadcast_shapes(*(part.shape for part in p))
        return [np.broadcast_to(self._at(slope, p), shape) for slope in self.slopes]

    def _at(self, formula: Expression, p: Sequence[Floats]) -> Floats:
        mirrored = [self.sign * part for part in p]
        return evaluate(formula, {**self.parameters, **dict(zip(self.by, mirrored, strict=True))})


@final
@dataclass(frozen=True)
class Route:
    """A way through all slopes q: from coordinates in [−1, 1] to q and its price L(q)."""

    slopes: Callable[[Sequence[Floats]], tuple[Sequence[Floats], Floats]]
    bounded: bool
    """Whether no slope lies beyond the coordinates."""

    def __call__(self, trials: Sequence[Floats]) -> tuple[Sequence[Floats], Floats]:
        """Slopes and prices for coordinates."""
        return self.slopes(trials)


def route(h: Convex, points: int) -> Route | None:
    """The cheapest way through all q that is right for this H."""
    separable, radial = _separable(h), _radial(h)
    if _homogeneous(h):
        if separable:
            return Route(lambda trials: (_in_box(h, trials), np.zeros(1)), bounded=True)
        ball = Route(lambda trials: (_in_ball(h, trials), np.zeros(1)), bounded=True)
        return ball if radial else None
    if _smooth(h):
        return Route(lambda trials: _by_gradient(h, trials), bounded=False)
    duals = [Dual.along(h, axis, points) for axis in range(len(h.by))]
    if separable:
        return Route(lambda trials: _by_dual(duals, h, trials), bounded=False)
    if radial:
        return Route(lambda trials: _by_radial_dual(duals[0], h, trials), bounded=False)
    return None


def _unit(dimensions: int, axis: int, value: Floats) -> list[Floats]:
    return [value if other == axis else np.zeros_like(value) for other in range(dimensions)]


def _samples(h: Convex) -> list[Floats]:
    return list(np.random.default_rng(0).normal(size=(len(h.by), 1, 64)))


def _same(first: Floats, second: Floats) -> bool:
    return bool(np.allclose(first, second, rtol=_CLOSE, atol=_CLOSE))


def _homogeneous(h: Convex) -> bool:
    p = _samples(h)
    return all(_same(h([k * part for part in p]), k * h(p)) for k in (0.3, 2.7))


def _separable(h: Convex) -> bool:
    p = _samples(h)
    dimensions = len(p)
    single = sum(h(_unit(dimensions, axis, p[axis])) for axis in range(dimensions))
    return _same(h(p) + (dimensions - 1) * h([0 * part for part in p]), np.asarray(single))


def _radial(h: Convex) -> bool:
    p = _samples(h)
    length = np.sqrt(sum(part**2 for part in p))
    return _same(h(p), h(_unit(len(p), 0, length))) and _same(h(p), h([-part for part in p]))


def _smooth(h: Convex) -> bool:
    """Whether its gradient is single-valued: roots are tried out, other kinks are not trusted."""
    kinked = any(row.kinks and row.exponent is None for row in h.formula.operators)
    return not kinked and single_valued(h.formula, h.by, h.slopes)


def _in_box(h: Convex, trials: Sequence[Floats]) -> list[Floats]:
    """The speeds of a sum of one-dimensional norms: L is 0 in the box and infinite outside."""
    found: list[Floats] = []
    for axis, trial in enumerate(trials):
        one = np.ones((1, 1))
        high = h(_unit(len(trials), axis, one))
        low = -h(_unit(len(trials), axis, -one))
        found.append(low + (high - low) * (1 + trial) / 2)
    return found


def _in_ball(h: Convex, trials: Sequence[Floats]) -> list[Floats]:
    """The speeds of a multiple of the Euclidean norm."""
    radius = h(_unit(len(trials), 0, np.ones((1, 1))))
    # The cube is drawn onto the ball: were its corners cut off, a search could start on a plateau
    # outside of the ball and never come back.
    length = np.sqrt(sum(trial**2 for trial in trials))
    largest = np.max(np.abs(np.stack(np.broadcast_arrays(*trials))), axis=0)
    shrink = np.where(length > 0, largest / np.where(length > 0, length, 1.0), 1.0)
    return [radius * trial * shrink for trial in trials]


def _by_gradient(h: Convex, trials: Sequence[Floats]) -> tuple[list[Floats], Floats]:
    """Smooth H: every q with a finite price is ∇H(p) for some p, and costs p·q − H(p)."""
    p = [np.sinh(_REACH * trial) for trial in trials]
    q = h.slope(p)
    return q, sum(a * b for a, b in zip(p, q, strict=True)) - h(p)


def _by_dual(
    duals: Sequence[Dual], h: Convex, trials: Sequence[Floats]
) -> tuple[list[Floats], Floats]:
    """H a sum over directions: so is its dual."""
    q = [dual.speed(trial, _REACH) for dual, trial in zip(duals, trials, strict=True)]
    price = sum(dual(part) for dual, part in zip(duals, q, strict=True))
    at_rest = h(_unit(len(trials), 0, np.zeros((1, 1))))
    return q, np.asarray(price) + (len(trials) - 1) * at_rest


def _by_radial_dual(dual: Dual, h: Convex, trials: Sequence[Floats]) -> tuple[list[Floats], Floats]:
    """H a function of |p|: so is its dual, of |q|."""
    q = [np.sinh(_REACH * trial) for trial in trials]
    length = np.sqrt(sum(part**2 for part in q))
    kept = np.minimum(length, dual.fastest)
    shrink = np.where(length > 0, kept / np.where(length > 0, length, 1.0), 1.0)
    return [part * shrink for part in q], dual(kept)
