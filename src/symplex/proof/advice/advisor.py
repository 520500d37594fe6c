"""The advisor of one region: everything that the kernel may ask for."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import final

from symplex.budget import Budget
from symplex.expression import Expression
from symplex.expression.operators import Rule
from symplex.problem import Problem
from symplex.proof.advice.field import Field
from symplex.proof.advice.functions import factored_trees, function_of
from symplex.proof.advice.proof import Proof, keep
from symplex.proof.advice.sign_search import SignSearch
from symplex.proof.kernel.advice import Factors, Record, Rewriting
from symplex.proof.kernel.kernel import Line, examine
from symplex.proof.kernel.region import Region


@final
class Advisor:
    """Normal forms and searches on a region; implements the kernel's `Advice`."""

    def __init__(self, region: Region, budget: Budget, proof: Proof) -> None:
        self._proof = proof
        self._region = region
        self._signs = SignSearch(region, budget)
        self._field = Field(self._sign_of, budget, function_of)
        self._records: dict[tuple[Expression, Rule], Record | None] = {}

    def rewriting(self, formula: Expression) -> Rewriting | None:
        """Generators in which a formula vanishes; None if it does not reduce to zero."""
        return keep(self._proof.identities, formula, self._field.rewriting(formula))

    def factors(self, formula: Expression) -> Factors:
        """A constant and irreducible factors with their exponents."""
        return keep(self._proof.factors, formula, factored_trees(self._field, formula))

    def coefficients(self, formula: Expression, name: str) -> Sequence[Expression] | None:
        """The formula as a polynomial in a symbol, from the constant term up."""
        found = self._field.coefficients(formula, name)
        return keep(self._proof.polynomials, (formula, name), found)

    def normal(self, formula: Expression) -> Expression:
        """The formula from its normal form."""
        return keep(self._proof.normal, formula, self._field.normal(formula))

    def root(self, formula: Expression) -> Sequence[tuple[Expression, Fraction]] | None:
        """Powers whose product a root may be; None if nothing can be taken out of it."""
        self._field.element(formula)
        _, split, rest = self._field.rules[formula.tokens]
        if all(times.denominator > 1 for _, times in split):
            return None
        exponent = getattr(formula.root, "exponent", Fraction(1))
        last = [] if rest is None else [(rest, Fraction(1, exponent.denominator))]
        return keep(self._proof.roots, formula, [*split, *last])

    def sign(self, formula: Expression, rule: Rule) -> Record | None:
        """How the formula may be shown to obey the rule."""
        key = formula, rule
        if key not in self._records:
            self._records[key] = self._signs.record(formula, rule)
        return keep(self._proof.signs, key, self._records[key])

    def emptiness(self) -> Record | None:
        """How the region may be shown to be empty."""
        found = self._signs.contradiction()
        return keep(self._proof.contradictions, self._region, found)

    def guess(self, formula: Expression) -> int:
        """The sign at sampled points."""
        return self._signs.samples.guess(formula)

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


def prove(
    problem: Problem, answer: Mapping[str, Expression], budget: Budget
) -> tuple[list[Line], Proof]:
    """What the kernel shows of an answer with this advice, and the advice."""
    proof = Proof()
    lines = examine(problem, answer, budget, lambda region, left: Advisor(region, left, proof))
    return lines, proof
