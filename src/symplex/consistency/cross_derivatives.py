"""More equations than unknowns: derivatives that come out differently in two ways.

An equation that is linear in one of its highest derivatives, with a number before it, is solved for
it. Where two such derivatives of an unknown have a common derivative, that follows from both; what
is left of the difference after the other equations are used must vanish on the whole domain.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from symplex.consistency.exact import (
    Point,
    is_nonzero,
    is_smooth_at,
    place, points_of,
    shown,
    value_at,
)
from symplex.consistency.facts import label
from symplex.errors import ExpressionError
from symplex.expression import Derivative, Expression, Number, Token
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of
from symplex.expression.text import derivative_text
from symplex.methods.formulas.building import divide, negative, rebuilt
from symplex.problem import Problem, Region
from symplex.problem.analysis.classify import coefficient
from symplex.problem.contradiction import Contradiction

_ROUNDS = 6
"""How often the equations are used to replace derivatives, at most."""
_INTERIOR = Region()


class _Solved(NamedTuple):
    """``lead = value``, by an equation of this name."""

    lead: Derivative
    value: Expression
    name: str


def cross_derivatives(problem: Problem) -> Iterator[Contradiction]:
    """What the equations alone contradict, on the interior."""
    solved = [one for e in range(len(problem.equations)) for one in _solved(problem, e)]
    for first, second in combinations(solved, 2):
        if first.lead.of != second.lead.of:
            continue
        try:
            found = _difference(problem, first, second, solved)
        except ExpressionError:
            continue
        if found is not None:
            yield found


def _solved(problem: Problem, index: int) -> Iterator[_Solved]:
    equation = problem.equations[index]
    if not equation.derivatives or kinks_of(equation.residual):
        return
    lead = max(equation.derivatives, key=lambda d: (d.order, d.of, d.by))
    slope = rebuilt(coefficient(equation.residual, lead))
    if isinstance(slope.root, Number) and slope.root.value != 0:
        rest = equation.residual.substitute({lead: slope - slope})
        yield _Solved(lead, divide(negative(rebuilt(rest)), slope), label(problem, equation))


def _difference(
    problem: Problem, first: _Solved, second: _Solved, solved: Sequence[_Solved]
) -> Contradiction | None:
    common = _common(first.lead, second.lead)
    values = [_raised(one.value, _missing(one.lead, common)) for one in (first, second)]
    reduced = [_reduced(value, solved) for value in values]
    left = _reduced(reduced[0] - reduced[1], solved)
    if left.derivatives:
        return None
    for point in points_of(problem, _INTERIOR):
        value = value_at(left, point)
        if value is not None and is_nonzero(value) and is_smooth_at(left, point):
            return Contradiction(
                first.name, second.name, place(point), _why(common, reduced, value, point)
            )
    return None


def _why(common: Derivative, sides: Sequence[Expression], value: Expression, point: Point) -> str:
    name = derivative_text(common)
    if not any(side.derivatives for side in sides):
        one, other = (value_at(side, point) for side in sides)
        if one is not None and other is not None:
            return f"{name} is {shown(one)} by the first and {shown(other)} by the second"
    return f"the two values of {name} that follow from them differ by {shown(value)}"


def _common(one: Derivative, other: Derivative) -> Derivative:
    """The lowest derivative that is a derivative of both."""
    names = sorted({*one.by, *other.by})
    by = [name for name in names for _ in range(max(one.by.count(name), other.by.count(name)))]
    return Derivative(one.of, tuple(by))


def _missing(lower: Derivative, higher: Derivative) -> list[str]:
    left = list(higher.by)
    for name in lower.by:
        left.remove(name)
    return left


def _raised(value: Expression, by: Sequence[str]) -> Expression:
    for name in by:
        value = differentiate(value, name)
    return value


def _reduced(value: Expression, solved: Sequence[_Solved]) -> Expression:
    """A formula with what the equations give in place of derivatives, as far as that goes."""
    for _ in range(_ROUNDS):
        known: dict[Token, Expression] = {}
        for derivative in sorted(value.derivatives, key=repr):
            for one in solved:
                if _is_below(one.lead, derivative):
                    known[derivative] = _raised(one.value, _missing(one.lead, derivative))
                    break
        if not known:
            return value
        value = rebuilt(value.substitute(known))
    return value


def _is_below(lower: Derivative, higher: Derivative) -> bool:
    return lower.of == higher.of and all(
        lower.by.count(name) <= higher.by.count(name) for name in set(lower.by)
    )
