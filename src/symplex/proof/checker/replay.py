# Claims are read by their attributes alone: nothing of the kernel is imported, types neither.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
"""The claims of a proof, replayed by means of the checker's own.

Every identity, every sign and every emptiness that a proof rests on is shown again here, from the
record that came with it and from claims shown before; no arithmetic is shared with the kernel.
What is not repeated: which claims an answer needs is decided by the kernel alone.

A sign or an identity is claimed of the points of a region at which the formula is defined.
"""

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import cached_property
from types import MappingProxyType, SimpleNamespace
from typing import Final, NamedTuple, final

from flint import ctx

from symplex.budget import Budget, Undecided
from symplex.errors import ExpressionError
from symplex.expression import Expression, Operator, Symbol, apply, number, symbol
from symplex.expression import operators as op
from symplex.expression.operators import Rule
from symplex.proof.checker.identities import Hint, Identities
from symplex.proof.checker.ranges import INFINITE, Range, exact, range_of

_MAX_PRECISION: Final = 4000
_WRONG: Final = (
    *(Undecided, ExpressionError, LookupError, TypeError, ValueError, ArithmeticError),
    *(AttributeError, StopIteration, RecursionError),
)
"""What a wrong record may raise."""
_FAILS: Final = MappingProxyType({Rule.NONNEGATIVE: Rule.POSITIVE, Rule.POSITIVE: Rule.NONNEGATIVE})
"""The rule that the negative obeys where a fact fails."""
_STRICT: Final = MappingProxyType({True: Rule.POSITIVE, False: Rule.NONNEGATIVE})
_TREES: Final = SimpleNamespace(
    power=lambda base, exponent: base**exponent, cos=lambda a: apply(op.COS, a)
)
"""What the operator table's limits are computed with."""


@final
class Refused(Exception):  # noqa: N818 (an answer, not an error)
    """The checker is not convinced; its text says of what."""


class _Step(IntEnum):
    """What a record begins with."""

    RANGES = 1
    FORM = 2
    POWER = 3
    FACT = 4
    FACTORS = 5
    LOCUS = 6
    OK = 7
    OUT = 8
    CUT = 9


Fact = tuple[Expression, Rule]
Ends = tuple[str, Expression | None, Expression | None, bool, bool]


class _Place(NamedTuple):
    """The points of a box at which facts hold; None is infinity, and an end may be left out."""

    ends: tuple[Ends, ...]
    facts: tuple[Fact, ...]

    @property
    def box(self) -> dict[str, Range]:
        """The box, enclosed."""
        found: dict[str, Range] = {}
        for name, low, high, no_low, no_high in self.ends:
            bottom = (-INFINITE, True) if low is None else (range_of(low, {}).low[0], no_low)
            top = (INFINITE, True) if high is None else (range_of(high, {}).high[0], no_high)
            found[name] = Range(bottom, top)
        return found

    def where_zero(self, names: Sequence[str]) -> "_Place":
        """The slice on which symbols are 0; what the box says of them becomes facts."""
        zero, ends = number(0), {end[0]: end for end in self.ends}
        by = {Symbol(name): zero for name in names}
        facts = [(formula.substitute(by), rule) for formula, rule in self.facts]
        for _, low, high, no_low, no_high in (ends.pop(name) for name in dict.fromkeys(names)):
            facts += [(zero - low, _STRICT[no_low])] if low is not None else []
            facts += [(high - zero, _STRICT[no_high])] if high is not None else []
        return _Place(tuple(ends.values()), tuple(facts))


def replay(claims: Iterable[Hint], budget: Budget) -> None:
    """Be convinced of every claim, each by its record and the claims before it.

    Raises:
        Refused: for the first claim that is not shown, for want of time too.
    """
    shown: set[Hint] = set()
    for claim in claims:
        try:
            place = _placed(claim.region)
            key = place, claim.formula, claim.rule
            if key not in shown and not _Replay(place, shown, budget).shows(*key[1:], claim.how):
                raise Undecided("a record does not show its claim")
        except _WRONG as error:
            raise Refused(str(error)) from error
        shown.add(key)


def _placed(region: Hint) -> _Place:
    """A region, read by its attributes."""
    ends = ((n, e.low, e.high, e.low_open, e.high_open) for n, e in sorted(region.ends.items()))
    return _Place(tuple(ends), tuple((fact.formula, fact.rule) for fact in region.facts))


def _obeys(found: Range, rule: Rule) -> bool:
    if rule is Rule.NONNEGATIVE:
        return bool(found.low[0] >= 0)
    return found.positive or (rule is Rule.NONZERO and (-found).positive)


def _subtrees(formula: Expression) -> set[Expression]:
    return {formula}.union(*map(_subtrees, formula.arguments))


