"""Transport with constant coefficients: what is given at two ends of one straight line.

Along the direction of the coefficients the equation is an ODE, whose value at one end follows from
that at the other. Nothing need be known of the rest of the domain.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from symplex.codes import StatementCode
from symplex.exact.formulas.building import ZERO, divide, subtract
from symplex.expression import Derivative, Expression
from symplex.problem import Problem
from symplex.problem.contradiction import Contradiction
from symplex.proof.contradictions.exact import Point, is_nonzero, place, points_of, shown, value_at
from symplex.proof.contradictions.facts import label
from symplex.proof.contradictions.linear_form import LinearForm, is_lone, linear_form
from symplex.proof.contradictions.traces import Traces
from symplex.proof.contradictions.transported import Line, carried
from symplex.reasons import Reason
from symplex.work.budget import Budget


class _Given(NamedTuple):
    """A value on a face: the variable held there, its value, the formula and the condition."""

    name: str
    at: Expression
    formula: Expression
    source: int


def lines(problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Values on two faces that no solution of a transport equation joins."""
    if not is_lone(problem):
        return
    form = linear_form(problem.equations[0])
    if form is None or not form.is_constant or problem.equations[0].order != 1:
        return
    for one, other in combinations(_values(problem), 2):
        why = _mismatch(problem, form, one, other, budget)
        if why is not None:
            names = [label(problem, problem.conditions[k.source]) for k in (one, other)]
            first = f"{label(problem, problem.equations[0])} with {names[0]}"
            yield Contradiction(first, names[1], "", why)
            return


def _values(problem: Problem) -> list[_Given]:
    found: list[_Given] = []
    for (end, derivative), (formula, index) in Traces(problem).known.items():
        if not derivative.by:
            name, is_high = end
            interval = problem.domain[name]
            found.append(_Given(name, interval.high if is_high else interval.low, formula, index))
    return found


def _mismatch(
    problem: Problem, form: LinearForm, one: _Given, other: _Given, budget: Budget
) -> Reason | None:
    """How the value on one face, carried to another, differs from the value there."""
    for start in points_of(problem, problem.conditions[one.source].region):
        line = _line(problem, form, start, other)
        first = None if line is None else value_at(one.formula, start)
        if line is None or first is None:
            continue
        decay = form.coefficients.get(Derivative(problem.unknowns[0]), ZERO)
        third = carried(line, first, decay, form.source, budget)
        second = value_at(other.formula, line.end)
        if third is None or second is None or not is_nonzero(subtract(third, second)):
            continue
        return Reason(
            StatementCode.CONTRADICTION_CARRIED_BY_EQUATION,
            what=problem.unknowns[0],
            first=shown(first),
            start=place(start),
            third=shown(third),
            end=place(line.end),
            second=shown(second),
        )
    return None


def _slope(problem: Problem, form: LinearForm, name: str) -> Expression:
    return form.along(problem.unknowns[0], name).get(1, ZERO)


def _line(problem: Problem, form: LinearForm, start: Point, other: _Given) -> Line | None:
    """The line from a point to a face, if it reaches that within the box."""
    direction = {name: _slope(problem, form, name) for name in problem.variables}
    if not is_nonzero(direction[other.name]):
        return None
    length = divide(subtract(other.at, start[other.name]), direction[other.name])
    line = Line(start, direction, length)
    inside = all(problem.domain[name].contains(value) for name, value in line.end.items())
    return line if inside and is_nonzero(length) else None
