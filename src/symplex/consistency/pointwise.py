"""Conditions on the same points: what they say of the unknowns there, and the equations with them.

Conditions count as given on the same points where their regions are the same, or where one lies
inside of the other and not on its edge. A corner where two faces meet belongs to neither: what the
data do there is no contradiction, and `corners` notes it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from symplex.consistency.elimination import Elimination, Row
from symplex.consistency.exact import Point, is_nonzero, place, points_of, shown, value_at
from symplex.consistency.facts import Fact, facts_of, label
from symplex.errors import ExpressionError, listing
from symplex.expression import Derivative, Expression, Token
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of
from symplex.expression.text import derivative_text
from symplex.problem import Equation, Problem, Region
from symplex.problem.analysis.classify import Linearity, linearity
from symplex.problem.contradiction import Contradiction

_MAX_MORE = 4
"""How often the equation of an ODE is differentiated, at most."""


class _Item(NamedTuple):
    """A row at a point, and what it is called."""

    row: Row
    fact: Fact | None
    """None for an equation."""
    name: str


def pointwise(problem: Problem) -> Iterator[Contradiction]:
    """What contradicts itself on some region with conditions."""
    for region in _regions(problem):
        conditions = [c for c in problem.conditions if covers(problem, c.region, region)]
        for point in points_of(problem, region):
            found = _at(problem, conditions, region, point)
            if found is not None:
                yield found
                break


def _regions(problem: Problem) -> Iterator[Region]:
    found: list[Region] = []
    for condition in problem.conditions:
        if not any(condition.region.same_as(other) for other in found):
            found.append(condition.region)
            yield condition.region


def covers(problem: Problem, larger: Region, smaller: Region) -> bool:
    """Whether a region holds another one, and not on its edge."""
    if not set(larger.values) <= set(smaller.values) or not larger.meets(smaller):
        return False
    more = (name for name in smaller.values if name not in larger.values)
    return not any(problem.domain[name].has_end(smaller.values[name]) for name in more)


def _at(
    problem: Problem, conditions: Sequence[Equation], region: Region, point: Point
) -> Contradiction | None:
    facts = facts_at(problem, conditions)
    items: list[_Item] = []
    for fact in facts:
        row = fact.row(point, len(items))
        if row is not None:
            items.append(_Item(row, fact, fact.name))
    elimination = Elimination()
    left = elimination.impossible(item.row for item in items)
    if left is not None:
        return _between_conditions(left, [items[k] for k in sorted(left.sources)], point)
    return _with_equations(problem, region, point, items, elimination)


def facts_at(problem: Problem, conditions: Sequence[Equation]) -> list[Fact]:
    """The facts of conditions on one region: those that were stated first."""
    every = (e.derivatives for e in (*conditions, *problem.equations))
    wanted = frozenset[Derivative]().union(*every)
    found = [fact for c in conditions for fact in facts_of(problem, c, wanted)]
    return sorted(found, key=lambda fact: len(fact.along))


def _between_conditions(left: Row, items: Sequence[_Item], point: Point) -> Contradiction:
    first, second = items[0].name, listing(item.name for item in items[1:])
    pair = [item.fact for item in items if item.fact is not None]
    why = disagreement(pair, point) or f"together they leave 0 = {shown(left.right)}"
    if len(items) == 1:
        second = "arithmetic"
    return Contradiction(first, second, place(point), why)


def disagreement(facts: Sequence[Fact], point: Point) -> str:
    """What two facts say of the same derivative; nothing if they are not of that kind."""
    if len(facts) != 2 or facts[0].alone is None or facts[0].alone != facts[1].alone:  # noqa: PLR2004
        return ""
    one, other = (fact.value(point) for fact in facts)
    if one is None or other is None:
        return ""
    name = derivative_text(facts[0].alone)
    return f"{name} is {shown(one)} by the first and {shown(other)} by the second"


def _with_equations(
    problem: Problem,
    region: Region,
    point: Point,
    items: list[_Item],
    elimination: Elimination,
) -> Contradiction | None:
    """The equations on the face, with what the conditions say there."""
    for equation in problem.equations:
        if not _holds_on(problem, equation, region, items):
            continue
        for residual, name in _prolonged(problem, equation, items):
            row = _row_of(residual, items, point)
            if row is None:
                continue
            left = elimination.impossible([row])
            if left is not None:
                return _on_data(equation, name, left, items, point)
            items.append(_Item(row, None, name))
    return None


def _holds_on(problem: Problem, equation: Equation, region: Region, items: list[_Item]) -> bool:
    """Whether an equation surely holds up to a face: the data are smooth, and so is the solution.

    Solutions of fully nonlinear equations have kinks, those of quasilinear ones at later times.
    """
    if len(problem.variables) == 1:
        return True
    formulas = [item.fact.residual for item in items if item.fact is not None]
    if len(region.fixed) != 1 or any(map(kinks_of, (equation.residual, *formulas))):
        return False
    kind = linearity(problem, equation)
    on_slice = region.fixed[0][0] == problem.time
    gentle = kind in (Linearity.LINEAR, Linearity.SEMILINEAR)
    return gentle or (kind is Linearity.QUASILINEAR and on_slice)


def _prolonged(
    problem: Problem, equation: Equation, items: list[_Item]
) -> Iterator[tuple[Expression, str]]:
    """An equation, and for an ODE its derivatives up to the highest order of a condition."""
    residual, name = equation.residual, label(problem, equation)
    yield residual, name
    if len(problem.variables) > 1:
        return
    orders = [d.order for item in items if item.fact for d in item.fact.residual.derivatives]
    for count in range(1, min(_MAX_MORE, max(orders, default=0) - equation.order) + 1):
        try:
            residual = differentiate(residual, problem.variables[0])
        except ExpressionError:
            return
        yield residual, f"{name}, differentiated {count} times," if count > 1 else (
            f"{name}, differentiated,"
        )


def _row_of(residual: Expression, items: list[_Item], point: Point) -> Row | None:
    """An equation at a point as a row in the derivatives that no fact gives alone."""
    known: dict[Token, Expression] = {}
    sources = {len(items)}
    for index, item in enumerate(items):
        derivative = None if item.fact is None else item.fact.alone
        if item.fact is None or derivative not in residual.derivatives or derivative in known:
            continue
        value = item.fact.value(point)
        if value is not None:
            known[derivative] = value
            sources.add(index)
    fact = Fact(residual.substitute(known), "", Region())
    row = fact.row(point, 0)
    if row is None or not all(is_nonzero(entry) for entry in row.entries.values()):
        return None  # a coefficient that vanishes on the face says nothing of what it multiplies
    return Row(row.entries, row.right, frozenset(sources))


def _on_data(
    equation: Equation, name: str, left: Row, items: list[_Item], point: Point
) -> Contradiction:
    used = [items[k] for k in sorted(left.sources) if k < len(items)]
    second = listing(dict.fromkeys(item.name for item in used))
    sides = _sides(equation, used, point) if name.endswith(")") else None
    why = f"what is left of them is 0 = {shown(left.right)}"
    if sides is not None:
        why = f"with these data its left side is {shown(sides[0])} and its right side {shown(sides[1])}"
    return Contradiction(name, second or "arithmetic", place(point), why)


def _sides(
    equation: Equation, used: Sequence[_Item], point: Point
) -> tuple[Expression, Expression] | None:
    """Both sides of an equation at a point, where the data give every derivative in it."""
    known: dict[Token, Expression] = {}
    for item in used:
        value = None if item.fact is None else item.fact.value(point)
        if item.fact is not None and item.fact.alone is not None and value is not None:
            known[item.fact.alone] = value
    sides = [side.substitute(known) for side in (equation.left, equation.right)]
    if any(side.derivatives for side in sides):
        return None
    left, right = (value_at(side, point) for side in sides)
    return None if left is None or right is None else (left, right)
