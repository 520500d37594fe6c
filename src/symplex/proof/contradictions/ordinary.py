"""Problems in one variable, and those that are such a problem for each value of the others."""

from collections.abc import Mapping

from symplex.problem import Problem
from symplex.problem.linear_form import linear_form
from symplex.proof.contradictions.exact import is_nonzero, value_at


def as_ordinary(problem: Problem) -> Problem | None:
    """The problem in the one variable by which it differentiates, the others as parameters.

    None if there are more such variables, or if conditions hold others.
    """
    by = {name for one in problem.derivatives for name in one.by}
    held = {name for condition in problem.conditions for name in condition.region.values}
    if len(by) != 1 or not held <= by:
        return None
    domain = {name: ends for name, ends in problem.domain.items() if name in by}
    others = {name: ends for name, ends in problem.domain.items() if name not in by}
    return problem.changed(domain=domain, parameters={**others, **problem.parameters})


def orders_of(problem: Problem) -> Mapping[str, int]:
    """The highest order of each unknown in the equations."""
    found = dict.fromkeys(problem.unknowns, 0)
    for equation in problem.equations:
        for one in equation.derivatives:
            found[one.of] = max(found[one.of], one.order)
    return found


def is_linear(problem: Problem) -> bool:
    """Whether all equations and conditions are seen to be linear in the unknowns."""
    return all(linear_form(e.residual) is not None for e in problem.all_equations)


def may_be_excessive(problem: Problem) -> bool:
    """Whether there are more conditions than orders, at several points or at a singular one."""
    regions = [condition.region for condition in problem.conditions]
    if len(problem.equations) != len(problem.unknowns) or not regions:
        return False
    apart = any(not region.same_as(regions[0]) for region in regions)
    return apart or len(regions) > sum(orders_of(problem).values()) or _is_singular(problem)


def _is_singular(problem: Problem) -> bool:
    """Whether a lone linear equation loses its highest derivative where a condition stands."""
    form = linear_form(problem.equations[0].residual)
    if len(problem.unknowns) > 1 or not form or not form.coefficients or problem.parameters:
        return False
    slope = form.coefficients[max(form.coefficients, key=lambda one: one.order)]
    values = (value_at(slope, condition.region.values) for condition in problem.conditions)
    return any(value is None or not is_nonzero(value) for value in values)
