"""From a fitted candidate to the formula that a person would write, with its certificate.

Owns the order of the work: refit, make one constant after the other exact and refit the others,
prove, then try the shorter forms of what was proved. A form that does not verify is never called
exact; if no exact form is found, a conjectured one comes back, or else the refitted one with what
is known of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import final

import numpy as np

from symplex.errors import ExpressionError
from symplex.exact.readable.forms import forms_of
from symplex.exact.readable.layout import tidied
from symplex.expression import Expression
from symplex.origin import UNRECORDED, Origin
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.proof.certificate import Certificate
from symplex.proof.refute import refute
from symplex.proof.verdict import Verdict
from symplex.solver.polish.algebra import solved
from symplex.solver.polish.constants import ZERO, ExactNumber, exact_numbers
from symplex.solver.polish.effort import Account, AttemptEnded, Effort, Shortfall
from symplex.solver.polish.fit import ConstantFit, Family
from symplex.solver.polish.fold import folded
from symplex.work.boundary import Runaway
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

_NO_EFFECT = 1e-9
"""A constant that changes the residuals by less than this, relatively, may be zero."""
_WORSE = 20.0
"""By which factor making a constant exact may raise the rounding error."""
_LEAST_SIZE = 1e-13
_SAME = 1.001
"""By which factor leaving a constant out may raise the residuals of what is no solution."""
_MAX_FORMS = 4
"""How many shorter forms of one formula are submitted to the verifier."""


@final
@dataclass(frozen=True)
class Polished:
    """An answer in the form of which most is proved, the shortest such, with its certificate."""

    answer: Mapping[str, Expression]
    certificate: Certificate
    shortfalls: frozenset[Shortfall] = frozenset()
    """What was left undone; empty if every form was tried."""
    by_algebra: int = 0
    """How many constants the equations themselves gave."""
    by_digits: int = 0
    """How many were recognised by their digits."""
    origin: Origin = field(default=UNRECORDED, compare=False)
    """Where it came from before it was polished, as whoever knows that says."""


def polish(
    problem: Problem,
    answer: Mapping[str, Expression],
    deadline: Deadline | None = None,
    effort: Effort | None = None,
    *,
    algebra: bool = True,
) -> Polished:
    """The shortest exact form of an answer that verifies, else a conjectured one, else what it is.

    Args:
        problem: The problem that the answer is meant to solve.
        answer: A formula for each unknown, its constants fitted.
        deadline: When the attempt is ended, whatever was reached.
        effort: How much work it may take; the same on every machine.
        algebra: Whether constants are solved for in the statement before their digits are read.
    """
    account = Account(effort or Effort(), deadline or Deadline())
    polished = _attempt(problem, answer, account, algebra=algebra)
    if not account.stopped_proofs:
        return polished
    return replace(polished, shortfalls=polished.shortfalls | {Shortfall.PROOF})


def _attempt(
    problem: Problem, answer: Mapping[str, Expression], account: Account, *, algebra: bool
) -> Polished:
    cleaned = answer
    held: Polished | None = None
    shortfalls: frozenset[Shortfall] = frozenset()
    try:
        for exact in _exact_forms(problem, answer, account, algebra=algebra):
            cleaned = exact.family.member(exact.fit.constants)
            if exact.family.names or refute(problem, cleaned) is not None:
                continue
            certificate = account.certificate(problem, cleaned)
            first = Polished(cleaned, certificate, frozenset(), exact.by_algebra, exact.by_digits)
            proved = _shortest(problem, first, account)
            shortfalls |= proved.shortfalls
            if proved.certificate.is_exact or Shortfall.INTERRUPT in shortfalls:
                return proved
            if proved.certificate.is_conjectured:
                held = held or proved
    except ExpressionError:  # a derivative has too many nodes
        pass
    except AttemptEnded as end:
        shortfalls |= {end.shortfall}
    if held is not None:
        return replace(held, shortfalls=shortfalls)
    numeric = {name: tidied(formula) for name, formula in cleaned.items()}
    return Polished(numeric, account.last_certificate(problem, numeric), shortfalls)


@final
@dataclass(frozen=True)
class _Exact:
    """A family with exact constants where they were found, and how the others fit."""

    family: Family
    fit: ConstantFit
    by_algebra: int = 0
    by_digits: int = 0


def _exact_forms(
    problem: Problem, answer: Mapping[str, Expression], account: Account, *, algebra: bool
) -> Iterator[_Exact]:
    """The answer with its constants made exact: by algebra, then by digits alone."""
    family, values = Family.of(problem, {name: folded(tree) for name, tree in answer.items()})
    found = account.fit(family, values)
    if not np.isfinite(found.size):
        yield _Exact(family, replace(found, constants=values))
        return
    if algebra and family.names:
        for smaller, fitted in solved(family, found, account):
            count = len(family.names) - len(smaller.names)
            yield replace(_settled(smaller, fitted, account), by_algebra=count)
    yield _settled(family, found, account)


def _settled(family: Family, found: ConstantFit, account: Account) -> _Exact:
    """The family with every constant exact whose digits say so, and the others refitted."""
    before = len(family.names)
    # An answer that is no solution loses its superfluous constants and nothing else.
    allowed = max(_WORSE * found.size, _LEAST_SIZE) if found.is_rounding else _SAME * found.size
    while family.names:
        step = _one_exact(family, found, allowed, account)
        if step is None:
            break
        family, found = step
    return _Exact(family, found, by_digits=before - len(family.names))


def _one_exact(
    family: Family, found: ConstantFit, allowed: float, account: Account
) -> tuple[Family, ConstantFit] | None:
    """The simplest replacement of one constant that the others can follow."""
    options = [
        (exact, index) for index in range(len(family.names)) for exact in _options(found, index)
    ]
    for exact, index in sorted(options, key=lambda option: (option[0].cost, option[1])):
        fewer = family.fixed(family.names[index], exact.exact)
        refitted = account.fit(fewer, np.delete(found.constants, index))
        if refitted.size <= allowed:
            return fewer, refitted
    return None


def _options(found: ConstantFit, index: int) -> list[ExactNumber]:
    value, is_idle = float(found.constants[index]), found.effect[index] < _NO_EFFECT
    if not found.is_rounding:
        return [ZERO] if is_idle else []
    if is_idle:
        # Superfluous, or the position of a jump, which no slope of the residuals shows.
        return [ZERO, *exact_numbers(value, np.inf)]
    return exact_numbers(value, float(found.uncertainty[index]))


def verified(
    problem: Problem,
    answer: Mapping[str, Expression],
    deadline: Deadline | None = None,
    effort: Effort | None = None,
) -> Polished:
    """An answer without fitted constants: its certificate, or that of a shorter form.

    The answer is verified as it stands before anything is changed in it. The arguments are those
    of `polish`.
    """
    account = Account(effort or Effort(), deadline or Deadline())
    first = Polished(answer, account.last_certificate(problem, answer))
    if first.certificate.is_exact:
        with suppress(ExpressionError):  # a form that cannot be differentiated is no better one
            first = _shortest(problem, first, account)
    return first


def _shortest(problem: Problem, found: Polished, account: Account) -> Polished:
    """The first of the shorter forms that is proved; each unknown in turn.

    A form that is not proved may have a shorter one that is, so those are tried as well.
    """
    try:
        for unknown in found.answer:
            if found.certificate.status is Verdict.REFUTED:
                break
            found = _shortened(problem, found, unknown, account)
    except AttemptEnded as end:
        if not _is_worth_keeping(found.certificate):
            raise
        return replace(found, shortfalls=found.shortfalls | {end.shortfall})
    except (KeyboardInterrupt, Runaway) as end:  # what is at hand is not given up for another form
        if not _is_worth_keeping(found.certificate):
            raise
        cut = Shortfall.DEADLINE if isinstance(end, Runaway) else Shortfall.INTERRUPT
        return replace(found, shortfalls=found.shortfalls | {cut})
    return found


def _is_worth_keeping(certificate: Certificate) -> bool:
    return certificate.is_exact or certificate.is_conjectured


def _shortened(problem: Problem, found: Polished, unknown: str, account: Account) -> Polished:
    """With one unknown in the shortest form that is proved, or else in one that is conjectured."""
    account.check_deadline()
    box = verification_box(problem)
    forms = forms_of(found.answer[unknown], box.ends, Budget(account.deadline))
    if not forms.complete:
        found = replace(found, shortfalls=found.shortfalls | {Shortfall.REWRITING})
    for form in _promising(found, unknown, forms.easiest_first):
        answer = {**found.answer, unknown: form}
        if refute(problem, answer) is not None:
            continue
        certificate = account.certificate(problem, answer)
        better = replace(found, answer=answer, certificate=certificate)
        if certificate.is_exact:
            return better
        if certificate.is_conjectured and not _is_worth_keeping(found.certificate):
            found = better
    return found


def _promising(found: Polished, unknown: str, forms: Sequence[Expression]) -> Sequence[Expression]:
    """The forms to submit: the shorter ones, or a few others where nothing is proved yet."""
    formula = found.answer[unknown]
    if found.certificate.is_exact:
        return forms[: forms.index(formula)][:_MAX_FORMS]
    most = _MAX_FORMS if found.certificate.is_conjectured else _MAX_FORMS // 2
    return [form for form in forms if form != formula][:most]
