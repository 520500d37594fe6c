"""From a problem to an objective: points drawn at random, residuals weighted as in the paper.

Owns how many points, where, and which loss stands for the equation. Departs from the paper: a
Hamilton–Jacobi problem is scored by its Hopf–Lax value unless the caller chooses otherwise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import final

import numpy as np

from symplex.errors import SettingsError
from symplex.expression import Derivative, leaf, symbol
from symplex.expression.evaluate import value_of
from symplex.numerics.evaluation.fit import Floats
from symplex.numerics.evaluation.objective import Objective, PointSet, Term, frozen
from symplex.numerics.evaluation.viscosity.hopf_lax import along_characteristics, viscosity_value
from symplex.problem import Equation, Problem, Region
from symplex.problem.analysis.hamilton_jacobi import HamiltonJacobi, recognise

_SCALES, _EDGE_SCALES = 8.0, 7.0
"""Powers of ten over which early points, and those at edges, are spread."""
VALUE = "viscosity value"
"""The column with the Hopf–Lax value; no name of a problem has a space in it."""


class Loss(Enum):
    """What the loss of a Hamilton–Jacobi equation measures."""

    HOPF_LAX = "the value of the viscosity solution, and the equation"
    CHARACTERISTICS = "the paper's relation along characteristics"
    EQUATION = "the equation alone, which has many solutions"


@final
@dataclass(frozen=True, kw_only=True)
class Sampling:
    """How an objective is drawn; the paper's numbers by default (paper appendix B)."""

    interior: int = 200
    boundary: int = 80
    """Over all boundary conditions together."""
    initial: int = 80
    """For each initial condition."""
    boundary_weight: float = 10.0
    initial_weight: float = 10.0
    early: float = 0.0
    """The share of interior points that crowd at the time slice with data.

    Departs from the paper: without them a layer beside the slice, such as max(u₀ − 484·t, c),
    meets no point and costs nothing.
    """
    edges: float = 0.0
    """The share of interior points that crowd at the other faces with conditions."""
    loss: Loss = Loss.HOPF_LAX

    def __post_init__(self) -> None:
        """Refuse counts below one."""
        for name in ("interior", "boundary", "initial"):
            if getattr(self, name) < 1:
                raise SettingsError(f"{name} must be at least 1, found {getattr(self, name)}")


def draw(problem: Problem, rng: np.random.Generator, sampling: Sampling | None = None) -> Objective:
    """An objective for a problem at fresh random points.

    Raises:
        ProblemError: where data of the problem are not finite at a point.
    """
    settings = sampling or Sampling()
    sets = [_interior(problem, rng, settings)]
    regions = _by_region(problem.conditions)
    faces = [region for region in regions if problem.time not in region.values]
    share = -(-settings.boundary // max(len(faces), 1))
    for region, conditions in regions.items():
        on_face = region in faces
        count = share if on_face else settings.initial
        columns = _points(problem, region, rng, count)
        whole = settings.boundary_weight / len(faces) if on_face else settings.initial_weight
        terms = tuple(Term(condition.residual, whole) for condition in conditions)
        sets.append(PointSet(frozen(columns), terms))
    return Objective(problem.unknowns, problem.variables, tuple(problem.parameters), tuple(sets))


def _interior(problem: Problem, rng: np.random.Generator, settings: Sampling) -> PointSet:
    columns = _crowded(problem, _points(problem, Region(), rng, settings.interior), settings)
    columns = _at_edges(problem, columns, settings)
    plain = tuple(Term(equation.residual) for equation in problem.equations)
    form = None if settings.loss is Loss.EQUATION else recognise(problem)
    if form is None or form.time is None or form.initial is None or not form.uniform:
        return PointSet(frozen(columns), plain)
    if settings.loss is Loss.CHARACTERISTICS:
        relation = along_characteristics(problem, form)
        if relation is not None:
            return PointSet(frozen(columns), (Term(relation),))
    return _with_value(problem, form, columns, plain)


def _with_value(
    problem: Problem, form: HamiltonJacobi, columns: dict[str, Floats], plain: tuple[Term, ...]
) -> PointSet:
    value = viscosity_value(problem, form, columns)
    if value is None:
        return PointSet(frozen(columns), plain)
    difference = leaf(Derivative(form.unknown)) - symbol(VALUE)
    return PointSet(frozen({**columns, VALUE: value}), (Term(difference), *plain))


def _crowded(problem: Problem, columns: dict[str, Floats], settings: Sampling) -> dict[str, Floats]:
    """Some of the points moved towards the time slice with data, evenly over scales of time."""
    time = problem.time
    count = int(settings.early * settings.interior)
    if time is None or not count:
        return columns
    low, high = problem.domain[time].ends
    slices = [c.region.values[time] for c in problem.conditions if time in c.region.values]
    at_end = bool(slices) and all(value_of(value) == high for value in slices)
    share = (columns[time][:count] - low) / (high - low)
    gap = (high - low) * 10.0 ** (_SCALES * (share - 1))
    moved = columns[time].copy()
    moved[:count] = high - gap if at_end else low + gap
    return {**columns, time: moved}


def _at_edges(
    problem: Problem, columns: dict[str, Floats], settings: Sampling
) -> dict[str, Floats]:
    """The last points moved towards the faces with conditions, one face after the other."""
    faces = _faces(problem)
    count = int(settings.edges * settings.interior) if faces else 0
    moved = {name: column.copy() for name, column in columns.items()}
    for offset in range(count):
        (name, at_low), place = faces[offset % len(faces)], -1 - offset
        low, high = problem.domain[name].ends
        share = (columns[name][place] - low) / (high - low)
        gap = (high - low) * 10.0 ** (_EDGE_SCALES * (share - 1))
        moved[name][place] = low + gap if at_low else high - gap
    return moved


def _faces(problem: Problem) -> list[tuple[str, bool]]:
    """The faces of space with conditions: a variable, and whether it is at its low end."""
    found: dict[tuple[str, bool], None] = {}
    for condition in problem.conditions:
        for name, value in condition.region.fixed:
            if name != problem.time:
                for is_low, end in zip((True, False), problem.domain[name].ends, strict=True):
                    if value_of(value) == end:
                        found[name, is_low] = None
    return list(found)


def _by_region(conditions: Sequence[Equation]) -> Mapping[Region, tuple[Equation, ...]]:
    found: dict[Region, tuple[Equation, ...]] = {}
    for condition in conditions:
        region = next((r for r in found if r.same_as(condition.region)), condition.region)
        found[region] = (*found.get(region, ()), condition)
    return found


def _points(
    problem: Problem, region: Region, rng: np.random.Generator, count: int
) -> dict[str, Floats]:
    """Uniform points of a region, and uniform parameters; one point where nothing is free."""
    fixed = {name: value_of(value) for name, value in region.fixed}
    size = count if problem.parameters or region.free(problem.variables) else 1
    drawn = problem.box.sample(rng, size)
    return {name: np.full(size, fixed.get(name, column)) for name, column in drawn.items()}
