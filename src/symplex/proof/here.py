"""Verification in this very process, without the protection of a child.

Owns the order of the steps: refute by numbers, ask the kernel for every line of a proof, test by
digits where nothing but an identity is missing. What is proved, the kernel alone decides.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from symplex.errors import ExpressionError, listing
from symplex.expression import Expression
from symplex.problem import Problem
from symplex.proof.advice.advisor import Advisor, doubled_box
from symplex.proof.certificate import Certificate, Check, conclude, unproved
from symplex.proof.checker.replay import Refused, replay
from symplex.proof.digits import vanishes_to_digits
from symplex.proof.kernel.advice import Claim
from symplex.proof.kernel.kernel import examine
from symplex.proof.kernel.lines import Line, Proved, Unproved, why_not
from symplex.proof.kernel.region import Region
from symplex.proof.notes import remarks_on
from symplex.proof.refute import refute
from symplex.proof.uniqueness.uniqueness import uniqueness_of
from symplex.proof.verdict import Verdict
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget, Limits, Undecided
from symplex.work.clock import Deadline


def verify_here(
    problem: Problem, answer: Mapping[str, Expression], limits: Limits | None = None
) -> Certificate:
    """The certificate for an answer, made here: a step of a library may outlast the limits.

    Raises:
        ExpressionError: if the answer is not one formula for each unknown.
    """
    limits = limits or Limits()
    require_answer(problem, answer)
    budget = Budget(Deadline(limits.seconds), limits.steps)
    certificate = _certificate(problem, answer, limits, budget)
    return replace(certificate, is_complete=certificate.is_exact or not budget.is_spent)


def require_answer(problem: Problem, answer: Mapping[str, Expression]) -> None:
    """Refuse what is not one formula for each unknown, in the names of the problem.

    Raises:
        ExpressionError: saying what is missing or strange.
    """
    if set(answer) != set(problem.unknowns):
        raise ExpressionError(
            f"expected a formula for each of {listing(problem.unknowns)}, "
            f"found {listing(sorted(answer))}"
        )
    known = {*problem.variables, *problem.parameters}
    for name, formula in answer.items():
        strange = formula.symbols - known
        if strange or formula.derivatives:
            raise ExpressionError(
                f"the answer for {name} may use {listing(sorted(known))}, "
                f"found {listing(sorted(strange)) if strange else 'a derivative'}"
            )


def _certificate(
    problem: Problem, answer: Mapping[str, Expression], limits: Limits, budget: Budget
) -> Certificate:
    remarks = remarks_on(problem)
    size = sum(formula.size for formula in answer.values())
    try:
        failed = refute(problem, answer, budget) if size <= limits.examined else None
        if failed is not None:
            return conclude((failed,), remarks)
        reason = _unprovable(answer, limits)
        if reason is not None:
            return conclude(unproved(problem, reason), (*remarks, reason))
        budget.step()
        lines, claims = prove(problem, answer, budget)
        checks = [_check(line, budget) for line in lines]
        if all(check.proved for check in checks):
            checks += _refused(claims, budget)
        else:
            checks = _on_the_box(problem, answer, checks, budget)
    except (Undecided, ExpressionError) as error:
        return conclude(unproved(problem, why_not(error)), remarks)
    certificate = conclude(checks, remarks, notion=_notion(lines))
    if not certificate.is_exact:
        return certificate
    return replace(certificate, unique=_uniqueness(problem, answer, certificate, budget))


def _uniqueness(
    problem: Problem, answer: Mapping[str, Expression], certificate: Certificate, budget: Budget
) -> Reason | None:
    """What theorems say of other solutions; nothing if the clock ended them."""
    try:
        return uniqueness_of(problem, answer, certificate.notion, budget)
    except Undecided:
        return None


def _unprovable(answer: Mapping[str, Expression], limits: Limits) -> Reason | None:
    if any(formula.constants for formula in answer.values()):
        return Reason(Code.PROOF_FITTED_CONSTANTS)
    size = sum(formula.size for formula in answer.values())
    if size > limits.nodes:
        return Reason(Code.PROOF_TOO_LONG, nodes=size, most=limits.nodes)
    return None


def _check(line: Line, budget: Budget) -> Check:
    """A line of the kernel's as a check; a missing identity is tested by digits."""
    match line:
        case Proved():
            return Check.of(line)
        case Unproved(subject, place, reason, residuals) if residuals:
            found = [vanishes_to_digits(*residual, budget) for residual in residuals]
            # The first that does not hold stands for all.
            worst = max(found, key=lambda one: one.verdict is not Verdict.CONJECTURED)
            return Check(
                subject,
                place,
                reason=reason,
                # Digits that differ beside a place are no refutation at it.
                verdict=min(worst.verdict, Verdict.APPROXIMATE, key=list(Verdict).index),
                worst=worst.size,
                point=worst.point,
            )
        case Unproved(subject, place, reason):
            return Check(subject, place, reason=reason)


def _on_the_box(
    problem: Problem, answer: Mapping[str, Expression], checks: list[Check], budget: Budget
) -> list[Check]:
    """The checks; those that fail on all of space alone say so."""
    box = doubled_box(problem)
    if box is None or any(check.verdict is Verdict.CONJECTURED for check in checks):
        return checks
    there, _ = prove(problem, answer, budget, box)
    shown = {line.subject for line in there if isinstance(line, Proved)}
    return [
        replace(check, reason=Reason(Code.PROOF_BOX_ONLY, reason=check.reason))
        if check.subject in shown and not check.proved
        else check
        for check in checks
    ]


def _refused(claims: Sequence[Claim], budget: Budget) -> list[Check]:
    """Nothing if the checker agrees with every step of a proof; else what it refused."""
    try:
        replay(claims, budget)
    except Refused as error:
        subject, place = Reason(Code.LINE_CHECKER), Reason(Code.PLACE_EVERY_STEP)
        return [Check(subject, place, reason=error.reason)]
    return []


def _notion(lines: list[Line]) -> str:
    """The notions in which the equations are shown to hold."""
    notions = [line.notion for line in lines if isinstance(line, Proved) and line.notion]
    return listing(dict.fromkeys(notions)) if notions else ""


def prove(
    problem: Problem, answer: Mapping[str, Expression], budget: Budget, box: Region | None = None
) -> tuple[list[Line], list[Claim]]:
    """What the kernel shows of an answer with this advice, and the claims that it rests on."""
    return examine(problem, answer, budget, Advisor, box)
