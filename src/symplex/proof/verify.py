"""Verification of any answer to any problem, however it was found.

Owns the question to a child process of limited time and memory, and what is said where there is no
reply. What the child does is told in `here`.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any, Final, final

from symplex.errors import ExpressionError, listing
from symplex.expression.series import Formula, Series
from symplex.expression.transport import series_to_data, to_words
from symplex.problem import Problem
from symplex.problem.transport import to_data
from symplex.proof.certificate import Certificate, conclude, unproved
from symplex.proof.prover_process import PROVER
from symplex.reasons import Code, Reason
from symplex.work.budget import Limits
from symplex.work.worker.client import LONGEST, WorkerClient
from symplex.work.worker.ending import Ending, WorkEnded

Answer = Mapping[str, Formula]
"""A formula for each unknown, or a series for the only one."""
_MARGIN = 0.4
"""Seconds after its limit when a proof that has not stopped by itself is stopped."""


@final
class ProofClient:
    """One worker that verifies; one answer at a time, each in a process of its own.

    The limits of a proof are looked at between its steps; one step of a library can outlast them,
    and only another process can end it.
    """

    def __init__(self, worker: WorkerClient) -> None:
        """A client of a worker that runs `proof_worker`, whether it was started or not."""
        self._worker = worker

    def start(self) -> None:
        """Start the worker ahead of time, and do not wait for it."""
        self._worker.launch()

    def verify(self, problem: Problem, answer: Answer, limits: Limits | None = None) -> Certificate:
        """The certificate for an answer; approximate where the proof had to be stopped.

        It is there a second after the limit at the latest, once the worker has started.

        Raises:
            ExpressionError: if the answer is not one formula for each unknown.
        """
        limits = limits or Limits()
        seconds = min(max(limits.seconds, 0.0), LONGEST)
        question = {
            "problem": to_data(problem),
            **_answer_data(problem, answer),
            "limits": asdict(replace(limits, seconds=seconds)),
        }
        try:
            reply = self._worker.ask(question, seconds + _MARGIN)
        except WorkEnded as ended:
            return _stopped(problem, _reason(ended, limits))
        if "refused" in reply:
            raise ExpressionError(reply["refused"])
        return Certificate.from_json(reply["certificate"])

    def close(self) -> None:
        """End the worker, if there is one, and whatever it is proving."""
        self._worker.close()


def _answer_data(problem: Problem, answer: Answer) -> dict[str, Any]:
    formulas: dict[str, Any] = {}
    for name, formula in answer.items():
        if isinstance(formula, Series):
            if tuple(answer) != problem.unknowns:
                raise ExpressionError(
                    f"a series answers a problem with one unknown; this one has "
                    f"{listing(problem.unknowns)}"
                )
            return {"series": series_to_data(formula)}
        formulas[name] = to_words(formula)
    return {"answer": formulas}


def _reason(ended: WorkEnded, limits: Limits) -> Reason:
    match ended.ending:
        case Ending.TIME | Ending.WORK:
            return Reason(Code.PROOF_STOPPED, seconds=limits.seconds)
        case Ending.MEMORY:
            return Reason(Code.PROOF_OUT_OF_MEMORY)
        case Ending.CRASH:
            return Reason(Code.PROOF_DIED, detail=ended.detail or None)


def _stopped(problem: Problem, reason: Reason) -> Certificate:
    """Nothing is known, and why."""
    return replace(conclude(unproved(problem, reason), (reason,)), is_complete=False)


PROCESS_CLIENT: Final = ProofClient(PROVER)
"""The client of the one worker that this process shares."""


def start() -> None:
    """Start the shared worker ahead of time, in the background."""
    PROCESS_CLIENT.start()


def verify_in_child(problem: Problem, answer: Answer, limits: Limits | None = None) -> Certificate:
    """The certificate for an answer, made in a child of limited time and memory.

    Raises:
        ExpressionError: if the answer is not one formula for each unknown.
    """
    return PROCESS_CLIENT.verify(problem, answer, limits)


def verify(problem: Problem, answer: Answer, limits: Limits | None = None) -> Certificate:
    """The certificate for an answer: one formula for each unknown of the problem.

    Raises:
        ExpressionError: if the answer is not one: a formula missing, or a name that is unknown.
    """
    return verify_in_child(problem, answer, limits)
