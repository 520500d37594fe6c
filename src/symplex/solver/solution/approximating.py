"""The approximations of a run: what is offered when there is no proof.

Owns when a reference is looked for and how long that may take, the plan of a run's time, and what
ends a run early. The formulas are the search's and those of `approximation`, which measures them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final, final

import numpy as np

from symplex.codes import RunCode
from symplex.expression import CONSTANT, Expression, apply, number, tuple_of
from symplex.expression.encoding import TreeEncoding
from symplex.expression.tree_batch import TreeBatch
from symplex.expression.vocabulary import Vocabulary
from symplex.numerics.evaluation.sampling import Sampling
from symplex.numerics.reference.reference import reference
from symplex.numerics.reference.result import NoReference, Reference
from symplex.problem import Problem
from symplex.problem.analysis.extent import verification_box
from symplex.problem.method import Method
from symplex.propose.candidates.settings import SearchSettings
from symplex.propose.structure.reference_cache import ReferenceCache
from symplex.reasons import Reason
from symplex.solver.approximation.choices import choices_between, parameter_choices
from symplex.solver.approximation.front import Approximation, front_of, knee
from symplex.solver.approximation.reference_values import Formulas, ReferenceValues, percent
from symplex.solver.approximation.values import ValueFit
from symplex.solver.search.holdout import HoldOut
from symplex.solver.search.state import RunOptions
from symplex.work.boundary import Boundary, Ingredient
from symplex.work.budget import Budget
from symplex.work.clock import Deadline

if TYPE_CHECKING:
    from symplex.solver.approximation.approximator import Approximator

AFTER: Final = 10_000
"""How many candidates of the search there are before a reference is looked for: most problems that
are solved are solved by then.
"""
ATTEMPT: Final = 3_000
"""What an attempt at a proof that failed counts, in candidates."""
_AT_THE_END: Final = 5.0
_SHARE_AT_THE_END: Final = 1 / 4
OF_THE_END: Final = 0.6
"""The share of the time at the end that a reference may take; fits to it have the rest."""
_LEAST_SECONDS: Final = 0.5
"""What a reference has, and the fits to it, however short a run is."""
_TOLERANCE: Final = 5e-3
"""The error at which a reference is of use: most are far better, and each says how good it is."""
_WORST: Final = 1e-2
"""The largest error of a reference, relative to the range, by which others are measured."""
_ERRORS: Final = 1e2
"""How many times the error of the reference a formula may be off that is the solution."""
_LEAST_ERROR: Final = 1e-9
_CLOSE: Final = 0.1
"""An error, relative to the range, that another solution would exceed."""
_ROUNDING: Final = 1e-18
"""The loss, beside that of the zero formula, that rounding leaves of a solution."""
_STEPS: Final = 200


def seconds_kept(time_limit: float) -> float:
    """What a run keeps of its time for its end, while a reference is still to be looked for."""
    return min(_SHARE_AT_THE_END * time_limit, _AT_THE_END)


@final
@dataclass(frozen=True)
class Begun:
    """What became of looking for a reference."""

    shared: bool = False
    """Whether it is the one that was looked at."""
    note: Reason | None = None
    """Why there is none."""


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
        return small and one.error is not None and one.error.bound <= self.error


@final
class Approximating:
    """The approximations of one problem, measured by its reference once that is known."""

    def __init__(
        self,
        problem: Problem,
        cache: ReferenceCache | None = None,
        sampling: Sampling | None = None,
        *,
        wanted: bool = True,
    ) -> None:
        """Approximations without a reference so far; that of `cache` is used if it has one then."""
        self._problem, self._cache, self._is_open = problem, cache, wanted
        self._sampling = sampling or Sampling()
        self._approximator: Approximator | None = None
        self._own: Sequence[Approximation] = ()
        self._shared = False
        self._was_looked_at = False
        self.reference_values: ReferenceValues | None = None
        """The values of the reference, once there is one."""
        self.note: Reason | None = None
        """Why there is no reference, if one was looked for, or that fits to it were cut short."""

    @property
    def is_open(self) -> bool:
        """Whether a reference is still to be looked for."""
        return self._is_open

    @property
    def looked_at(self) -> bool:
        """Whether a reference was looked at that is used for approximations too."""
        return self._was_looked_at or (self._cache is not None and self._cache.found is not None)

    def recall_look(self) -> None:
        """Use the reference that an earlier run had looked at: it is computed when it is needed."""
        self._was_looked_at = True

    @property
    def begun(self) -> Begun | None:
        """What became of looking for a reference, once that was done."""
        if self._is_open:
            return None
        return Begun(self._shared, self.note if self.reference_values is None else None)

    def begin(
        self,
        deadline: Deadline | None = None,
        boundary: Boundary | None = None,
        *,
        share: float = 1.0,
    ) -> None:
        """Look for a reference, and fit formulas to it; once only.

        Args:
            deadline: Of the run, and then of the fits, though not at once.
            boundary: Through which this is done.
            share: Of the time that is left, what the reference may take.
        """
        if not self._is_open:
            return
        self._is_open = False
        self._shared = self.looked_at
        deadline = deadline or Deadline()
        boundary = boundary or Boundary(deadline)
        budget = Budget(deadline if share == 1 else deadline.share(share, _LEAST_SECONDS))
        found = boundary.value(Ingredient.REFERENCE, lambda: self._found(budget), share=1.0)
        self._measure_by(found, deadline, boundary)

    def begin_again(self, begun: Begun, boundary: Boundary | None = None) -> None:
        """Be where another one was; what was without a reference then has none now.

        The reference is computed again, and the clock does not end that: the machine may be busier.
        """
        if not self._is_open:
            return
        self._is_open, self._shared, self.note = False, begun.shared, begun.note
        if begun.note is not None:
            return
        never, boundary = Deadline(), boundary or Boundary()
        found = boundary.value(Ingredient.REFERENCE, lambda: self._found(Budget(never)), share=1.0)
        self._measure_by(found, never, boundary)

    def _found(self, budget: Budget) -> Reference | NoReference:
        if self._shared and self._cache is not None:
            return self._cache.found or self._cache.find(self._problem, budget)
        return self._reference(parameter_choices(self._problem), budget)

    def _reference(
        self, choices: Sequence[Mapping[str, float]] | None, budget: Budget
    ) -> Reference | NoReference:
        return reference(self._problem, tolerance=_TOLERANCE, budget=budget, parameters=choices)

    def _measure_by(
        self, found: Reference | NoReference | None, deadline: Deadline, boundary: Boundary
    ) -> None:
        def measured(found: Reference | NoReference) -> tuple[Reason | None]:
            with np.errstate(all="ignore"):
                return (self._measured_by(found, deadline),)

        known = None
        if found is not None:
            known = boundary.value(Ingredient.MEASURING, partial(measured, found), share=1.0)
        if known is not None:
            (self.note,) = known
            return
        if not deadline.is_over:
            self.reference_values = self._approximator = None
        why = RunCode.MEASURED_RUN_OVER if deadline.is_over else RunCode.MEASURED_FAILED
        self.note = Reason(why) if self.reference_values is None else None

    def _measured_by(self, found: Reference | NoReference, deadline: Deadline) -> Reason | None:
        """What is to be noted of it: why there is nothing to measure by, if that is so."""
        # Late: it loads all that writes formulas, and most runs end before they have values.
        from symplex.solver.approximation.approximator import Approximator

        if isinstance(found, NoReference):
            code = RunCode.MEASURED_NO_SOLUTION if found.tried else RunCode.MEASURED_NO_REFERENCE
            return Reason(code, reason=found.reason)
        further = choices_between(self._problem)
        between = self._reference(further, Budget(deadline)) if further else None
        values = ReferenceValues.of(found, between if isinstance(between, Reference) else None)
        if values is None:
            return Reason(RunCode.MEASURED_NO_VALUES)
        if not values.error <= _WORST:
            return Reason(RunCode.MEASURED_REFERENCE_OFF, error=percent(values.error))
        self.reference_values = values
        self._approximator = Approximator(self._problem, values)
        fits = deadline.share(1.0, _LEAST_SECONDS)
        self._own = self._approximator.own(fits)
        return Reason(RunCode.MEASURED_CUT) if fits.is_over else None

    @property
    def own(self) -> tuple[Formulas, ...]:
        """The front of the formulas that were fitted to the reference."""
        return tuple(one.formulas for one in front_of(self._own))

    def front(self, found: Iterable[Approximation] = ()) -> tuple[Approximation, ...]:
        """The front of what others found, with their losses, and of own formulas; empty if none."""
        if self._approximator is None:
            return ()
        return self._approximator.front((*self._approximator.measured(found), *self._own))

    def rules_out(self, formulas: Formulas) -> bool:
        """Whether formulas come close to the reference, and no constants make them agree with it.

        Such a formula is an approximation. What is far from the reference may be another solution,
        and what meets the statement to rounding is a solution that the reference has missed.
        """
        if self.reference_values is None:
            return False
        limit = max(_ERRORS * self.reference_values.error, _LEAST_ERROR)
        errors = [self._refitted(name, formula) for name, formula in formulas.items()]
        return limit < max(errors) < _CLOSE and not self._meets_statement(formulas)

    def _meets_statement(self, formulas: Formulas) -> bool:
        """Whether nothing but rounding is left of the residuals, at points that no fit has seen."""
        tree = tree_of(formulas)
        nothing = tree_of(dict.fromkeys(formulas, number(0)))
        tokens = dict.fromkeys((CONSTANT, *tree.tokens, *nothing.tokens))
        encoding = TreeEncoding(Vocabulary(tuple(tokens)))
        points = HoldOut(self._problem, verification_box(self._problem), encoding, self._sampling)
        coded = [(encoding.encode(one).ids, one.constants) for one in (tree, nothing)]
        left, whole = points.losses(TreeBatch.of(coded))
        return bool(left <= _ROUNDING * (whole if whole > 0 else 1.0))

    def _refitted(self, unknown: str, formula: Expression) -> float:
        """The error of a formula whose constants were fitted to the reference."""
        if self.reference_values is None:
            return 0.0
        fit = ValueFit(self.reference_values, self._problem.variables, unknown)
        tried = (formula, fit.fitted([formula], steps=_STEPS)[0].formula)
        return min(self.reference_values.measure({unknown: one}).maximum for one in tried)

    def accepted(
        self, wanted: Acceptance, found: Iterable[Approximation] = ()
    ) -> Approximation | None:
        """The smallest formula that is good enough, if there is one."""
        if self._approximator is None:
            return None
        measured = (*self._approximator.measured(found), *self._own)
        return self._approximator.smallest(measured, wanted.accepts)


def tree_of(formulas: Formulas) -> Expression:
    """Formulas for all unknowns as one tree."""
    parts = tuple(formulas.values())
    return parts[0] if len(parts) == 1 else apply(tuple_of(len(parts)), *parts)


def chosen(front: Sequence[Approximation]) -> Approximation | None:
    """The knee of a front that is measured; what is not measured is not chosen."""
    if not front or any(one.error is None for one in front):
        return None
    return knee(front)


@final
@dataclass(frozen=True)
class Plan:
    """What a course is made with, whatever its problem is."""

    settings: SearchSettings
    options: RunOptions
    methods: Iterable[Method]
    depth: int = 0
    """How many reductions have led to the problem."""
    structure: tuple[Method, ...] = ()
    """Methods that look at a reference; they come late, and not for smaller problems."""
    cache: ReferenceCache | None = None
    """The reference that they look at, if it may be used for approximations too."""
    acceptance: Acceptance | None = None
    """What ends the run before its time."""

    @property
    def below(self) -> "Plan":
        """The plan for a smaller problem."""
        options = replace(
            self.options,
            hints=(),
            watch=None,
            keep=None,
            neighbours=None,
            policy=None,  # it writes in the words of this problem
            boundary=self.options.boundary.below(),
        )
        return replace(
            self,
            options=options,
            depth=self.depth + 1,
            structure=(),
            cache=None,
            acceptance=None,
        )
