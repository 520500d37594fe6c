"""The error of a solution from the change between one resolution and the next."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeVar

import numpy as np

from symplex.codes import ReferenceCode
from symplex.expression import Derivative, Expression
from symplex.numerics.reference.chebyshev import Columns, Expansion, Floats
from symplex.numerics.reference.result import Field, Found
from symplex.numerics.reference.system import NoScheme, System, on
from symplex.work.budget import OutOfBudget

GOAL = 1e-11
"""Beyond this relative error nothing is gained."""
_SAFETY, _LOSS = 3.0, 2e-10
_POINTS, _MANY = 200, 4
_CROWDED, _SCALES = 80, 5.0
"""Points beside faces, and the powers of ten over which they crowd there."""
_SCANNED: Final = 400
"""Places on a line at which a kink is looked for."""
_HALF, _BESIDE = 0.5, 0.75
"""The share of these at the lower end of a variable, and of those that are beside its ends."""
Solved = TypeVar("Solved")


def best_of(
    runs: Iterable[Field], system: System, tolerance: float, method: str, *, goal: float = GOAL
) -> Found:
    """The best of ever finer solutions, each compared with the one before.

    Ends at the goal, at the first within the tolerance that is not better than the one before, or
    when there are no more.

    Raises:
        NoScheme: if none is within the tolerance.
    """
    points, others = probes(system), beside(system)
    best, before, scale = None, None, 1.0
    better = iter(runs)
    while field := further(better, will_do=best is not None and best.error <= tolerance * scale):
        values = field.values(points)
        if not np.all(np.isfinite(values)):
            raise NoScheme(ReferenceCode.REFERENCE_NOT_FINITE, method=method, applies=True)
        scale, size = scale_of(values), float(np.max(np.abs(values)))
        seen = np.concatenate([values, field.values(others)], axis=1)
        if before is not None:
            error = _SAFETY * float(np.max(np.abs(seen - before))) + 1e-14 * scale
            worse = best is not None and error > best.error
            best = best if best is not None and worse else Found(field, error, size, method)
            if best.error <= goal * scale or (worse and best.error <= tolerance * scale):
                break
        before = seen
    if best is None or best.error > tolerance * scale:
        if best is None:
            raise NoScheme(ReferenceCode.REFERENCE_ONE_RESOLUTION, method=method, applies=True)
        left = best.error / scale
        raise NoScheme(
            ReferenceCode.REFERENCE_RELATIVE_ERROR, method=method, error=left, applies=True
        )
    return best


def further(runs: Iterator[Solved], *, will_do: bool) -> Solved | None:
    """The next of ever finer solutions, if there is one.

    Raises:
        OutOfBudget: if the budget is spent on it, unless the one before is good enough.
    """
    try:
        return next(runs, None)
    except OutOfBudget:
        if not will_do:
            raise
        return None


def as_polynomials(found: Found, system: System, sizes: Sequence[int]) -> Found:
    """The same as polynomials where that loses nothing: they are fast and have derivatives."""
    grid = Expansion.sampled(found.field.values, system.box, sizes)
    lost = _SAFETY * change(grid, found.field, system)
    if not lost <= max(found.error, _LOSS * scale_of(found.field.values(probes(system)))):
        return replace(found, differentiable=False)
    return replace(found, field=grid, error=found.error + lost, differentiable=True)


def scale_of(values: Floats) -> float:
    """The size of a solution: what nine of ten points do not exceed.

    A solution that runs away at a corner must not excuse its errors by its own size.
    """
    size = np.abs(values)
    return float(np.quantile(size, 0.9)) or float(np.max(size)) or 1.0


def probes(system: System) -> Columns:
    """Points in the box, the same every time, and its corners; few where points are costly."""
    variables = len(system.box)
    if variables > _MANY:
        return system.points(_POINTS // 5)
    inside = system.points(_POINTS if variables < _MANY else _POINTS // 2)
    corners = np.meshgrid(*system.box.values(), indexing="ij")
    return {
        name: np.concatenate([column, corner.ravel()])
        for (name, column), corner in zip(inside.items(), corners, strict=True)
    }


def beside(system: System) -> Columns:
    """Points each of which is close to a face, to several, or to none, at all scales; and at kinks.

    They show what data that jump at a corner, or have kinks, make of a solution: two resolutions
    differ there while they agree everywhere else.
    """
    count = _CROWDED if len(system.box) < _MANY else _CROWDED // 4
    rng = np.random.default_rng(3)
    found: dict[str, Floats] = {}
    for name, (low, high) in system.box.items():
        inside, gap = rng.random(count), 10.0 ** -rng.uniform(0.3, _SCALES, count)
        near = np.where(rng.random(count) < _HALF, gap, 1 - gap)
        found[name] = low + (high - low) * np.where(rng.random(count) < _BESIDE, near, inside)
    moved = [_moved(kink, found, system) for kink in system.kinks if not kink.derivatives]
    parts = [found, *(one for some in moved for one in some)]
    return {name: np.concatenate([part[name] for part in parts]) for name in found}


def _moved(kink: Expression, points: Columns, system: System) -> Iterator[Columns]:
    """Points moved along each variable to where a formula vanishes; those that can be."""
    count = len(next(iter(points.values())))
    for name in sorted(kink.symbols):
        line = np.linspace(*system.box[name], _SCANNED)
        columns: dict[str | Derivative, Floats] = {
            n: np.repeat(c, _SCANNED) for n, c in points.items()
        }
        columns[name] = np.tile(line, count)
        values = on(kink, {**columns}, count * _SCANNED).reshape(count, _SCANNED)
        turns = np.sign(values[:, 1:]) * np.sign(values[:, :-1]) <= 0
        some = np.flatnonzero(np.any(turns, axis=1))
        at = np.argmax(turns, axis=1)[some]
        first, then = values[some, at], values[some, at + 1]
        share = np.where(first == then, 0.5, first / np.where(first == then, 1.0, first - then))
        yield {n: c[some] for n, c in points.items()} | {
            name: line[at] + share * (line[1] - line[0])
        }


def change(one: Field, other: Field, system: System) -> float:
    """The largest difference of two solutions, at all of these points."""
    found = [one.values(at) - other.values(at) for at in (probes(system), beside(system))]
    return float(np.max([np.max(np.abs(part)) for part in found]))
