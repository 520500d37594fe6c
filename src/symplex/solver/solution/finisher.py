"""From formulas to certificates: what every way to an answer ends with.

Owns the order: constants that are still to be found are found, then the answer is polished and
proved. Whoever brings the formulas, the certificate is about the one problem that is given here.
"""

from collections.abc import Generator, Hashable, Mapping
from dataclasses import replace
from typing import Final, final

from symplex.codes import RunCode
from symplex.errors import ExpressionError
from symplex.expression import Expression, number
from symplex.origin import Origin
from symplex.problem import Problem
from symplex.proof.verdict import Verdict
from symplex.reasons import Reason
from symplex.solver.polish.completion import Completer, Skeleton
from symplex.solver.polish.polish import Polished, polish, verified
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

Answer = Mapping[str, Expression]
"""A formula for each unknown."""
_STEPS_OF_ALGEBRA: Final = 100_000
"""After which algebra for the constants of one formula is given up."""


@final
class Finisher:
    """Finishes answers to one problem."""

    def __init__(
        self, problem: Problem, deadline: Deadline, seed: int = 0, *, algebra: bool = True
    ) -> None:
        self._problem, self._deadline, self._algebra = problem, deadline, algebra
        self._completer = Completer(problem, seed)
        self._brought: set[tuple[object, Hashable]] = set()

    def is_new(self, who: object, what: Hashable) -> bool:
        """Whether somebody brings something for the first time; whoever repeats it is not heard."""
        known = len(self._brought)
        self._brought.add((who, what))
        return len(self._brought) > known

    def polished(self, answer: Answer, origin: Origin) -> Polished:
        """A fitted answer in the shortest exact form that is proved, or as it is."""
        made = polish(self._problem, answer, self._deadline, algebra=self._algebra)
        return replace(made, origin=origin)

    def verified(self, answer: Answer, origin: Origin) -> Polished:
        """An exact answer with its certificate, in a shorter form where that is proved too."""
        return replace(verified(self._problem, answer, self._deadline), origin=origin)

    def completed(
        self, skeleton: Skeleton, origin: Origin, near: Mapping[str, float] | None = None
    ) -> Generator[Polished, None, Reason | None]:
        """Formulas with their constants found, until a proof; returns why there is none."""
        try:
            if not skeleton.names:
                polished = self.verified(skeleton.formulas, origin)
                yield polished
                return _why(polished)
            if self._algebra and (yield from self.solved(skeleton, origin, near)):
                return None
            return (yield from self._fitted(skeleton, origin, near))
        except ExpressionError as error:
            return Reason(RunCode.SKELETON_FORMULA, error=str(error))

    def _fitted(
        self, skeleton: Skeleton, origin: Origin, near: Mapping[str, float] | None
    ) -> Generator[Polished, None, Reason | None]:
        fits = self._completer.answers(skeleton, near)
        try:
            while True:
                polished = self.polished(next(fits), origin)
                yield polished
                if polished.certificate.is_exact:
                    return None
        except StopIteration as ended:
            return ended.value

    def solved(
        self, skeleton: Skeleton, origin: Origin, near: Mapping[str, float] | None = None
    ) -> Generator[Polished, None, bool]:
        """Formulas with constants that algebra finds, those that may be anything being 1.

        Returns whether there was a proof.
        """
        budget = Budget(self._deadline, _STEPS_OF_ALGEBRA)
        for solved in self._completer.solved(skeleton, near, budget):
            whole = solved.with_values(dict.fromkeys(solved.names, number(1)))
            polished = self.verified(whole.formulas, origin)
            yield polished
            if polished.certificate.is_exact:
                return True
        return False


def _why(polished: Polished) -> Reason | None:
    """Why an answer is not proved."""
    if polished.certificate.is_exact:
        return None
    checks = polished.certificate.checks
    line = next((check for check in checks if check.verdict is Verdict.REFUTED), None)
    if line is not None:
        return Reason(RunCode.SKELETON_REFUTED, line=line.subject, place=line.place)
    return Reason(RunCode.SKELETON_UNPROVED)
