"""Linear parabolic equations on open space: expectations under a Gaussian kernel, by quadrature.

For u_t = a:∇²u + (b + Bx)·∇u + (c + d·x)u + f(x, t) the kernel is Gaussian, and u is the mean of
the data under it, weighted by an exponential; sources are added up over time. Any number of
variables of space, values only where quadrature is too costly for a grid.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from types import MappingProxyType
from typing import Final, final

import numpy as np
from numpy.polynomial import hermite_e, legendre

from symplex.codes import ReferenceCode
from symplex.expression import Derivative, Expression, number
from symplex.numerics.reference.chebyshev import Columns, Floats
from symplex.numerics.reference.compare import as_polynomials, best_of, probes
from symplex.numerics.reference.evolution import Evolution, evolution
from symplex.numerics.reference.result import Found
from symplex.numerics.reference.system import NoScheme, System, on
from symplex.work.budget import Budget

_WORK: Final = 50_000_000
"""Evaluations of the data for one set of points, at most."""
_RULES: Final = (12, 18, -28, -40, -60, -90, -140)
"""Points of Hermite's rule; negative: of the trapezoidal rule, which bears narrow data."""
_FEW_RULES: Final = (8, 10, 12, 14)
"""In four variables and more."""
_SIZES: Final = MappingProxyType({2: (32, 24), 3: (18, 18, 16)})
_TIMES = (8, 11)
_WIDE, _NARROW, _FEW, _ROUNDING = 9.5, 7.5, 3, 1e-12
_CHUNK = 2_000_000
METHOD = "quadrature against the heat kernel"

_A_VALUE = 3_000
"""Floating-point operations for a value of the data, about."""


def kernel(system: System, tolerance: float, budget: Budget) -> Found:
    """The solution of a Cauchy problem with a Gaussian kernel.

    Raises:
        NoScheme: if it has none, or the quadrature does not converge.
    """
    form = evolution(system)
    model = _model(form)
    points = probes(system)

    def runs() -> Iterator[_Mean]:
        for level, rule in enumerate(_RULES if len(form.space) <= _FEW else _FEW_RULES):
            times = _TIMES[min(level, 1)] if model.has_source else 0
            mean = _Mean(form, model, rule, times, budget)
            if mean.cost * len(next(iter(points.values()))) > _WORK:
                return
            yield mean

    goal = 1e-10 if len(form.space) < _FEW else 1e-9
    found = replace(best_of(runs(), system, tolerance, METHOD, goal=goal), differentiable=False)
    mean = found.field
    sizes = _SIZES.get(len(system.box))
    if sizes and isinstance(mean, _Mean) and np.prod(sizes) * mean.cost <= _WORK:
        found = as_polynomials(found, system, sizes)
    if isinstance(found.field, _Mean):
        return replace(found, field=replace(found.field, budget=Budget.unlimited()))
    return found


@final
@dataclass(frozen=True)
class _Model:
    """The coefficients, for time that runs from the data on."""

    diffusion: Floats
    drift: Floats
    growing: Floats
    """The matrix of the drift's linear part."""
    factor: float
    slope: Floats
    """Of the factor of u."""
    source: Expression
    own: float
    """What u_t is multiplied by in the statement, with the direction of time."""
    has_source: bool

    @cached_property
    def flow(self) -> Floats:
        """The linear flow of (x, ∫ factor, 1)."""
        size = len(self.drift)
        flow = np.zeros((size + 2, size + 2))
        flow[:size, :size] = self.growing
        flow[:size, -1] = self.drift
        flow[size, :size] = self.slope
        flow[size, -1] = self.factor
        return flow

    def moments(self, elapsed: Floats) -> tuple[Floats, Floats]:
        """Of (x, ∫ factor) after some times: the linear maps of (x, 0, 1), the covariances."""
        from scipy.linalg import expm  # here, for it is slow to import

        size = len(self.drift)
        noise = np.zeros((size + 2, size + 2))
        noise[:size, :size] = 2 * self.diffusion
        zero = np.zeros_like(noise)
        block = np.block([[-self.flow, noise], [zero, self.flow.T]])
        found: Floats = np.asarray(expm(block[None] * elapsed[:, None, None]), dtype=np.float64)
        count = size + 2
        maps = np.swapaxes(found[:, count:, count:], 1, 2)
        return maps, maps @ found[:, :count, count:]


def _model(form: Evolution) -> _Model:
    """The coefficients of the equation.

    Raises:
        NoScheme: if they are not of the form that has a Gaussian kernel.
    """
    unknown = form.system.unknowns[0]
    relation = form.system.equations[0]
    if not form.space or len(form.system.unknowns) > 1 or not relation.linear:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_ONE_LINEAR_EQUATION)
    if form.orders[unknown] != 1 or any(d.order > 2 for d in relation.slopes):  # noqa: PLR2004
        raise NoScheme(ReferenceCode.REFERENCE_NOT_PARABOLIC)
    own = _affine(form, relation.slopes[Derivative(unknown, (form.time,))])
    scale = own[0] * np.sign(form.end - form.start)
    names = form.space

    def slope(*by: str) -> Floats:
        formula = relation.slopes.get(Derivative(unknown, by))
        return np.zeros(len(names) + 1) if formula is None else -_affine(form, formula) / scale

    second = np.array([[slope(a, b) * (1 if a == b else 0.5) for b in names] for a in names])
    least = np.linalg.eigvalsh(second[:, :, 0]).min()
    varying = np.any(own[1:]) or np.any(second[:, :, 1:])
    if varying or least < -_ROUNDING or not np.any(second):
        raise NoScheme(ReferenceCode.REFERENCE_NO_KERNEL)
    first, factor = np.array([slope(name) for name in names]), slope()
    source = relation.residual.substitute(dict.fromkeys(relation.slopes, number(0)))
    return _Model(
        diffusion=second[:, :, 0],
        drift=first[:, 0],
        growing=first[:, 1:],
        factor=float(factor[0]),
        slope=factor[1:],
        source=source,
        own=float(scale),
        has_source=bool(np.any(on(source, {**form.system.points(16)}, 16))),
    )


