"""Nonlinear ODEs: the unique solution of an initial-value problem, and data that it does not meet.

A formula that the textbook proposes is proved to solve the equation with its initial values on the
whole interval. It is the only solution if the equation gives the highest derivative there as a
smooth function of the lower ones, near the graph of the formula.
"""

from collections.abc import Iterator

from symplex.errors import ExpressionError
from symplex.expression import Derivative
from symplex.expression.operator_facts import jet, kinks_of, limits_of
from symplex.expression.operators import Rule
from symplex.problem import Equation, Problem
from symplex.problem.analysis.classify import coefficient
from symplex.problem.contradiction import Contradiction
from symplex.proof.contradictions.exact import is_nonzero
from symplex.proof.contradictions.facts import label
from symplex.proof.contradictions.linear_odes import sides_at
from symplex.proof.contradictions.ordinary import orders_of
from symplex.proof.contradictions.proposals import Formulas, proved_solutions
from symplex.proof.contradictions.sentences import only_solution, with_data
from symplex.proof.contradictions.shown import shown_on
from symplex.proof.contradictions.textbook import Library
from symplex.proof.kernel.workspace import Workspace
from symplex.work.budget import Budget, Undecided


def initial_values(library: Library, problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Conditions beyond the initial values that the unique solution of an ODE does not satisfy."""
    if len(problem.unknowns) != 1:
        return
    start = _start(problem)
    if start is None or len(start) == len(problem.conditions):
        return
    others = [k for k in range(len(problem.conditions)) if k not in start]
    data = tuple(problem.conditions[k] for k in start)
    found = _unique(library, problem.changed(conditions=data), budget)
    for k in others if found is not None else ():
        sides = sides_at(problem.conditions[k], found or {})
        if found is not None and sides is not None and is_nonzero(sides[0] - sides[1]):
            before = [label(problem, problem.conditions[one]) for one in start]
            first = with_data([label(problem, problem.equations[0])], before)
            second, why = label(problem, problem.conditions[k]), only_solution(found, *sides)
            yield Contradiction(first, second, "", why)
            return


def _start(problem: Problem) -> list[int] | None:
    """The conditions that give the unknown and its lower derivatives at one point."""
    order, unknown = orders_of(problem)[problem.unknowns[0]], problem.unknowns[0]
    wanted = [Derivative(unknown, problem.variables * k) for k in range(order)]
    for condition in problem.conditions:
        found: dict[Derivative, int] = {}
        for index, other in enumerate(problem.conditions):
            given = other.given_value()
            if given is not None and other.region.same_as(condition.region):
                found.setdefault(given[0], index)
        if wanted and all(one in found for one in wanted):
            return [found[one] for one in wanted]
    return None


def _unique(library: Library, problem: Problem, budget: Budget) -> Formulas | None:
    """The unique solution of an initial-value problem without parameters; None if not shown."""
    for formulas in proved_solutions(library, problem, budget):
        try:
            if _is_unique(problem.equations[0], formulas, shown_on(problem.domain, budget)):
                return formulas
        except (Undecided, ExpressionError):
            continue
    return None


def _is_unique(equation: Equation, formulas: Formulas, space: Workspace) -> bool:
    """Whether the equation is smooth near a solution, and gives the highest derivative there."""
    top = max(equation.derivatives, key=lambda one: one.order)
    slope = coefficient(equation.residual, top)
    made = jet(formulas, equation.derivatives)
    if top in slope.derivatives:
        return False
    firm = [(slope, Rule.NONZERO), *((kink, Rule.NONZERO) for kink in kinks_of(equation.residual))]
    for margin, rule in limits_of(equation.residual):
        firm.append((margin, Rule.POSITIVE if rule is Rule.NONNEGATIVE else rule))
    return all(space.signs.holds(formula.substitute(made), rule) for formula, rule in firm)
