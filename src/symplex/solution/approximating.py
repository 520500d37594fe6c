"""The approximations of a run: what is offered when there is no proof.

Owns when a reference is looked for and how long that may take, and what ends a run early. The
formulas are the search's and those of `approximation`, which measures them all.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, final

from symplex.approximation.approximator import Approximator
from symplex.approximation.choices import parameter_choices
from symplex.approximation.front import Approximation, front_of, knee
from symplex.approximation.values import ValueFit
from symplex.approximation.yardstick import Formulas, Yardstick
from symplex.expression import Expression
from symplex.problem import Problem
from symplex.reference import NoReference, reference

AFTER: Final = 10_000
"""How many candidates of the search there are before a reference is looked for: most problems that
are solved are solved by then.
"""
ATTEMPT: Final = 3_000
"""What an attempt at a proof that failed counts, in candidates."""
SECONDS: Final = 5.0
_MAX_SECONDS: Final = 15.0
_SHARE_OF_TIME: Final = 1 / 3
_TOLERANCE: Final = 1e-3
"""The error at which a reference is of use: most are far better, and each says how good it is."""
_ERRORS: Final = 1e2
"""How many times the error of the reference a formula may be off that is the solution."""
_LEAST_ERROR: Final = 1e-9
_CLOSE: Final = 0.1
"""An error, relative to the range, that another solution would exceed."""
_STEPS: Final = 200


def seconds_for(time_limit: float) -> float:
    """When the work on a reference is given up: most take a second, on a busy machine some more."""
    return min(max(SECONDS, _SHARE_OF_TIME * time_limit), _MAX_SECONDS)


@final
@dataclass(frozen=True)
class Acceptance:
    """What ends a run before its time: a formula as accurate as this, and no larger."""

    error: float
    """The largest error allowed, relative to the range of the solution."""
    size: int | None = None
    """The most nodes."""

    def accepts(self, one: Approximation) -> bool:
        """Whether an approximation is good enough."""
        small = self.size is None or one.size <= self.size
        return small and one.error is not None and one.error.maximum <= self.error


@final
class Approximating:
    """The approximations of one problem, measured by its reference once that is known."""

    def __init__(self, problem: Problem, *, wanted: bool = True) -> None:
        self._problem, self._is_open = problem, wanted
        self._approximator: Approximator | None = None
        self._own: Sequence[Approximation] = ()
        self.yardstick: Yardstick | None = None
        """The values of the reference, once there is one."""
        self.note = ""
        """Why there is no reference, if one was looked for."""

    @property
    def is_open(self) -> bool:
        """Whether a reference is still to be looked for."""
        return self._is_open

    def begin(self, seconds: float = SECONDS) -> None:
        """Look for a reference, and fit formulas to it; once only."""
        if not self._is_open:
            return
        self._is_open = False
        choices = parameter_choices(self._problem)
        found = reference(self._problem, tolerance=_TOLERANCE, limit=seconds, parameters=choices)
        if isinstance(found, NoReference):
            self.note = f"errors are not measured, for want of a reference: {found.reason}"
            if found.tried:
                self.note = f"no solution was found numerically: {found.reason}"
            return
        self.yardstick = Yardstick.of(found)
        if self.yardstick is None:
            self.note = "errors are not measured: the reference has no values"
            return
        self._approximator = Approximator(self._problem, self.yardstick)
        self._own = self._approximator.own()

    @property
    def own(self) -> tuple[Formulas, ...]:
        """The front of the formulas that were fitted to the reference."""
        return tuple(one.formulas for one in front_of(self._own))

    def front(self, found: Iterable[tuple[Formulas, float]] = ()) -> tuple[Approximation, ...]:
        """The front of what others found, with their losses, and of own formulas; empty if none."""
        if self._approximator is None:
            return ()
        return self._approximator.front((*self._approximator.measured(found), *self._own))

    def rules_out(self, formulas: Formulas) -> bool:
        """Whether formulas come close to the reference, and no constants make them agree with it.

        Such a formula is an approximation. What is far from the reference may be another solution.
        """
        yardstick = self.yardstick
        if yardstick is None:
            return False
        limit = max(_ERRORS * yardstick.reference, _LEAST_ERROR)
        errors = [self._refitted(name, formula) for name, formula in formulas.items()]
        return limit < max(errors) < _CLOSE

    def _refitted(self, unknown: str, formula: Expression) -> float:
        """The error of a formula whose constants were fitted to the reference."""
        if self.yardstick is None:
            return 0.0
        fit = ValueFit(self.yardstick, self._problem.variables, unknown)
        tried = (formula, *fit.fitted([formula], steps=_STEPS))
        return min(self.yardstick.measure({unknown: one}).maximum for one in tried)

    def accepted(
        self, wanted: Acceptance, found: Iterable[tuple[Formulas, float]] = ()
    ) -> Approximation | None:
        """The smallest formula that is good enough, if there is one."""
        if self._approximator is None:
            return None
        measured = (*self._approximator.measured(found), *self._own)
        return self._approximator.smallest(measured, wanted.accepts)


def chosen(front: Sequence[Approximation]) -> Approximation:
    """The knee of a front that is measured; otherwise the least residual norm."""
    if all(one.error is not None for one in front):
        return knee(front)
    return min(front, key=lambda one: (one.loss, one.size))
