"""From formulas to a front that is worth having: measured, fair, rounded.

Owns the order: a formula is made plain, must be about as smooth as the solution, and its constants
are rounded. Formulas come from anyone; `own` makes some that are fitted to the reference.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, final

from symplex.errors import SymplexError
from symplex.expression import Expression
from symplex.numerics.evaluation.simplified import simplified
from symplex.origin import Origin, Writer
from symplex.problem import Problem
from symplex.solver.approximation.digits import rounded
from symplex.solver.approximation.front import Approximation, front_of, size_of
from symplex.solver.approximation.proposals import proposals
from symplex.solver.approximation.reference_values import Formulas, ReferenceValues
from symplex.solver.approximation.smoothness_filter import Smoothness
from symplex.solver.approximation.values import ValueFit
from symplex.work.clock import Deadline

_LEVELS: Final = tuple(10.0 ** (-k / 4) for k in range(33))
"""Errors for which the formulas of several unknowns are put together."""
_COARSE: Final = 0.5
"""A formula with a larger error than this share of the range is of no use."""


@final
class Approximator:
    """Measures formulas for one problem by its reference."""

    def __init__(self, problem: Problem, reference: ReferenceValues) -> None:
        self._problem, self._reference = problem, reference
        self._smoothness = Smoothness(problem, reference)

    def measured(self, found: Iterable[Approximation]) -> list[Approximation]:
        """The same with their errors."""
        return [replace(one, error=self._reference.measure(one.formulas)) for one in found]

    def fair(self, found: Iterable[Approximation]) -> tuple[Approximation, ...]:
        """The front of those that are about as smooth as the solution, in a plain form."""
        kept: list[Approximation] = []
        for one in sorted(found, key=lambda a: (a.size, a.badness)):
            if one.badness < (kept[-1].badness if kept else _COARSE):
                short = self._simplified(one.formulas)
                if self._smoothness.allows(short):
                    kept.append(replace(one, size=size_of(short), formulas=short))
        return front_of(kept)

    def _simplified(self, formulas: Formulas) -> Formulas:
        return {u: simplified(f, self._reference.known.columns) for u, f in formulas.items()}

    def own(self, deadline: Deadline) -> list[Approximation]:
        """Formulas that are fitted to the reference, in fronts of their own for each unknown.

        The work is counted; where the clock ends it, what there is by then is kept.
        """
        fronts: dict[str, tuple[Approximation, ...]] = {}
        for name in self._problem.unknowns:
            share = 1 / (len(self._problem.unknowns) - len(fronts))
            fronts[name] = self._own_front(name, deadline.share(share))
        return self.measured(map(_fitted, _together(fronts)))

    def _own_front(self, unknown: str, deadline: Deadline) -> tuple[Approximation, ...]:
        try:
            fit = ValueFit(self._reference, self._problem.variables, unknown)
            made = proposals(self._problem, unknown, self._reference, deadline)
            front = self.fair(self.measured(_fitted({unknown: one}) for one in made))
            first = (one.formulas[unknown] for one in front)
            balanced = [fit.balanced(one) for one in first if not deadline.is_over]
        except SymplexError:  # a vocabulary that is too large, say
            return ()
        return self.fair((*self.measured(_fitted({unknown: one}) for one in balanced), *front))

    def front(self, found: Iterable[Approximation]) -> tuple[Approximation, ...]:
        """The front of what was measured, with constants as short as the errors warrant."""
        return front_of(one for raw in self.fair(found) for one in self._rounded(raw))

    def smallest(
        self, found: Iterable[Approximation], accepts: Callable[[Approximation], bool]
    ) -> Approximation | None:
        """The smallest fair formula that someone accepts, with short constants."""
        for one in sorted(filter(accepts, found), key=lambda a: (a.size, a.badness)):
            if self._smoothness.allows(one.formulas):
                for short in filter(accepts, self._rounded(one)):
                    return short
        return None

    def _rounded(self, one: Approximation) -> Iterator[Approximation]:
        short = rounded(one.formulas, self._reference)
        if short is not None:
            made = self._simplified(short[0])
            yield replace(one, size=size_of(made), formulas=made, error=short[1])


def _fitted(formulas: Formulas) -> Approximation:
    return Approximation.unmeasured(formulas, Origin(Writer.REGRESSION))


def _together(fronts: Mapping[str, Sequence[Approximation]]) -> Iterator[Formulas]:
    """A formula for each unknown, all about equally good."""
    if not all(fronts.values()):
        return
    seen: set[tuple[Expression, ...]] = set()
    for least in _LEVELS:
        chosen = {
            name: next((a for a in front if a.badness <= least), front[-1]).formulas[name]
            for name, front in fronts.items()
        }
        key = tuple(chosen.values())
        if key not in seen:
            seen.add(key)
            yield chosen
