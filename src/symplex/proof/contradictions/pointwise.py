"""Conditions on the same points: what they say of the unknowns there, and the equations with them.

Conditions count as given on the same points where their regions are the same, or where one lies
inside of the other and not on its edge. A corner where two faces meet belongs to neither: what the
data do there is no contradiction, and `corners` notes it.
"""

from collections.abc import Iterator, Sequence

from symplex.codes import StatementCode
from symplex.errors import ExpressionError, listing
from symplex.expression import Derivative, Expression, Token
from symplex.expression.calculus import differentiate
from symplex.expression.operator_facts import kinks_of
from symplex.expression.text import derivative_text
from symplex.problem import Equation, Problem, Region
from symplex.problem.analysis.classify import Linearity, linearity
from symplex.problem.contradiction import Contradiction
from symplex.proof.contradictions.cross_derivatives import consequences, solved_equations
from symplex.proof.contradictions.elimination import Elimination, ExactRow
from symplex.proof.contradictions.exact import Point, is_nonzero, place, points_of, shown, value_at
from symplex.proof.contradictions.facts import Constraint, facts_of, joined, label
from symplex.reasons import Reason

_MAX_MORE = 4
"""How often the equation of an ODE is differentiated, at most."""
_ARITHMETIC = "arithmetic"
"""What a single fact contradicts."""


def pointwise(problem: Problem) -> Iterator[Contradiction]:
    """What contradicts itself on some region with conditions."""
    following = list(consequences(problem))
    for region in _regions(problem):
        conditions = [c for c in problem.conditions if covers(problem, c.region, region)]
        facts = facts_at(problem, conditions, problem.equations)
        smooth = not any(kinks_of(condition.residual) for condition in conditions)
        equations = [fact for fact in following if smooth and _reaches(problem, fact, region)]
        equations += _equations_at(problem, conditions, region)
        kept = joined([*facts, *equations])
        for point in points_of(problem, region) if kept else ():
            found = _at(problem, kept, equations, point)
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


def facts_at(
    problem: Problem, conditions: Sequence[Equation], equations: Sequence[Equation] = ()
) -> list[Constraint]:
    """The facts of conditions on one region, those that were stated before those that follow.

    Derivatives along the region are added where other conditions or some equations have them.
    """
    wanted = frozenset[Derivative]().union(*(e.derivatives for e in (*conditions, *equations)))
    found = [fact for c in conditions for fact in facts_of(problem, c, wanted)]
    return sorted(found, key=lambda fact: (fact.form is None, len(fact.along)))


def _equations_at(
    problem: Problem, conditions: Sequence[Equation], region: Region
) -> Iterator[Constraint]:
    """The equations where they surely hold up to a region; for an ODE, with derivatives."""
    orders = [d.order for c in conditions for d in c.derivatives]
    for equation in problem.equations:
        if not _holds_on(problem, equation, conditions, region):
            continue
        residual, name = equation.residual, label(problem, equation)
        yield Constraint(residual, name, region)
        more = max(orders, default=0) - equation.order if len(problem.variables) == 1 else 0
        for _ in range(min(_MAX_MORE, more)):
            try:
                residual = differentiate(residual, problem.variables[0])
            except ExpressionError:
                break
            name = f"{name.rstrip(',')}, differentiated,"
            yield Constraint(residual, name, region)


def _reaches(problem: Problem, fact: Constraint, region: Region) -> bool:
    """Whether what holds inside surely holds on a region: on a face, and for bounded gradients."""
    if len(region.fixed) == 1:
        return not kinks_of(fact.residual)
    given = {(one.lead.of, *one.lead.by) for one in solved_equations(problem)}
    unknowns = {derivative.of for derivative in fact.residual.derivatives}
    whole = all((name, by) in given for name in unknowns for by in problem.variables)
    return whole and not kinks_of(fact.residual)


