"""Identities, checked: a formula written in generators whose relations are known.

A generator is a leaf, exp(b), cos(b), sin(b), a root p^(1/n), log(p²), or an arc or error function.
Each other node comes with a rule, which is checked by the law it rests on: exp of a sum, the
addition theorems, the n-th power of a root, the logarithm of a product, odd functions. A numerator
that reduces to zero proves the identity wherever the formula is defined.
"""

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final, final

from symplex.expression import Expression, Number, Operator, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression import power as raised
from symplex.expression.operator_facts import limits_of, short
from symplex.expression.operators import Rule
from symplex.expression.quotients import Element, Ring
from symplex.expression.rewriting import Record, Rewriting
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

Holds = Callable[[Expression, Rule], bool]
_MAX_ANGLE, _HALF = 64, Fraction(1, 2)
_ATOMS: Final = (op.EXP, op.COS, op.SIN, op.LOG, op.ASIN, op.ATAN, op.ERF)
Pair = tuple[Element, Element]


@final
class Identities:
    """The formulas of one rewriting as elements of one ring."""

    def __init__(self, rewriting: Rewriting, holds: Holds, budget: Budget) -> None:
        self._ring, self._rules, self._budget = Ring(budget), rewriting.rules, budget
        self._holds, self._limits = holds, set[tuple[Expression, Rule]]()
        self._values: dict[tuple[Token, ...], Element] = {}
        self._degrees: set[int] = set()
        for tree in rewriting.generators:
            self._admit(tree)

    def is_zero(self, formula: Expression) -> bool:
        """Whether the formula reduces to zero."""
        if formula.constants:
            raise Missing(Code.ALGEBRA_FITTED_CONSTANT)
        self._limits = set(limits_of(formula, self._budget))
        return self._element(formula).top.is_zero()

    def _admit(self, tree: Expression) -> None:
        """A generator with its relation."""
        root = tree.root
        exponent = root.exponent if isinstance(root, Operator) else None
        is_root = exponent is not None and exponent.numerator == 1 and exponent.denominator > 1
        if isinstance(root, Operator) and root.arity and root not in _ATOMS and not is_root:
            raise Missing(Code.ALGEBRA_UNKNOWN_KIND)
        generator = self._ring.new()
        if root is op.SIN:
            cosine = self._values[apply(op.COS, tree.arguments[0]).tokens].top
            self._ring.relate(generator, 2, 1 - cosine * cosine)
        elif exponent is not None:
            base = self._element(tree.arguments[0])
            if not base.bottom.is_one():
                raise Missing(Code.ALGEBRA_ROOT_OF_QUOTIENT)
            self._ring.relate(generator, exponent.denominator, base.top)
            self._degrees.add(exponent.denominator)
        self._values[tree.tokens] = self._ring.element(generator)

    def _element(self, formula: Expression) -> Element:
        def combine(token: Token, below: Sequence[Any], _: float) -> tuple[Element, Any]:
            self._budget.step()
            node = (token, *(inner for _, tokens in below for inner in tokens))
            return self._node(token, [part for part, _ in below], node), node

        return formula.share(combine)[0]

    def _node(self, token: Token, below: Sequence[Element], node: tuple[Token, ...]) -> Element:
        if node in self._values:
            return self._values[node]
        match token:
            case Number(value):
                return self._ring.number(value)
            case op.ADD | op.SUBTRACT | op.MULTIPLY | op.DIVIDE | op.NEGATE:
                return token.form(self, *below)
            case Operator(exponent=Fraction() as power) if power.denominator == 1:
                return below[0] ** int(power)
            case Operator() if node in self._rules:
                self._values[node] = self._by_rule(token, below[0], self._rules[node])
                return self._values[node]
            case _:
                raise Missing(Code.ALGEBRA_UNKNOWN_NODE)

    def _by_rule(self, operator: Operator, argument: Element, rule: Record) -> Element:
        if operator.exponent is not None:
            return self._power(argument, operator.exponent, rule)
        laws = {
            **dict.fromkeys((op.EXP, op.SINH, op.COSH, op.TANH), self._hyperbolic),
            **dict.fromkeys((op.SIN, op.COS, op.TAN), self._circular),
            **dict.fromkeys((op.ASIN, op.ACOS, op.ATAN, op.ERF), self._arc),
            op.LOG: self._logarithm,
        }
        if operator in laws:
            return laws[operator](operator, argument, rule)
        raise Missing(Code.ALGEBRA_UNRESOLVED_OPERATOR, operator=operator.name)

    def _require_zero(self, element: Element) -> None:
        if not element.top.is_zero():
            raise Missing(Code.ALGEBRA_NO_RULE)

    def _require(self, formula: Expression, rule: Rule) -> None:
        """Show that a formula obeys a rule, wherever the whole is defined."""
        known = {(formula, rule), (formula, Rule.POSITIVE)} & self._limits
        if not known and not self._holds(formula, rule):
            raise Missing(Code.ALGEBRA_REWRITING_NEEDS, formula=short(formula), rule=rule.value)

    def _advised(self, tree: Expression, rule: Rule | None = None) -> Element:
        """A formula that a rule brings in: defined wherever the whole is, and with a sign."""
        for limit in limits_of(tree, self._budget):
            self._require(*limit)
        if rule is not None and not (isinstance(tree.root, Number) and tree.root.value > 0):
            self._require(tree, rule)
        return self._element(tree)

    def _hyperbolic(self, operator: Operator, argument: Element, rule: Record) -> Element:
        """exp(Σ n·b + Σ q·log p) = Π exp(b)^n · Π p^q for p ≥ 0, where log p is defined."""
        one, (_, parts, powers) = self._ring.number(1), rule
        rest, up = argument, one
        for basic, times in parts:
            rest = rest - self._advised(basic) * times
            up = up * self._element(apply(op.EXP, basic)) ** times
        for base, exponent, plain in powers:
            # Strictly where that is shown: the checker does not infer it from log p.
            strict = self._holds(base, Rule.POSITIVE)
            square = self._advised(base, Rule.POSITIVE if strict else Rule.NONNEGATIVE) ** 2
            self._require_zero(square - self._advised(plain) ** 2)
            rest = rest - self._element(_log(plain)) * exponent
            up = up * self._root(base, exponent)
        self._require_zero(rest)
        if operator is op.EXP:
            return up
        minus, plus = up - one / up, up + one / up
        if operator is op.TANH:
            return minus / plus
        return (minus if operator is op.SINH else plus) * _HALF

    def _root(self, base: Expression, exponent: Fraction) -> Element:
        """p^q by the generator p^(1/n)."""
        if exponent.denominator == 1:
            return self._element(base) ** int(exponent)
        for degree in self._degrees:
            root = (raised(Fraction(1, degree)), *base.tokens)
            if root in self._values and (exponent * degree).denominator == 1:
                return self._values[root] ** int(exponent * degree)
        raise Missing(Code.ALGEBRA_NO_GENERATOR)

    def _circular(self, operator: Operator, argument: Element, rule: Record) -> Element:
        """The addition theorems for Σ n·b + Σ n·arc(w) + q·π."""
        _, parts, arcs, turns = rule
        rest, pair = argument, (self._ring.number(1), self._ring.number(0))
        for basic, times in parts:
            rest = rest - self._advised(basic) * times
            one = self._element(apply(op.COS, basic)), self._element(apply(op.SIN, basic))
            pair = _turned(pair, self._multiple(one, times))
        for arc, root, times in arcs:
            rest = rest - self._advised(arc) * times
            pair = _turned(pair, self._multiple(self._of_arc(arc, root), times))
        if turns:
            rest = rest - self._element(leaf(op.PI)) * turns
            pair = _turned(pair, self._twelfths(12 * turns))
        self._require_zero(rest)
        if operator is op.TAN:
            return pair[1] / pair[0]
        return pair[0] if operator is op.COS else pair[1]

    def _of_arc(self, arc: Expression, root: Expression) -> Pair:
        """Asin w: (√(1 − w²), w). atan w: (1, w)/√(1 + w²)."""
        if arc.root not in (op.ASIN, op.ATAN):
            raise Missing(Code.ALGEBRA_NO_RULE)
        w, value = self._element(arc.arguments[0]), self._advised(root, Rule.NONNEGATIVE)
        sign, one = -1 if arc.root is op.ASIN else 1, self._ring.number(1)
        self._require_zero(value**2 - one - w**2 * sign)
        return (value, w) if sign < 0 else (one / value, w / value)

    def _twelfths(self, twelfths: Fraction) -> Pair:
        """cos(π/12) = √2(√3 + 1)/4 and sin(π/12) = √2(√3 − 1)/4, and multiples of that angle."""
        two, three = (self._root(number(n), _HALF) for n in (2, 3))
        quarter, one = two * Fraction(1, 4), self._ring.number(1)
        if twelfths.denominator != 1:
            raise Missing(Code.ALGEBRA_NO_RULE)
        angle = quarter * (three + one), quarter * (three - one)
        return self._multiple(angle, int(twelfths) % 24)

    def _multiple(self, one: Pair, times: object) -> Pair:
        if not isinstance(times, int) or abs(times) > _MAX_ANGLE:
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        if times < 0:
            return self._multiple((one[0], -one[1]), -times)
        if times == 0:
            return self._ring.number(1), self._ring.number(0)
        half = self._multiple(one, times // 2)
        double = _turned(half, half)
        return _turned(double, one) if times % 2 else double

    def _power(self, base: Element, exponent: Fraction, rule: Record) -> Element:
        """Π p^e·r^(1/n) is the root if its power is; p ≥ 0, or e even and p real; so r ≥ 0."""
        value, (_, factors, rest) = self._ring.number(1), rule
        for factor, times in factors:
            self._advised(factor, Rule.NONNEGATIVE if times % 2 else None)
            self._advised(factor if times > 0 else number(1) / factor)
            value = value * self._root(factor, times)
        if rest is not None:
            self._advised(rest)
            value = value * self._root(rest, Fraction(1, exponent.denominator))
        self._require_zero(value**exponent.denominator - base**exponent.numerator)
        return value

    def _logarithm(self, _: Operator, argument: Element, rule: Record) -> Element:
        """Log a = Σ n·log|p| + b for ±a = Π p^n · exp(b)."""
        _, factors, parts = rule
        value, product = self._ring.number(0), self._ring.number(1)
        scale = math.lcm(*(times.denominator for _, times in factors), 1)
        for factor, times in factors:
            value = value + self._element(_log(factor)) * times
            product = product * self._advised(factor) ** int(times * scale)
        for basic, times in parts:
            value = value + self._advised(basic) * times
            product = product * self._element(apply(op.EXP, basic)) ** (times * scale)
        # Squared: the sign of a product of absolute values is not at stake.
        self._require_zero(product**2 - argument ** (2 * scale))
        return value

    def _arc(self, operator: Operator, argument: Element, rule: Record) -> Element:
        """Odd functions, known at a few numbers; acos = π/2 − asin."""
        _, sign, inner, turns = rule
        if sign not in (1, -1):
            raise Missing(Code.ALGEBRA_NO_RULE)
        if inner is not None:
            self._require_zero(argument - self._advised(inner) * sign)
            plain = op.ASIN if operator is op.ACOS else operator
            value = self._element(apply(plain, inner)) * sign
        else:
            self._require_arc(operator, argument, sign * turns)
            value = self._element(leaf(op.PI)) * (sign * turns)
        return self._element(leaf(op.PI)) * _HALF - value if operator is op.ACOS else value

    def _require_arc(self, operator: Operator, argument: Element, turns: Fraction) -> None:
        """W = sin(qπ), |q| ≤ 1/2, or w = tan(qπ), |q| < 1/2; erf(0) = 0."""
        if abs(turns) > _HALF or (turns and operator is op.ERF):
            raise Missing(Code.ALGEBRA_NO_RULE)
        start = self._ring.number(1), self._ring.number(0)
        cosine, sine = self._twelfths(12 * turns) if turns else start
        self._require_zero(argument - (sine / cosine if operator is op.ATAN else sine))


def _turned(one: Pair, two: Pair) -> Pair:
    return one[0] * two[0] - one[1] * two[1], one[0] * two[1] + one[1] * two[0]


def _log(base: Expression) -> Expression:
    """log|p|, as half of log(p²)."""
    return number(_HALF) * apply(op.LOG, base**2)
