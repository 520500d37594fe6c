"""What a certificate says of uniqueness; nothing where no theorem speaks."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final

from symplex.codes import UniquenessCode
from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.expression import operators as op
from symplex.expression.rewriting import HiddenSign
from symplex.problem import Problem
from symplex.proof.advice.advisor import Advisor
from symplex.proof.kernel.domain import domain_of
from symplex.proof.kernel.region import Region
from symplex.proof.kernel.workspace import Workspace
from symplex.proof.uniqueness import first_order, parabolic, theorems
from symplex.proof.uniqueness.ordinary import initial_values, too_few
from symplex.proof.uniqueness.others import multiples, negative, shifts
from symplex.proof.uniqueness.subject import Subject
from symplex.reasons import Reason
from symplex.work.budget import Budget, Missing

Said = Reason | tuple[Reason, ...]
"""What a theorem says: of which functions, or by how much others differ."""
_THEOREMS: Final = (
    parabolic.parabolic,
    parabolic.semilinear,
    theorems.hyperbolic,
    theorems.elliptic,
    first_order.characteristics,
    first_order.constant_coefficients,
    theorems.entropy,
    theorems.viscosity,
    first_order.nonlinear,
)


def uniqueness_of(
    problem: Problem, answer: Mapping[str, Expression], notion: str, budget: Budget
) -> Reason | None:
    """What is shown of other solutions than a proved answer, if anything is.

    Raises:
        OutOfBudget: if the clock ended the search.
    """
    if _differentiates_a_jump(problem):
        return None
    start = Workspace(Region({}, ()), budget, Advisor, [])
    try:
        space = start.on(domain_of(problem, start))
        if not all(space.is_defined(formula) for formula in answer.values()):
            return _off_points(problem, answer, notion, space)
    except (Missing, HiddenSign, ExpressionError):
        return None
    for code, theorem in _theorems(problem, answer, notion, space):
        shown = _said(theorem)
        if shown is not None:
            return Reason(code, shown=shown)
    return None


def _off_points(
    problem: Problem, answer: Mapping[str, Expression], notion: str, space: Workspace
) -> Reason | None:
    """What is shown where an answer is no continuous function on the closed domain."""
    if len(problem.unknowns) != 1 or len(problem.equations) != 1:
        return None
    inside = space.on(space.region.interior)
    subject = Subject(problem, answer[problem.unknowns[0]], notion, inside)
    shown = _said(partial(parabolic.phragmen_lindelof, subject))
    return None if shown is None else Reason(UniquenessCode.UNIQUE_ONLY, shown=shown)


def _theorems(
    problem: Problem, answer: Mapping[str, Expression], notion: str, space: Workspace
) -> Iterator[tuple[UniquenessCode, Callable[[], Said]]]:
    """What may be shown, in order: that there is no other solution, or that there are some."""
    if len(problem.variables) == 1:
        yield UniquenessCode.UNIQUE_ONLY, partial(initial_values, problem, answer, notion, space)
    yield UniquenessCode.UNIQUE_MANY, partial(shifts, problem)
    if len(problem.unknowns) == 1 and len(problem.equations) == 1:
        subject = Subject(problem, answer[problem.unknowns[0]], notion, space)
        yield from (
            (UniquenessCode.UNIQUE_ONLY, partial(theorem, subject)) for theorem in _THEOREMS
        )
        yield from ((UniquenessCode.UNIQUE_MANY, partial(one, subject)) for one in _others(problem))
    yield from (
        (UniquenessCode.UNIQUE_MANY, partial(one, problem, answer, notion, space))
        for one in (multiples, negative)
    )


def _differentiates_a_jump(problem: Problem) -> bool:
    """Whether sign stands inside of a diff(…), which the expanded equation has lost."""
    records = (one for equation in problem.all_equations for one in equation.differentiated)
    return any(op.SIGN in one.formula.operators for one in records)


def _others(problem: Problem) -> tuple[Callable[[Subject], Reason], ...]:
    return (too_few,) if len(problem.variables) == 1 else (theorems.free_faces,)


def _said(theorem: Callable[[], Said]) -> Said | None:
    try:
        return theorem()
    except (Missing, HiddenSign, ExpressionError):
        return None
