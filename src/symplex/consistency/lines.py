"""Transport with constant coefficients: what is given at two ends of one straight line.

Along the direction of the coefficients the equation is an ODE, whose value at one end follows from
that at the other. Nothing need be known of the rest of the domain.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from symplex.budget import Budget
from symplex.consistency.exact import Point, is_nonzero, place, points_of, shown, value_at
from symplex.consistency.facts import label
from symplex.consistency.integrate import integral
from symplex.consistency.linear_form import LinearForm, linear_form
from symplex.consistency.parameters import fixed_choices
from symplex.consistency.traces import Traces
from symplex.expression import Derivative, Expression, Symbol, Token, number, symbol
from symplex.expression.exact import Order, compare
from symplex.methods.formulas.building import (
    ZERO,
    add,
    divide,
    exponential,
    multiply,
    negative,
    subtract,
)
from symplex.problem import Interval, Problem
from symplex.problem.contradiction import Contradiction

_ALONG = "s#"
"""How far along the line; no name of the user's contains #."""


class _Given(NamedTuple):
    """A value on a face: the variable held there, its value, the formula and the condition."""

    name: str
    at: Expression
    formula: Expression
    index: int


class _Line(NamedTuple):
    """The two ends of a line, and how far they are apart along it."""

    start: Point
    end: Point
    length: Expression


def lines(problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Values on two faces that no solution of a transport equation joins."""
    if len(problem.variables) == 1 or len(problem.unknowns) > 1 or len(problem.equations) > 1:
        return
    for fixed, values in fixed_choices(problem):
        form = linear_form(fixed.equations[0])
        if form is None or not form.is_constant or fixed.equations[0].order != 1:
            return
        for one, other in combinations(_values(fixed), 2):
            why = _mismatch(fixed, form, one, other, budget)
            if why is not None:
                names = [label(problem, problem.conditions[k.index]) for k in (one, other)]
                first = f"{label(problem, problem.equations[0])} with {names[0]}"
                yield Contradiction(first, names[1], place(values), why)
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
) -> str | None:
    """How the value on one face, carried to another, differs from the value there."""
    for start in points_of(problem, problem.conditions[one.index].region):
        line = _line(problem, form, start, other)
        first = None if line is None else value_at(one.formula, start)
        if line is None or first is None:
            continue
        carried = _carried(problem, form, line, first, budget)
        second = value_at(other.formula, line.end)
        if carried is None or second is None or not is_nonzero(subtract(carried, second)):
            continue
        unknown = problem.unknowns[0]
        return (
            f"{unknown} is {shown(first)} at {place(start)} by the first, so that by the equation "
            f"it is {shown(carried)} at {place(line.end)}, and not {shown(second)}"
        )
    return None


def _slope(problem: Problem, form: LinearForm, name: str) -> Expression:
    return form.along(problem.unknowns[0], name).get(1, ZERO)


def _line(problem: Problem, form: LinearForm, start: Point, other: _Given) -> _Line | None:
    """The line from a point to a face, if it reaches that within the box."""
    slope = _slope(problem, form, other.name)
    if not is_nonzero(slope):
        return None
    length = divide(subtract(other.at, start[other.name]), slope)
    end = {
        name: add(start[name], multiply(length, _slope(problem, form, name)))
        for name in problem.variables
    }
    end[other.name] = other.at
    inside = all(problem.domain[name].contains(value) for name, value in end.items())
    return _Line(start, end, length) if inside and is_nonzero(length) else None


def _carried(
    problem: Problem, form: LinearForm, line: _Line, first: Expression, budget: Budget
) -> Expression | None:
    """The value at the end: exp(−c·l)·(u + ∫ exp(c·s)·source ds)."""
    decay = form.coefficients.get(Derivative(problem.unknowns[0]), ZERO)
    total = first
    if form.source != ZERO:
        gained = _gained(problem, form, line, decay, budget)
        if gained is None:
            return None
        total = add(total, gained)
    return multiply(exponential(negative(multiply(decay, line.length))), total)


def _gained(
    problem: Problem, form: LinearForm, line: _Line, decay: Expression, budget: Budget
) -> Expression | None:
    along = symbol(_ALONG)
    tokens: dict[Token, Expression] = {
        Symbol(name): add(line.start[name], multiply(along, _slope(problem, form, name)))
        for name in problem.variables
    }
    source = multiply(exponential(multiply(decay, along)), form.source.substitute(tokens))
    forward = compare(line.length, number(0)) is Order.GREATER
    ends = Interval(ZERO, line.length) if forward else Interval(line.length, ZERO)
    box: Mapping[str, Interval] = {_ALONG: ends}
    found = integral(source, box, budget)
    return found if found is None or forward else negative(found)
