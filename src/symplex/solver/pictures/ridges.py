"""Lines in a map along which a formula has a kink or a jump."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from contourpy import contour_generator

from symplex.expression import Expression
from symplex.expression.evaluate import evaluate
from symplex.expression.operator_facts import kinks_of
from symplex.solver.pictures.curve import Floats
from symplex.solver.pictures.views import Map

_BESIDE: Final = 1e-4
"""How far beside a line its sides are, as a share of the box."""
_BEND: Final = 0.05
"""A change of slope, as a share of the range over the box, that is a kink."""
_STEP: Final = 1e-6
"""Of a slope, as a share of the box."""
_NEAR: Final = 0.02
"""A point of a contour is not farther from its line, as a share of the box."""


def ridges(formula: Expression, view: Map, count: int) -> Iterator[tuple[Floats, Floats]]:
    """The lines, each with its positions across and up."""
    columns = view.points(count)
    extent = _extent(_at(formula, view, columns[view.across], columns[view.up]))
    for form in kinks_of(formula):
        values = _at(form, view, columns[view.across], columns[view.up])
        if not (np.nanmin(values) < 0.0 < np.nanmax(values)):
            continue
        grid = np.ma.masked_invalid(values)
        found = contour_generator(columns[view.across], columns[view.up], grid).lines(0.0)
        for line in found:
            points = _moved(form, view, np.asarray(line, dtype=np.float64))
            bent = _bends(formula, form, view, points) > _BEND * extent
            yield from _runs(points, bent)


def _runs(points: Floats, kept: np.ndarray) -> Iterator[tuple[Floats, Floats]]:
    """The parts of a line on which there is a kink."""
    drawn = np.where(kept[:, None], points, np.nan)
    if np.count_nonzero(kept) > 1:
        yield drawn[:, 0], drawn[:, 1]


def _moved(form: Expression, view: Map, points: Floats) -> Floats:
    """The points moved onto the line, which a contour meets only between the points of a grid."""
    size = np.array([high - low for low, high in view.box])
    scaled = points / size
    for _ in range(2):
        gradient = _gradient(form, view, scaled) / (2 * _STEP)
        square = np.sum(gradient**2, axis=1, keepdims=True)
        value = _values(form, view, scaled)[:, None]
        move = np.divide(value * gradient, square, out=np.zeros_like(gradient), where=square > 0)
        near = np.all(np.isfinite(move), axis=1, keepdims=True) & (np.abs(move) < _NEAR)
        scaled = scaled - np.where(near, move, 0.0)
    return scaled * size


def _bends(formula: Expression, form: Expression, view: Map, points: Floats) -> Floats:
    """How much the slope across a line changes there, for a step as long as the box."""
    scaled = points / np.array([high - low for low, high in view.box])
    gradient = _gradient(form, view, scaled)
    length = np.linalg.norm(gradient, axis=1, keepdims=True)
    normal = np.divide(gradient, length, out=np.zeros_like(gradient), where=length > 0)
    ahead, here, behind = (
        _values(formula, view, scaled + shift * normal) for shift in (_BESIDE, 0.0, -_BESIDE)
    )
    bend = np.abs(ahead - 2 * here + behind) / _BESIDE
    return np.where(np.isfinite(bend), bend, 0.0)


def _gradient(form: Expression, view: Map, scaled: Floats) -> Floats:
    """The change of a form over two steps along each axis of the box."""
    return np.stack([_slope(form, view, scaled, axis) for axis in (0, 1)], axis=1)


def _slope(form: Expression, view: Map, scaled: Floats, axis: int) -> Floats:
    """The change of a form along an axis of the box; 0 where it is undefined."""
    step = np.eye(2)[axis] * _STEP
    change = _values(form, view, scaled + step) - _values(form, view, scaled - step)
    return np.where(np.isfinite(change), change, 0.0)


def _values(formula: Expression, view: Map, scaled: Floats) -> Floats:
    size = np.array([high - low for low, high in view.box])
    points = scaled * size
    return _at(formula, view, points[:, 0], points[:, 1])


def _at(formula: Expression, view: Map, across: Floats, up: Floats) -> Floats:
    found = evaluate(formula, {**view.held, view.across: across, view.up: up})
    return np.array(np.broadcast_to(found, across.shape))


def _extent(values: Floats) -> float:
    finite = values[np.isfinite(values)]
    return (float(np.ptp(finite)) if len(finite) else 0.0) or 1.0
