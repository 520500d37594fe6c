"""More equations than unknowns: derivatives that come out differently in two ways.

An equation that is linear in one of its highest derivatives, with a number before it, is solved for
it. Where two such derivatives of an unknown have a common derivative, that follows from both; what
is left of the difference after the other equations are used must vanish on the whole domain.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from symplex.codes import StatementCode
from symplex.errors import ExpressionError
from symplex.exact.formulas.building import divide, negative, rebuilt
from symplex.expression import Derivative, Expression, Number, Token
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of
from symplex.expression.text import derivative_text
from symplex.problem import INTERIOR, Equation, Problem
from symplex.problem.contradiction import Contradiction
from symplex.problem.coordinates import differentiate_by
from symplex.proof.contradictions.exact import (
    Point,
    is_nonzero,
    is_smooth_at,
    place,
    points_of,
    shown,
    value_at,
)
from symplex.proof.contradictions.facts import Constraint, beyond, label
from symplex.proof.contradictions.sentences import with_data
from symplex.reasons import Reason

_ROUNDS = 6
"""How often the equations are used to replace derivatives, at most."""


class Solved(NamedTuple):
    """``lead = value``, by an equation of this name."""

    lead: Derivative
    value: Expression
    name: str


class _Difference(NamedTuple):
    """What two equations say of a common derivative, and the difference after reduction."""

    common: Derivative
    names: Sequence[str]
    """The two equations, then those that were used to reduce what they say."""
    sides: Sequence[Expression]
    left: Expression


def cross_derivatives(problem: Problem) -> Iterator[Contradiction]:
    """What the equations alone contradict, on the interior."""
    for common, names, sides, left in _differences(problem):
        if left.derivatives:
            continue
        for point in points_of(problem, INTERIOR):
            value = value_at(left, point)
            if value is not None and is_nonzero(value) and is_smooth_at(left, point):
                why = _why(common, sides, value, point)
                yield Contradiction(names[0], with_data(names[1:2], names[2:]), place(point), why)
                break


def consequences(problem: Problem) -> Iterator[Constraint]:
    """What must vanish by the equations alone, without the derivatives that they give."""
    for _, names, _, left in _differences(problem):
        if left.derivatives:
            yield Constraint(left, with_data(names[:1], names[1:]), INTERIOR)


def solved_equations(problem: Problem) -> list[Solved]:
    """The equations that can be solved for one of their highest derivatives."""
    return [one for equation in problem.equations for one in _solved(problem, equation)]


def _differences(problem: Problem) -> Iterator[_Difference]:
    """What is left of each pair of ways to a common derivative."""
    solved = solved_equations(problem)
    for first, second in combinations(solved, 2):
        if first.lead.of != second.lead.of:
            continue
        common, used = _common(first.lead, second.lead), [first.name, second.name]
        try:
            values = [_raised(one.value, beyond(one.lead, common) or ()) for one in (first, second)]
            sides = [_reduced(value, solved, used) for value in values]
            left = _reduced(sides[0] - sides[1], solved, used)
        except ExpressionError:
            continue
        yield _Difference(common, tuple(dict.fromkeys(used)), sides, left)


def _solved(problem: Problem, equation: Equation) -> Iterator[Solved]:
    if not equation.derivatives or kinks_of(equation.residual):
        return
    lead = max(equation.derivatives, key=lambda d: (d.order, d.of, d.by))
    slope = rebuilt(differentiate_by(equation.residual, lead))
    if isinstance(slope.root, Number) and slope.root.value != 0:
        rest = equation.residual.substitute({lead: slope - slope})
        yield Solved(lead, divide(negative(rebuilt(rest)), slope), label(problem, equation))


def _why(
    common: Derivative, sides: Sequence[Expression], value: Expression, point: Point
) -> Reason:
    name = derivative_text(common)
    if not any(side.derivatives for side in sides):
        one, other = (value_at(side, point) for side in sides)
        if one is not None and other is not None:
            values = {"one": shown(one), "other": shown(other)}
            return Reason(StatementCode.CONTRADICTION_VALUES, what=name, **values)
    return Reason(StatementCode.CONTRADICTION_VALUES_DIFFER, what=name, value=shown(value))


def _common(one: Derivative, other: Derivative) -> Derivative:
    """The lowest derivative that is a derivative of both."""
    names = sorted({*one.by, *other.by})
    by = [name for name in names for _ in range(max(one.by.count(name), other.by.count(name)))]
    return Derivative(one.of, tuple(by))


def _raised(value: Expression, by: Sequence[str]) -> Expression:
    for name in by:
        value = differentiate(value, name)
    return value


def _reduced(value: Expression, solved: Sequence[Solved], used: list[str]) -> Expression:
    """A formula with what the equations give in place of derivatives; adds those it used."""
    for _ in range(_ROUNDS):
        known: dict[Token, Expression] = {}
        for derivative in sorted(value.derivatives, key=repr):
            for one in solved:
                by = beyond(one.lead, derivative)
                if by is not None:
                    known[derivative] = _raised(one.value, by)
                    used.append(one.name)
                    break
        if not known:
            return value
        value = rebuilt(value.substitute(known))
    return value
