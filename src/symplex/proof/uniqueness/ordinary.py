"""Ordinary differential equations: Picard and Lindelöf's theorem along the answer."""

from collections.abc import Mapping

from symplex.codes import UniquenessCode
from symplex.expression import Derivative, Expression
from symplex.expression.operator_facts import jet, kinks_of, limits_of
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.box import same_value
from symplex.proof.kernel.notions import CLASSICAL
from symplex.proof.kernel.study import linear_coefficient
from symplex.proof.kernel.workspace import Workspace
from symplex.proof.uniqueness.subject import Subject
from symplex.proof.uniqueness.theorem import PICARD_LINDELOF, require
from symplex.reasons import Reason

Answer = Mapping[str, Expression]


def initial_values(problem: Problem, answer: Answer, notion: str, space: Workspace) -> Reason:
    """Each highest derivative enters linearly and the rest is smooth near the answer.

    Its coefficient does not vanish along the answer, and all lower derivatives are given at one
    point, so that another solution starts near the answer and cannot leave it.
    """
    # A weak solution may jump where its flux does not: |u| = 1 + x has two signs.
    require(notion == CLASSICAL, len(problem.variables) == 1)
    require(len(problem.equations) == len(problem.unknowns))
    orders = {name: _order(problem, name) for name in problem.unknowns}
    tops = {Derivative(name, problem.variables * order) for name, order in orders.items()}
    jets = jet(answer, problem.derivatives)
    heads: set[Derivative] = set()
    for equation in problem.equations:
        found = equation.derivatives & tops
        require(len(found) == 1)
        head = next(iter(found))
        require(head.order > 0, _is_lipschitz(equation, head, jets, space))
        heads.add(head)
    require(heads == tops, _is_started(problem, orders))
    return PICARD_LINDELOF.among(UniquenessCode.CLASS_CLASSICAL)


def _order(problem: Problem, name: str) -> int:
    return max(
        (d.order for e in problem.equations for d in e.derivatives if d.of == name), default=0
    )


def _is_lipschitz(
    equation: Equation,
    head: Derivative,
    jets: Mapping[Derivative, Expression],
    space: Workspace,
) -> bool:
    """Whether the equation can be solved for its head, smoothly, near the answer."""
    slope = linear_coefficient(equation.residual, head, space)
    if slope is None or head in slope.derivatives:
        return False
    along = {token: jets[token] for token in equation.derivatives}
    here = slope.substitute(along)
    margins = [margin for margin, _ in limits_of(equation.residual, space.budget)]
    # Roots are not Lipschitz at 0, nor are kinks smooth: neither may touch the answer.
    for one in (*margins, *kinks_of(equation.residual, space.budget)):
        margin = one.substitute(along)
        if not space.is_defined(margin) or not space.signs.holds(margin, Rule.NONZERO):
            return False
    values = all(space.is_defined(formula) for formula in along.values())
    return values and space.is_defined(here) and space.signs.holds(here, Rule.NONZERO)


def _is_started(problem: Problem, orders: Mapping[str, int]) -> bool:
    """Whether every derivative below the highest has a value at one common point."""
    (name,) = problem.variables
    given: set[Derivative] = set()
    points = [c.region.values[name] for c in problem.conditions]
    if not points or not all(same_value(point, points[0]) for point in points):
        return False
    for condition in problem.conditions:
        stated = condition.given_value()
        given |= {stated[0]} if stated is not None else set()
    needed = {Derivative(u, (name,) * k) for u, order in orders.items() for k in range(order)}
    return needed <= given


def too_few(subject: Subject) -> Reason:
    """A linear equation of order n has n-dimensionally many solutions: n conditions are needed."""
    (name,) = subject.problem.variables
    order = subject.equation.order
    top = subject.coefficient(*([name] * order))
    require(subject.space.signs.holds(top, Rule.NONZERO))
    count = len(subject.problem.conditions)
    require(count < order, all(_is_linear(subject, c) for c in subject.problem.conditions))
    if count == 1:
        return Reason(UniquenessCode.OTHERS_ORDER_ONE_CONDITION, order=order)
    return Reason(UniquenessCode.OTHERS_ORDER, order=order, conditions=count)


def _is_linear(subject: Subject, condition: Equation) -> bool:
    found = (
        linear_coefficient(condition.residual, d, subject.space) for d in condition.derivatives
    )
    return all(slope is not None and not slope.derivatives for slope in found)
