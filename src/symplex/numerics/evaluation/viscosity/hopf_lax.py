"""The value of the viscosity solution of u_t + H(∇u) = 0 at points, computed from the data.

Convex H (Hopf and Lax): the least u₀(x − t·q) + t·L(q) over all q, L being the dual of H.
Any H, but convex u₀ (Hopf): the largest p·x − u₀*(p) − t·H(p) over all p. Concave H or u₀: the
same for −u. Where neither applies there is no value: candidates are scored by the equation alone.
Owns the duals, the search for the least value, and the paper's relation along characteristics.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Final, Protocol, final

import numpy as np

from symplex.expression import Derivative, Expression, Symbol, Token, leaf, number, symbol
from symplex.expression.evaluate import evaluate, value_of
from symplex.numerics.evaluation.fit import Floats
from symplex.problem import Problem
from symplex.problem.analysis.curvature import Curvature, curvature
from symplex.problem.analysis.hamilton_jacobi import HamiltonJacobi
from symplex.problem.coordinates import differentiate_by

_SAMPLES, _STEP, _JUMP = 64, 1e-7, 1e-3
_ZERO = number(0)


def along_characteristics(problem: Problem, form: HamiltonJacobi) -> Expression | None:
    """The relation as a residual; None where ∇H is not single-valued everywhere.

    u + t·H(∇u) − t·∇u·∇H(∇u) = u₀(x − t·∇H(∇u)), paper appendix B. For a norm it is 0/0 where ∇u =
    0, and any value there would penalise the true solution.
    """
    if form.initial is None or form.time is None:
        return None
    gradient = {name: Derivative(form.unknown, (name,)) for name in problem.space}
    slopes = {name: differentiate_by(form.hamiltonian, by) for name, by in gradient.items()}
    if not single_valued(form.hamiltonian, tuple(gradient.values()), tuple(slopes.values())):
        return None
    interval = problem.domain[form.time]
    time = (interval.high - symbol(form.time)) if form.reversed else symbol(form.time)
    if not form.reversed and interval.low != _ZERO:
        time = time - interval.low
    along: Expression = form.hamiltonian
    start: dict[Token, Expression] = {}
    for name, slope in slopes.items():
        along = along - leaf(gradient[name]) * slope
        start[symbol(name).root] = symbol(name) - time * slope
    return leaf(Derivative(form.unknown)) + time * along - form.initial.substitute(start)


def single_valued(
    hamiltonian: Expression, by: tuple[Derivative, ...], slopes: tuple[Expression, ...]
) -> bool:
    """Whether ∇H is finite and continuous at zero, on coordinate planes and at random points."""
    random = np.random.default_rng(0)
    size = (len(by), _SAMPLES)
    places = random.normal(size=size) * random.integers(0, 2, size)
    places[:, 0] = 0.0
    step = _STEP * random.normal(size=size)
    # The parameters' ranges play no part: a kink of H in ∇u is where it is for all of them.
    parameters = dict.fromkeys(hamiltonian.symbols, np.asarray(0.7))

    def at(points: Floats) -> list[Floats]:
        values = {**parameters, **dict(zip(by, points, strict=True))}
        return [np.broadcast_to(evaluate(slope, values), _SAMPLES) for slope in slopes]

    here, there, back = at(places), at(places + step), at(places - step)
    return all(
        bool(np.all(np.abs(a - b) < _JUMP * (1 + np.abs(c))) and np.all(np.isfinite(c)))
        for a, b, c in zip(there, back, here, strict=True)
    )


_MAX, _FINE = 2.0**40, 2.0**20
_WIDEST = float(np.arcsinh(_MAX * _FINE))
_STEPS = 60


class Function(Protocol):
    """A convex function of a gradient with its slope."""

    @property
    def by(self) -> Sequence[object]:
        """The directions of the gradient."""
        ...

    def __call__(self, p: Sequence[Floats]) -> Floats:
        """Its value."""
        ...

    def slope(self, p: Sequence[Floats]) -> list[Floats]:
        """Its gradient."""
        ...


@final
@dataclass(frozen=True)
class Dual:
    """L(q) = the largest p·q − h(p), for h a convex function restricted to one axis.

    By bisection of the slope: right for kinks (the slope jumps over q there) and for speeds that
    are never reached (an infinite price).
    """

    function: Function
    axis: int
    slowest: Floats
    """The least and greatest slope: L is infinite beyond them. A row for each point."""
    fastest: Floats

    @classmethod
    def along(cls, function: Function, axis: int, points: int) -> "Dual":
        """The dual of the restriction to one axis."""

        def slope_at(end: float) -> Floats:
            place = _on_axis(function, axis, np.full((points, 1), end))
            return np.broadcast_to(function.slope(place)[axis], (points, 1))

        return cls(function, axis, slope_at(-_MAX), slope_at(_MAX))

    def speed(self, trial: Floats, reach: float) -> Floats:
        """A speed for a coordinate in [−1, 1], within what has a finite price."""
        return np.clip(np.sinh(reach * trial), self.slowest, self.fastest)

    def __call__(self, q: Floats) -> Floats:
        """L(q)."""
        # Lopsided, so that no middle is 0: there a norm's slope is 0/0 and would decide nothing.
        low = np.full(q.shape, -0.97 * _WIDEST)
        high = np.full(q.shape, _WIDEST)
        for _ in range(_STEPS):
            middle = (low + high) / 2
            steep = ~(self._slope(_stretched(middle)) < q)
            high = np.where(steep, middle, high)
            low = np.where(steep, low, middle)
        low, high = _stretched(low), _stretched(high)
        best = np.maximum(self._gain(low, q), self._gain(high, q))
        return np.maximum(best, self._gain(np.zeros(q.shape), q))

    def _slope(self, p: Floats) -> Floats:
        return self.function.slope(_on_axis(self.function, self.axis, p))[self.axis]

    def _gain(self, p: Floats, q: Floats) -> Floats:
        return p * q - self.function(_on_axis(self.function, self.axis, p))


def _stretched(place: Floats) -> Floats:
    """From an even scale to one that is even near 0 and logarithmic far from it."""
    return np.sinh(place) / _FINE


def _on_axis(function: Function, axis: int, p: Floats) -> list[Floats]:
    return [p if other == axis else np.zeros_like(p) for other in range(len(function.by))]


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
        slopes = tuple(differentiate_by(formula, derivative) for derivative in by)
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
    """A way through all slopes q: from coordinates in [−1, 1] to q and its price L(q).

    A search over the cube is then a search over all q. Which route is right depends on h: see
    `route`.
    """

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


_COARSE: Final = (257, 33, 13)
"""Grid points in each direction, in one, two and three dimensions."""
_STARTS, _LEVELS, _SHRINK = 4, 76, 0.6

Cost = Callable[[Sequence[Floats]], Floats]
"""From coordinates in [−1, 1], one array (points, trials) each, to costs (points, trials)."""


@final
@dataclass(frozen=True)
class Cube:
    """How many coordinates, and at how many points."""

    dimensions: int
    points: int


def least(cost: Cost, cube: Cube) -> tuple[Floats, Floats]:
    """The least cost at each point, and the coordinates where it is taken.

    A grid, then zooms: made for functions of few variables with kinks and several minima, where no
    derivative helps.
    """
    spacing = 2.0 / (_COARSE[cube.dimensions - 1] - 1)
    best, place = _zoom(cost, _starts(cost, cube, spacing), spacing)
    chosen = np.argmin(best, axis=1)
    rows = np.arange(cube.points)
    return best[rows, chosen], place[rows, chosen]


def _starts(cost: Cost, cube: Cube, spacing: float) -> Floats:
    """The best places of a coarse grid, kept apart: (points, starts, dimensions)."""
    axis = np.linspace(-1, 1, _COARSE[cube.dimensions - 1])
    grid = np.array(list(product(axis, repeat=cube.dimensions)))
    costs = _costs(cost, np.broadcast_to(grid, (cube.points, *grid.shape)))
    found: list[Floats] = []
    for _ in range(_STARTS):
        place = grid[np.argmin(costs, axis=1)]
        found.append(place)
        distance = np.abs(grid[None] - place[:, None]).max(axis=2)
        costs = np.where(distance < 2.5 * spacing, np.inf, costs)
    return np.stack(found, axis=1)


def _zoom(cost: Cost, centre: Floats, radius: float) -> tuple[Floats, Floats]:
    """From every start at once, to the last digit."""
    points, starts, dimensions = centre.shape
    steps = np.linspace(-1, 1, 9 if dimensions == 1 else 5)
    offsets = np.array(list(product(steps, repeat=dimensions)))
    best: Floats = np.full((points, starts), np.inf)
    for _ in range(_LEVELS):
        trials = np.clip(centre[:, :, None] + radius * offsets, -1.0, 1.0)
        flat = _costs(cost, trials.reshape(points, -1, dimensions))
        costs = flat.reshape(points, starts, len(offsets))
        chosen = np.argmin(costs, axis=2)[:, :, None]
        best = np.minimum(best, np.take_along_axis(costs, chosen, axis=2)[:, :, 0])
        centre = np.take_along_axis(trials, chosen[..., None], axis=2)[:, :, 0]
        radius *= _SHRINK
    return best, centre


def _costs(cost: Cost, trials: Floats) -> Floats:
    """Costs that are not numbers count as infinite."""
    costs = cost([trials[..., axis] for axis in range(trials.shape[-1])])
    return np.where(np.isnan(costs), np.inf, np.broadcast_to(costs, trials.shape[:2]))


MAX_DIMENSIONS = 3
_SIGNS = MappingProxyType({Curvature.CONVEX: 1.0, Curvature.AFFINE: 1.0, Curvature.CONCAVE: -1.0})


def viscosity_value(
    problem: Problem, form: HamiltonJacobi, columns: Mapping[str, Floats]
) -> Floats | None:
    """The viscosity solution's value at each point; None where no formula applies."""
    if form.time is None or form.initial is None or not form.uniform:
        return None
    if len(problem.space) > MAX_DIMENSIONS:
        return None
    interval = problem.domain[form.time]
    elapsed = (
        value_of(interval.high) - columns[form.time]
        if form.reversed
        else columns[form.time] - value_of(interval.low)
    )
    points = _Points(
        {name: values[:, None] for name, values in columns.items()},
        tuple(problem.space),
        elapsed[:, None],
        tuple(Derivative(form.unknown, (name,)) for name in problem.space),
    )
    if form.curvature in _SIGNS:
        return _hopf_lax(form.hamiltonian, form.initial, points, _SIGNS[form.curvature])
    as_gradient: dict[Token, Expression] = {
        Symbol(name): leaf(by) for name, by in zip(points.space, points.gradient, strict=True)
    }
    convexity = curvature(form.initial.substitute(as_gradient), problem.parameters)
    if convexity not in _SIGNS:
        return None
    data = Convex.of(
        form.initial.substitute(as_gradient), points.gradient, points.columns, _SIGNS[convexity]
    )
    return _hopf(form.hamiltonian, data, points)


