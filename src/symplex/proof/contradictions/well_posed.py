"""PDEs: the one solution for some of the data, found and proved, and data that it does not meet."""

from collections.abc import Iterator, Mapping

from symplex.expression import Expression
from symplex.expression.operator_facts import jet
from symplex.problem import Equation, Problem
from symplex.problem.contradiction import Contradiction
from symplex.proof.contradictions.exact import is_nonzero, is_smooth_at, place, points_of, value_at
from symplex.proof.contradictions.facts import label
from symplex.proof.contradictions.linear_form import is_lone, linear_form
from symplex.proof.contradictions.sentences import only_solution, with_data
from symplex.proof.contradictions.textbook import Library
from symplex.proof.contradictions.uniqueness import determining
from symplex.reasons import Reason
from symplex.work.budget import Budget


def well_posed(library: Library, problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Conditions beyond those of a well-posed problem that its solution does not satisfy."""
    if not is_lone(problem):
        return
    form = linear_form(problem.equations[0])
    used = None if form is None else determining(problem, form)
    if used is None or len(used) == len(problem.conditions):
        return
    from symplex.proof.contradictions.proposals import proved_solutions  # late: the kernel

    data = tuple(problem.conditions[k] for k in used)
    solution = next(proved_solutions(library, problem.changed(conditions=data), budget), None)
    others = [k for k in range(len(problem.conditions)) if k not in used]
    for k in others if solution is not None else ():
        why = _failure(problem, problem.conditions[k], solution or {})
        if why is not None:
            before = [label(problem, problem.conditions[one]) for one in used]
            first = with_data([label(problem, problem.equations[0])], before)
            yield Contradiction(first, label(problem, problem.conditions[k]), *why)
            return


def _failure(
    problem: Problem, condition: Equation, solution: Mapping[str, Expression]
) -> tuple[str, Reason] | None:
    """Where and how a condition fails for a solution; None if that is not shown."""
    fixed = condition.region.fixed
    if sum(problem.domain[name].has_end(value) for name, value in fixed) > 1:
        return None  # an edge of the box belongs to no face
    made = jet(solution, condition.derivatives)
    left, right = (side.substitute(made) for side in (condition.left, condition.right))
    for point in points_of(problem, condition.region):
        one, other = value_at(left, point), value_at(right, point)
        if one is None or other is None or not is_nonzero(one - other):
            continue
        if is_smooth_at(left, point) and is_smooth_at(right, point):
            return place(point), only_solution(solution, one, other)
    return None
