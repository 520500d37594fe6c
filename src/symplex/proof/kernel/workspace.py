"""A region with what is shown there: identities and signs, each word of advice checked.

Owns the place where advice becomes knowledge, and the narrowing of a region by a guard.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import final

from symplex.expression import Expression, Symbol
from symplex.expression.operator_facts import limits_of
from symplex.expression.operators import Rule
from symplex.expression.rewriting import HiddenSign
from symplex.proof.kernel.advice import Advise, Claim
from symplex.proof.kernel.identities import Identities
from symplex.proof.kernel.region import Ends, Fact, Region, Values
from symplex.proof.kernel.signs import Signs
from symplex.work.budget import Budget, Missing


@final
class Workspace:
    """A region with what is shown there, shared by all who ask."""

    def __init__(self, region: Region, budget: Budget, advise: Advise, claims: list[Claim]) -> None:
        self.region, self.budget, self.claims = region, budget, claims
        self.advice = advise(region, budget)
        self.signs = Signs(region, self.advice, self.stands_for, budget, claims)
        self._identities: dict[Expression, bool] = {}
        self._advise = advise

    def on(self, region: Region) -> "Workspace":
        """The same on another region."""
        return Workspace(region, self.budget, self._advise, self.claims)

    @cached_property
    def is_empty(self) -> bool:
        """Whether the region is shown to have no points."""
        return self.signs.is_empty()

    def is_zero(self, formula: Expression) -> bool:
        """Whether a formula without branches is shown to vanish wherever it is defined."""
        if formula not in self._identities:
            try:
                rewriting = self.advice.rewriting(formula)
            except HiddenSign:
                rewriting = None
            self._identities[formula] = rewriting is not None and Identities(
                rewriting, self.signs.holds, self.budget
            ).is_zero(formula)
            if rewriting is not None and self._identities[formula]:
                self.claims.append(Claim(self.region, formula, None, rewriting))
        return self._identities[formula]

    def is_defined(self, formula: Expression, where: Expression | None = None) -> bool:
        """Whether a formula is shown to be defined, everywhere or wherever another one is."""
        known = limits_of(where, self.budget) if where is not None else ()
        limits = limits_of(formula, self.budget)
        return all(limit in known or self.signs.holds(*limit) for limit in limits)

    def stands_for(self, form: Expression, formula: Expression) -> bool:
        """Whether a form is shown to be a formula, and to be defined, wherever that is defined."""
        return self.is_zero(formula - form) and self.is_defined(form, formula)

    def normal(self, formula: Expression) -> Expression:
        """The same function written shorter, where that is shown."""
        try:
            normal = self.advice.normal(formula)
            same = normal.size < formula.size and self.stands_for(normal, formula)
        except (Missing, HiddenSign):
            return formula
        return normal if same else formula

    def polynomial_in(self, formula: Expression, name: str) -> Sequence[Expression] | None:
        """Coefficients free of a symbol, with which the formula is shown to be a polynomial."""
        try:
            parts = self.advice.coefficients(formula, name)
        except HiddenSign:
            return None
        if parts is None or any(name in part.symbols for part in parts):
            return None
        terms = (part * Expression((Symbol(name),)) ** k for k, part in enumerate(parts[1:], 1))
        return parts if self.stands_for(sum(terms, parts[0]), formula) else None


def face_of(space: Workspace, values: Values) -> Workspace:
    """The part of a box where variables have values, without facts."""
    return space.on(replace(space.region.where(values), facts=()))


def narrowed(space: Workspace, guard: Expression, rule: Rule) -> Region:
    """The part of a region where a guard obeys a rule; a bound on one symbol moves its end."""
    region, bound = space.region, _bound(guard, space)
    if bound is None:
        return region.with_facts([Fact(guard, rule)])
    name, value, is_low = bound
    old, strict = region.ends[name], rule is Rule.POSITIVE
    low = Ends(value, old.high, strict, old.high_open)
    return region.with_ends(name, low if is_low else Ends(old.low, value, old.low_open, strict))


def _bound(guard: Expression, space: Workspace) -> tuple[str, Expression, bool] | None:
    """For a guard c·v + d with numbers c and d: the symbol v, the bound and whether it is below."""
    if len(guard.symbols) != 1:
        return None
    (name,) = guard.symbols
    parts = space.polynomial_in(guard, name)
    if parts is None or len(parts) != 2 or any(part.symbols for part in parts):  # noqa: PLR2004
        return None
    slope, value = space.signs.sign(parts[1]), space.normal(-parts[0] / parts[1])
    ends = space.region.ends[name]
    # Only a bound inside of the interval replaces an end.
    gaps = [value - ends.low if ends.low else None, ends.high - value if ends.high else None]
    inside = all(gap is None or space.signs.holds(gap, Rule.POSITIVE) for gap in gaps)
    return (name, value, slope > 0) if slope and inside else None
