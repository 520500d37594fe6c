"""Where an answer is to be verified: the stated box, and more of space behind open faces.

Owns the box of a proof and what the statement leaves open. Points and signs on it are elsewhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import final

import numpy as np

from symplex.expression import Expression, Number, number
from symplex.expression.evaluate import evaluate
from symplex.expression.operator_facts import limits_of, obeys
from symplex.problem import Interval, Problem
from symplex.problem.box import same_value

_TRIES = 256


@final
@dataclass(frozen=True)
class Ground:
    """The closed box of a proof: variables (behind open faces, more of them) and parameters."""

    intervals: Mapping[str, Interval]
    variables: tuple[str, ...]
    extended: tuple[str, ...] = ()
    """The variables whose interval is larger here than in the statement."""

    @cached_property
    def floats(self) -> Mapping[str, tuple[float, float]]:
        """The ends as numbers."""
        return {name: interval.floats for name, interval in self.intervals.items()}

    def without(self, names: "Mapping[str, Expression]") -> "Ground":
        """The face on which these variables are fixed."""
        kept = {name: value for name, value in self.intervals.items() if name not in names}
        return Ground(kept, tuple(n for n in self.variables if n not in names), self.extended)

    def with_interval(self, name: str, low: int, high: int) -> "Ground":
        """With one more symbol that is not a variable of the problem."""
        one = Interval(number(low), number(high))
        return Ground({**self.intervals, name: one}, self.variables, self.extended)


def stated(problem: Problem) -> Ground:
    """The box as it was stated, with the ranges of the parameters."""
    return Ground({**problem.domain, **problem.parameters}, problem.variables)


def ground_of(problem: Problem) -> Ground:
    """The box for verification: twice as wide behind the open faces of an evolution problem.

    Not where the statement's own formulas end (a square root of the data, say).
    """
    if problem.time is None:
        return stated(problem)
    wider = {name: _widened(problem, name) for name in open_faces(problem)}
    ground = Ground(
        {**problem.domain, **wider, **problem.parameters}, problem.variables, tuple(wider)
    )
    return ground if wider and _data_defined(problem, ground) else stated(problem)


def open_faces(problem: Problem) -> tuple[str, ...]:
    """The variables of space with an end that carries no condition."""
    return tuple(name for name in problem.space if _widened(problem, name) != problem.domain[name])


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


def _data_defined(problem: Problem, ground: Ground) -> bool:
    """Whether the statement's formulas of variables alone are defined on the larger box."""
    random = np.random.default_rng(0)
    values = {name: random.uniform(*ends, _TRIES) for name, ends in ground.floats.items()}
    for equation in problem.all_equations:
        fixed = {name: evaluate(value) for name, value in equation.region.fixed}
        for margin, rule in limits_of(equation.residual):
            if not margin.derivatives and not np.all(obeys(margin, rule, {**values, **fixed})):
                return False
    return True
