"""The advisor of one region: everything that the kernel may ask for."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import final

from symplex.exact.quotients.functions import field_of_laws
from symplex.exact.quotients.powers import factored_trees
from symplex.expression import Expression
from symplex.expression.operators import Rule
from symplex.expression.rewriting import Factors, Record, Rewriting
from symplex.problem import Interval, Problem
from symplex.problem.analysis.extent import verification_box
from symplex.proof.advice.sign_search import SignSearch
from symplex.proof.kernel.region import Ends, Region
from symplex.proof.kernel.workspace import Workspace
from symplex.work.budget import Budget


@final
class Advisor:
    """Normal forms and searches on a region; implements the kernel's `Advice`."""

    def __init__(self, region: Region, budget: Budget) -> None:
        self._region = region
        self._signs = SignSearch(region, budget)
        self._field = field_of_laws(self._sign_of, budget)
        self._records: dict[tuple[Expression, Rule], Record | None] = {}

    def rewriting(self, formula: Expression) -> Rewriting | None:
        """Generators in which a formula vanishes; None if it does not reduce to zero."""
        return self._field.rewriting(formula)

    def factors(self, formula: Expression) -> Factors:
        """A constant and irreducible factors with their exponents."""
        return factored_trees(self._field, formula)

    def coefficients(self, formula: Expression, name: str) -> Sequence[Expression] | None:
        """The formula as a polynomial in a symbol, from the constant term up."""
        return self._field.coefficients(formula, name)

    def normal(self, formula: Expression) -> Expression:
        """The formula from its normal form."""
        return self._field.normal(formula)

    def root(self, formula: Expression) -> Sequence[tuple[Expression, Fraction]] | None:
        """Powers whose product a root may be; None if nothing can be taken out of it."""
        _, split, rest = self._field.rule(formula)
        if all(times.denominator > 1 for _, times in split):
            return None
        exponent = getattr(formula.root, "exponent", Fraction(1))
        last = [] if rest is None else [(rest, Fraction(1, exponent.denominator))]
        return [*split, *last]

    def sign(self, formula: Expression, rule: Rule) -> Record | None:
        """How the formula may be shown to obey the rule."""
        key = formula, rule
        if key not in self._records:
            self._records[key] = self._signs.record(formula, rule)
        return self._records[key]

    def emptiness(self) -> Record | None:
        """How the region may be shown to be empty."""
        return self._signs.contradiction()

    def guess(self, formula: Expression) -> int:
        """The sign at sampled points."""
        return self._signs.samples.guess(formula)

    def bound(self, formula: Expression) -> Fraction | None:
        """A power of two that the size does not exceed at sampled points."""
        return self._signs.samples.bound(formula)

    def _sign_of(self, formula: Expression) -> int:
        for fact in self._region.facts:
            # Not negative is enough under a root.
            if fact.formula in (formula, -formula):
                return 1 if fact.formula == formula else -1
        quick = self._signs.quick_sign(formula)
        guess = self.guess(formula) if not quick else 0
        for sign in (1, -1) if not quick else ():
            signed = formula if sign > 0 else -formula
            if guess != -sign and self.sign(signed, Rule.NONNEGATIVE) is not None:
                return sign
        return quick


def doubled_box(problem: Problem) -> Region | None:
    """The box twice as wide behind open faces; None if no face is open."""
    box = verification_box(problem)
    ends = {name: Ends(i.low, i.high) for name, i in box.intervals.items()}
    return Region(ends, problem.variables) if box.widened_in else None


def shown_on(
    box: Mapping[str, Interval],
    budget: Budget,
    constants: Iterable[str] = (),
    *,
    is_open: bool = False,
) -> Workspace:
    """What is shown on a box, without its faces if open, for every value of some constants."""
    ends = {name: Ends(interval.low, interval.high) for name, interval in box.items()}
    free = {name: Ends(None, None) for name in constants}
    region = Region({**ends, **free}, tuple(box))
    return Workspace(region.interior if is_open else region, budget, Advisor, [])