@final
@dataclass(frozen=True)
class _Points:
    """Where the value is wanted; columns broadcast against (points, trials)."""

    columns: Mapping[str, Floats]
    space: tuple[str, ...]
    elapsed: Floats
    gradient: tuple[Derivative, ...]

    def values(
        self, formula: Expression, other: Mapping[str | Derivative, Floats], sign: float
    ) -> Floats:
        """A formula at these points, some columns replaced."""
        return sign * evaluate(formula, {**self.columns, **other})


def _hopf_lax(
    hamiltonian: Expression, initial: Expression, points: _Points, sign: float
) -> Floats | None:
    """For convex H, or concave H if the sign is −1."""
    h = Convex.of(hamiltonian, points.gradient, points.columns, sign)
    way = route(h, len(points.elapsed))

    def cost(trials: Sequence[Floats]) -> Floats:
        speeds, price = way(trials) if way else ((), np.zeros(1))
        start: dict[str | Derivative, Floats] = {
            name: points.columns[name] - points.elapsed * speed
            for name, speed in zip(points.space, speeds, strict=True)
        }
        return points.values(initial, start, sign) + points.elapsed * price

    return _searched(cost, way, points, sign)


def _hopf(hamiltonian: Expression, data: Convex, points: _Points) -> Floats | None:
    """For convex u₀, or concave u₀ if its sign is −1, and any H."""
    way = route(data, len(points.elapsed))

    def cost(trials: Sequence[Floats]) -> Floats:
        slopes, price = way(trials) if way else ((), np.zeros(1))
        gradient: dict[str | Derivative, Floats] = {
            by: data.sign * slope for by, slope in zip(points.gradient, slopes, strict=True)
        }
        along = sum(
            points.columns[name] * slope for name, slope in zip(points.space, slopes, strict=True)
        )
        return price + points.elapsed * points.values(hamiltonian, gradient, data.sign) - along

    return _searched(cost, way, points, -data.sign)


def _searched(cost: Cost, way: Route | None, points: _Points, sign: float) -> Floats | None:
    if way is None:
        return None
    value, place = least(cost, Cube(len(points.space), len(points.elapsed)))
    # At the edge of an unbounded search the least value is out of reach: the solution blows up.
    reached = way.bounded or bool(np.all(np.abs(place) < 1.0))
    return sign * value if reached and np.all(np.isfinite(value)) else None
