"""`solve`: the pipeline from a problem to a solution."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import final

from symplex.budget import Budget
from symplex.errors import SettingsError, listing, nearest
from symplex.evaluation import device_of, evaluator_on
from symplex.expression import Expression
from symplex.methods.catalogue import METHODS
from symplex.polish.effort import Shortfall
from symplex.polish.polish import Polished
from symplex.problem import Problem
from symplex.proof import child as prover
from symplex.proof.certificate import Certificate
from symplex.proof.verify import Limits, verify
from symplex.search.settings import RECIPES, SearchSettings
from symplex.search.state import Progress, RunOptions, StopReason
from symplex.solution.course import Course, Plan, by_unknown
from symplex.solution.hints import read_hint
from symplex.solution.solution import Approximation, Solution, SolutionStatus, status_of

_LAST = Limits(seconds=2.0)
"""What the certificate of the best approximation may take: it is made when time is up."""
_MORE_CANDIDATES = 20_000
"""How many are scored after a conjectured answer, in search of a form that can be proved."""


def solve(  # noqa: PLR0913 (each is a choice that a user may want to make)
    problem: Problem,
    *,
    seed: int = 0,
    time_limit: float = 300.0,
    recipe: str | SearchSettings = "default",
    without: tuple[str, ...] = (),
    operators: Mapping[str, bool] | None = None,
    hint: str | Sequence[str] = (),
    threads: int = 2,
    device: str = "cpu",
    watch: Callable[[Progress], None] | None = None,
) -> Solution:
    """Search for a closed-form solution, and prove it.

    Args:
        problem: What is to be solved.
        seed: The same seed gives the same answer, unless the time limit cuts the search short.
        time_limit: Seconds after which the best approximation is returned.
        recipe: "default", "paper", "symformer", or settings of your own.
        without: Ingredients to switch off, such as moves, lifts, ansatz, algebra or textbook.
        operators: Operators by name that you add (True) or forbid (False).
        hint: A guess or several, such as "exp(c*t)*sin(x)" or "u = …; v = …"; c is to be found.
        threads: How many candidates are evaluated at once; results do not depend on it.
        device: "cpu", or "cuda" for an NVIDIA GPU.
        watch: Called with the progress after each epoch.
    """
    settings = _settings(recipe).without(without).on(device_of(device))
    hints = tuple(read_hint(problem, text) for text in _each(hint))
    options = RunOptions(
        seed=_whole(seed),
        time_limit=_positive(time_limit),
        threads=threads,
        make_evaluator=evaluator_on(settings.device),
        watch=watch,
        operators=operators or {},
        hints=tuple(hint.skeleton.tree for hint in hints),
    )
    plan = Plan(settings, options, METHODS, Budget(time_limit))
    return _solution(problem, Course(problem, plan, hints), seed=seed)


def _positive(seconds: float) -> float:
    if not seconds > 0:
        raise SettingsError(f"the time limit must be a positive number of seconds, found {seconds}")
    return seconds


def _whole(seed: int) -> int:
    if seed < 0:
        raise SettingsError(f"the seed must be a whole number from 0 on, found {seed}")
    return seed


@final
@dataclass(frozen=True)
class _Outcome:
    """How a run ended."""

    reason: StopReason
    best: Polished | None
    """What is proved, or at least conjectured."""
    shortfalls: frozenset[Shortfall]
    """What was left undone for any of the candidates."""


def _outcome(course: Course) -> _Outcome:
    """Go through the attempts of a course until a proof.

    A conjectured answer is kept, and counted work is spent on finding one that can be proved.
    """
    shortfalls: frozenset[Shortfall] = frozenset()
    held: Polished | None = None
    prover.start()  # in the background: it is ready when the first candidate is
    try:
        for polished in course.attempts():
            if polished is None:
                continue
            if polished.certificate.is_exact:
                return _Outcome(StopReason.EXACT, polished, polished.shortfalls)
            shortfalls |= polished.shortfalls
            if polished.certificate.is_conjectured:
                held = held or polished
                course.search.end_after(_MORE_CANDIDATES)
            if Shortfall.INTERRUPT in shortfalls:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        return _Outcome(StopReason.INTERRUPTED, held, shortfalls)
    reason = StopReason.CONJECTURED if course.search.is_spent else StopReason.TIME_LIMIT
    return _Outcome(reason, held, shortfalls)


def _each(hint: str | Sequence[str]) -> Sequence[str]:
    return (hint,) if isinstance(hint, str) else hint


def _settings(recipe: str | SearchSettings) -> SearchSettings:
    if isinstance(recipe, SearchSettings):
        return recipe
    if recipe not in RECIPES:
        raise SettingsError(
            f"there is no recipe '{recipe}'; there are {listing(RECIPES)}{nearest(recipe, RECIPES)}"
        )
    return RECIPES[recipe]


def _solution(problem: Problem, course: Course, *, seed: int) -> Solution:
    outcome = _outcome(course)
    result, best = course.search.result(), outcome.best
    front = tuple(
        Approximation(tree.size, loss, by_unknown(problem, tree)) for tree, loss in result.front
    )
    if best is not None:
        answer, certificate, front = best.answer, best.certificate, ()
    elif front:
        answer = min(front, key=lambda a: (a.loss, a.size)).formulas
        certificate = verify(problem, answer, _LAST)
    else:
        answer, certificate = dict[str, Expression](), None
    return Solution(
        problem,
        SolutionStatus.NONE if certificate is None else status_of(certificate),
        answer,
        certificate,
        seed=seed,
        seconds=course.search.seconds,
        candidates=result.candidates + course.candidates_below,
        stop_reason=outcome.reason.value,
        front=front,
        notes=(*_notes(certificate, outcome), *course.notes),
    )


def _notes(certificate: Certificate | None, outcome: _Outcome) -> tuple[str, ...]:
    """What the certificate notes, and what was left undone on the way."""
    said = [one.value for one in Shortfall if one in outcome.shortfalls]
    what = "a promising candidate"
    if outcome.best is not None:
        what = "a shorter form" if outcome.best.certificate.is_exact else "a form with a proof"
    undone = (f"{what} may have been missed: {sentence}" for sentence in said)
    return (*(certificate.notes if certificate is not None else ()), *undone)
