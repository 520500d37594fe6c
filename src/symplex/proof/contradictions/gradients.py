"""Equations that give every first derivative of an unknown: its values differ by line integrals.

Each derivative is a constant times the unknown plus a formula of the variables. What is given at
one point then follows from what is given at another, along the straight line between them.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from symplex.codes import StatementCode
from symplex.exact.formulas.building import ZERO, add, multiply, rebuilt, subtract
from symplex.expression import Derivative, Expression, number
from symplex.problem import INTERIOR, Equation, Problem
from symplex.problem.analysis.classify import coefficient
from symplex.problem.contradiction import Contradiction
from symplex.proof.contradictions.cross_derivatives import solved_equations
from symplex.proof.contradictions.exact import Point, is_nonzero, place, points_of, shown
from symplex.proof.contradictions.facts import Fact, label
from symplex.proof.contradictions.sentences import with_data
from symplex.proof.contradictions.transported import Line, carried
from symplex.reasons import Reason
from symplex.work.budget import Budget


class _Rate(NamedTuple):
    """``factor·u + source``, a derivative of u."""

    factor: Expression
    source: Expression


def gradients(problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Values at two points that no function with the given gradient has."""
    for unknown in problem.unknowns:
        rates = _rates(problem, unknown)
        given = [c for c in problem.conditions if _gives(c, unknown)] if rates else []
        for one, other in combinations(given, 2):
            why = _mismatch(problem, rates, (one, other), budget)
            if why is not None:
                names = [label(problem, equation) for equation in problem.equations]
                first = with_data(names, [label(problem, one)])
                yield Contradiction(first, label(problem, other), "", why)
                return


def _gives(condition: Equation, unknown: str) -> bool:
    return Fact(condition.residual, "", INTERIOR).alone == Derivative(unknown)


def _rates(problem: Problem, unknown: str) -> Mapping[str, _Rate]:
    """The derivatives of an unknown by all variables; nothing if some are not given so."""
    own, found = Derivative(unknown), dict[str, _Rate]()
    for solved in solved_equations(problem):
        is_rate = solved.lead.of == unknown and solved.lead.order == 1
        if not is_rate or not solved.value.derivatives <= {own}:
            continue
        factor = rebuilt(coefficient(solved.value, own)) if solved.value.derivatives else ZERO
        if not factor.derivatives and not factor.symbols:
            source = rebuilt(solved.value.substitute({own: number(0)}))
            found.setdefault(solved.lead.by[0], _Rate(factor, source))
    return found if set(found) == set(problem.variables) else {}


def _mismatch(
    problem: Problem,
    rates: Mapping[str, _Rate],
    pair: tuple[Equation, Equation],
    budget: Budget,
) -> Reason | None:
    starts, ends = (points_of(problem, condition.region) for condition in pair)
    for start, end in zip(starts, ends, strict=False):
        first, second = (_value(c, at) for c, at in zip(pair, (start, end), strict=True))
        if first is None or second is None:
            continue
        third = _carried(rates, start, end, first, budget)
        if third is not None and is_nonzero(subtract(third, second)):
            name = problem.unknowns[0] if len(problem.unknowns) == 1 else "it"
            return Reason(
                StatementCode.CONTRADICTION_CARRIED_BY_EQUATIONS,
                what=name,
                first=shown(first),
                start=place(start),
                third=shown(third),
                end=place(end),
                second=shown(second),
            )
    return None


def _value(condition: Equation, point: Point) -> Expression | None:
    return Fact(condition.residual, "", condition.region).value(point)


def _carried(
    rates: Mapping[str, _Rate], start: Point, end: Point, first: Expression, budget: Budget
) -> Expression | None:
    direction = {name: subtract(end[name], start[name]) for name in start}
    decay = source = ZERO
    for name, rate in rates.items():
        decay = subtract(decay, multiply(rate.factor, direction[name]))
        source = add(source, multiply(rate.source, direction[name]))
    return carried(Line(start, direction, number(1)), first, decay, rebuilt(source), budget)
