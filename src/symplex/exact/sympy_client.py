"""Asking a computer algebra system, in another process that may hang or die at no cost but time.

Formulas travel as words of our own language; each question has a process of its own. What comes
back is a proposal and never a proof.
"""

from collections.abc import Mapping
from typing import Any, Final, final

from symplex.exact.work import MAX_OBJECTS
from symplex.work.budget import Budget
from symplex.work.worker.client import WorkerClient
from symplex.work.worker.ending import Ending, WorkEnded

_PROGRAM = "from symplex.exact.sympy_worker import main; main()"
_RUNAWAY_SECONDS = 600.0
"""When the clock ends what makes no objects and does not come to an end."""
_GRACE = 1.0
"""The worker ends a question by itself; it is ended only if it does not answer that long after."""
Ends = Mapping[str, tuple[float, float]]
"""The closed interval of each symbol."""


class NoAnswerError(Exception):
    """Computer algebra was stopped before it had an answer; or it has stopped by itself."""


@final
class SympyClient:
    """One worker process. Its answers depend on the question alone, not on earlier ones."""

    def __init__(self) -> None:
        self._worker = WorkerClient(_PROGRAM, _GRACE)

    def start(self) -> float:
        """Start the worker unless it runs; how many seconds that took."""
        return self._worker.start()

    def ask(self, question: Mapping[str, Any], budget: Budget, objects: int = MAX_OBJECTS) -> Any:  # noqa: ANN401
        """The worker's answer; None if it has none. The objects that it makes count as steps.

        Raises:
            NoAnswerError: when it was stopped, by that count or by the clock, or has crashed.
            OutOfBudget: when that was the end of the budget.
        """
        try:
            reply = self._worker.ask(
                {**question, "objects": objects}, min(budget.deadline.left, _RUNAWAY_SECONDS)
            )
        except WorkEnded as ended:
            budget.step(objects if ended.ending is Ending.WORK else 1)
            raise NoAnswerError from ended
        budget.step(reply["objects"])
        return reply.get("answer")

    def close(self) -> None:
        """End the worker, if there is one, and whatever it is computing."""
        self._worker.close()


def signs_of(box: Ends) -> dict[str, str]:
    """What SymPy may assume of each symbol on the closed box."""
    found: dict[str, str] = {}
    for name, (low, high) in box.items():
        sign = "positive" if low > 0 else "nonnegative" if low >= 0 else "real"
        found[name] = "negative" if high < 0 else sign
    return found


PROCESS_CLIENT: Final = SympyClient()
"""The one worker that this process shares, since starting one means importing SymPy.

It holds a pipe and nothing that a caller could notice: every question is answered by a fresh fork
of a worker that has answered none.
"""
