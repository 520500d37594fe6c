"""A run and its record: what is written down while it goes, and where it continues from.

Owns what is worth an event. It decides nothing about the run: with a record or without, a run takes
the same course.
"""

import math
import time
from collections.abc import Callable
from typing import Final, TypeVar, final

from symplex.errors import SettingsError
from symplex.expression import Expression
from symplex.expression.render import to_text
from symplex.polish.polish import Polished
from symplex.runs.events import EventKind
from symplex.runs.record import Record
from symplex.search.state import Progress
from symplex.solution.checkpoint import Checkpoint

_APART: Final = 1.0
"""Seconds between two findings: while it goes fast, only the latest is worth an event."""
_BETTER: Final = 0.5
"""A loss below this share of the best one is a finding."""

Begun = TypeVar("Begun")


@final
class Recording:
    """Writes down what a run does, if there is a record."""

    def __init__(self, record: Record | None, *, resumed: bool = False) -> None:
        self._record, self._resumed = record, resumed
        self._stage, self._loss = "", math.inf
        self._next = time.monotonic() + _APART

    def continued(self, begin: Callable[[Checkpoint], Begun]) -> Begun | None:
        """What begins at the latest checkpoint that it can begin at; None if there is none.

        Raises:
            SettingsError: if there are checkpoints and it can begin at none of them.
        """
        if self._record is None or not self._resumed:
            return None
        refusal: SettingsError | None = None
        for data in self._record.resume():
            try:
                return begin(Checkpoint.from_bytes(data))
            except SettingsError as error:
                refusal = error
        if refusal is not None:
            raise refusal
        return None

    def keep(self, make: Callable[[], Checkpoint]) -> None:
        """Keep a checkpoint if one is due."""
        if self._record is not None and self._record.is_due():
            self._record.keep(lambda: make().to_bytes())

    def watch(self, progress: Progress) -> None:
        """Write down a formula that is clearly better than those before it in its stage."""
        if self._record is None or progress.best is None or time.monotonic() < self._next:
            return
        if progress.stage != self._stage or progress.loss < _BETTER * self._loss:
            self._stage, self._loss = progress.stage, progress.loss
            self._next = time.monotonic() + _APART
            self._record.tell(
                EventKind.FINDING,
                formula=_text(progress.best),
                loss=progress.loss,
                stage=progress.stage,
                candidates=progress.candidates,
                seconds=round(progress.seconds, 3),
            )

    def conjecture(self, polished: Polished) -> None:
        """Write down an answer that is not proved."""
        if self._record is not None:
            answer = {name: to_text(formula) for name, formula in polished.answer.items()}
            formula = "; ".join(f"{name} = {text}" for name, text in answer.items())
            self._record.tell(EventKind.CONJECTURE, formula=formula, solution=answer)


def _text(tree: Expression) -> str:
    return "; ".join(map(to_text, tree.components))
