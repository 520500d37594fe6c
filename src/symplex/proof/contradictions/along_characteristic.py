"""Values at two ends of one straight line along which the equations are one linear ODE.

Such are the characteristics of transport with constant coefficients, and every line where equations
give all first derivatives of an unknown, each as a constant times it plus a formula of the
variables. The value at one end follows from that at the other: nothing need be known of the rest of
the domain.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import final

from symplex.codes import StatementCode
from symplex.exact.formulas.building import (
    ZERO,
    add,
    divide,
    exponential,
    multiply,
    negative,
    subtract,
)
from symplex.expression import Derivative, Expression, Symbol, Token, number, symbol
from symplex.expression.exact import Order, compare
from symplex.problem import Equation, Interval, Problem
from symplex.problem.contradiction import Contradiction
from symplex.problem.linear_form import LinearForm
from symplex.proof.contradictions.cross_derivatives import solved_equations
from symplex.proof.contradictions.exact import Point, is_nonzero, place, points_of, shown
from symplex.proof.contradictions.facts import Constraint, is_lone, label, rebuilt_form
from symplex.proof.contradictions.integrate import integral
from symplex.proof.contradictions.sentences import with_data
from symplex.reasons import Reason
from symplex.work.budget import Budget

_ALONG = "s#"
"""How far along the line; no name of the user's contains #."""


@final
@dataclass(frozen=True)
class Segment:
    """Points start + s·direction, s from 0 to a length that may be negative, and du/ds there."""

    start: Point
    direction: Point
    length: Expression
    decay: Expression
    """The constant c of du/ds + c·u = f."""
    source: Expression
    """The formula f of the variables."""

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self._at(self.length)

    def _at(self, along: Expression) -> dict[str, Expression]:
        return {
            name: add(value, multiply(along, self.direction.get(name, ZERO)))
            for name, value in self.start.items()
        }

    def carried(self, first: Expression, budget: Budget) -> Expression | None:
        """The value at the end, exp(−c·l)·(u + ∫ exp(c·s)·f ds); None without the integral."""
        total = first
        if self.source != ZERO:
            gained = self._gained(budget)
            if gained is None:
                return None
            total = add(total, gained)
        return multiply(exponential(negative(multiply(self.decay, self.length))), total)

    def _gained(self, budget: Budget) -> Expression | None:
        along = symbol(_ALONG)
        here: dict[Token, Expression] = {Symbol(n): v for n, v in self._at(along).items()}
        grown = multiply(exponential(multiply(self.decay, along)), self.source.substitute(here))
        forward = compare(self.length, ZERO) is Order.GREATER
        ends = Interval(ZERO, self.length) if forward else Interval(self.length, ZERO)
        found = integral(grown, {_ALONG: ends}, budget)
        return found if found is None or forward else negative(found)


def along_characteristics(problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Two values that no solution joins along a line."""
    for unknown in problem.unknowns:
        transport = _transport(problem)
        gradient = _gradient(problem, unknown)
        if transport is None and not gradient:
            continue
        given = [c for c in problem.conditions if _value(c).alone == Derivative(unknown)]
        for one, other in combinations(given, 2):
            lines = (
                _between(problem, gradient, one, other)
                if transport is None
                else _characteristics(problem, transport, one, other)
            )
            for line in lines:
                why = _mismatch(problem, unknown, line, (one, other), budget)
                if why is not None:
                    names = [label(problem, equation) for equation in problem.equations]
                    first = with_data(names, [label(problem, one)])
                    yield Contradiction(first, label(problem, other), "", why)
                    return


def _value(condition: Equation) -> Constraint:
    return Constraint(condition.residual, "", condition.region)


def _mismatch(
    problem: Problem, unknown: str, line: Segment, pair: tuple[Equation, Equation], budget: Budget
) -> Reason | None:
    """How the value at the start, carried to the end, differs from the value there."""
    first, second = _value(pair[0]).value(line.start), _value(pair[1]).value(line.end)
    third = None if first is None or second is None else line.carried(first, budget)
    if first is None or second is None or third is None:
        return None
    if not is_nonzero(subtract(third, second)):
        return None
    return Reason(
        StatementCode.CONTRADICTION_CARRIED_BY_EQUATION
        if len(problem.equations) == 1
        else StatementCode.CONTRADICTION_CARRIED_BY_EQUATIONS,
        what=unknown,
        first=shown(first),
        start=place(line.start),
        third=shown(third),
        end=place(line.end),
        second=shown(second),
    )


def _transport(problem: Problem) -> LinearForm | None:
    """The lone equation of first order with constant coefficients, if it is one."""
    if not is_lone(problem) or problem.equations[0].order != 1:
        return None
    form = rebuilt_form(problem.equations[0].residual)
    return form if form is not None and form.is_constant else None


def _characteristics(
    problem: Problem, form: LinearForm, one: Equation, other: Equation
) -> Iterator[Segment]:
    """Lines from a face to another one that they reach within the box."""
    if len(one.region.fixed) != 1 or len(other.region.fixed) != 1:
        return
    unknown, ((name, at),) = problem.unknowns[0], other.region.fixed
    direction = {n: form.coefficient(unknown, n) for n in problem.variables}
    if not is_nonzero(direction[name]):
        return
    for start in points_of(problem, one.region):
        length = divide(subtract(at, start[name]), direction[name])
        rest = form.coefficient(unknown), negative(form.rest)
        line = Segment(start, direction, length, *rest)
        if is_nonzero(length) and all(problem.domain[n].contains(v) for n, v in line.end.items()):
            yield line


def _gradient(problem: Problem, unknown: str) -> Mapping[str, LinearForm]:
    """The derivatives by all variables, c·u + f with numbers c; nothing if some are not so."""
    own, found = Derivative(unknown), dict[str, LinearForm]()
    for solved in solved_equations(problem):
        form = rebuilt_form(solved.value)
        is_rate = solved.lead.of == unknown and solved.lead.order == 1
        if is_rate and form is not None and form.is_constant and form.coefficients.keys() <= {own}:
            found.setdefault(solved.lead.by[0], form)
    return found if set(found) == set(problem.variables) else {}


def _between(
    problem: Problem, gradient: Mapping[str, LinearForm], one: Equation, other: Equation
) -> Iterator[Segment]:
    """Lines between points of two regions."""
    pairs = zip(points_of(problem, one.region), points_of(problem, other.region), strict=False)
    for start, end in pairs:
        direction = {name: subtract(end[name], start[name]) for name in start}
        decay = source = ZERO
        for name, form in gradient.items():
            factor = next(iter(form.coefficients.values()), ZERO)
            decay = subtract(decay, multiply(factor, direction[name]))
            source = add(source, multiply(form.rest, direction[name]))
        yield Segment(start, direction, number(1), decay, source)
