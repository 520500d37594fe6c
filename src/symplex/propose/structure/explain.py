"""From a function known by its values to formulas for it: the simplest structure first.

Owns the order in which structure is looked for. A function of several variables becomes functions
of fewer: by products, by symmetries, or after an outer function has been undone; what is left in
one variable is recognised. Every formula is fitted to the whole function again before it counts.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final, final

from symplex.expression import CONSTANT, Expression, Symbol, number
from symplex.expression import operators as op
from symplex.numerics.evaluation.regression import Fitted
from symplex.propose.structure.exponents import times, total
from symplex.propose.structure.fitting import MAX_CONSTANTS, STEPS_OF_A_FIT, accepted
from symplex.propose.structure.members import complement, plain_members
from symplex.propose.structure.outer import undone, weighed
from symplex.propose.structure.pieces import corners, joined, kinks, plain_pieces
from symplex.propose.structure.recognise import recognise
from symplex.propose.structure.relations import relation
from symplex.propose.structure.separation import Span, coefficients, mode_sets, profile, spans_of
from symplex.propose.structure.shapes import Shapes
from symplex.propose.structure.symmetry import Symmetry, symmetries
from symplex.propose.structure.tidy import exact
from symplex.propose.structure.view import View
from symplex.work.budget import Budget

_MOST: Final = 2
_SIMPLE: Final = 6
"""The cost of three products."""
_FEW: Final = 3
"""Of so many functions, some are plain and one is recognised."""
_MANY, _TRIED = 4, 2
"""In so many variables, so many sums of products come before symmetries."""
_PIECE_STARTS: Final = 8
_MODES: Final = 3
"""How many formulas of a factor are followed."""


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
    """Looks for formulas; what the statement offers may occur in them."""

    budget: Budget
    offered: Sequence[Expression] = ()
    """Functions of the statement that factors are compared with."""
    wraps: bool = True
    """Whether outer functions are undone."""
    shapes: Shapes = field(default_factory=Shapes)
    """What functions of one variable are compared with."""

    def explain(self, view: View, most: int = _MOST, more: int = 0) -> list[Fitted]:
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
        """Formulas to be fitted, one kind of structure after the other."""
        if self.offered:
            yield self._related(view)
        if len(view.names) > 1:
            yield from self._of_several(view)
        elif self.wraps:
            yield self._recognised_inside(view)
        if self.wraps:
            yield self._in_pieces(view)

    def _of_several(self, view: View) -> Iterator[Iterator[Expression]]:
        """Of several variables: products and symmetries, the simpler ones first."""
        spans = sorted((Wrapped(view, one) for one in spans_of(view)), key=lambda one: one.cost)
        if spans and spans[0].span.rank == 1:
            yield self._products(spans[0])
            return
        for one in spans[:_TRIED] if len(view.names) >= _MANY else ():
            yield self._products(one)
        found = list(symmetries(view))
        scaled = self._by_symmetry(view, [one for one in found if one.scales])
        yield self._by_symmetry(view, [one for one in found if not one.scales])
        wrapped = sorted([*spans, *self._inside(view)], key=lambda one: one.cost)
        yield from (self._products(one) for one in wrapped if one.cost <= _SIMPLE)
        yield scaled
        yield from (self._products(one) for one in wrapped if one.cost > _SIMPLE)

    def _inside(self, view: View) -> list[Wrapped]:
        """Sums of products inside of outer functions."""
        outers = undone(view) if self.wraps else ()
        return [
            Wrapped(outer.view, one, outer.back) for outer in outers for one in spans_of(outer.view)
        ]

    def _products(self, wrapped: Wrapped) -> Iterator[Expression]:
        """Sums of products of functions of one variable and of the others."""
        view, found = wrapped.view, wrapped.span
        for modes in islice(self._modes(view, found), _MODES):
            terms: list[Expression] = []
            for rest, mode in zip(coefficients(view, found.name, modes), modes, strict=False):
                factor = replace(self, wraps=False).explain(rest, 1)
                if not factor:
                    break
                tree = factor[0].formula
                terms.append(times(tree, mode))
            if len(terms) == len(modes):
                yield wrapped.back(total(terms))

    def _modes(self, view: View, found: Span) -> Iterator[list[Expression]]:
        if found.rank == 1:
            for one in self._recognised(profile(view, found.name)):
                yield [without_scale(one.formula)]
            return
        yield from mode_sets(found)
        if found.rank > _FEW:
            return
        offered = [one for one in self.offered if one.symbols == frozenset((found.name,))]
        members = plain_members(found, offered)
        if len(members) == found.rank:
            yield members
        elif len(members) == found.rank - 1:
            beside = [one for one in members if one != number(1)]
            for one in self._recognised(complement(found, members), beside):
                yield [*members, without_terms(one.formula, members)]

    def _by_symmetry(self, view: View, found: Sequence[Symmetry]) -> Iterator[Expression]:
        name = f"z#{len(view.names)}"
        for symmetry in found:
            reduced = symmetry.reduced(view, name)
            if reduced is None:
                continue
            for one in self.explain(reduced, 2):
                whole = one.formula.substitute({Symbol(name): symmetry.combination})
                whole = symmetry.whole(whole)
                if len(whole.constants) <= MAX_CONSTANTS:
                    yield whole

    def _recognised_inside(self, view: View) -> Iterator[Expression]:
        """A function of one variable inside of an outer function."""
        for outer in (*weighed(view), *undone(view)):
            for one in self._recognised(outer.view):
                yield outer.back(one.formula)

    def _related(self, view: View) -> Iterator[Expression]:
        """A combination of what the statement offers."""
        offered = [one for one in self.offered if one.symbols and one.symbols <= set(view.names)]
        found = relation(view, offered) if offered else None
        if found is not None:
            yield found

    def _recognised(self, view: View, beside: Sequence[Expression] = ()) -> list[Fitted]:
        return recognise(view, self.budget, beside, self.shapes)

    def _in_pieces(self, view: View) -> Iterator[Expression]:
        """Formulas that hold in corners of the box, joined by max and min."""
        if not any(kinks(view, name) for name in view.names):
            return
        inner = replace(self, wraps=False)
        found: list[Expression] = []
        for corner in corners(view):
            plain = accepted(corner, plain_pieces(view.names), starts=_PIECE_STARTS)
            seen = plain[:1] if plain or view.costly else inner.explain(corner, 1)
            found += [one.formula for one in seen]
        yield from joined(view, found)


def _distinct(found: Sequence[Fitted]) -> list[Fitted]:
    """Without formulas that are written in the same way."""
    return list({exact(one.formula).canonical(): one for one in reversed(found)}.values())[::-1]


def without_terms(formula: Expression, members: Sequence[Expression]) -> Expression:
    """A sum without its multiples of some functions, and without the constant before the rest."""
    kept = [part for part in _terms(formula) if not _is_multiple(part, members)]
    return without_scale(total(kept)) if kept else formula


def _terms(formula: Expression) -> list[Expression]:
    if formula.root is not op.ADD:
        return [formula]
    return [term for part in formula.arguments for term in _terms(part)]


def _is_multiple(term: Expression, members: Sequence[Expression]) -> bool:
    return without_scale(term) in members or (term.root == CONSTANT and number(1) in members)


def without_scale(formula: Expression) -> Expression:
    """A formula without the constant that multiplies it: another factor carries it."""
    if formula.root == CONSTANT:
        return number(1)
    if formula.root not in (op.MULTIPLY, op.DIVIDE) or formula.arguments[0].root != CONSTANT:
        return formula
    rest = formula.arguments[1]
    return rest if formula.root is op.MULTIPLY else number(1) / rest
