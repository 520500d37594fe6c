"""Data that leave one solution by a theorem of uniqueness, and data beside them that it misses.

Some of the conditions are chosen: initial values, and one condition on each face. The textbook
proposes a formula for these; the kernel proves it, and the theorems of `proof.uniqueness` show that
no other function solves the same: what else is stated must hold for it.
"""

from collections.abc import Iterator, Mapping, Sequence

from symplex.expression import Derivative, Expression
from symplex.expression.operator_facts import jet
from symplex.problem import Equation, Problem
from symplex.problem.contradiction import Contradiction
from symplex.problem.ends import End, Side, face_of
from symplex.problem.linear_form import linear_form
from symplex.proof.contradictions.exact import is_nonzero, is_smooth_at, place, points_of, value_at
from symplex.proof.contradictions.facts import label
from symplex.proof.contradictions.sentences import only_solution, with_data
from symplex.proof.contradictions.textbook import Library
from symplex.reasons import Reason
from symplex.work.budget import Budget

Formulas = Mapping[str, Expression]


def well_posed(library: Library, problem: Problem, budget: Budget) -> Iterator[Contradiction]:
    """Conditions that the one solution for some of the others does not satisfy."""
    chosen = determining(problem)
    if chosen is None or len(chosen) == len(problem.conditions):
        return
    from symplex.proof.contradictions.proposals import only_solutions  # late: the kernel

    data = tuple(problem.conditions[k] for k in chosen)
    solution = next(only_solutions(library, problem.changed(conditions=data), budget), None)
    others = [c for k, c in enumerate(problem.conditions) if k not in chosen]
    for condition in others if solution is not None else ():
        failure = _failure(problem, condition, solution or {})
        if failure is not None:
            before = [label(problem, one) for one in data]
            first = with_data([label(problem, problem.equations[0])], before)
            yield Contradiction(first, label(problem, condition), *failure)
            return


def determining(problem: Problem) -> Sequence[int] | None:
    """Initial values, and one condition on each face of space that has some: values before slopes.

    None where there are no such data, and for nonlinear equations with derivatives by several
    variables, of whose solutions theorems speak in some class alone. Whether the data determine the
    solution is for the theorems to say.
    """
    if len(problem.unknowns) != 1 or len(problem.equations) != 1:
        return None
    is_ordinary = len(problem.variables) == 1
    if not is_ordinary and linear_form(problem.equations[0].residual) is None:
        return None
    first = problem.variables[0] if is_ordinary else problem.time
    start = [] if first is None else _start(problem, first)
    if start is None:
        return None
    ends = ((name, side) for name in problem.variables if name != first for side in Side)
    faces = (_on(problem, end) for end in ends)
    return [*start, *(k for k in faces if k is not None)]


def _start(problem: Problem, name: str) -> list[int] | None:
    """The conditions that give all derivatives by a variable below its order at one value of it."""
    unknown, given = problem.unknowns[0], [linear_form(c.residual) for c in problem.conditions]
    order = max((d.by.count(name) for d in problem.equations[0].derivatives), default=0)
    wanted = [Derivative(unknown, (name,) * k) for k in range(order)]
    for condition in problem.conditions:
        found: dict[Derivative, int] = {}
        for index, (other, form) in enumerate(zip(problem.conditions, given, strict=True)):
            if form is not None and form.alone and other.region.same_as(condition.region):
                found.setdefault(form.alone, index)
        if wanted and set(condition.region.values) == {name} and found.keys() >= set(wanted):
            return [found[one] for one in wanted]
    return None


def _on(problem: Problem, end: End) -> int | None:
    """The condition of lowest order on a face; None if it has none."""
    there = [
        k for k, c in enumerate(problem.conditions) if face_of(c.region, problem.domain) == end
    ]
    return min(there, key=lambda k: problem.conditions[k].order, default=None)


def _failure(
    problem: Problem, condition: Equation, solution: Formulas
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
