"""What a run without a proof offers: a formula whose error is measured, or none.

Owns that rule. A candidate that meets the equations at sampled points may be far from the solution
everywhere else, so a residual norm alone makes no answer: such candidates stay in the front.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, final

from symplex.codes import RunCode
from symplex.expression import Expression
from symplex.origin import Origin
from symplex.problem import Problem
from symplex.proof.certificate import Certificate
from symplex.proof.verify import verify
from symplex.reasons import Reason
from symplex.solver.approximation.front import Approximation, least_residual
from symplex.solver.approximation.reference_values import Measured
from symplex.solver.search.state import StopReason
from symplex.solver.solution.approximating import chosen
from symplex.solver.solution.course import Course
from symplex.work.budget import Limits

_LAST: Final = Limits(seconds=0.5)
"""What the last certificate may take where the time of the run is over."""
_IN_A_HURRY: Final = (StopReason.TIME_LIMIT, StopReason.INTERRUPTED, StopReason.MEMORY)


@final
@dataclass(frozen=True)
class Offer:
    """What is offered, and all that was found."""

    reason: StopReason
    """Why the run ended: the user may have ended this part of it."""
    front: tuple[Approximation, ...]
    answer: Mapping[str, Expression]
    """Empty if nothing can be offered."""
    certificate: Certificate | None = None
    error: Measured | None = None
    remarks: tuple[Reason, ...] = ()
    origin: Origin | None = None


def offer(problem: Problem, course: Course, reason: StopReason) -> Offer:
    """The knee of what is measured; else what a last certificate bears out; else nothing."""
    front, reason = _approximations(course, reason)
    measured = course.by_values.accepted or chosen(front)
    one = measured or least_residual(front)
    if one is None:
        return Offer(reason, front, {}, remarks=tuple(_untold(course)))
    certificate, reason = _verified(problem, one.formulas, reason)
    if measured is None and not (certificate.is_exact or certificate.is_conjectured):
        return Offer(reason, front, {}, remarks=tuple(_untold(course)))
    return Offer(reason, front, one.formulas, certificate, one.error, origin=one.origin)


def _approximations(
    course: Course, reason: StopReason
) -> tuple[tuple[Approximation, ...], StopReason]:
    """The front by measured errors, by residual norms where there are none; and how it ended."""
    front: tuple[Approximation, ...] = ()
    try:
        if reason not in (StopReason.INTERRUPTED, StopReason.MEMORY):
            course.by_values.begin_at_the_end()
        front = course.measured_front()
    except KeyboardInterrupt:
        reason = StopReason.INTERRUPTED
    except MemoryError:
        reason = StopReason.MEMORY
    by_loss = (one for one in course.by_values.found() if not math.isnan(one.loss))
    return front or tuple(by_loss), reason


def _verified(
    problem: Problem, answer: Mapping[str, Expression], reason: StopReason
) -> tuple[Certificate, StopReason]:
    """The certificate of what may be offered, and how the run ended: it may end with a proof."""
    try:
        certificate = verify(problem, answer, _LAST if reason in _IN_A_HURRY else None)
    except KeyboardInterrupt:
        certificate, reason = verify(problem, answer, _LAST), StopReason.INTERRUPTED
    if certificate.is_exact:
        return certificate, StopReason.EXACT
    return certificate, StopReason.CONJECTURED if certificate.is_conjectured else reason


def _untold(course: Course) -> Iterator[Reason]:
    """What a run tells that offers nothing: what methods made of it, why nothing is measured."""
    if course.families:
        yield Reason(RunCode.RUN_METHODS_UNPROVED, count=course.families)
    else:
        yield Reason(RunCode.RUN_METHODS_SILENT)
    approximating = course.by_values.approximating
    if approximating.is_open:
        yield Reason(RunCode.MEASURED_ENDED_BEFORE)
    elif approximating.reference_values is not None:
        yield Reason(RunCode.MEASURED_NONE_CLOSE)
    elif approximating.note is None:
        yield Reason(RunCode.MEASURED_NOT_WANTED)
