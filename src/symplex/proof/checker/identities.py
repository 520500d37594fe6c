# Claims are read by their attributes alone: nothing of the kernel is imported, types neither.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
"""Formulas as quotients of polynomials in generators with relations, by rules that are checked.

A numerator that reduces to zero vanishes wherever the formula is defined: every relation and every
rule is a law that holds there. Circular functions are exponentials of i·b, i² = −1.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, final

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from symplex.budget import Budget, Undecided
from symplex.expression import Expression, Number, Operator, Token, apply, leaf, number
from symplex.expression import operators as op

Hint = Any
"""A word of advice: it may have any shape until it is checked."""
Asked = Callable[[Expression], bool]

_MAX_PRODUCT, _MAX_POWER, _MAX_BITS, _HALF = 4_000_000, 400, 40_000, Fraction(1, 2)
_SYMBOLS: Final = tuple(f"g{k}" for k in range(49))
_FREE: Final = (op.EXP, op.COS, op.LOG, op.ASIN, op.ATAN, op.ERF)


@final
@dataclass(frozen=True)
class Quotient:
    """A quotient of polynomials; the denominator is not the zero polynomial."""

    top: fmpq_mpoly
    bottom: fmpq_mpoly
    home: "Identities"

    def __add__(self, other: "Quotient") -> "Quotient":
        """The sum."""
        times, common = self.home.times, self.bottom.gcd(other.bottom)
        left, right = divmod(other.bottom, common)[0], divmod(self.bottom, common)[0]
        top = times(self.top, left) + times(other.top, right)
        return self.home.quotient(top, times(self.bottom, left))

    def __mul__(self, other: "Quotient | Fraction | int") -> "Quotient":
        """The product, with a number too."""
        by = other if isinstance(other, Quotient) else self.home.exact(other)
        times = self.home.times
        return self.home.quotient(times(self.top, by.top), times(self.bottom, by.bottom))

    def __sub__(self, other: "Quotient") -> "Quotient":
        """The difference."""
        return self + other * -1

    def __truediv__(self, other: "Quotient") -> "Quotient":
        """The quotient."""
        return self * self.home.quotient(other.bottom, other.top)

    def __pow__(self, times: int) -> "Quotient":
        """A whole power."""
        power, base = self.home.exact(1), self if times > 0 else self.home.exact(1) / self
        values = [*base.top.coeffs(), *base.bottom.coeffs()]
        bits = max(int(value.p).bit_length() + int(value.q).bit_length() for value in values)
        if abs(times) > _MAX_POWER or bits * abs(times) > _MAX_BITS:
            raise Undecided("a power is too large")
        for bit in map(int, bin(abs(times))[2:]):
            power = power * power * base if bit else power * power
        return power


@final
class Identities:
    """The formulas of one rewriting as elements of one ring."""

    def __init__(self, hint: Hint, nonnegative: Asked, real: Asked, budget: Budget) -> None:
        context = fmpq_mpoly_ctx.get(_SYMBOLS, Ordering.lex)
        self._one, self._unused = context.constant(1), list(context.gens())
        self._rules, self._budget = hint.rules, budget
        self._nonnegative, self._real = nonnegative, real
        self._relations: list[tuple[int, int, fmpq_mpoly]] = []
        self._known: dict[tuple[Token, ...], Quotient] = {}
        self._i = self._generator(2, self.exact(-1))
        for tree in hint.generators:
            self._known[tree.tokens] = self._admitted(tree)

    def times(self, one: fmpq_mpoly, two: fmpq_mpoly) -> fmpq_mpoly:
        """The product of polynomials that are not too large."""
        self._budget.check_deadline()
        if len(one) * len(two) > _MAX_PRODUCT:
            raise Undecided("a product is too large")
        return one * two

    def exact(self, value: Fraction | int) -> Quotient:
        """A number."""
        return Quotient(self._one * fmpq(value.numerator, value.denominator), self._one, self)

    def quotient(self, top: fmpq_mpoly, bottom: fmpq_mpoly) -> Quotient:
        """A quotient, reduced by the relations, without common factors."""
        for index, degree, relation in reversed(self._relations):
            top = top if top.degrees()[index] < degree else divmod(top, relation)[1]
            bottom = bottom if bottom.degrees()[index] < degree else divmod(bottom, relation)[1]
        if bottom.is_zero():
            raise Undecided("a divisor is identically zero")
        common, lead = top.gcd(bottom), bottom.leading_coefficient()
        return Quotient(divmod(top, common)[0] / lead, divmod(bottom, common)[0] / lead, self)

    def _generator(self, degree: int = 0, value: Quotient | None = None) -> Quotient:
        """A new one, larger than those before: division by g^n − value removes its n-th power."""
        generator = self._unused.pop()
        if value is not None:
            if not value.bottom.is_one():
                raise Undecided("a root of a quotient is no generator")
            index = generator.degrees().index(1)
            self._relations.append((index, degree, generator**degree - value.top))
        return Quotient(generator, self._one, self)

    def _admitted(self, tree: Expression) -> Quotient:
        """A generator: free, sin² = 1 − cos², or a root whose power is its base."""
        match tree.root:
            case op.SIN:
                cosine = self._known[(op.COS, *tree.tokens[1:])]
                return self._generator(2, self.exact(1) - cosine * cosine)
            case Operator(exponent=Fraction(numerator=1, denominator=degree)) if degree > 1:
                return self._generator(degree, self.of(tree.arguments[0]))
            case Operator(arity=1) as root if root not in _FREE:
                raise Undecided("a generator without a law")
            case _:
                return self._generator()

    def of(self, formula: Expression) -> Quotient:
        """A formula as a quotient."""
        if formula.constants:
            raise Undecided("a fitted constant is no exact number")
        stack: list[tuple[Quotient, int]] = []
        for start in range(formula.size - 1, -1, -1):
            below = [stack.pop() for _ in range(formula.arities[start])]
            node = formula.tokens[start : start + 1 + sum(size for _, size in below)]
            if node not in self._known:
                self._known[node] = self._node(node, *(part for part, _ in below))
            stack.append((self._known[node], len(node)))
        return stack.pop()[0]

    def _node(self, node: tuple[Token, ...], *below: Quotient) -> Quotient:
        match node[0]:
            case Number(value):
                return self.exact(value)
            case Operator() as of if of in _ARITHMETIC:
                return _ARITHMETIC[of](*below)
            case Operator(exponent=Fraction(numerator=power, denominator=1)):
                return below[0] ** power
            case Operator(exponent=Fraction() as exponent):
                return self._power(exponent, below[0], *self._rules[node][1:])
            case Operator() as of if of in _LAWS:
                return _LAWS[of](self, of, below[0], *self._rules[node][1:])
            case Operator(arity=count) if count:
                raise Undecided("a branch is not resolved")
            case _:
                return self._generator()

    def _require(self, *held: Quotient | bool) -> None:
        """Quotients that are zero, and what is true."""
        if not all(one.top.is_zero() if isinstance(one, Quotient) else one for one in held):
            raise Undecided("a rule does not hold")

    def exponential(
        self, of: Operator, a: Quotient, parts: Hint, others: Hint, turns: Hint = 0
    ) -> Quotient:
        """exp(Σ n·b + Σ q·log|p|) = Π exp(b)^n · Π |p|^q; for i·b also arcs and turns by π/12."""
        up = down = self.exact(1)
        circular = of in (op.SIN, op.COS, op.TAN)
        unit, other = (self._angle, self._arc) if circular else (self._basic, self._of_log)
        factors = [unit(*part) for part in parts] + [other(*part) for part in others]
        factors += [self._twelfth(12 * turns)] if turns else []
        for term, times, one, two in factors:
            one, two = (one, two) if times > 0 else (two, one)
            a, up, down = a - term * times, up * one ** abs(times), down * two ** abs(times)
        self._require(a)
        plus, minus = up + down, (up - down) * (self._i * -1 if circular else 1)
        if of in (op.EXP, op.TAN, op.TANH):
            return up if of is op.EXP else minus / plus
        return (plus if of in (op.COS, op.COSH) else minus) * _HALF

    def _basic(self, basic: Expression, times: int) -> "Factor":
        value = self.of(apply(op.EXP, basic))
        return self.of(basic), times, value, self.exact(1) / value

    def _of_log(self, base: Expression, power: Fraction, plain: Expression) -> "Factor":
        """p^q = exp(q·log|p|) for p ≥ 0, where log|p| is defined."""
        self._require(self.of(base**2 - plain**2), self._nonnegative(base))
        return self._log(plain) * power, 1, self._root(base, power), self._root(base, -power)

    def _angle(self, basic: Expression, times: int) -> "Factor":
        pair = self._pair(self.of(apply(op.COS, basic)), self.of(apply(op.SIN, basic)))
        return self.of(basic), times, *pair

    def _pair(self, cosine: Quotient, sine: Quotient) -> tuple[Quotient, Quotient]:
        return cosine + sine * self._i, cosine - sine * self._i

    def _arc(self, arc: Expression, root: Expression, times: int) -> "Factor":
        """Asin w at (√(1 − w²), w), atan w at (1, w)/√(1 + w²); a product of roots is ≥ 0."""
        w, value, one, left = self.of(arc.arguments[0]), self.of(root), self.exact(1), [root]
        while left:
            part = left.pop()
            if part.root in (op.MULTIPLY, op.DIVIDE):
                left += part.arguments
            else:
                is_root = isinstance(part.root, Operator) and (part.root.exponent or 0) % 1
                self._require(self._real(part) if is_root else self._nonnegative(part))
        sign = _SQUARES[arc.root]
        self._require(value * value - w * w * sign - one)
        pair = self._pair(value, w) if sign < 0 else self._pair(one / value, w / value)
        return self.of(arc), times, *pair

    def _twelfth(self, times: Fraction) -> "Factor":
        """cos(π/12) = √2(√3 + 1)/4 and sin(π/12) = √2(√3 − 1)/4."""
        self._require(times % 1 == 0)
        scale, three = self._root(number(2), _HALF) * Fraction(1, 4), self._root(number(3), _HALF)
        pair = self._pair(scale * (three + self.exact(1)), scale * (three - self.exact(1)))
        return self.of(leaf(op.PI)) * Fraction(1, 12), int(times), *pair

    def _log(self, base: Expression) -> Quotient:
        """log|p|."""
        return self.of(apply(op.LOG, base**2)) * _HALF

    def _root(self, base: Expression, exponent: Fraction) -> Quotient:
        """p^q by a generator p^(1/n)."""
        degrees = range(exponent.denominator, 100, exponent.denominator)
        trees = ((n, base ** Fraction(1, n)) for n in degrees)
        degree, tree = next((n, tree) for n, tree in trees if n == 1 or tree.tokens in self._known)
        return self.of(tree) ** int(exponent * degree)

    def _power(self, exponent: Fraction, a: Quotient, factors: Hint, rest: Hint) -> Quotient:
        """Π p^e·r^(1/n) is the root of a if its power is, with p ≥ 0 or e even: r ≥ 0 follows."""
        degree = exponent.denominator
        value = self.exact(1) if rest is None else self._root(rest, Fraction(1, degree))
        for factor, times in factors:
            # An even power is not negative only if its base is a real number.
            self._require(self._nonnegative(factor) if times % 2 else self._real(factor))
            value = value * self._root(factor, Fraction(times))
        self._require(value**degree - a**exponent.numerator)
        return value

    def logarithm(self, _: Operator, a: Quotient, factors: Hint, parts: Hint) -> Quotient:
        """Log a = Σ n·log|p| + Σ m·b if a² = Π p^2n · Π exp(b)^2m."""
        scale = math.lcm(*(Fraction(times).denominator for _, times in factors))
        terms = [(self._log(p), n, self.of(p)) for p, n in factors]
        terms += [(self.of(b), n, self.of(apply(op.EXP, b))) for b, n in parts]
        value, product = self.exact(0), self.exact(1)
        for term, times, factor in terms:
            value, product = value + term * times, product * factor ** int(times * scale)
        self._require(product**2 - a ** (2 * scale))
        return value

    def odd(self, of: Operator, a: Quotient, sign: int, inner: Hint, turns: Hint) -> Quotient:
        """Odd functions with known values at some numbers; acos = π/2 − asin."""
        pi, plain = self.of(leaf(op.PI)), op.ASIN if of is op.ACOS else of
        if inner is None:
            self._require(abs(turns) <= _HALF, not turns or of is not op.ERF)
            power, up, down = self._twelfth(Fraction(12 * turns))[1:] if turns else (0, pi, pi)
            plus, minus = up**power + down**power, (up**power - down**power) * self._i * -1
            known, value = minus / plus if of is op.ATAN else minus * _HALF, pi * turns
        else:
            known, value = self.of(inner), self.of(apply(plain, inner))
        self._require(a - known * sign, abs(sign) == 1)
        return pi * _HALF - value * sign if of is op.ACOS else value * sign


Factor = tuple[Quotient, int, Quotient, Quotient]
"""A summand of an exponent, how often it occurs, its exponential and the inverse of that."""
_SQUARES: Final = MappingProxyType[Token, int]({op.ASIN: -1, op.ATAN: 1})
"""How w² is added to 1 under the root that belongs to an arc."""
_ARITHMETIC: Final = MappingProxyType[Operator, Callable[..., Quotient]](
    {
        op.ADD: Quotient.__add__,
        op.SUBTRACT: Quotient.__sub__,
        op.MULTIPLY: Quotient.__mul__,
        op.DIVIDE: Quotient.__truediv__,
        op.NEGATE: lambda a: a * -1,
    }
)
_EXPONENTIALS: Final = (op.EXP, op.SINH, op.COSH, op.TANH, op.SIN, op.COS, op.TAN)
_LAWS: Final = MappingProxyType[Operator, Callable[..., Quotient]](
    {
        **dict.fromkeys(_EXPONENTIALS, Identities.exponential),
        **dict.fromkeys((op.ASIN, op.ACOS, op.ATAN, op.ERF), Identities.odd),
        op.LOG: Identities.logarithm,
    }
)
