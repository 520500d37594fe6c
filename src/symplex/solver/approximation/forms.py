"""The forms that an approximation may have: a function, or a factor, around a sum or quotient.

Owns which forms suit a problem and its values: u = exp(v) where u has one sign, u = u₀·v and
u = u₀ + t·v with the data of the statement, u = (x − a)·v where u vanishes on a face. What v is to
be at the points, and how much an error of v counts there, follow from the values.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, final

import numpy as np

from symplex.expression import CONSTANT, Derivative, Expression, apply, leaf, number, symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.operators import EXP, LOG, PI, SIN, SQRT, SQUARE, TANH
from symplex.numerics.evaluation.fit import Floats
from symplex.numerics.evaluation.regression import SolutionValues
from symplex.problem import Problem
from symplex.solver.approximation.terms import data_of

_SMALL: Final = 1e-3
"""Points where a factor is smaller than this share of its size say nothing of the other factor."""
_SPREAD: Final = 1e4
"""The largest ratio of values of one sign of which a logarithm is taken."""
_LARGEST_EXPONENT: Final = 300.0
"""Values beyond this have no exponential."""
_WIDE: Final = 12.0
"""The largest range of values of which an exponential is taken."""
_BEYOND: Final = 1.05
"""How far above the largest value a function that saturates ends."""

Wrap = Callable[[Expression], Expression]


@final
@dataclass(frozen=True)
class Form:
    """What surrounds v, what v is to be, and how much an error of v counts."""

    wrap: Wrap
    target: Floats
    weight: Floats
    """0 where the values say nothing of v."""


def forms(problem: Problem, unknown: str, known: SolutionValues) -> Iterator[Form]:
    """The forms that suit an unknown, the plain one first."""
    values, weight = known.values[unknown], 1 / known.ranges[unknown]
    yield Form(lambda v: v, values, weight)
    yield from _functions(values, weight)
    for offset, factor in _surroundings(problem, unknown):
        form = _around(offset, factor, known, unknown)
        if form is not None:
            yield form


def _functions(values: Floats, weight: Floats) -> Iterator[Form]:
    """Functions of v, where the values allow them."""
    low, high = float(np.min(values)), float(np.max(values))
    size = np.abs(values)
    if low * high > 0 and np.max(size) < _SPREAD * np.min(size):
        sign = 1 if low > 0 else -1
        yield Form(lambda v: _signed(sign, apply(EXP, v)), np.log(size), weight * size)
    if low * high >= 0:
        sign = 1 if high > 0 else -1
        yield Form(lambda v: _signed(sign, apply(SQRT, v)), values**2, _over(weight, 2 * size))
        yield Form(lambda v: _signed(sign, apply(SQUARE, v)), np.sqrt(size), 2 * weight * size**0.5)
    if high - low < _WIDE and max(high, -low) < _LARGEST_EXPONENT:
        yield Form(lambda v: apply(LOG, v), np.exp(values), weight * np.exp(-values))
    if low < 0 < high:
        top = _BEYOND * max(high, -low)
        yield Form(
            lambda v: leaf(CONSTANT, top) * apply(TANH, v),
            np.arctanh(values / top),
            weight * top * (1 - (values / top) ** 2),
        )


def _over(above: Floats, below: Floats) -> Floats:
    """A quotient, 0 where the lower part is almost nothing."""
    small = below < _SMALL * np.max(below)
    return np.where(small, 0.0, above / np.where(small, 1.0, below))


def _signed(sign: int, formula: Expression) -> Expression:
    return formula if sign > 0 else -formula


def _surroundings(problem: Problem, unknown: str) -> Iterator[tuple[Expression | None, Expression]]:
    """Offsets and factors: u = offset + factor·v."""
    data = data_of(problem, unknown)
    start = _from_start(problem, unknown)
    yield from ((None, one) for one in data)
    if start is not None:
        yield start
        for one in data:
            yield one, start[1]
    held = held_at_zero(problem, unknown)
    if held:
        yield None, _product([distance(n, where) for n, ends in held.items() for where in ends])
    if any(len(ends) > 1 for ends in held.values()):
        yield None, _product([_arch(problem, name, ends) for name, ends in held.items()])

    flattened = _flattened(problem, held)
    if flattened is not None:
        yield None, flattened


def _flattened(problem: Problem, held: Mapping[str, Sequence[Expression]]) -> Expression | None:
    """What vanishes on all faces of a rectangle, flatter in the middle than a product."""
    both = [name for name, ends in held.items() if len(ends) > 1]
    if len(both) < 2:  # noqa: PLR2004
        return None
    arches = [_product([distance(name, where) for where in held[name]]) for name in both]
    low, high = problem.domain[both[0]].ends
    slope = leaf(CONSTANT, -2 / (high - low) ** 2)
    return _product(arches) / (slope * reduce(lambda one, other: one + other, arches) + 1)


def _from_start(problem: Problem, unknown: str) -> tuple[Expression, Expression] | None:
    """What an unknown is on one slice or at one point, and the distance from there."""
    for condition in problem.conditions:
        is_value = condition.left == leaf(Derivative(unknown)) and not condition.right.derivatives
        if is_value and len(condition.region.fixed) == 1:
            name, where = condition.region.fixed[0]
            if name == problem.time or len(problem.variables) == 1:
                return condition.right, distance(name, where)
    return None


def distance(name: str, where: Expression) -> Expression:
    """The distance of a variable from a place."""
    return symbol(name) if where == number(0) else symbol(name) - where


def held_at_zero(problem: Problem, unknown: str) -> dict[str, list[Expression]]:
    """The faces on which an unknown vanishes, by variable."""
    found: dict[str, list[Expression]] = {}
    for condition in problem.conditions:
        vanishes = (condition.left, condition.right) == (leaf(Derivative(unknown)), number(0))
        if vanishes and len(condition.region.fixed) == 1:
            name, where = condition.region.fixed[0]
            if where not in found.setdefault(name, []):
                found[name].append(where)
    return found


def _arch(problem: Problem, name: str, ends: Sequence[Expression]) -> Expression:
    """Half a wave that vanishes at both ends of an interval; at one end, the distance from it."""
    if len(ends) == 1:
        return distance(name, ends[0])
    low, high = problem.domain[name].ends
    rate = apply(PI) if high - low == 1 else leaf(CONSTANT, np.pi / (high - low))
    return apply(SIN, rate * distance(name, problem.domain[name].low))


def _product(factors: Sequence[Expression]) -> Expression:
    return reduce(lambda one, other: one * other, factors)


def _around(
    offset: Expression | None, factor: Expression, points: SolutionValues, unknown: str
) -> Form | None:
    """The form offset + factor·v; None where that says nothing of v."""
    shape = (points.size,)
    size = np.broadcast_to(evaluate(factor, points.columns), shape)
    known = 0.0 if offset is None else np.broadcast_to(evaluate(offset, points.columns), shape)
    left = points.values[unknown] - known
    small = ~(np.abs(size) > _SMALL * np.nanmax(np.abs(size), initial=0.0))
    if not np.all(np.isfinite(left)) or not np.all(np.isfinite(size)) or np.mean(small) > 0.5:  # noqa: PLR2004
        return None
    target = np.where(small, 0.0, left / np.where(small, 1.0, size))
    weight = np.where(small, 0.0, np.abs(size) / points.ranges[unknown])

    def wrap(v: Expression) -> Expression:
        product = factor * v
        return product if offset is None or offset == number(0) else offset + product

    return Form(wrap, target, weight)
