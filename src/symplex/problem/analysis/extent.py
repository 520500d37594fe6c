"""Where an answer is sampled: the stated box, more where the domain goes on to infinity.

Owns the larger box, and which variables have such an end.
"""

from fractions import Fraction

import numpy as np

from symplex.expression import Expression, Number, number
from symplex.expression.evaluate import evaluate
from symplex.expression.operator_facts import limits_of, obeys
from symplex.problem import Box, Interval, Problem
from symplex.problem.ends import EndKind, Side
from symplex.problem.reading import reading

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
    """The variables of space that go on to infinity."""
    ends = reading(problem).ends
    sides = ((name, side) for name in problem.space for side in Side)
    return tuple(dict.fromkeys(n for n, side in sides if ends[n, side] is EndKind.INFINITE))


def _widened(problem: Problem, name: str) -> Interval:
    interval, ends = problem.domain[name], reading(problem).ends
    half = _half(interval.high - interval.low)
    goes_on = {side: ends[name, side] is EndKind.INFINITE for side in Side}
    return Interval(
        _folded(interval.low - half, interval) if goes_on[Side.LOW] else interval.low,
        _folded(interval.high + half, interval) if goes_on[Side.HIGH] else interval.high,
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
