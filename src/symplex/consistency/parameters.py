"""A statement at fixed values of its parameters: it must hold at each of them."""

from collections.abc import Iterator

from symplex.consistency.exact import Point, place
from symplex.problem import Problem
from symplex.problem.restrict import plain_value, value_inside, with_parameters

_SHARE, _DENOMINATOR = 0.3, 4


def fixed_choices(problem: Problem) -> Iterator[tuple[Problem, Point]]:
    """The statement at plain values of the parameters, then at others; once if it has none."""
    ranges = problem.parameters.items()
    yield _fixed(problem, {name: plain_value(interval) for name, interval in ranges})
    if ranges:
        others = {name: value_inside(interval, _SHARE, _DENOMINATOR) for name, interval in ranges}
        yield _fixed(problem, others)


def _fixed(problem: Problem, values: Point) -> tuple[Problem, Point]:
    return (with_parameters(problem, values) if values else problem), values


def for_values(values: Point) -> str:
    """``k = 1``, for a sentence; nothing where there are no parameters."""
    return place(values)
