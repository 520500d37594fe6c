"""The values that a viscosity solution must have: Hopf and Lax's formula, compared at points.

Written apart from the loss of the search on purpose: what finds an answer does not verify it.
For convex H the value at (x, t) is the least u₀(x − t·q) + t·L(q) over all speeds q, L the
Legendre dual of H; concave H is the same for −u.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

from symplex.budget import Budget
from symplex.expression import Derivative, Expression, Token, symbol
from symplex.expression.evaluate import value_of
from symplex.expression.operator_facts import kinks_of, value_at
from symplex.expression.operators import Rule
from symplex.problem import Box, Problem
from symplex.problem.analysis.classify import coefficient
from symplex.problem.analysis.curvature import Curvature
from symplex.problem.analysis.hamilton_jacobi import HamiltonJacobi
from symplex.proof.arithmetic.signs import holds
from symplex.proof.context import ProofContext
from symplex.proof.pieces.cut import Piece

Floats = NDArray[np.float64]
_POOL, _EACH, _ALL = 4_000, 8, 120
_GRID: Final[Mapping[int, int]] = MappingProxyType({1: 201, 2: 25, 3: 9})
_STARTS, _LEVELS, _SHRINK = 3, 44, 0.55
_REACH = 4.0
_AGREE, _DIFFER = 1e-6, 1e-3
_MAX_SLOPE = 1_000


@final
@dataclass(frozen=True)
class Agreement:
    """How an answer compares with the formula."""

    agrees: bool = False
    refuted: bool = False
    gap: float = 0.0
    point: Mapping[str, float] | None = None
    reason: str = ""
    """Why there is no agreement."""
    said: str = ""
    """The agreement in words."""


def compare(
    problem: Problem,
    form: HamiltonJacobi,
    formula: Expression,
    context: ProofContext,
    pieces: Sequence[Piece],
) -> Agreement:
    """The answer's values beside those of Hopf and Lax, at points of every piece."""
    route = _route(form, problem.space, context) if _applies(form, problem) else None
    if route is None or form.time is None or form.initial is None:
        return Agreement(reason="no formula for the values applies")
    points = _chosen(context.box, pieces)
    low, high = (value_of(end) for end in _ends(problem, form.time))
    elapsed = high - points[form.time] if form.reversed else points[form.time] - low
    sign = 1.0 if form.curvature is Curvature.CONVEX else -1.0
    cost = _Cost(route, form.initial, tuple(problem.space), points, elapsed, sign, context.budget)
    values = sign * _minimum(cost, len(problem.space), len(elapsed))
    gap = np.abs(value_at(formula, points) - values) / (1 + np.abs(values))
    gap = np.where(np.isfinite(gap), gap, np.inf)
    worst = int(np.argmax(gap))
    return _concluded(float(gap[worst]), {n: float(c[worst]) for n, c in points.items()}, len(gap))


def _concluded(gap: float, point: Mapping[str, float], count: int) -> Agreement:
    if gap <= _AGREE:
        return Agreement(agrees=True, gap=gap, said=f"values as by Hopf–Lax at {count} points")
    if _DIFFER < gap < np.inf:
        return Agreement(refuted=True, gap=gap, point=point)
    return Agreement(gap=gap, point=point, reason="the values by Hopf–Lax are not certain")


def _applies(form: HamiltonJacobi, problem: Problem) -> bool:
    shaped = form.curvature in (Curvature.CONVEX, Curvature.CONCAVE)
    only_time = all(list(c.region.values) == [form.time] for c in problem.conditions)
    return form.uniform and shaped and only_time and len(problem.space) in _GRID


def _ends(problem: Problem, time: str) -> tuple[Expression, Expression]:
    return problem.domain[time].low, problem.domain[time].high


def _chosen(box: Box, pieces: Sequence[Piece]) -> dict[str, Floats]:
    """Random points, some of every piece."""
    pool = box.sample(np.random.default_rng(11), _POOL)
    chosen = list(range(_ALL))
    for piece in pieces:
        inside = np.ones(_POOL, dtype=np.bool_)
        for half_space in piece.half_spaces:
            inside &= value_at(half_space.margin, pool) > 0
        chosen += [int(index) for index in np.flatnonzero(inside)[:_EACH]]
    kept = np.array(sorted(set(chosen)))
    return {name: column[kept] for name, column in pool.items()}


@final
@dataclass(frozen=True)
class _Hamiltonian:
    """H, or −H(−p) where H is concave, with its gradient."""

    formula: Expression
    by: tuple[Derivative, ...]
    slopes: tuple[Expression, ...]
    sign: float

    def value(self, p: Sequence[Floats], parameters: Mapping[str, Floats]) -> Floats:
        return self.sign * self._at(self.formula, p, parameters)

    def slope(self, p: Sequence[Floats], parameters: Mapping[str, Floats]) -> list[Floats]:
        zero = sum(0 * part for part in p)
        return [self._at(slope, p, parameters) + zero for slope in self.slopes]

    def _at(
        self, formula: Expression, p: Sequence[Floats], parameters: Mapping[str, Floats]
    ) -> Floats:
        mirrored = [self.sign * part for part in p]
        return value_at(formula, {**parameters, **dict(zip(self.by, mirrored, strict=True))})


def _route(form: HamiltonJacobi, space: Sequence[str], context: ProofContext) -> "_Speeds | None":
    by = tuple(Derivative(form.unknown, (name,)) for name in space)
    slopes = tuple(coefficient(form.hamiltonian, derivative) for derivative in by)
    sign = 1.0 if form.curvature is Curvature.CONVEX else -1.0
    h = _Hamiltonian(form.hamiltonian, by, slopes, sign)
    if _is_smooth(form.hamiltonian, by, context):
        return _Speeds(h, homogeneous=False)
    return _homogeneous(h, context.box)


