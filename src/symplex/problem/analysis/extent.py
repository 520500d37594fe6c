"""Where an answer is verified: the stated box, more behind open faces.

Owns the larger box that is sampled, the domain that a proof must cover, and which faces the
statement leaves open.
"""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from symplex.expression import Expression, Number, number
from symplex.expression.evaluate import evaluate
from symplex.expression.operator_facts import limits_of, obeys
from symplex.problem import Box, Interval, Problem
from symplex.problem.box import same_value

_TRIES = 256


def verification_box(problem: Problem) -> Box:
    """The box for verification: twice as wide behind the open faces of an evolution problem.

    Not where the statement's own formulas end (a square root of the data, say).
    """
    if problem.time is None:
        return problem.box
    wider = {name: _widened(problem, name) for name in open_faces(problem)}
    box = problem.box.widened(wider)
    return box if wider and _data_defined(problem, box) else problem.box


def open_faces(problem: Problem) -> tuple[str, ...]:
    """The variables of space with an end that carries no condition."""
    return tuple(name for name in problem.space if _widened(problem, name) != problem.domain[name])


def domain_of_proof(problem: Problem) -> Mapping[str, tuple[Expression | None, Expression | None]]:
    """The interval of each variable that a proof must cover; None is minus or plus infinity.

    In a problem with time, an end of a space variable that carries no condition is open: all of
    space is meant in that direction. Each end counts for itself; a condition at a corner or at a
    point does not close the faces that meet there. The ends of time never move.
    """
    moving = problem.space if problem.time is not None else ()
    return {
        name: _proof_ends(problem, name) if name in moving else (interval.low, interval.high)
        for name, interval in problem.domain.items()
    }


def _proof_ends(problem: Problem, name: str) -> tuple[Expression | None, Expression | None]:
    interval = problem.domain[name]
    faces = [c.region.values for c in problem.conditions if len(c.region.fixed) == 1]
    held = [fixed[name] for fixed in faces if name in fixed]
    return (
        interval.low if any(same_value(value, interval.low) for value in held) else None,
        interval.high if any(same_value(value, interval.high) for value in held) else None,
    )


def _widened(problem: Problem, name: str) -> Interval:
    interval = problem.domain[name]
    held = [
        condition.region.values[name]
        for condition in problem.conditions
        if name in condition.region.values
    ]
    half = _half(interval.high - interval.low)
    low_held = any(same_value(value, interval.low) for value in held)
    high_held = any(same_value(value, interval.high) for value in held)
    return Interval(
        interval.low if low_held else _folded(interval.low - half, interval),
        interval.high if high_held else _folded(interval.high + half, interval),
    )


def _half(width: Expression) -> Expression:
    return width * Fraction(1, 2)


def _folded(end: Expression, interval: Interval) -> Expression:
    """One number if the ends are numbers, so that texts stay short."""
    match interval.low.root, interval.high.root:
        case Number(low), Number(high):
            half = (high - low) / 2
            below = float(low + high) / 2 > float(evaluate(end))
            return number(low - half if below else high + half)
        case _:
            return end


def _data_defined(problem: Problem, box: Box) -> bool:
    """Whether the statement's formulas of variables alone are defined on the larger box."""
    values = box.sample(np.random.default_rng(0), _TRIES)
    for equation in problem.all_equations:
        fixed = {name: evaluate(value) for name, value in equation.region.fixed}
        for margin, rule in limits_of(equation.residual):
            if not margin.derivatives and not np.all(obeys(margin, rule, {**values, **fixed})):
                return False
    return True
