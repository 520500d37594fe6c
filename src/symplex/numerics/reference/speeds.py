"""How fast waves run: the speeds of hyperbolic equations at their data."""

from collections.abc import Mapping

import numpy as np

from symplex.codes import ReferenceCode
from symplex.expression import Derivative
from symplex.expression.calculus import differentiate
from symplex.numerics.reference.chebyshev import Floats
from symplex.numerics.reference.evolution import Evolution
from symplex.numerics.reference.system import NoScheme, on
from symplex.problem.coordinates import differentiate_by

_POINTS = 64
_STILL, _TURNING = 1e-9, 1e-6


def speeds_of(form: Evolution) -> Mapping[str, float]:
    """How fast waves run along each variable, at most, at the start.

    Raises:
        NoScheme: if the equations are not hyperbolic in every direction.
    """
    orders = set(form.orders.values())
    highest = max((len(by) for _, by in form.needed), default=0)
    order = max(orders)
    if not form.space or len(orders) != 1 or order not in (1, 2) or highest > order:
        raise NoScheme(ReferenceCode.REFERENCE_NOT_HYPERBOLIC)
    columns = {**form.system.points(_POINTS), form.time: np.full(_POINTS, form.start)}
    start = _derivatives_at_start(form, columns)
    slopes = np.array([[on(slope, start, _POINTS) for slope in row] for row in form.slopes])
    found = {name: _speed(form, name, slopes, start) for name in form.space}
    if not all(np.isfinite(speed) for speed in found.values()):
        raise NoScheme(ReferenceCode.REFERENCE_EQUATIONS_UNDEFINED_AT_START)
    return found


def _speed(
    form: Evolution, name: str, slopes: Floats, start: Mapping[str | Derivative, Floats]
) -> float:
    order = max(form.orders.values())
    along = np.linalg.eigvals(_symbol(form, (name,) * order, slopes, start))
    turning = np.any(np.abs(along.imag) > _TURNING * (1 + np.abs(along)))
    if turning or (order > 1 and np.any(along.real < _STILL)):
        raise NoScheme(ReferenceCode.REFERENCE_NOT_HYPERBOLIC)
    size = float(np.max(np.abs(along)))
    if order > 1:
        others = [other for other in form.space if other != name]
        across = [_norm(_symbol(form, (name, other), slopes, start)) for other in others]
        mixed = _norm(_symbol(form, (name, form.time), slopes, start))
        size = float(np.sqrt(size + max(across, default=0.0))) + mixed
    return max(size, 1e-3)


def _norm(symbol: Floats) -> float:
    return float(np.max(np.abs(symbol).sum(axis=(1, 2))))


def _derivatives_at_start(
    form: Evolution, columns: Mapping[str, Floats]
) -> dict[str | Derivative, Floats]:
    """The data and their derivatives by space."""
    values: dict[str | Derivative, Floats] = {**columns}
    size = len(next(iter(columns.values())))
    for one in form.state:
        values[one] = on(form.data[one], {**columns}, size)
    for one, by in form.needed:
        formula = form.data[one]
        for name in by:
            formula = differentiate(formula, name)
        values[Derivative(one.of, (*one.by, *by))] = on(formula, {**columns}, size)
    return values


def _symbol(
    form: Evolution,
    by: tuple[str, ...],
    slopes: Floats,
    values: Mapping[str | Derivative, Floats],
) -> Floats:
    """The matrix of one derivative in the equations solved for the highest ones by time."""
    size = slopes.shape[-1]
    part = np.zeros_like(slopes)
    for i, rest in enumerate(form.rests):
        for j, name in enumerate(form.orders):
            derivative = Derivative(name, by)
            if derivative in rest.derivatives:
                part[i, j] = on(differentiate_by(rest, derivative), values, size)
    with np.errstate(all="ignore"):
        found = np.linalg.solve(np.moveaxis(slopes, 2, 0), -np.moveaxis(part, 2, 0))
    return np.where(np.isfinite(found), found, 0.0)