def _affine(form: Evolution, formula: Expression) -> Floats:
    """A coefficient as a constant and its slopes by the variables of space."""
    if formula.derivatives:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_ONE_LINEAR_EQUATION)
    columns = form.system.points(40)
    values = on(formula, {**columns}, 40)
    matrix = np.stack([np.ones(40), *(columns[name] for name in form.space)], axis=1)
    if not np.all(np.isfinite(values)):
        raise NoScheme(ReferenceCode.REFERENCE_COEFFICIENT_UNDEFINED)
    found = np.linalg.lstsq(matrix, values, rcond=None)[0]
    if np.max(np.abs(matrix @ found - values)) > 1e-11 * (1 + np.max(np.abs(values))):
        raise NoScheme(ReferenceCode.REFERENCE_NO_KERNEL)
    return np.where(np.abs(found) < 1e-12 * (1 + np.abs(values).max()), 0.0, found)


def _rule(count: int, edge: float) -> tuple[Floats, Floats]:
    """Points and weights for means under the normal distribution."""
    if count > 0:
        places, weights = hermite_e.hermegauss(count)
        return places, weights / np.sqrt(2 * np.pi)
    places = np.linspace(-edge, edge, -count)
    return places, np.exp(-(places**2) / 2) / np.sqrt(2 * np.pi) * (places[1] - places[0])


@final
@dataclass(frozen=True)
class _Mean:
    """The mean of the data under the kernel, with a rule of quadrature."""

    form: Evolution
    model: _Model
    rule: int
    times: int
    budget: Budget

    @property
    def cost(self) -> int:
        """How often data or source are evaluated for one point."""
        return abs(self.rule) ** len(self.form.space) * (1 + self.times)

    @cached_property
    def grid(self) -> tuple[Floats, Floats]:
        """Points (dimensions, trials) and weights of the product rule."""
        dimensions = len(self.form.space)
        places, weights = _rule(self.rule, _WIDE if dimensions < _FEW else _NARROW)
        grid = np.array(list(product(places, repeat=dimensions))).T
        return grid, np.prod(np.array(list(product(weights, repeat=dimensions))), axis=1)

    def values(self, columns: Columns, by: Sequence[str] = ()) -> Floats:
        """The unknown at points: (1, points)."""
        elapsed = np.abs(columns[self.form.time] - self.form.start)
        data = self.form.data[Derivative(self.form.system.unknowns[0])]
        total = self._mean(data, columns, elapsed, np.zeros_like(elapsed))
        if self.times:
            direction = np.sign(self.form.end - self.form.start)
            source = self.model.source * number(-1)
            for place, weight in zip(*legendre.leggauss(self.times), strict=True):
                ago = elapsed * (1 + place) / 2
                found = self._mean(source, columns, ago, columns[self.form.time] - direction * ago)
                total = total + elapsed * weight / 2 * found / self.model.own
        return total[None]

    def _mean(self, formula: Expression, columns: Columns, after: Floats, when: Floats) -> Floats:
        """The weighted mean of a formula after some time, at points."""
        trials = self.grid[0].shape[1]
        step = max(_CHUNK // trials, 1)
        found: list[Floats] = []
        for begin in range(0, len(after), step):
            part = slice(begin, begin + step)
            self.budget.operations(_A_VALUE * trials * len(after[part]))
            cut = {name: column[part] for name, column in columns.items()}
            found.append(self._chunk(formula, cut, after[part], when[part]))
        return np.concatenate(found)

    def _chunk(self, formula: Expression, columns: Columns, after: Floats, when: Floats) -> Floats:
        names = self.form.space
        size = len(names)
        maps, covariance = self.model.moments(after)
        start = np.stack([*(columns[n] for n in names), 0 * after, 0 * after + 1], axis=1)
        mean = np.einsum("pij,pj->pi", maps, start)
        weight = np.exp(mean[:, size] + covariance[:, size, size] / 2)
        middle = mean[:, :size] + covariance[:, :size, size]
        squares, axes = np.linalg.eigh(covariance[:, :size, :size])
        roots = axes * np.sqrt(np.maximum(squares, 0.0))[:, None, :]
        grid, weights = self.grid
        places = middle[:, :, None] + roots @ grid
        values: dict[str | Derivative, Floats] = {
            name: places[:, index].ravel() for index, name in enumerate(names)
        }
        values[self.form.time] = np.repeat(when, grid.shape[1])
        sampled = on(formula, values, places.shape[0] * grid.shape[1])
        return weight * (sampled.reshape(len(after), -1) @ weights)