@final
class _Replay:
    """One claim on a place, and what was shown before."""

    def __init__(self, place: _Place, shown: set[Hint], budget: Budget) -> None:
        self._place, self._shown, self._budget = place, shown, budget

    def shows(self, formula: Expression | None, rule: Rule | None, how: Hint) -> bool:
        """Whether a record shows a sign, an identity or that there are no points."""
        if formula is None:
            return self._contradicts(*how)
        if rule is not None:
            return self._sign(formula, rule, how, self._place)

        def real(part: Expression) -> bool:
            return self._is_defined(part, formula)

        def nonnegative(part: Expression) -> bool:
            return real(part) and self._knows(part, Rule.NONNEGATIVE)

        return Identities(how, nonnegative, real, self._budget).of(formula).top.is_zero()

    def _knows(self, formula: Expression, rule: Rule | None) -> bool:
        """Whether a claim was shown before, or is seen at once."""
        if rule is not None and _obeys(range_of(formula, self._box), rule):
            return True
        return (self._place, formula, rule) in self._shown

    @cached_property
    def _box(self) -> dict[str, Range]:
        return self._place.box

    def _is_defined(self, formula: Expression, wherever: Expression) -> bool:
        """Whether a formula is defined wherever another is."""
        return all(
            self._knows(limit.margin(_TREES, *node.arguments), limit.rule)
            for node in _subtrees(formula) - _subtrees(wherever)
            if isinstance(node.root, Operator)
            for limit in node.root.limits
        )

    def _contradicts(self, chosen: Sequence[int], record: Hint) -> bool:
        """Facts whose sum is negative where the others hold."""
        facts = [self._place.facts[index] for index in chosen]
        others = tuple(f for i, f in enumerate(self._place.facts) if i not in chosen)
        total, rules = facts[0][0], {rule for _, rule in facts}
        for formula, _ in facts[1:]:
            total = total + formula
        rule = Rule.NONNEGATIVE if Rule.POSITIVE in rules else Rule.POSITIVE
        place = self._place._replace(facts=others)
        return Rule.NONZERO not in rules and self._sign(-total, rule, record, place)

    def _sign(  # noqa: PLR0911 (one case for each kind of record)
        self, formula: Expression, rule: Rule, record: Hint, place: _Place
    ) -> bool:
        """Whether a record shows that a formula obeys a rule; identities are of the whole claim."""
        match record:
            case _Step.RANGES, int(precision), cover if precision <= _MAX_PRECISION:
                with ctx.workprec(precision):
                    return self._covers(cover, (formula, rule), place, place.box)
            case _Step.FORM, form, inner:
                same = self._knows(formula - form, None) and self._is_defined(form, formula)
                return same and self._sign(form, rule, inner, place)
            case _Step.POWER, inner:
                power = formula.root.exponent if isinstance(formula.root, Operator) else None
                return (power or 0) > 0 and self._sign(formula.arguments[0], rule, inner, place)
            case _Step.FACT, int(index), factor, inner:
                fact, known = place.facts[index]
                rest = formula - number(factor) * fact
                implied = known is Rule.POSITIVE or known is rule is Rule.NONNEGATIVE
                return implied and factor > 0 and self._sign(rest, Rule.NONNEGATIVE, inner, place)
            case _Step.FACTORS, constant, factors:
                return self._product(formula, rule, (constant, factors), place)
            case _Step.LOCUS, terms, rest, int(index), inner:
                return self._misses(formula, terms, (rest, index, inner), place)
            case _:
                return False

    def _covers(self, cover: Hint, claim: Fact, place: _Place, box: dict[str, Range]) -> bool:
        """Whether each leaf of a tree of bisections obeys the rule, or breaks a fact."""
        self._budget.check_deadline()
        match cover:
            case (_Step.OK,):
                return _obeys(range_of(claim[0], box), claim[1])
            case _Step.OUT, int(index):
                fact, rule = place.facts[index]
                return _obeys(-range_of(fact, box), _FAILS[rule])
            case _Step.CUT, name, point, first, second:
                middle, (low, high) = (exact(point).low[0], False), box[name]
                halves = (first, Range(low, middle)), (second, Range(middle, high))
                return bool(low[0] < middle[0] < high[0]) and all(
                    self._covers(part, claim, place, {**box, name: half}) for part, half in halves
                )
            case _:
                return False

    def _product(self, formula: Expression, rule: Rule, parts: Hint, place: _Place) -> bool:
        """The sign of a product; an even power needs none, unless it must not vanish."""
        total, factors = parts
        product = number(total)
        for factor, times, sign, inner in factors:
            product, strict = product * factor**times, rule is not Rule.NONNEGATIVE or times < 0
            if strict or times % 2:
                need, signed = _STRICT[strict], factor if sign > 0 else -factor
                total *= 0 if abs(sign) != 1 else sign if times % 2 else 1
                if not self._sign(signed, need, inner, place):
                    return False
            if not self._is_defined(factor, formula):
                return False
        right = total > 0 or (rule is Rule.NONZERO and total != 0)
        return right and self._knows(formula - product, None)

    def _misses(self, formula: Expression, terms: Hint, found: Hint, place: _Place) -> bool:
        """F > 0 if F ≥ Σ c·v^k with k even, and a fact fails where each v vanishes."""
        rest, index, inner = found
        for factor, name, times in terms:
            formula = formula - number(factor) * symbol(name) ** times
        there = place.where_zero([name for _, name, _ in terms])
        fact, rule = there.facts[index]
        return (
            all(c > 0 and k > 0 and k % 2 == 0 for c, _, k in terms)
            and self._sign(formula, Rule.NONNEGATIVE, rest, place)
            and self._sign(-fact, _FAILS[rule], inner, there._replace(facts=()))
        )
