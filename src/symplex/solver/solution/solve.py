"""`solve`: the pipeline from a problem to a solution."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import final

from symplex.codes import RunCode
from symplex.errors import SettingsError
from symplex.expression import Expression
from symplex.numerics.evaluation.evaluator import device_of, evaluator_on
from symplex.origin import Origin, Writer, added, by_writer
from symplex.problem import Problem
from symplex.problem.contradiction import Contradiction
from symplex.problem.defined import require_defined
from symplex.proof import verify as prover
from symplex.proof.certificate import Certificate
from symplex.proof.verdict import Verdict
from symplex.propose.candidates.settings import SearchSettings
from symplex.propose.structure.method import SeenStructure
from symplex.propose.structure.reference_cache import ReferenceCache
from symplex.propose.textbook.methods import Methods
from symplex.propose.textbook.pdes.eigenfunctions import NAME as EIGENFUNCTIONS
from symplex.propose.textbook.pdes.eigenfunctions import series_of
from symplex.reasons import Reason
from symplex.solver.consistency import contradictions
from symplex.solver.polish.effort import Shortfall
from symplex.solver.polish.polish import Polished
from symplex.solver.search.neighbours import Neighbours
from symplex.solver.search.state import Progress, RunOptions, StopReason
from symplex.solver.solution.approximating import Acceptance, Plan
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.hints import Hint, read_hint
from symplex.solver.solution.offering import Offer, offer
from symplex.solver.solution.recording import RecordedCourse, Recording
from symplex.solver.solution.solution import Solution
from symplex.work.blas import one_thread
from symplex.work.boundary import Boundary, Ingredient, passed_on, without_warnings
from symplex.work.budget import Budget
from symplex.work.clock import Deadline
from symplex.work.runs.record import Record

_STEPS_OF_A_SERIES = 300_000
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
    max_candidates: int | None = None,
    accept: float | None = None,
    size: int | None = None,
    policy: str | None = None,
    record: Record | None = None,
) -> Solution:
    """Search for a closed-form solution, and prove it; else for one whose error is measured.

    Args:
        problem: What is to be solved.
        seed: The same seed gives the same answer, unless the time limit cuts the search short.
        time_limit: Seconds after which the run ends with what was found.
        recipe: "default", "paper", "symformer", or settings of your own.
        without: Ingredients to switch off, such as moves, lifts, ansatz, algebra or textbook.
        operators: Operators by name that you add (True) or forbid (False).
        hint: A guess or several, such as "exp(c*t)*sin(x)" or "u = …; v = …"; c is to be found.
        threads: How many candidates are evaluated at once; results do not depend on it.
        device: "cpu", or "cuda" for an NVIDIA GPU.
        watch: Called with the progress after each epoch.
        max_candidates: Candidates after which the run ends with what was found.
        accept: The error, relative to the range of the solution, at which an approximation will do.
        size: The most nodes that such an approximation may have.
        policy: A file with the weights of a policy that `symplex train` has trained.
        record: Where the run is written down, and continues from if something is written there.
    """
    choices = Choices(
        *(seed, time_limit, recipe, without, operators, hint, max_candidates, device),
        *(accept, size, policy),
    )
    return solve_chosen(problem, choices, threads=threads, watch=watch, record=record)


def solve_chosen(
    problem: Problem,
    choices: Choices,
    *,
    threads: int = 2,
    watch: Callable[[Progress], None] | None = None,
    record: Record | None = None,
    neighbours: Neighbours | None = None,
) -> Solution:
    """The same; the search may meet others on the same problem."""
    require_defined(problem)
    settings = choices.settings.on(device_of(choices.device))
    hints = tuple(read_hint(problem, text) for text in choices.hints)
    recording = Recording(record, watch)
    deadline = Deadline(_positive(choices.time_limit))
    acceptance = _acceptance(choices, settings)
    boundary = Boundary(deadline, recording.failure)
    options = RunOptions(
        seed=_whole(choices.seed),
        deadline=deadline,
        threads=threads,
        make_evaluator=evaluator_on(settings.device),
        watch=recording.watcher,
        operators=choices.operators or {},
        hints=tuple(hint.skeleton.tree for hint in hints),
        policy=choices.weights,
        neighbours=neighbours,
        boundary=boundary,
    )
    prover.start()  # in the background: it is ready when the first candidate is
    cache = ReferenceCache()
    structure = (SeenStructure(cache),)
    plan = Plan(
        settings, options, Methods(), structure=structure, cache=cache, acceptance=acceptance
    )
    quiet = without_warnings(unless=boundary.is_strict)
    with one_thread(), quiet, boundary.watched(), passed_on():
        found = boundary.value(
            Ingredient.CONTRADICTIONS, lambda: contradictions(problem, choices.time_limit)
        )
        if found:
            return _contradicted(problem, found, choices.seed, deadline.passed)
        made = _series(problem, plan, choices.seed)
        if made is not None:
            return made
        run = _begun(problem, plan, hints, recording, choices.max_candidates)
        solution = _solution(problem, run, seed=choices.seed)
    lacking = choices.lacks_network and not solution.is_exact
    without = [Reason(RunCode.RUN_WITHOUT_NETWORK)] * lacking
    remarks = (*solution.remarks, *boundary.remarks, *without)
    return replace(solution, remarks=tuple(dict.fromkeys(remarks)))


def _series(problem: Problem, plan: Plan, seed: int) -> Solution | None:
    """The series of eigenfunctions, if it does not end and is proved.

    It comes before the search: a sum of infinitely many decaying modes has no closed form that a
    search could find.
    """
    if not plan.settings.textbook:
        return None
    boundary, deadline = plan.options.boundary, plan.options.deadline
    steps = Budget(deadline, _STEPS_OF_A_SERIES)
    found = boundary.value(Ingredient.SERIES, lambda: series_of(problem, steps))
    if found is None:
        return None
    answer = {problem.unknowns[0]: found}
    certificate = boundary.value(Ingredient.SERIES, lambda: prover.verify(problem, answer))
    if certificate is None or not certificate.is_exact:
        return None
    return Solution(
        problem,
        Verdict.EXACT,
        {},
        certificate,
        series=answer,
        seed=seed,
        seconds=deadline.passed,
        origin=Origin(Writer.METHOD, EIGENFUNCTIONS),
        stop_reason=StopReason.EXACT.value,
        remarks=certificate.remarks,
    )


def _contradicted(
    problem: Problem, found: Sequence[Contradiction], seed: int, seconds: float
) -> Solution:
    """That there is none, and what shows it: a search would have nothing to find."""
    return Solution(
        problem,
        Verdict.NONE,
        {},
        None,
        seed=seed,
        seconds=seconds,
        stop_reason=StopReason.CONTRADICTORY.value,
        remarks=tuple(Reason(RunCode.RUN_CONTRADICTORY, contradiction=one.reason) for one in found),
    )


def _begun(
    problem: Problem,
    plan: Plan,
    hints: tuple[Hint, ...],
    recording: Recording,
    max_candidates: int | None,
) -> RecordedCourse:
    """The course, from its beginning or from its latest checkpoint."""
    run = recording.continued(lambda at: RecordedCourse(problem, plan, hints, recording, at))
    run = run or RecordedCourse(problem, plan, hints, recording)
    if max_candidates is not None:
        search = run.course.search
        search.end_after(_whole(max_candidates) - search.state.candidates)
    return run


def _acceptance(choices: Choices, settings: SearchSettings) -> Acceptance | None:
    """What ends a run before its time, if that was said."""
    if choices.accept is None:
        if choices.size is not None:
            raise SettingsError("a size is for formulas that are accepted: say how accurate, too")
        return None
    if not 0 < choices.accept < 1:
        raise SettingsError(
            "the error to be accepted is a share of the range of the solution, between 0 and 1, "
            f"found {choices.accept:g}"
        )
    if not settings.reference:
        raise SettingsError("errors cannot be accepted without a reference to measure them by")
    if choices.size is not None and choices.size < 1:
        raise SettingsError(f"the size must be at least 1 node, found {choices.size}")
    return Acceptance(choices.accept, choices.size)


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


def _outcome(run: RecordedCourse) -> _Outcome:
    """Go through the attempts of a course until a proof.

    A conjectured answer is kept, and counted work is spent on finding one that can be proved.
    """
    standing = run.standing
    try:
        for polished in run.attempts():
            if polished is None or not _is_finite(polished.answer):
                continue
            if polished.certificate.is_exact:
                return _Outcome(StopReason.EXACT, polished, polished.shortfalls)
            standing.shortfalls |= polished.shortfalls
            if polished.certificate.is_conjectured:
                run.conjectured(polished, _MORE_CANDIDATES)
            if Shortfall.INTERRUPT in standing.shortfalls:
                raise KeyboardInterrupt
    except KeyboardInterrupt:
        return _Outcome(StopReason.INTERRUPTED, standing.held, standing.shortfalls)
    except MemoryError:
        return _Outcome(StopReason.MEMORY, standing.held, standing.shortfalls)
    return _Outcome(_end(run), standing.held, standing.shortfalls)


def _is_finite(answer: Mapping[str, Expression]) -> bool:
    """Whether its constants are numbers: what has none is no answer, whatever was proved of it."""
    return all(math.isfinite(one) for formula in answer.values() for one in formula.constants)


def _end(run: RecordedCourse) -> StopReason:
    """Why a run ended that was neither proved nor interrupted."""
    if run.course.by_values.accepted is not None:
        return StopReason.ACCEPTED if run.standing.held is None else StopReason.CONJECTURED
    if not run.course.search.is_spent:
        return StopReason.TIME_LIMIT if run.course.is_over else StopReason.FAILED
    return StopReason.CANDIDATES if run.standing.held is None else StopReason.CONJECTURED


def _solution(problem: Problem, run: RecordedCourse, *, seed: int) -> Solution:
    outcome, course = _outcome(run), run.course
    if outcome.best is None:
        made = offer(problem, course, outcome.reason)
        outcome = replace(outcome, reason=made.reason)
    else:
        best = outcome.best
        made = Offer(outcome.reason, (), best.answer, best.certificate, origin=best.origin)
    certificate, scored = made.certificate, course.search.result()
    below = course.candidates_below_by_origin
    return Solution(
        problem,
        Verdict.NONE if certificate is None else certificate.status.of_answer,
        made.answer,
        certificate,
        seed=seed,
        seconds=course.search.seconds,
        candidates=scored.candidates + course.candidates_below,
        candidates_by_origin=added((by_writer(scored.written), below)),
        origin=made.origin,
        stop_reason=made.reason.value,
        front=made.front,
        remarks=(
            *_remarks(certificate, outcome),
            *made.remarks,
            *run.remarks,
            *course.remarks,
        ),
        error=made.error,
    )


def _remarks(certificate: Certificate | None, outcome: _Outcome) -> tuple[Reason, ...]:
    """What the certificate remarks, and what was left undone on the way."""
    code = RunCode.ATTEMPT_PROMISING
    if outcome.best is not None:
        proved = outcome.best.certificate.is_exact
        code = RunCode.ATTEMPT_SHORTER if proved else RunCode.ATTEMPT_PROVABLE
    undone = (Reason(code, why=one.value) for one in Shortfall if one in outcome.shortfalls)
    return (*(certificate.remarks if certificate is not None else ()), *undone)
