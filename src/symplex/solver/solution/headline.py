"""The first line of an answer, which says all that a hurried reader has to know.

Owns what is claimed in one sentence, and what may help where nothing is. It claims nothing that the
certificate or the measured error does not; every page begins with it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, final

import numpy as np

from symplex.codes import RunCode, UniquenessCode
from symplex.errors import listing
from symplex.expression import Derivative, number
from symplex.expression.evaluate import evaluate
from symplex.expression.text import derivative_text
from symplex.problem import Problem
from symplex.problem.analysis.hamilton_jacobi import recognise
from symplex.problem.analysis.review import undefined_beyond, undetermined
from symplex.proof.verdict import Verdict
from symplex.reasons import Reason, ReasonCode
from symplex.sentences import fact_text, sentence
from symplex.solver.search.state import StopReason

if TYPE_CHECKING:
    from symplex.solver.solution.solution import Solution

_CONSTANTS: Final = "abcdkmpqrsABCDKMPQRS"
_LEFT_OPEN: Final = frozenset(
    {
        UniquenessCode.OPEN_NO_CONDITIONS,
        UniquenessCode.OPEN_NO_START,
        UniquenessCode.OPEN_ELLIPTIC_FACES,
        UniquenessCode.OPEN_FREE_FACES,
    }
)
"""What a certificate remarks of a statement that may have several solutions."""
_IN_SHORT: Final[Mapping[ReasonCode, str]] = MappingProxyType(
    {
        RunCode.HELP_STATE_MORE: "a condition that is missing",
        RunCode.HELP_GUESS: "a guess at its form (--hint)",
        RunCode.HELP_MORE_TIME: "more time (--time-limit)",
        RunCode.HELP_MORE_CANDIDATES: "a longer search (--max-candidates)",
    }
)
"""What the first line says of help that is told in full below."""
_UNSTATED: Final = frozenset({UniquenessCode.OPEN_NO_CONDITIONS, UniquenessCode.OPEN_NO_START})
"""What is missing that the words on other solutions do not say."""
_POINTS: Final = 5
"""In each variable, where the sign of an answer is looked at."""


class Claim(Enum):
    """What is claimed of an answer, with the words of it."""

    UNIQUE = "exact and unique among {shown}"
    UNIQUE_ZERO = "exact and unique, but trivial: zero alone solves it, among {shown}"
    MANY = "exact, one of many: {shown}"
    ZERO_OF_MANY = (
        "exact, one of many, and trivial: zero satisfies this homogeneous statement; {shown}"
    )
    EIGENVALUES = (
        "exact but trivial: zero satisfies this homogeneous statement for every {shown}; others "
        "may solve it for special values, the eigenvalues"
    )
    ZERO = "exact but trivial: zero satisfies this homogeneous statement; others may solve it too"
    LEFT_OPEN = "exact, perhaps one of many: {shown}"
    EXACT = "exact: all that was stated is proved; other solutions may exist"
    CONJECTURED = "conjectured, not proved: it holds to 200 digits at every point tried"
    MEASURED = "approximate, not exact: error {shown}"
    MEASURED_EARLIER = "approximate, not exact: when it was saved, its error was {shown}"
    REFUTED = "refuted: the formula does not satisfy all that was stated"
    UNPROVED = "not proved: nothing is shown to be wrong, and something is open"
    UNVERIFIED = "not verified: nothing is claimed of what was saved"
    CONTRADICTORY = "no solution exists: what is stated cannot all hold"
    NOTHING = "no formula found; what may help: {shown}"


@final
@dataclass(frozen=True)
class Headline:
    """A claim with its facts; as text, one sentence."""

    claim: Claim
    shown: str = ""
    """What the claim names: a class of functions, what is missing, an error, what may help."""
    negative: str | None = None
    """An unknown with both signs where a distance or a travel time is likely to be meant."""

    def __str__(self) -> str:
        """The sentence."""
        said = self.claim.value.format(shown=self.shown)
        if self.negative is None:
            return said
        return f"{said}; {self.negative} takes negative values, as no distance or travel time does"


def headline(solution: "Solution") -> Headline:
    """What is claimed of an answer: its status, whether it is the only one, and what is missing."""
    match solution.status:
        case Verdict.EXACT:
            return _of_exact(solution)
        case Verdict.CONJECTURED:
            return Headline(Claim.CONJECTURED)
        case Verdict.APPROXIMATE | Verdict.REFUTED:
            return _of_approximate(solution)
        case Verdict.NONE if solution.answer:
            return Headline(Claim.UNVERIFIED)
        case Verdict.NONE if _is_contradictory(solution):
            return Headline(Claim.CONTRADICTORY)
        case Verdict.NONE:
            helps = dict.fromkeys(_IN_SHORT[one.code] for one in what_may_help(solution))
            return Headline(Claim.NOTHING, ", or ".join(helps))


def _of_exact(solution: "Solution") -> Headline:
    certificate = solution.certificate
    unique = None if certificate is None else certificate.unique
    remarks = () if certificate is None else certificate.remarks
    missing = [one for one in remarks if one.code in _LEFT_OPEN]
    is_only = unique is not None and unique.code is UniquenessCode.UNIQUE_ONLY
    others = "" if unique is None or is_only else _shown(unique)
    if _is_zero(solution):
        return _of_zero(solution.problem, unique, is_only=is_only)
    if unique is not None and is_only:
        return Headline(Claim.UNIQUE, _shown(unique))
    negative = _changes_sign(solution)
    if others:
        unstated = (sentence(one) for one in missing if one.code in _UNSTATED)
        short = [words.partition(":")[0] for words in unstated]
        return Headline(Claim.MANY, "; ".join([others, *short]), negative)
    if missing:
        return Headline(Claim.LEFT_OPEN, "; ".join(map(sentence, missing)), negative)
    return Headline(Claim.EXACT, negative=negative)


def _shown(unique: Reason) -> str:
    """What a verdict on uniqueness names, without the verdict."""
    return fact_text(unique, "shown")


def _is_zero(solution: "Solution") -> bool:
    zero = number(0)
    return all(formula == zero for formula in solution.answer.values())


def _of_zero(problem: Problem, unique: Reason | None, *, is_only: bool) -> Headline:
    """Zero; where nothing is shown of others, there may be eigenvalues among the parameters."""
    if unique is not None:
        return Headline(Claim.UNIQUE_ZERO if is_only else Claim.ZERO_OF_MANY, _shown(unique))
    if problem.parameters:
        return Headline(Claim.EIGENVALUES, listing(problem.parameters))
    return Headline(Claim.ZERO)


def _changes_sign(solution: "Solution") -> str | None:
    """The unknown of a stationary eikonal-like problem, where its formula has both signs."""
    form = recognise(solution.problem)
    if form is None or form.time is not None:
        return None
    box = solution.problem.box.ends
    axes = np.meshgrid(*(np.linspace(low, high, _POINTS) for low, high in box.values()))
    points = {name: axis.ravel() for name, axis in zip(box, axes, strict=True)}
    with np.errstate(all="ignore"):
        values = np.asarray(evaluate(solution.formulas[form.unknown], points))
    return form.unknown if bool(np.any(values < 0) and np.any(values > 0)) else None


def _of_approximate(solution: "Solution") -> Headline:
    if solution.error is not None:
        claim = Claim.MEASURED_EARLIER if solution.measured_earlier else Claim.MEASURED
        return Headline(claim, solution.error.sentence)
    certificate = solution.certificate
    refuted = certificate is not None and certificate.status is Verdict.REFUTED
    return Headline(Claim.REFUTED if refuted else Claim.UNPROVED)


def _is_contradictory(solution: "Solution") -> bool:
    return solution.stop_reason == StopReason.CONTRADICTORY.value


def what_may_help(solution: "Solution") -> Iterator[Reason]:
    """What a user can do where nothing was found, or hardly what was meant."""
    said = headline(solution) if solution.answer else None
    problem = solution.problem
    if said is not None and said.claim is Claim.EIGENVALUES:
        name = next(iter(problem.parameters))
        derivative = derivative_text(Derivative(name, problem.variables[:1]))
        yield Reason(RunCode.HELP_EIGENVALUES, name=name, derivative=derivative)
    if said is not None and said.negative is not None:
        yield Reason(RunCode.HELP_SIGN)
    if solution.answer or _is_contradictory(solution):
        return
    for warning in (*undetermined(problem), *undefined_beyond(problem)):
        yield Reason(RunCode.HELP_STATE_MORE, warning=warning)
    yield Reason(RunCode.HELP_GUESS, hint=_guess(problem))
    if solution.stop_reason == StopReason.TIME_LIMIT.value:
        yield Reason(RunCode.HELP_MORE_TIME, seconds=solution.seconds)
    if solution.stop_reason == StopReason.CANDIDATES.value:
        yield Reason(RunCode.HELP_MORE_CANDIDATES)


def _guess(problem: Problem) -> str:
    """A hint that this problem can be given."""
    a, b, *_ = (name for name in _CONSTANTS if name not in problem.answer_scope.names)
    first, last = problem.variables[0], problem.variables[-1]
    form = f"{a}*exp({b}*{last})"
    if first != last:
        form = f"{a}*{first}*exp({b}*{last})"
    return "; ".join(f"{name} = {form}" for name in problem.unknowns)
