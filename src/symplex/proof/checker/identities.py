# Claims are read by their attributes alone: nothing of the kernel is imported, types neither.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
"""Formulas as quotients of polynomials in generators with relations, by rules that are checked.

A numerator that reduces to zero vanishes wherever the formula is defined: every relation and every
rule is a law that holds there, of complex numbers too. Circular functions are exponentials of i·b,
i² = −1. Where a law needs real numbers, or divides, that must be known of what a rule brings in.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from symplex.expression import Expression, Number, Operator, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression.evaluate import tree_backend
from symplex.reasons import Code
from symplex.work.budget import Budget, Undecided

Hint = Any
"""A word of advice: it may have any shape until it is checked."""
_MAX_TERMS, _MAX_POWER, _MAX_BITS, _HALF = 40_000, 400, 40_000, Fraction(1, 2)
_NONNEGATIVE, _NONZERO = op.Rule.NONNEGATIVE, op.Rule.NONZERO
_CIRCULAR, _FREE = (op.SIN, op.COS, op.TAN), (op.EXP, op.LOG, op.ASIN, op.ATAN, op.ERF)


@dataclass(frozen=True)
class Ratio:
    """A quotient of polynomials; the denominator is not the zero polynomial."""

    top: fmpq_mpoly
    bottom: fmpq_mpoly
    home: "Identities"

    def __add__(self, other: "Ratio") -> "Ratio":
        """The sum."""
        common = self.bottom.gcd(other.bottom)
        left, right = divmod(other.bottom, common)[0], divmod(self.bottom, common)[0]
        return self.home.quotient(self.top * left + other.top * right, self.bottom * left)

    def __mul__(self, other: "Ratio | Fraction | int") -> "Ratio":
        """The product, with a number too."""
        by = other if isinstance(other, Ratio) else self.home.exact(other)
        return self.home.quotient(self.top * by.top, self.bottom * by.bottom)

    def __neg__(self) -> "Ratio":
        """The negative."""
        return self * -1

    def __sub__(self, other: "Ratio") -> "Ratio":
        """The difference."""
        return self + -other

    def __truediv__(self, other: "Ratio") -> "Ratio":
        """The quotient."""
        return self * self.home.quotient(other.bottom, other.top)

    def __pow__(self, times: int) -> "Ratio":
        """A whole power."""
        one = self.home.exact(1)
        size = (len(self.top) + len(self.bottom)) * abs(times)
        self.home.require(abs(times) <= _MAX_POWER, size <= _MAX_TERMS)
        return math.prod([self if times > 0 else one / self] * abs(times), start=one)


class Identities:
    """The formulas of one rewriting as elements of one ring."""

    def __init__(self, hint: Hint, real: Callable[..., bool], budget: Budget) -> None:
        context = fmpq_mpoly_ctx.get([f"g{k}" for k in range(49)], Ordering.lex)
        self._one, self._unused, self._rules = context.constant(1), [*context.gens()], hint.rules
        self._real, self._budget, self._relations = real, budget, list[fmpq_mpoly]()
        self._known, self._waves = dict[Expression, Ratio](), dict[Expression, Ratio]()
        self._i = self._generator(2, self.exact(-1))
        for tree in hint.generators:
            self._known[tree] = self._admitted(tree)

    def exact(self, value: Fraction | int) -> Ratio:
        """A number."""
        return Ratio(self._one * fmpq(value.numerator, value.denominator), self._one, self)

    def quotient(self, top: fmpq_mpoly, bottom: fmpq_mpoly) -> Ratio:
        """A quotient, reduced by the relations, without common factors."""
        self._budget.step()
        for relation in reversed(self._relations):
            top, bottom = top % relation, bottom % relation
        bits = max(int(c.p * c.q).bit_length() for part in (top, bottom) for c in part.coeffs())
        self.require(not bottom.is_zero(), bits <= _MAX_BITS, len(top) + len(bottom) <= _MAX_TERMS)
        common, lead = top.gcd(bottom), bottom.leading_coefficient()
        return Ratio(divmod(top, common)[0] / lead, divmod(bottom, common)[0] / lead, self)

    def _generator(self, degree: int = 0, value: Ratio | None = None) -> Ratio:
        """A new one g, larger than those before; division by (bg)^n − a·b^(n−1) lets g^n = a/b."""
        generator, base = self._unused.pop(), value or self.exact(1)
        if degree:
            self._relations.append(generator**degree - base.top * base.bottom ** (degree - 1))
        return self.quotient(generator, base.bottom)

    def _admitted(self, tree: Expression) -> Ratio:
        """A generator: free, or a root whose power is its base."""
        match tree.root:
            case op.COS | op.SIN as of:
                inner = tree.arguments[0]
                self._waves[inner] = self._waves.get(inner) or self._generator()
                return self._part(of, self._waves[inner])
            case Operator(exponent=Fraction(numerator=1, denominator=degree)) if degree > 1:
                return self._generator(degree, self.of(tree.arguments[0]))
            case of:
                self.require(of in _FREE or not tree.arguments)
                return self._generator()

    def of(self, formula: Expression) -> Ratio:
        """A formula as a quotient."""
        if formula not in self._known:
            self.require(*(self._real(m, rule) for m, rule in limits(formula) if rule is _NONZERO))
            self._known[formula] = self._node(formula, *map(self.of, formula.arguments))
        return self._known[formula]

    def _node(self, node: Expression, *below: Ratio) -> Ratio:  # noqa: PLR0911
        match node.root:
            case Number(value):
                return self.exact(value)
            case op.ADD | op.SUBTRACT | op.MULTIPLY | op.DIVIDE | op.NEGATE as of:
                return of.form(self, *below)
            case Operator(exponent=Fraction(numerator=power, denominator=1)):
                return below[0] ** power
            case Operator(exponent=Fraction() as exponent):
                return self._power(exponent, below[0], *self._rules[node.tokens][1:])
            case op.LOG:
                return self._logarithm(below[0], *self._rules[node.tokens][1:])
            case op.SIN | op.COS | op.TAN | op.EXP | op.SINH | op.COSH | op.TANH as of:
                self.require(of is not op.TANH or self._real(node))
                return self._of_sum(of, below[0], *self._rules[node.tokens][1:])
            case op.ASIN | op.ACOS | op.ATAN | op.ERF as of:
                return self._odd(of, below[0], *self._rules[node.tokens][1:])
            case _:
                # A fitted constant is no exact number, and a branch no law.
                self.require(not node.constants and not below)
                return self._generator()

    def require(self, *held: Ratio | bool) -> None:
        """Ratios that are zero, and what is true."""
        if not all(one.top.is_zero() if isinstance(one, Ratio) else one for one in held):
            raise Undecided(Code.CHECKER_REWRITING)

    def _of_sum(self, of: Operator, a: Ratio, parts: Hint, rest: Hint, turns: Hint = 0) -> Ratio:
        """exp(Σ n·b + Σ q·log|p|) = Π exp(b)^n · Π |p|^q; for i·b also arcs and turns by π/12."""
        other = self._arc if of in _CIRCULAR else self._of_log
        value, a = self._turn(turns), a - self.of(leaf(op.PI)) * turns
        factors = [(self.of(b), times, self._unit(of, b)) for b, times in parts]
        for term, times, factor in (*factors, *(other(*part) for part in rest)):
            a, value = a - term * times, value * factor**times
        self.require(a)
        return self._part(of, value)

    def _part(self, of: Operator, up: Ratio) -> Ratio:
        """A function of b by exp(b), or by exp(i·b)."""
        down = self.exact(1) / up
        plus, minus = up + down, (up - down) * (self._i * -1 if of in _CIRCULAR else 1)
        if of in (op.EXP, op.TAN, op.TANH):
            return up if of is op.EXP else minus / plus
        return (plus if of in (op.COS, op.COSH) else minus) * _HALF

    def _unit(self, of: Operator, basic: Expression) -> Ratio:
        """exp(b), or exp(i·b)."""
        return self._waves[basic] if of in _CIRCULAR else self.of(apply(op.EXP, basic))

    def _of_log(self, base: Expression, power: Hint, plain: Expression) -> tuple[Ratio, int, Ratio]:
        """p^q = exp(q·log|p|) for p > 0."""
        self.require(
            self.of(base**2 - plain**2), self._real(base, _NONNEGATIVE), self._real(base, _NONZERO)
        )
        return self.of(apply(op.LOG, plain**2)) * (power / 2), 1, self._root(base, power)

    def _arc(self, arc: Expression, root: Expression, times: int) -> tuple[Ratio, int, Ratio]:
        """Asin w at (√(1 − w²), w), atan w at (1, w)/√(1 + w²); a product of roots is ≥ 0."""
        w, value, one = self.of(arc.arguments[0]), self.of(root), self.exact(1)
        sign = -1 if arc.root is op.ASIN else 1
        unknown = [part for part in _factors(root) if not self._real(part, _NONNEGATIVE)]
        # The square is real and not negative: so is one principal root times positive numbers.
        self.require(arc.root in (op.ASIN, op.ATAN), self._real(arc), len(unknown) <= 1)
        self.require(value * value - w * w * sign - one, *(p.root is op.SQRT for p in unknown))
        wave = value + w * self._i if sign < 0 else (one + w * self._i) / value
        return self.of(arc), times, wave

    def _turn(self, turns: Fraction) -> Ratio:
        """exp(i·qπ) by cos(π/12) = √2(√3 + 1)/4 and sin(π/12) = √2(√3 − 1)/4."""
        one = self.exact(1)
        self.require(12 * turns % 1 == 0)
        two, three = (self._root(number(n), _HALF) if turns else one for n in (2, 3))
        return (two * (three + one + (three - one) * self._i) * Fraction(1, 4)) ** int(12 * turns)

    def _root(self, base: Expression, exponent: Fraction) -> Ratio:
        """p^q by a generator p^(1/n)."""
        degrees = range(exponent.denominator, 100, exponent.denominator)
        degree = next(n for n in degrees if n == 1 or base ** Fraction(1, n) in self._known)
        return self.of(base ** Fraction(1, degree)) ** int(exponent * degree)

    def _power(self, exponent: Fraction, a: Ratio, factors: Hint, rest: Hint) -> Ratio:
        """Π p^e·r^(1/n) is the root of a if its power is, with p ≥ 0 or e even: r ≥ 0 follows."""
        degree = exponent.denominator
        value = self.exact(1) if rest is None else self._root(rest, Fraction(1, degree))
        self.require(rest is None or self._real(rest))
        for p, times in factors:
            self.require(self._real(p, _NONNEGATIVE if times % 2 else None))
            self.require(times > 0 or self._real(p, _NONZERO))
            value = value * self._root(p, Fraction(times))
        self.require(value**degree - a**exponent.numerator)
        return value

    def _logarithm(self, a: Ratio, factors: Hint, parts: Hint) -> Ratio:
        """Log a = Σ n·log|p| + Σ m·b if a² = Π p^2n · Π exp(b)^2m."""
        scale = math.lcm(*(Fraction(times).denominator for _, times in (*factors, *parts)))
        self.require(*(self._real(p, None if times > 0 else _NONZERO) for p, times in factors))
        terms = [(self.of(apply(op.LOG, p**2)) * _HALF, times, self.of(p)) for p, times in factors]
        terms += [(self.of(b), times, self._unit(op.EXP, b)) for b, times in parts]
        value, product = self.exact(0), self.exact(1)
        for term, times, factor in terms:
            value, product = value + term * times, product * factor ** int(times * scale)
        self.require(product**2 - a ** (2 * scale))
        return value

    def _odd(self, of: Operator, a: Ratio, sign: int, inner: Hint, turns: Hint) -> Ratio:
        """Odd functions with known values at some numbers; acos = π/2 − asin."""
        pi, plain = self.of(leaf(op.PI)), op.ASIN if of is op.ACOS else of
        if inner is None:
            self.require(abs(turns) <= _HALF, not turns or of is not op.ERF)
            wave = op.TAN if of is op.ATAN else op.SIN
            known, value = self._part(wave, self._turn(turns)), pi * turns
        else:
            known, value = self.of(inner), self.of(apply(plain, inner))
        self.require(a - known * sign, abs(sign) == 1)
        return pi * _HALF - value * sign if of is op.ACOS else value * sign


def limits(node: Expression) -> set[tuple[Expression, op.Rule]]:
    """What must obey which rule for the top of a formula to be defined."""
    rows, trees = getattr(node.root, "limits", ()), tree_backend()
    return {(row.margin(trees, *node.arguments), row.rule) for row in rows}


def _factors(product: Expression) -> list[Expression]:
    """What is multiplied and divided."""
    inner = product.arguments if product.root in (op.MULTIPLY, op.DIVIDE) else ()
    return [factor for part in inner for factor in _factors(part)] or [product]
