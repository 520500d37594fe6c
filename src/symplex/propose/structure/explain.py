"""From a function known by its values to formulas for it: the simplest structure first.

Owns the order in which structure is looked for. A function of several variables becomes functions
of fewer: by products, or after an outer function has been undone; what is left in one variable is
recognised. Every formula is fitted to the whole function again before it counts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, final

from symplex.expression import CONSTANT, Expression, Symbol, number, symbol
from symplex.expression import operators as op
from symplex.numerics.evaluation.regression import Fitted
from symplex.propose.structure.exponents import exponential_sums, times, total
from symplex.propose.structure.fitting import STEPS_OF_A_FIT, accepted, rounded
from symplex.propose.structure.outer import undone
from symplex.propose.structure.separation import Span, coefficients, mode_sets, profile, spans_of
from symplex.propose.structure.shapes import PLACE, shapes
from symplex.propose.structure.view import View
from symplex.work.budget import Budget

_MOST: Final = 3
"""How many formulas of a function are followed."""
_STARTS: Final = 12
"""Of the fit of each shape."""


def _as_it_is(formula: Expression) -> Expression:
    return formula


@final
@dataclass(frozen=True)
class Wrapped:
    """A sum of products, inside of an outer function."""

    view: View
    span: Span
    back: Callable[[Expression], Expression] = _as_it_is

    @property
    def cost(self) -> int:
        """How far from simple it is: products, and an outer function."""
        return 2 * self.span.rank + (self.back is not _as_it_is)


@final
@dataclass(frozen=True)
class Explainer:
    """Looks for formulas."""

    budget: Budget
    wraps: bool = True
    """Whether outer functions are undone."""
    shapes: tuple[Expression, ...] = field(default_factory=shapes)
    """What functions of one variable are compared with."""

    def explain(self, view: View, most: int = 2, more: int = 0) -> list[Fitted]:
        """Formulas with fitted constants that have the values of a view, simplest first.

        Args:
            view: The values.
            most: How many formulas are enough.
            more: How many further kinds of structure are looked for once there is a formula:
                another way to write it may be easier to prove.
        """
        if not view.is_defined or not view.names:
            return []
        if view.is_zero:
            return [Fitted(number(0), 0.0)]
        found = self._recognised(view) if len(view.names) == 1 else []
        for way in self._ways(view):
            more -= bool(found)
            if more < 0 or len(found) >= most:
                break
            found = _distinct([*found, *self._accepted(view, way, most - len(found))])
        return sorted(found, key=lambda one: one.weight)[:most]

    def _accepted(self, view: View, formulas: Iterable[Expression], most: int) -> list[Fitted]:
        """The first of some formulas that have the values."""
        found: list[Fitted] = []
        for formula in formulas:
            self.budget.step(STEPS_OF_A_FIT)
            found += accepted(view, [formula])
            if len(found) >= most:
                break
        return found

    def _ways(self, view: View) -> Iterator[Iterator[Expression]]:
        """Formulas to be fitted, one kind of structure after the other, the simpler ones first."""
        if len(view.names) == 1:
            if self.wraps:
                yield self._recognised_inside(view)
            return
        spans = sorted((Wrapped(view, one) for one in spans_of(view)), key=lambda one: one.cost)
        if not spans or spans[0].span.rank > 1:
            spans = sorted([*spans, *self._inside(view)], key=lambda one: one.cost)
        else:
            spans = spans[:1]
        yield from map(self._products, spans)

    def _inside(self, view: View) -> list[Wrapped]:
        """Sums of products inside of outer functions."""
        outers = undone(view) if self.wraps else ()
        return [
            Wrapped(outer.view, one, outer.back) for outer in outers for one in spans_of(outer.view)
        ]

    def _products(self, wrapped: Wrapped) -> Iterator[Expression]:
        """Sums of products of functions of one variable and of the others."""
        view, found = wrapped.view, wrapped.span
        for modes in islice(self._modes(view, found), _MOST):
            terms: list[Expression] = []
            for rest, mode in zip(coefficients(view, found.name, modes), modes, strict=False):
                factor = replace(self, wraps=False).explain(rest, 1)
                if not factor:
                    break
                terms.append(times(factor[0].formula, mode))
            if len(terms) == len(modes):
                yield wrapped.back(total(terms))

    def _modes(self, view: View, found: Span) -> Iterator[list[Expression]]:
        if found.rank > 1:
            yield from mode_sets(found)
            return
        for one in self._recognised(profile(view, found.name)):
            yield [without_scale(one.formula)]

    def _recognised_inside(self, view: View) -> Iterator[Expression]:
        """A function of one variable inside of an outer function."""
        for outer in undone(view):
            for one in self._recognised(outer.view):
                yield outer.back(one.formula)

    def _recognised(self, view: View) -> list[Fitted]:
        """Shapes and sums of exponentials that have the values of a function of one variable."""
        if not view.is_defined:
            return []
        self.budget.step(STEPS_OF_A_FIT * len(self.shapes))
        (name,) = view.names
        here = {Symbol(PLACE): symbol(name)}
        found = accepted(view, [one.substitute(here) for one in self.shapes], starts=_STARTS)
        found += accepted(view, exponential_sums(view), starts=2)
        return sorted(found, key=lambda one: one.weight)[:_MOST]


def _distinct(found: Sequence[Fitted]) -> list[Fitted]:
    """Without formulas that are written in the same way."""
    return list({rounded(one.formula).canonical(): one for one in reversed(found)}.values())[::-1]


def without_scale(formula: Expression) -> Expression:
    """A formula without the constant that multiplies it: another factor carries it."""
    if formula.root == CONSTANT:
        return number(1)
    if formula.root not in (op.MULTIPLY, op.DIVIDE) or formula.arguments[0].root != CONSTANT:
        return formula
    rest = formula.arguments[1]
    return rest if formula.root is op.MULTIPLY else number(1) / rest
