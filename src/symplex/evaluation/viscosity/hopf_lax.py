"""The value of the viscosity solution of u_t + H(∇u) = 0 at points, computed from the data.

Convex H (Hopf and Lax): the least u₀(x − t·q) + t·L(q) over all q, L being the dual of H.
Any H, but convex u₀ (Hopf): the largest p·x − u₀*(p) − t·H(p) over all p. Concave H or u₀: the
same for −u. Where neither applies there is no value: candidates are scored by the equation alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import final

import numpy as np

from symplex.evaluation.fit import Floats
from symplex.evaluation.viscosity.legendre import Convex, Route, route
from symplex.evaluation.viscosity.minimise import Cost, Cube, least
from symplex.expression import Derivative, Expression, Symbol, Token, leaf
from symplex.expression.evaluate import evaluate, value_of
from symplex.problem import Problem
from symplex.problem.analysis.curvature import Curvature, curvature
from symplex.problem.analysis.hamilton_jacobi import HamiltonJacobi

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
