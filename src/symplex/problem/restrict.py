"""Smaller problems inside a problem: parameters held fixed, a variable held where data begin.

Owns the restriction itself; the curriculum decides in which order restrictions are lifted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import final

from symplex.expression import Derivative, Expression, Symbol, Token, number
from symplex.problem.box import Interval, same_value
from symplex.problem.equation import Equation, Region
from symplex.problem.problem import Problem


def plain_value(interval: Interval) -> Expression:
    """A simple value inside a range: 1 if it is there (paper appendix B), else the middle."""
    one = number(1)
    if interval.contains(one):
        return one
    return value_inside(interval, 0.5, 64)


def value_inside(interval: Interval, share: float, denominator: int) -> Expression:
    """A simple rational number strictly inside a range, near a given share of its length."""
    low, high = interval.ends
    wanted = Fraction(low + share * (high - low))
    found = wanted.limit_denominator(denominator)
    while not low < found < high and found != wanted:
        denominator *= 2
        found = wanted.limit_denominator(denominator)
    return number(found)


def with_parameters(problem: Problem, values: Mapping[str, Expression]) -> Problem:
    """The problem with some parameters held at exact values."""
    replacements: dict[Token, Expression] = {Symbol(k): v for k, v in values.items()}
    return problem.changed(
        parameters={k: v for k, v in problem.parameters.items() if k not in values},
        equations=tuple(equation.substitute(replacements) for equation in problem.equations),
        conditions=tuple(condition.substitute(replacements) for condition in problem.conditions),
    )


@final
@dataclass(frozen=True)
class Start:
    """The slice from which a problem unfolds."""

    name: str
    """The variable that is fixed there: time, or the only variable with data."""
    value: Expression
    """Where it is fixed."""
    problem: Problem
    """What is stated on the slice, as a problem in the other variables."""


def start_of(problem: Problem) -> Start | None:
    """The slice with data of the unknowns: in time, or else the only one that carries any.

    The equations of its problem are the data: the unknowns' values, not their rates. None where
    nothing is given for some unknown, or there is no other variable.
    """
    if len(problem.domain) < 2:  # noqa: PLR2004 (a variable to fix, and another)
        return None
    names = [problem.time] if problem.time else []
    names += [name for name in problem.space if _is_lone(problem, name)]
    for name in names:
        for end in (problem.domain[name].low, problem.domain[name].high):
            found = _at(problem, name, end)
            if found is not None:
                return Start(name, end, found)
    return None


def _is_lone(problem: Problem, name: str) -> bool:
    """Whether every condition holds this variable, and it alone, at one and the same value."""
    fixed = [condition.region.fixed for condition in problem.conditions]
    if not fixed or any(len(pairs) != 1 or pairs[0][0] != name for pairs in fixed):
        return False
    return all(same_value(pairs[0][1], fixed[0][0][1]) for pairs in fixed)


def _at(problem: Problem, name: str, end: Expression) -> Problem | None:
    """The problem that the data pose where a variable is at an end of its interval."""
    fixed: dict[Token, Expression] = {Symbol(name): end}
    slices = [c for c in problem.conditions if _is_at(c.region, name, end)]
    kept = [c for c in slices if not _differentiates(c, name)]
    whole = tuple(_without(c, name).substitute(fixed) for c in kept if len(c.region.fixed) == 1)
    if {d.of for c in whole for d in c.derivatives} != set(problem.unknowns):
        return None
    return problem.changed(
        domain={k: v for k, v in problem.domain.items() if k != name},
        equations=whole,
        conditions=tuple(
            _without(c, name).substitute(fixed) for c in kept if len(c.region.fixed) > 1
        ),
    )


def _is_at(region: Region, time: str, end: Expression) -> bool:
    return time in region.values and same_value(region.values[time], end)


def _differentiates(condition: Equation, name: str) -> bool:
    return any(name in d.by for d in (*condition.derivatives, *condition.differentiated))


def _without(condition: Equation, time: str) -> Equation:
    fixed = tuple((name, value) for name, value in condition.region.fixed if name != time)
    return replace(condition, region=Region(fixed))


def data_of(problem: Problem) -> tuple[Expression, ...]:
    """The largest parts of the statement that contain no unknown: data and sources."""
    found: dict[Expression, None] = {}
    for equation in problem.all_equations:
        for side in (equation.left, equation.right):
            for part in _known_parts(side):
                found[part] = None
    return tuple(found)


def _known_parts(expression: Expression) -> list[Expression]:
    if not expression.derivatives:
        return [expression]
    if isinstance(expression.root, Derivative):
        return []
    return [part for argument in expression.arguments for part in _known_parts(argument)]
