"""A run and its record: what is written down while it goes, and where it continues from.

Owns what is worth an event. It decides nothing about the run: with a record or without, a run takes
the same course.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final, TypeVar, final

from symplex.codes import RunCode
from symplex.errors import ExpressionError, SettingsError
from symplex.expression import Expression
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.proof.verify import verify
from symplex.reasons import Reason
from symplex.sentences import sentence
from symplex.solver.polish.polish import Polished
from symplex.solver.search.state import Progress, State
from symplex.solver.solution.approximating import Plan
from symplex.solver.solution.course import Checkpoint, Course, Standing
from symplex.solver.solution.hints import Hint
from symplex.work.budget import Limits
from symplex.work.clock import now
from symplex.work.runs.events import EventKind
from symplex.work.runs.record import Record

_APART: Final = 1.0
"""Seconds between two findings: while it goes fast, only the latest is worth an event."""
_BETTER: Final = 0.5
"""A loss below this share of the best one is a finding."""
_AGAIN: Final = Limits(seconds=60.0)
"""What the certificate of a held answer may take, when a run is continued."""
_SHOWN: Final = 0.5
"""Seconds between two reports of how far a run is, for those who watch."""

Begun = TypeVar("Begun")
Watch = Callable[[Progress], None]


@final
class Recording:
    """Writes down what a run does, if there is a record."""

    def __init__(self, record: Record | None, watch: Watch | None = None) -> None:
        """What is told goes to the record, if there is one, and progress to `watch` too."""
        self._record, self._watch = record, watch
        self._stage, self._loss = "", math.inf
        self._next = now() + _APART
        self._show_next = now() + _SHOWN

    def continued(self, begin: Callable[[Checkpoint], Begun]) -> Begun | None:
        """What begins at the latest checkpoint that it can begin at; None if there is none.

        Raises:
            SettingsError: if there are checkpoints and it can begin at none of them.
        """
        if self._record is None:
            return None
        refusal: SettingsError | None = None
        for data in self._record.resume():
            try:
                begun = begin(Checkpoint.from_bytes(data))
            except SettingsError as error:
                refusal = error
            else:
                self._record.resumed()
                return begun
        if refusal is not None:
            raise refusal
        self._record.resumed()
        return None

    def keep(self, make: Callable[[], Checkpoint]) -> None:
        """Keep a checkpoint if one is due."""
        if self._record is not None and self._record.is_due():
            self._record.keep(lambda: make().to_bytes())

    @property
    def watcher(self) -> Watch | None:
        """What a search is to report to, if anyone wants to know."""
        return self._watch if self._record is None else self.watch

    def watch(self, progress: Progress) -> None:
        """Pass on how far the search is, and write down its findings."""
        if self._watch is not None:
            self._watch(progress)
        self._show(progress)
        self._note(progress)

    def _show(self, progress: Progress) -> None:
        """Let other processes see how far the search is."""
        if self._record is None or now() < self._show_next:
            return
        self._show_next = now() + _SHOWN
        self._record.show(
            {
                "stage": progress.stage,
                "epoch": progress.epoch,
                "candidates": progress.candidates,
                "seconds": round(progress.seconds, 3),
                "leaders": [[_text(tree), loss] for tree, loss in progress.leaders],
            }
        )

    def _note(self, progress: Progress) -> None:
        """Write down a formula that is clearly better than those before it in its stage."""
        if self._record is None or progress.best is None or now() < self._next:
            return
        if progress.stage != self._stage or progress.loss < _BETTER * self._loss:
            self._stage, self._loss = progress.stage, progress.loss
            self._next = now() + _APART
            self._record.tell(
                EventKind.FINDING,
                formula=_text(progress.best),
                loss=progress.loss,
                stage=progress.stage,
                candidates=progress.candidates,
                seconds=round(progress.seconds, 3),
            )

    def failure(self, what: Reason, traceback: str) -> None:
        """Write down what failed while the run went on, and where."""
        if self._record is not None:
            self._record.tell(
                EventKind.FAULT, what=sentence(what), code=what.code.value, traceback=traceback
            )

    def conjecture(self, polished: Polished) -> None:
        """Write down an answer that is not proved."""
        if self._record is not None:
            answer = {name: to_text(formula) for name, formula in polished.answer.items()}
            formula = _equations(polished.answer)
            self._record.tell(EventKind.CONJECTURE, formula=formula, solution=answer)


@final
class RecordedCourse:
    """A course, and what its attempts have come to: begun, or continued from a checkpoint."""

    def __init__(
        self,
        problem: Problem,
        plan: Plan,
        hints: tuple[Hint, ...],
        recording: Recording,
        earlier: Checkpoint | None = None,
    ) -> None:
        self._problem, self._recording = problem, recording
        self.standing, self.remarks = Standing(), tuple[Reason, ...]()
        self._held = None if earlier is None else earlier.held
        if earlier is not None:
            self.standing.shortfalls = earlier.shortfalls
        position = None if earlier is None else earlier.position
        options = replace(plan.options, keep=self._keep)
        self.course = Course(problem, replace(plan, options=options), hints, position)

    def attempts(self) -> Iterator[Polished | None]:
        """Those of the course; an answer that a checkpoint held comes first if it is proved now."""
        held = self._recalled()
        if held is not None and held.certificate.is_exact:
            yield held
        yield from self.course.attempts()

    def _recalled(self) -> Polished | None:
        """The answer that a checkpoint held, verified again; none if that does not bear it out.

        It takes no time from the run, and more than the answer was given at first: what was
        conjectured then is conjectured now.
        """
        if self._held is None:
            return None
        try:
            certificate = verify(self._problem, self._held.answer, _AGAIN)
        except ExpressionError as error:
            self.remarks = (Reason(RunCode.RESUMED_NO_ANSWER, error=str(error)),)
            return None
        if not (certificate.is_exact or certificate.is_conjectured):
            answer, status = _equations(self._held.answer), certificate.status.value
            self.remarks = (Reason(RunCode.RESUMED_LEFT_OUT, answer=answer, status=status),)
            return None
        self.standing.held = self._held.with_certificate(certificate)
        return self.standing.held

    def conjectured(self, polished: Polished, more: int) -> None:
        """Hold an answer that is not proved, and score so many more in search of one that is."""
        if self.standing.held is None:
            self.standing.held = polished
            self._recording.conjecture(polished)
        self.course.search.end_after(more)

    def _keep(self, _: State) -> None:
        self._recording.keep(lambda: Checkpoint.of(self.course.position(), self.standing))


def _equations(answer: Mapping[str, Expression]) -> str:
    """An answer in one line."""
    return "; ".join(f"{name} = {to_text(formula)}" for name, formula in answer.items())


def _text(tree: Expression) -> str:
    return "; ".join(map(to_text, tree.components))
