# Claims are read by their attributes alone: nothing of the kernel is imported, types neither.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
"""The claims of a proof, replayed by means of the checker's own.

Every identity, every sign and every emptiness that a proof rests on is shown again here, from the
record that came with it and the claims shown before; no arithmetic is shared with the kernel. What
is not repeated: which claims an answer needs is decided by the kernel alone.

A sign or an identity is claimed of the points of a region at which its formula is defined.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property, partial, reduce
from types import MappingProxyType
from typing import Final

from flint import ctx

from symplex.expression import Expression, Symbol, apply, number, symbol
from symplex.expression.operator_facts import nodes
from symplex.expression.operators import EXP, LOG, Rule
from symplex.proof.checker.identities import Hint, Identities, limits
from symplex.proof.checker.ranges import Range, exact, range_of
from symplex.reasons import Code, Reason
from symplex.work.budget import Budget, Undecided

_POSITIVE, _NONNEGATIVE, _NONZERO = Rule.POSITIVE, Rule.NONNEGATIVE, Rule.NONZERO
_FAILS: Final = MappingProxyType({_NONNEGATIVE: _POSITIVE, _POSITIVE: _NONNEGATIVE})
"""The rule that the negative obeys where a fact fails."""
_STRICT: Final = MappingProxyType({True: _POSITIVE, False: _NONNEGATIVE})
_MAX_PRECISION: Final = 4000
_Step = IntEnum("_Step", "RANGES FORM POWER FACT FACTORS LOCUS OK OUT CUT TANGENT")
"""What a record begins with."""


class Refused(Undecided):
    """The checker is not convinced; its reason says of what."""


def replay(claims: Iterable[Hint], budget: Budget) -> None:
    """Be convinced of every claim, each by its record and the claims before it.

    Raises:
        Refused: for the first claim that is not shown, for want of time too.
    """
    shown = set[Hint]()
    for claim in claims:
        try:
            region, formula, rule = claim.region, claim.formula, claim.rule
            ends = ((n, e.low, e.high, e.low_open, e.high_open) for n, e in region.ends.items())
            whole = tuple(sorted(ends)), tuple((fact.formula, fact.rule) for fact in region.facts)
            key, site = (whole, formula, rule), _Site(whole, *whole, shown, budget)
            if key not in shown and not site.shows(formula, rule, claim.how):
                raise Refused(Code.CHECKER_RECORD)
        except Exception as error:  # A wrong record may raise anything: it shows nothing.
            known = error.reason if isinstance(error, Undecided) else None
            raise Refused(known or Reason(Code.CHECKER_FAILED, error=str(error))) from error
        shown.add(key)


def _obeys(found: Range, rule: Rule) -> bool:
    weak = rule is _NONNEGATIVE and bool(found.low[0] >= 0)
    return weak or found.is_positive() or (rule is _NONZERO and (-found).is_positive())


def _limits(formula: Expression) -> set[tuple[Expression, Rule]]:
    return set[tuple[Expression, Rule]]().union(*map(limits, nodes(formula)))


@dataclass(frozen=True)
class _Site:
    """The points of a box at which facts hold, inside of the region of a claim."""

    whole: Hint
    ends: Sequence[Hint]
    """Of each symbol: the name, two ends, None if infinite, and whether they are left out."""
    facts: Sequence[Hint]
    shown: set[Hint]
    budget: Budget

    @cached_property
    def box(self) -> dict[str, Range]:
        """The box, enclosed."""
        box: dict[str, Range] = {}
        for name, low, high, *out in self.ends:
            start, end = range_of(low, {}).low, range_of(high, {}).high
            box[name] = Range((start[0], start[1] or out[0]), (end[0], end[1] or out[1]))
        return box

    def shows(self, formula: Expression | None, rule: Rule | None, how: Hint) -> bool:
        """Whether a record shows a sign, an identity or that there are no points."""
        if formula is None:
            return self._contradicts(*how)
        if rule is not None:
            return self._sign(formula, rule, how)
        real = partial(self._is_real, _limits(formula))
        return Identities(how, real, self.budget).of(formula).top.is_zero()

    def _knows(self, formula: Expression, rule: Rule | None) -> bool:
        """Whether a claim was shown before, or is seen at once."""
        seen = rule is not None and _obeys(range_of(formula, self.box), rule)
        implied = (rule,) if rule is None else (rule, _POSITIVE)
        return seen or any((self.whole, formula, one) in self.shown for one in implied)

    def _is_real(self, known: Hint, formula: Expression, rule: Rule | None = None) -> bool:
        """Whether a formula is defined where some limits are kept, and obeys a rule."""
        needed = [*_limits(formula), *([(formula, rule)] if rule else [])]
        return all({(f, r), (f, _POSITIVE)} & known or self._knows(f, r) for f, r in needed)

    def _contradicts(self, chosen: Sequence[int], record: Hint) -> bool:
        """Facts whose sum is negative where the others hold."""
        formulas, rules = zip(*(self.facts[index] for index in chosen), strict=True)
        others = tuple(fact for index, fact in enumerate(self.facts) if index not in chosen)
        rule, total = _STRICT[_POSITIVE not in rules], -reduce(Expression.__add__, formulas)
        return _NONZERO not in rules and replace(self, facts=others)._sign(total, rule, record)

    def _sign(self, formula: Expression, rule: Rule, record: Hint) -> bool:  # noqa: PLR0911
        """Whether a record shows that a formula obeys a rule."""
        known = _limits(formula)
        match record:
            case _Step.RANGES, int(precision), cover if precision <= _MAX_PRECISION:
                with ctx.workprec(precision):
                    return self._covers(cover, formula, rule, self.box)
            case _Step.FORM, form, inner:
                same = self._knows(formula - form, None) and self._is_real(known, form)
                return same and self._sign(form, rule, inner)
            case _Step.POWER, inner if (getattr(formula.root, "exponent", None) or 0) > 0:
                return self._sign(formula.arguments[0], rule, inner)
            case _Step.FACT, int(index), factor, inner if factor > 0:
                fact, given = self.facts[index]
                # One of two terms that are not negative must be positive, unless 0 is allowed.
                strict = given is _NONNEGATIVE is not rule
                rest = formula - number(factor) * fact
                return given is not _NONZERO and self._sign(rest, _STRICT[strict], inner)
            case _Step.FACTORS, constant, factors:
                return self._product(formula, rule, constant, factors)
            case _Step.LOCUS, terms, rest, int(index), inner:
                return self._misses(formula, terms, (rest, index, inner))
            case _Step.TANGENT, node, c, k, inner if c > 0 < k and rule is _NONNEGATIVE:
                # log y ≤ y − 1 for y = c·exp a, and for y = c·a where log a is defined.
                high, low = {EXP: (node, *node.arguments), LOG: (*node.arguments, node)}[node.root]
                rest = formula - number(k) * (number(c) * high - 1 - apply(LOG, number(c)) - low)
                return node in nodes(formula) and self._sign(rest, rule, inner)
            case _:
                return False

    def _covers(self, cover: Hint, formula: Expression, rule: Rule, box: dict[str, Range]) -> bool:
        """Whether each leaf of a tree of bisections obeys the rule, or breaks a fact."""
        self.budget.step()
        match cover:
            case (_Step.OK,):
                return _obeys(range_of(formula, box), rule)
            case _Step.OUT, int(index):
                fact, known = self.facts[index]
                return _obeys(-range_of(fact, box), _FAILS[known])
            case _Step.CUT, name, point, *parts:
                middle, (low, high) = (exact(point).low[0], False), box[name]
                halves = zip(parts, (Range(low, middle), Range(middle, high)), strict=True)
                return bool(low[0] < middle[0] < high[0]) and all(
                    self._covers(part, formula, rule, {**box, name: half}) for part, half in halves
                )
            case _:
                return False

    def _product(self, formula: Expression, rule: Rule, total: Hint, factors: Hint) -> bool:
        """The sign of a product; an even power needs none, unless it must not vanish."""
        product, known, right = number(total), _limits(formula), True
        for factor, times, sign, inner in factors:
            product, strict = product * factor**times, rule is not _NONNEGATIVE or times < 0
            if strict or times % 2:
                signed, total = (factor, total) if sign > 0 else (-factor, total * (-1) ** times)
                right = right and self._sign(signed, _STRICT[strict], inner)
            right = right and self._is_real(known, factor)
        right = right and (total > 0 or (rule is _NONZERO and total != 0))
        return right and self._knows(formula - product, None)

    def _misses(self, formula: Expression, terms: Hint, found: Hint) -> bool:
        """F > 0 if F ≥ Σ c·v^k with k even, and a fact fails where each v vanishes."""
        (rest, index, inner), facts = found, list[Hint](self.facts)
        ends, zeros = {end[0]: end for end in self.ends}, dict[Symbol, Expression]()
        for factor, name, times in terms:
            v, (_, low, high, *out) = symbol(name), ends.pop(name)
            formula, zeros[Symbol(name)] = formula - number(factor) * v**times, number(0)
            facts += [(v - low, _STRICT[out[0]])] if low else []
            facts += [(high - v, _STRICT[out[1]])] if high else []
        there, (fact, rule) = replace(self, ends=tuple(ends.values()), facts=()), facts[index]
        is_locus = all(c > 0 and k > 0 and k % 2 == 0 for c, _, k in terms)
        is_locus = is_locus and self._sign(formula, _NONNEGATIVE, rest)
        return is_locus and there._sign(-fact.substitute(zeros), _FAILS[rule], inner)
