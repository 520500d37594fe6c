"""Verification of a series in this very process; the order of the steps, and the certificate."""

from dataclasses import replace
from itertools import chain

from symplex.errors import ExpressionError, listing
from symplex.exact.fourier import antiderivative
from symplex.expression.series import Series
from symplex.problem import Problem
from symplex.proof.advice.advisor import Advisor
from symplex.proof.certificate import Certificate, Check, conclude, unproved
from symplex.proof.checker.replay import Refused, replay
from symplex.proof.kernel.lines import Proved, Unproved, why_not
from symplex.proof.notes import remarks_on
from symplex.proof.series.rods import examine
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget, Limits, Undecided
from symplex.work.clock import Deadline


def verify_series_here(
    problem: Problem, answer: Series, limits: Limits | None = None
) -> Certificate:
    """The certificate for a series, made here: a step of a library may outlast the limits.

    Raises:
        ExpressionError: if the answer is not one formula in the names of the problem.
    """
    limits = limits or Limits()
    require_series(problem, answer)
    budget = Budget(Deadline(limits.seconds), limits.steps)
    certificate = _certificate(problem, answer, limits, budget)
    return replace(certificate, is_complete=certificate.is_exact or not budget.is_spent)


def require_series(problem: Problem, answer: Series) -> None:
    """Refuse what is not a series for the only unknown, in the names of the problem.

    Raises:
        ExpressionError: saying what is strange.
    """
    if len(problem.unknowns) != 1:
        raise ExpressionError("a series is an answer where there is one unknown")
    known = {*problem.variables, *problem.parameters}
    if answer.first < 0 or answer.step < 1 or not answer.index.isidentifier():
        raise ExpressionError("the index of a series is a name, from 0 on or later, in steps of 1")
    strange = answer.symbols - known
    if strange or answer.closed.derivatives or answer.term.derivatives or answer.index in known:
        raise ExpressionError(
            f"the series may use {listing(sorted(known))} and its index, "
            f"found {listing(sorted(strange)) if strange else 'another name'}"
        )


def _certificate(problem: Problem, answer: Series, limits: Limits, budget: Budget) -> Certificate:
    remarks = remarks_on(problem)
    reason = _unprovable(answer, limits)
    if reason is not None:
        return conclude(unproved(problem, reason), (*remarks, reason))
    try:
        lines, claims = examine(problem, answer, budget, Advisor, antiderivative)
        checks = [Check.of(one) if isinstance(one, Proved) else _open(one) for one in lines]
        if all(check.proved for check in checks):
            replay(claims, budget)
    except Refused as error:
        subject, place = Reason(Code.LINE_CHECKER), Reason(Code.PLACE_EVERY_STEP)
        return conclude([Check(subject, place, reason=error.reason)], remarks)
    except (Undecided, ExpressionError) as error:
        return conclude(unproved(problem, why_not(error)), remarks)
    notions = (one.notion for one in lines if isinstance(one, Proved) and one.notion)
    return conclude(checks, remarks, notion=next(chain(notions, ("",))))


def _open(line: Unproved) -> Check:
    return Check(line.subject, line.place, reason=line.reason)


def _unprovable(answer: Series, limits: Limits) -> Reason | None:
    if answer.closed.constants or answer.term.constants:
        return Reason(Code.PROOF_FITTED_CONSTANTS)
    size = answer.closed.size + answer.term.size
    if size > limits.nodes:
        return Reason(Code.PROOF_TOO_LONG, nodes=size, most=limits.nodes)
    return None
