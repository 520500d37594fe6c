"""From a fitted candidate to the formula that a person would write, with its certificate.

Owns the order of the work: refit, make one constant after the other exact and refit the others,
prove, then look for the shortest form that is proved too. A form that does not verify is never
called exact; if no exact form is found, the refitted one comes back with what is known of it.
"""

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import final

import numpy as np

from symplex.errors import ExpressionError
from symplex.expression import Expression
from symplex.polish.constants import Base, Candidate, bases, candidates, modes_at_faces
from symplex.polish.fit import Array, Family, Fit, fit
from symplex.polish.fold import folded, without_roots_of_squares, without_signs
from symplex.polish.phases import unfolded
from symplex.polish.simplify import shorter_forms
from symplex.polish.tidy import tidied
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.proof.certificate import Certificate, Status
from symplex.proof.refute import refute
from symplex.proof.verify import Limits, verify

_NO_EFFECT = 1e-9
"""A constant that changes the residuals by less than this, relatively, may be zero."""
_WORSE = 20.0
"""By how much making a constant exact may raise the rounding error."""
_LEAST_SIZE = 1e-13
_SAME = 1.001
"""By how much leaving a constant out may raise the residuals of an answer that is no solution."""
_LEAST_SECONDS = 2.0
"""What a certificate is given in any case."""
_MAX_FORMS = 4
"""How many shorter forms are put before the verifier."""


@final
@dataclass(frozen=True)
class Polished:
    """An answer at its nicest, and what is proved of it."""

    answer: Mapping[str, Expression]
    certificate: Certificate


@final
@dataclass(frozen=True)
class _Clock:
    """When to stop looking for nicer forms."""

    deadline: float

    @property
    def is_late(self) -> bool:
        return time.monotonic() >= self.deadline

    def verified(self, problem: Problem, answer: Mapping[str, Expression]) -> Certificate:
        """A certificate within the time that is left, or a little more."""
        left = max(self.deadline - time.monotonic(), _LEAST_SECONDS)
        return verify(problem, answer, Limits(seconds=min(left, Limits().seconds)))


def polish(
    problem: Problem, answer: Mapping[str, Expression], seconds: float = math.inf
) -> Polished:
    """The shortest exact form of an answer that verifies, else the cleaned answer as it is.

    After `seconds` no more forms are tried, and what is at hand is certified.
    """
    known = bases(problem)
    clock = _Clock(time.monotonic() + seconds)
    cleaned = answer
    for start in _starts(problem, answer):
        try:
            family, found = _settled(problem, start, known, clock)
        except ExpressionError:  # its derivatives grow past all bounds
            break
        cleaned = family.member(found.constants)
        if family.names or refute(problem, cleaned) is not None:
            continue
        proved = _shortest(problem, Polished(cleaned, clock.verified(problem, cleaned)), clock)
        if proved.certificate.status is Status.EXACT:
            return proved
    numeric = {name: tidied(formula) for name, formula in cleaned.items()}
    return Polished(numeric, clock.verified(problem, numeric))


def _starts(
    problem: Problem, answer: Mapping[str, Expression]
) -> Iterator[Mapping[str, Expression]]:
    """With joined constants first: there are fewer, and each is determined."""
    ends = verification_box(problem).ends
    nonnegative = {name for name, (low, _) in ends.items() if low >= 0}
    plain = {
        name: without_signs(without_roots_of_squares(formula), nonnegative)
        for name, formula in answer.items()
    }
    joined = {name: folded(formula) for name, formula in plain.items()}
    yield joined
    written = {name: folded(unfolded(formula)) for name, formula in joined.items()}
    if written != joined:
        yield written
    if joined != plain:
        yield plain


def _settled(
    problem: Problem, answer: Mapping[str, Expression], known: Sequence[Base], clock: _Clock
) -> tuple[Family, Fit]:
    """The answer's family with every constant exact that could be, and the others refitted."""
    family, start = Family.of(problem, answer)
    found = fit(family, start)
    if not np.isfinite(found.size):
        return family, replace(found, constants=start)
    # An answer that is no solution loses its dead weight and nothing else.
    choices = known if found.is_rounding else ()
    allowed = max(_WORSE * found.size, _LEAST_SIZE) if found.is_rounding else _SAME * found.size
    while family.names:
        own = modes_at_faces(problem, family.trees.values()) if choices else ()
        step = _one_exact(family, found, _Choice((*choices, *own), allowed, clock))
        if step is None:
            break
        family, found = step
    return family, found


@final
@dataclass(frozen=True)
class _Choice:
    """What a constant may become, how much worse that may be, and until when it is tried."""

    known: Sequence[Base]
    allowed: float
    clock: _Clock


def _one_exact(family: Family, found: Fit, choice: _Choice) -> tuple[Family, Fit] | None:
    """The simplest replacement of one constant that the others can follow."""
    options = [
        (candidate, index)
        for index in range(len(family.names))
        for candidate in _candidates(found, index, choice.known)
    ]
    for candidate, index in sorted(options, key=lambda option: (option[0].cost, option[1])):
        if choice.clock.is_late:
            return None
        fewer = family.fixed(family.names[index], candidate.exact)
        refitted = fit(fewer, _without(found.constants, index))
        if refitted.size <= choice.allowed:
            return fewer, refitted
    return None


def _candidates(found: Fit, index: int, known: Sequence[Base]) -> list[Candidate]:
    value = float(found.constants[index])
    if not known:
        return candidates(0.0, 0.0, known) if found.effect[index] < _NO_EFFECT else []
    if found.effect[index] < _NO_EFFECT:
        # Dead weight, or a place where something jumps: no slope of the residuals shows it.
        return [*candidates(0.0, 0.0, known), *candidates(value, np.inf, known)]
    return candidates(value, float(found.doubt[index]), known)


def _without(constants: Array, index: int) -> Array:
    return np.delete(constants, index)


def _shortest(problem: Problem, found: Polished, clock: _Clock) -> Polished:
    """The first of the shorter forms that is proved; each unknown in turn.

    A form that is not proved may have a shorter one that is, so those are tried as well.
    """
    box = verification_box(problem)
    for unknown in found.answer:
        if found.certificate.status is Status.REFUTED or clock.is_late:
            break
        for form in _better(found, unknown, shorter_forms(found.answer[unknown], box)):
            answer = {**found.answer, unknown: form}
            refuted = refute(problem, answer) is not None
            certificate = None if refuted else clock.verified(problem, answer)
            if certificate is not None and certificate.status is Status.EXACT:
                found = Polished(answer, certificate)
                break
    return found


def _better(found: Polished, unknown: str, forms: Sequence[Expression]) -> Sequence[Expression]:
    """The forms worth a proof: the shorter ones, or a few others where nothing is proved yet."""
    formula = found.answer[unknown]
    if found.certificate.status is Status.EXACT:
        return forms[: forms.index(formula)][:_MAX_FORMS]
    return [form for form in forms if form != formula][: _MAX_FORMS // 2]