def _is_smooth(formula: Expression, by: Sequence[Derivative], context: ProofContext) -> bool:
    """Whether H has a gradient everywhere (within large slopes)."""
    names: dict[Token, Expression] = {
        derivative: symbol(f"slope{index}") for index, derivative in enumerate(by)
    }
    wide = context.box
    for index in range(len(by)):
        wide = wide.with_parameter(f"slope{index}", -_MAX_SLOPE, _MAX_SLOPE)
    kinks = [kink.substitute(names) for kink in kinks_of(formula)]
    return all(holds(kink, Rule.POSITIVE, context.on(wide)) for kink in kinks)


def _homogeneous(h: _Hamiltonian, box: Box) -> "_Speeds | None":
    """The speeds of a norm-like H: a sum over the axes, or a function of the length."""
    rng = np.random.default_rng(2)
    parameters = box.sample(rng, 64)
    p = list(rng.normal(size=(len(h.by), 64)))
    once = h.value(p, parameters)

    def same(other: Any) -> bool:  # noqa: ANN401
        return bool(np.allclose(other, once, rtol=1e-11, atol=1e-11))

    if not all(same(h.value([k * part for part in p], parameters) / k) for k in (0.3, 2.7)):
        return None
    zero = [0 * part for part in p]
    lengths = [np.sqrt(sum(part**2 for part in p)), *zero[1:]]
    if same(h.value(lengths, parameters)) and same(h.value([-part for part in p], parameters)):
        return _Speeds(h, homogeneous=True, radial=True)
    single = sum(
        h.value([*zero[:index], part, *zero[index + 1 :]], parameters)
        for index, part in enumerate(p)
    )
    return _Speeds(h, homogeneous=True) if same(single) else None


@final
@dataclass(frozen=True)
class _Speeds:
    """All speeds with a finite price, from coordinates in a cube."""

    h: _Hamiltonian
    homogeneous: bool
    radial: bool = False
    """Whether the set of a homogeneous H is a ball; else it is a box."""

    def at(
        self, trials: Sequence[Floats], parameters: Mapping[str, Floats]
    ) -> tuple[Sequence[Floats], Any]:
        if self.homogeneous:
            return self._in_set(trials, parameters), 0.0
        p = [np.sinh(_REACH * trial) for trial in trials]
        q = self.h.slope(p, parameters)
        price = sum(a * b for a, b in zip(p, q, strict=True)) - self.h.value(p, parameters)
        return q, price

    def _in_set(self, trials: Sequence[Floats], parameters: Mapping[str, Floats]) -> list[Floats]:
        """Homogeneous H: the convex set of which it is the support function, price 0."""
        if self.radial:
            radius = self.h.value(_axis(len(trials), 0, 1.0), parameters)
            length = np.sqrt(sum(trial**2 for trial in trials))
            return [radius * trial / np.maximum(length, 1.0) for trial in trials]
        found: list[Floats] = []
        for index, trial in enumerate(trials):
            high = self.h.value(_axis(len(trials), index, 1.0), parameters)
            low = -self.h.value(_axis(len(trials), index, -1.0), parameters)
            found.append(low + (high - low) * (1 + trial) / 2)
        return found


def _axis(dimensions: int, index: int, value: float) -> list[Floats]:
    return [np.full((1, 1), value if other == index else 0.0) for other in range(dimensions)]


@final
@dataclass(frozen=True)
class _Cost:
    """What each trial speed costs at each point."""

    speeds: _Speeds
    initial: Expression
    space: tuple[str, ...]
    points: Mapping[str, Floats]
    elapsed: Floats
    sign: float
    budget: Budget

    def __call__(self, trials: Floats) -> Floats:
        self.budget.check_deadline()
        columns = {name: column[:, None] for name, column in self.points.items()}
        parameters = {name: columns[name] for name in self.speeds.h.formula.symbols}
        elapsed = self.elapsed[:, None]
        axes = [trials[..., axis] for axis in range(len(self.space))]
        q, price = self.speeds.at(axes, parameters)
        start = {n: columns[n] - elapsed * part for n, part in zip(self.space, q, strict=True)}
        found = self.sign * value_at(self.initial, {**columns, **start}) + elapsed * price
        return np.where(np.isnan(found), np.inf, np.broadcast_to(found, trials.shape[:2]))


def _minimum(cost: _Cost, dimensions: int, count: int) -> Floats:
    """The least cost over all speeds, by a grid and zooms from its best points."""
    axis = np.linspace(-1, 1, _GRID[dimensions])
    grid = np.array(list(product(axis, repeat=dimensions)))
    costs = cost(np.broadcast_to(grid, (count, *grid.shape)))
    order = np.argsort(costs, axis=1)[:, : 12 * _STARTS : 12]
    best = costs.min(axis=1)
    for start in range(order.shape[1]):
        best = np.minimum(best, _zoomed(cost, grid[order[:, start]], 2.5 * (axis[1] - axis[0])))
    return best


def _zoomed(cost: _Cost, centre: Floats, radius: float) -> Floats:
    dimensions = centre.shape[1]
    steps = np.linspace(-1, 1, 9 if dimensions == 1 else 5)
    offsets = np.array(list(product(steps, repeat=dimensions)))
    best = np.full(len(centre), np.inf)
    rows = np.arange(len(centre))
    for _ in range(_LEVELS):
        trials = np.clip(centre[:, None] + radius * offsets[None], -1, 1)
        costs = cost(trials)
        chosen = costs.argmin(axis=1)
        best, centre = np.minimum(best, costs[rows, chosen]), trials[rows, chosen]
        radius *= _SHRINK
    return best
