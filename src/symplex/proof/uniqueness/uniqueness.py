"""The sentence on uniqueness that a certificate carries; empty where no theorem speaks."""

from collections.abc import Callable, Mapping
from typing import Final

from symplex.budget import Budget, Missing
from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.expression import operators as op
from symplex.problem import Problem
from symplex.proof.advice.advisor import Advisor
from symplex.proof.kernel.advice import HiddenSign
from symplex.proof.kernel.kernel import domain_of
from symplex.proof.kernel.region import Region
from symplex.proof.kernel.workspace import Workspace
from symplex.proof.uniqueness import first_order, parabolic, theorems
from symplex.proof.uniqueness.hypotheses import require
from symplex.proof.uniqueness.ordinary import initial_values, too_few
from symplex.proof.uniqueness.others import shifts
from symplex.proof.uniqueness.subject import Subject

ONLY: Final = "the only one among"
MANY: Final = "not the only one:"
_THEOREMS: Final = (
    parabolic.parabolic,
    parabolic.semilinear,
    theorems.hyperbolic,
    theorems.elliptic,
    first_order.characteristics,
    first_order.carried,
    theorems.entropy,
    theorems.viscosity,
    first_order.strips,
)


def uniqueness_of(
    problem: Problem, answer: Mapping[str, Expression], notion: str, budget: Budget
) -> str:
    """What is shown of other solutions than a proved answer; empty if nothing is.

    Raises:
        OutOfBudget: if the clock ended the search.
    """
    if _differentiates_a_jump(problem):
        return ""
    start = Workspace(Region({}, ()), budget, Advisor, [])
    try:
        space = start.on(domain_of(problem, start))
        # Theorems speak of functions that are continuous on the closed domain.
        require(*(space.is_defined(formula) for formula in answer.values()))
    except (Missing, HiddenSign, ExpressionError):
        return ""
    if len(problem.variables) == 1:
        found = _sentence(lambda: initial_values(problem, answer, notion, space))
        if found:
            return f"{ONLY} {found}"
    shifted = _sentence(lambda: shifts(problem))
    if shifted:
        return f"{MANY} {shifted}"
    if len(problem.unknowns) != 1 or len(problem.equations) != 1:
        return ""
    subject = Subject(problem, answer[problem.unknowns[0]], notion, space)
    only = (f"{ONLY} {s}" for s in (_said(theorem, subject) for theorem in _THEOREMS) if s)
    many = (f"{MANY} {s}" for s in (_said(one, subject) for one in _others(problem)) if s)
    return next(only, "") or next(many, "")


def _differentiates_a_jump(problem: Problem) -> bool:
    """Whether sign stands inside of a diff(…), which the expanded equation has lost."""
    records = (one for equation in problem.all_equations for one in equation.differentiated)
    return any(op.SIGN in one.formula.operators for one in records)


def _others(problem: Problem) -> tuple[Callable[[Subject], str], ...]:
    return (too_few,) if len(problem.variables) == 1 else (theorems.free_faces,)


def _said(theorem: Callable[[Subject], str], subject: Subject) -> str:
    return _sentence(lambda: theorem(subject))


def _sentence(theorem: Callable[[], str]) -> str:
    try:
        return theorem()
    except (Missing, HiddenSign, ExpressionError):
        return ""
