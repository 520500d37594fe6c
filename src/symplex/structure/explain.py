"""From a function known by its values to formulas for it: the simplest structure first.

Owns the order in which structure is looked for. A function of several variables becomes functions
of fewer: by products, by symmetries, or after an outer function has been undone; what is left in
one variable is recognised. Every formula is fitted to the whole function again before it counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Final, final

from symplex.budget import Budget
from symplex.expression import CONSTANT, Expression, Symbol, number
from symplex.expression import operators as op
from symplex.structure.exponents import total
from symplex.structure.fitting import MAX_CONSTANTS, Fitted, accepted
from symplex.structure.members import complement, plain_members
from symplex.structure.outer import undone
from symplex.structure.recognise import recognise
from symplex.structure.separation import Span, coefficients, mode_sets, profile, span
from symplex.structure.symmetry import symmetries
from symplex.structure.tidy import pruned
from symplex.structure.view import View

_MOST: Final = 3
_MODES: Final = 2
"""How many formulas of a factor are followed."""


@final
@dataclass(frozen=True)
class Explainer:
    """Looks for formulas; what the statement offers may occur in them."""

    budget: Budget
    offered: Sequence[Expression] = ()
    """Functions of the statement that factors are compared with."""
    wraps: bool = True
    """Whether outer functions are undone."""

    def explain(self, view: View, most: int = _MOST) -> list[Fitted]:
        """Formulas with fitted constants that have the values of a view, simplest first."""
        if not view.is_defined or not view.names:
            return []
        found = recognise(view, self.budget)[:most] if len(view.names) == 1 else []
        ways = self._formulas(view) if len(view.names) > 1 else self._of_one(view, found)
        for formula in ways:
            self.budget.check_deadline()
            found += self._checked(view, formula)
            if len(found) >= most:
                break
        return sorted(found, key=lambda one: one.weight)[:most]

    def _checked(self, view: View, formula: Expression) -> list[Fitted]:
        found = accepted(view, [formula])
        if not found:
            return []
        shorter = pruned(found[0].formula, 1e-7)
        again = accepted(view, [shorter]) if shorter.size < found[0].formula.size else []
        return again or found

    def _of_one(self, view: View, found: Sequence[Fitted]) -> Iterator[Expression]:
        """Of one variable, what has not been recognised as it is."""
        if not found and self.wraps:
            yield from self._wrapped(view)

    def _formulas(self, view: View) -> Iterator[Expression]:
        """Formulas to be fitted, one kind of structure after the other."""
        spans = {name: span(view, name) for name in view.names}
        ranked = sorted(
            (one for one in spans.values() if one is not None), key=lambda one: one.rank
        )
        for one in ranked:
            if one.rank == 1:
                yield from self._products(view, one)
                return
        yield from self._by_symmetry(view)
        for one in ranked:
            yield from self._products(view, one)
        if self.wraps:
            yield from self._wrapped(view)

    def _products(self, view: View, found: Span) -> Iterator[Expression]:
        """Sums of products of functions of one variable and of the others."""
        for modes in islice(self._modes(view, found), _MODES):
            rest = coefficients(view, found.name, modes)
            if rest is None:
                continue
            explained = [self._factor(one) for one in rest]
            for chosen in islice(product(*explained), 1):
                yield total(
                    [
                        factor if mode == number(1) else factor * mode
                        for factor, mode in zip(chosen, modes, strict=True)
                    ]
                )

    def _factor(self, view: View) -> list[Expression]:
        """The formulas of a factor; zero where it has no values above the noise."""
        if view.scale <= view.tolerance:
            return [number(0)]
        return [one.formula for one in replace(self, wraps=True).explain(view, 1)]

    def _modes(self, view: View, found: Span) -> Iterator[list[Expression]]:
        if found.rank == 1:
            for one in recognise(profile(view, found.name), self.budget):
                yield [without_scale(one.formula)]
            return
        yield from mode_sets(found)
        offered = [one for one in self.offered if one.symbols == {found.name}]
        members = plain_members(found, offered)
        if len(members) == found.rank:
            yield members
        elif len(members) == found.rank - 1:
            for one in recognise(complement(found, members), self.budget):
                yield [*members, one.formula]

    def _by_symmetry(self, view: View) -> Iterator[Expression]:
        name = f"z#{len(view.names)}"
        for symmetry in symmetries(view):
            reduced = symmetry.reduced(view, name)
            if reduced is None:
                continue
            for one in self.explain(reduced, 2):
                whole = one.formula.substitute({Symbol(name): symmetry.combination})
                whole = symmetry.whole(whole)
                if len(whole.constants) <= MAX_CONSTANTS:
                    yield whole

    def _wrapped(self, view: View) -> Iterator[Expression]:
        """Formulas inside of an outer function."""
        inner = replace(self, wraps=False)
        for outer in undone(view):
            for one in inner.explain(outer.view, 2):
                yield outer.back(one.formula)


def without_scale(formula: Expression) -> Expression:
    """A formula without the constant that multiplies it: another factor carries it."""
    if formula.root not in (op.MULTIPLY, op.DIVIDE) or formula.arguments[0].root != CONSTANT:
        return formula
    rest = formula.arguments[1]
    return rest if formula.root is op.MULTIPLY else number(1) / rest
