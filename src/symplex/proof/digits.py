"""Two hundred digits at several hundred points: what an identity looks like before it is proved.

Owns the test that makes a conjecture. It is never a proof: a formula may be zero to any number of
digits and not be zero.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import flint
import numpy as np
from flint import arb
from numpy.typing import NDArray

from symplex.expression import Expression
from symplex.expression.evaluate import interpret
from symplex.expression.exact import ball_backend, rational
from symplex.expression.operator_facts import obeys
from symplex.expression.operators import Rule
from symplex.proof.kernel.region import Ends, Region
from symplex.proof.layers import Point, places
from symplex.proof.verdict import Verdict
from symplex.work.budget import Budget, OutOfBudget

POINTS: Final = 300
"""At how many points an identity must hold."""
_DIGITS = 200
_PRECISIONS: Final = (700, 1_400, 2_800)
"""In bits: 700 are 210 digits; more where values are large or cancel."""
_DRAWN = 60_000
"""Points of the box from which those of the region are taken."""
_DENOMINATOR = 99_991
"""The largest of a coordinate, where that is exact enough."""
_SEED = 20_240
_TELLING = 3
"""How many of the points are moved to where digits tell more."""
_FAR = 20.0
"""How far points go in a direction that has no end."""


@dataclass(frozen=True)
class Digits:
    """The verdict, and for a failure the point with a number that the residual exceeds there."""

    verdict: Verdict
    point: Mapping[str, float] | None = None
    size: float | None = None


def vanishes_to_digits(formula: Expression, region: Region, budget: Budget) -> Digits:
    """Whether a formula is zero to 200 digits at random rational points of a region.

    Unknown if the region has too few points that are found, if the formula may be undefined at one
    of them, if it fails in a layer between them, or if the time is over.
    """
    found = 0
    try:
        for point in _points(region, budget):
            budget.step()
            at_point = _at(formula, point)
            if at_point.verdict is not Verdict.CONJECTURED:
                return at_point
            if found < _TELLING and _fails_beside(formula, region, point, budget):
                break
            found += 1
            if found == POINTS or not point:
                return Digits(Verdict.CONJECTURED)
    except OutOfBudget:
        pass
    return Digits(Verdict.APPROXIMATE)


def _fails_beside(formula: Expression, region: Region, point: Point, budget: Budget) -> bool:
    """Whether it fails where digits tell: 1 − tanh(10^210 t) is 0 to all of them but beside t = 0.

    No double is such a place, so that the failure is not shown, and no more is said than unknown.
    """
    beside = places(formula, region, point, budget)
    inside = (one for one in beside if _is_in(region, one))
    return any(_at(formula, one).verdict is Verdict.REFUTED for one in inside)


def _at(formula: Expression, point: Point) -> Digits:
    """Zero to so many digits, certainly not zero, or neither."""
    for bits in _PRECISIONS:
        with flint.ctx.workprec(bits):
            ball = _ball(formula, point)
            if not ball.is_finite():
                continue
            if not ball.contains(0):
                where = {name: float(value) for name, value in point.items()}
                return Digits(Verdict.REFUTED, where, float(ball.abs_lower()))
            if ball.abs_upper() < arb(10) ** -_DIGITS:
                return Digits(Verdict.CONJECTURED)
    return Digits(Verdict.APPROXIMATE)


def _ball(formula: Expression, point: Point) -> arb:
    values = {name: arb(rational(value)) for name, value in point.items()}
    return interpret(formula, ball_backend(), values)


def _points(region: Region, budget: Budget) -> Iterator[Point]:
    """Rational points that certainly lie in a region, at random."""
    rng = np.random.default_rng(_SEED)
    columns = {name: _column(ends, rng) for name, ends in region.ends.items()}
    inside = np.ones(_DRAWN if columns else 1, dtype=np.bool_)
    for fact in region.facts:
        budget.step()
        inside &= np.broadcast_to(obeys(fact.formula, fact.rule, columns), inside.shape)
    for index in np.flatnonzero(inside):
        budget.step()
        point = {name: _rational(float(column[index])) for name, column in columns.items()}
        if _is_in(region, point):
            yield point


def _column(ends: Ends, rng: np.random.Generator) -> NDArray[np.float64]:
    low, high = (float(end) for end in ends.range[:2])
    share = rng.random(_DRAWN)
    if np.isfinite(low) and np.isfinite(high):
        return low + (high - low) * share
    # More of them near the origin, or the end, than far out.
    far = _FAR * share**3
    if np.isfinite(low):
        return low + far
    if np.isfinite(high):
        return high - far
    return np.where(rng.random(_DRAWN) < 0.5, far, -far)  # noqa: PLR2004


def _rational(value: float) -> Fraction:
    """A fraction nearby whose denominator is no power of two; the number itself if it is tiny."""
    near = Fraction(value).limit_denominator(_DENOMINATOR)
    return near if abs(near) * 1_000 > 1 else Fraction(value)


def _is_in(region: Region, point: Point) -> bool:
    """Whether a point is shown to lie in the box, off its faces, and to obey every fact."""
    for name, ends in region.ends.items():
        value = arb(rational(point[name]))
        if ends.low is not None and not value > _ball(ends.low, {}):
            return False
        if ends.high is not None and not value < _ball(ends.high, {}):
            return False
    return all(_obeys(_ball(fact.formula, point), fact.rule) for fact in region.facts)


def _obeys(ball: arb, rule: Rule) -> bool:
    if rule is Rule.NONZERO:
        return ball.is_finite() and not ball.contains(0)
    return bool(ball > 0) or (rule is Rule.NONNEGATIVE and bool(ball >= 0))