def _holds_on(
    problem: Problem, equation: Equation, conditions: Sequence[Equation], region: Region
) -> bool:
    """Whether an equation surely holds up to a face: the data are smooth, and so is the solution.

    Solutions of fully nonlinear equations have kinks, those of quasilinear ones at later times.
    """
    if len(problem.variables) == 1:
        return True
    if len(region.fixed) != 1 or any(kinks_of(e.residual) for e in (equation, *conditions)):
        return False
    kind = linearity(problem, equation)
    on_slice = region.fixed[0][0] == problem.time
    gentle = kind in (Linearity.LINEAR, Linearity.SEMILINEAR)
    return gentle or (kind is Linearity.QUASILINEAR and on_slice)


def _at(
    problem: Problem, facts: Sequence[Constraint], equations: Sequence[Constraint], point: Point
) -> Contradiction | None:
    elimination = Elimination()
    known: dict[Derivative, tuple[Expression, int]] = {}
    for index, fact in enumerate(facts):
        is_equation = fact in equations
        given = not is_equation and fact.form is not None
        row = fact.row(point, index) if given else _row_of(fact, known, point, index)
        if row is None:
            continue
        left = elimination.impossible([row])
        if left is not None:
            used = [facts[k] for k in sorted(left.sources)]
            return _named(problem, left, used, [f for f in used if f in equations], point)
        value = fact.value(point) if given else None
        if fact.alone is not None and value is not None:
            known.setdefault(fact.alone, (value, index))
    return None


def _row_of(
    equation: Constraint, known: dict[Derivative, tuple[Expression, int]], point: Point, index: int
) -> ExactRow | None:
    """An equation at a point as a row in the derivatives that no condition gives alone."""
    used = {d: known[d] for d in equation.residual.derivatives if d in known}
    tokens: dict[Token, Expression] = {d: value for d, (value, _) in used.items()}
    row = Constraint(equation.residual.substitute(tokens), "", equation.region).row(point, index)
    if row is None or not all(is_nonzero(entry) for entry in row.entries.values()):
        return None  # a coefficient that vanishes on the face says nothing of what it multiplies
    return ExactRow(row.entries, row.right, row.sources | {source for _, source in used.values()})


def _named(
    problem: Problem,
    left: ExactRow,
    used: Sequence[Constraint],
    equations: Sequence[Constraint],
    point: Point,
) -> Contradiction:
    conditions = [fact for fact in used if fact not in equations]
    names = list(dict.fromkeys(fact.name for fact in (*equations, *conditions)))
    why = remainder(left)
    if equations:
        stated = [e for e in problem.equations if label(problem, e) == names[0]]
        why = _sides(stated[0], conditions, point) or why if stated else why
    else:
        why = disagreement(conditions, point) or why
    return Contradiction(names[0], listing(names[1:] or [_ARITHMETIC]), place(point), why)


def remainder(left: ExactRow) -> Reason:
    """What is left of facts that do not agree."""
    return Reason(StatementCode.CONTRADICTION_REMAINDER, value=shown(left.right))


def disagreement(facts: Sequence[Constraint], point: Point) -> Reason | None:
    """What two facts say of the same derivative; nothing if they are not of that kind."""
    if len(facts) != 2 or facts[0].alone is None or facts[0].alone != facts[1].alone:  # noqa: PLR2004
        return None
    one, other = (fact.value(point) for fact in facts)
    if one is None or other is None:
        return None
    name = derivative_text(facts[0].alone)
    return Reason(StatementCode.CONTRADICTION_VALUES, what=name, one=shown(one), other=shown(other))


def _sides(equation: Equation, facts: Sequence[Constraint], point: Point) -> Reason | None:
    """Both sides of an equation at a point, where the data give every derivative in it."""
    known: dict[Token, Expression] = {}
    for fact in facts:
        value = fact.value(point)
        if fact.alone is not None and value is not None:
            known[fact.alone] = value
    sides = [side.substitute(known) for side in (equation.left, equation.right)]
    if any(side.derivatives for side in sides):
        return None
    left, right = (value_at(side, point) for side in sides)
    if left is None or right is None:
        return None
    return Reason(StatementCode.CONTRADICTION_SIDES, left=shown(left), right=shown(right))
