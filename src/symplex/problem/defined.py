"""Whether a statement's own formulas are defined where they are to hold.

Owns the search for a point at which they are not, and for as good as all points beside it: sqrt(x)
on [-1, 1]. Formulas that are undefined on a null set alone, such as sqrt(x) and log(x) on [0, 1] or
x/abs(x), are no mistake.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import numpy as np
from flint import arb, ctx
from numpy.typing import NDArray

from symplex.errors import ProblemError
from symplex.expression.evaluate import interpret
from symplex.expression.exact import ball_backend
from symplex.expression.expression import Expression
from symplex.expression.operator_facts import limits_of, short, value_at
from symplex.expression.operators import Rule
from symplex.problem.box import Box
from symplex.problem.equation import Equation, Region

if TYPE_CHECKING:
    from symplex.problem.problem import Problem

_TRIES: Final = 2_000
_SCALES: Final = 8.0
"""Powers of ten over which points crowd at the ends of each interval."""
_DECIDED: Final = 3
"""How many of the points at which doubles see it are decided by balls."""
_BITS: Final = 256


def require_defined(problem: "Problem") -> None:
    """Refuse a statement that is undefined in part of where it is to hold.

    A `Problem` may be made of it all the same, and is never called solved.

    Raises:
        ProblemError: for the first such equation or condition.
    """
    for mistake in undefined(problem):
        raise mistake


def undefined(problem: "Problem") -> Iterator[ProblemError]:
    """A sentence for each equation and condition that is undefined in part of its region."""
    for key, equations in (
        ("equations[{}]", problem.equations),
        ("conditions[{}].equation", problem.conditions),
    ):
        for index, equation in enumerate(equations):
            sentence = next(_sentences(equation, problem.box), None)
            if sentence is not None:
                yield ProblemError(sentence, key=key.format(index))


def _sentences(equation: Equation, box: Box) -> Iterator[str]:
    limits = [limit for limit in limits_of(equation.residual) if not limit[0].derivatives]
    if not limits:
        return
    points = _points(box.face(equation.region.values))
    for margin, rule in limits:
        for point in _broken(margin, rule, equation.region, points):
            if _is_inside(point, box) and _breaks(margin, rule, equation.region, point):
                yield _sentence(equation, margin, rule, point)


def _points(box: Box) -> dict[str, NDArray[np.float64]]:
    """Points of a box: half of them even, then some that crowd at the ends of its intervals."""
    rng = np.random.default_rng(0)
    even, crowded = box.sample(rng, _TRIES), box.sample(rng, _TRIES)
    for name, (low, high) in box.ends.items():
        near = (high - low) * 10 ** -rng.uniform(0, _SCALES, _TRIES)
        kind = rng.integers(0, 4, _TRIES)
        crowded[name] = np.select([kind == 0, kind == 1], [low + near, high - near], crowded[name])
    return {name: np.concatenate([even[name], crowded[name]]) for name in even}


def _broken(
    margin: Expression, rule: Rule, region: Region, points: Mapping[str, NDArray[np.float64]]
) -> Iterator[dict[str, float]]:
    """Points at which a margin breaks its rule in double precision."""
    size = len(next(iter(points.values()), ((),)))
    fixed = {name: value_at(value, {}) for name, value in region.fixed}
    value = np.broadcast_to(value_at(margin, {**points, **fixed}), (size,))
    broken = value == 0 if rule is not Rule.NONNEGATIVE else np.zeros(size, dtype=np.bool_)
    if rule is not Rule.NONZERO:
        broken = broken | (value < 0)
    for index in np.flatnonzero(broken)[:_DECIDED]:
        yield {name: float(column[index]) for name, column in points.items()}


def _breaks(margin: Expression, rule: Rule, region: Region, point: Mapping[str, float]) -> bool:
    """Whether a margin certainly breaks its rule at a point."""
    with ctx.workprec(_BITS):
        fixed = {name: _ball(value, {}) for name, value in region.fixed}
        ball = _ball(margin, {**fixed, **{name: arb(value) for name, value in point.items()}})
    if ball.is_zero():
        return rule is not Rule.NONNEGATIVE
    return bool(ball < 0) and rule is not Rule.NONZERO


def _is_inside(point: Mapping[str, float], box: Box) -> bool:
    """Whether a point is shown to lie off all ends: there, a formula may be undefined."""
    ends = ((value, box.intervals[name]) for name, value in point.items())
    return all(
        bool(arb(value) > _ball(interval.low, {})) and bool(arb(value) < _ball(interval.high, {}))
        for value, interval in ends
    )


def _ball(formula: Expression, values: Mapping[str, arb]) -> arb:
    return interpret(formula, ball_backend(), values)


def _sentence(
    equation: Equation, margin: Expression, rule: Rule, point: Mapping[str, float]
) -> str:
    place = [f"{name} = {value:.6g}" for name, value in point.items()]
    if not equation.region.is_interior:
        place.append(str(equation.region))
    nearby = " and nearby" if point else ""
    return (
        f"'{equation.text}' is undefined at {', '.join(place)}{nearby}, since {short(margin)} "
        f"{rule.value} does not hold; state what is defined there, or a smaller domain"
    )
