"""Formulas as quotients of polynomials in generators with relations, by rules that are checked.

A numerator that reduces to zero vanishes wherever the formula is defined: every relation and every
rule is a law that holds there. Circular functions are exponentials of i·b, i² = −1.
"""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final, final

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from symplex.budget import Budget, Undecided
from symplex.expression import Expression, Number, Operator, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.proof.checker.ranges import Hint

_MAX_PRODUCT, _MAX_POWER, _MAX_BITS, _HALF = 4_000_000, 400, 40_000, Fraction(1, 2)
_SYMBOLS: Final = tuple(f"g{k}" for k in range(49))
_FREE: Final = ("exp", "cos", "log", "asin", "atan", "erf")


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
        by, times = (
            other if isinstance(other, Quotient) else self.home.exact(other),
            self.home.times,
        )
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
        for bit in bin(abs(times))[2:]:
            power = power * power * base if bit == "1" else power * power
        return power


@final
class Identities:
    """The formulas of one rewriting as elements of one ring."""

    def __init__(self, hint: Hint, positive: Callable[[Expression], bool], budget: Budget) -> None:
        context = fmpq_mpoly_ctx.get(_SYMBOLS, Ordering.lex)
        self._one, self._unused = context.constant(1), list(context.gens())
        self._rules, self._positive, self._budget = hint.rules, positive, budget
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
        if bottom == 0:
            raise Undecided("a divisor is identically zero")
        common, lead = top.gcd(bottom), bottom.leading_coefficient()
        return Quotient(divmod(top, common)[0] / lead, divmod(bottom, common)[0] / lead, self)

    def _generator(self, degree: int = 0, value: Quotient | None = None) -> Quotient:
        """A new one, larger than those before: division by g^n − value removes its n-th power."""
        generator = self._unused.pop()
        if value is not None:
            if value.bottom != 1:
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
            case Operator(name=name, arity=1) if name not in _FREE:
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
            case Operator(name=name) if name in _ARITHMETIC:
                return _ARITHMETIC[name](*below)
            case Operator(exponent=Fraction(numerator=power, denominator=1)):
                return below[0] ** power
            case Operator(exponent=Fraction() as exponent):
                return self._power(exponent, below[0], *self._rules[node][1:])
            case Operator(name=name) if name in _LAWS:
                return _LAWS[name](self, name, below[0], *self._rules[node][1:])
            case Operator(arity=count) if count:
                raise Undecided("a branch is not resolved")
            case _:
                return self._generator()

    def _require(self, *zeros: Quotient, positive: Sequence[Expression] = ()) -> None:
        if any(zero.top != 0 for zero in zeros) or not all(map(self._positive, positive)):
            raise Undecided("a rule does not hold")

    def _exponential(
        self, name: str, a: Quotient, parts: Hint, others: Hint, turns: Hint = 0
    ) -> Quotient:
        """exp(Σ n·b + Σ q·log|p|) = Π exp(b)^n · Π |p|^q; for i·b also arcs and turns by π/12."""
        up = down = self.exact(1)
        circular = name in ("sin", "cos", "tan")
        unit, other = (self._angle, self._arc) if circular else (self._basic, self._of_log)
        factors = [unit(*part) for part in parts] + [other(*part) for part in others]
        factors += [self._twelfth(12 * turns)] if turns else []
        for term, times, one, two in factors:
            one, two = (one, two) if times > 0 else (two, one)
            a, up, down = a - term * times, up * one ** abs(times), down * two ** abs(times)
        self._require(a)
        plus, minus = up + down, (up - down) * (self._i * -1 if circular else 1)
        if name in ("exp", "tan", "tanh"):
            return up if name == "exp" else minus / plus
        return (plus if name in ("cos", "cosh") else minus) * _HALF

    def _basic(self, basic: Expression, times: int) -> "Factor":
        value = self.of(apply(op.EXP, basic))
        return self.of(basic), times, value, self.exact(1) / value

    def _of_log(self, base: Expression, power: Fraction, plain: Expression) -> "Factor":
        """p^q = exp(q·log|p|) for p > 0."""
        self._require(self.of(base**2 - plain**2), positive=[base])
        return self._log(plain) * power, 1, self._root(base, power), self._root(base, -power)

    def _angle(self, basic: Expression, times: int) -> "Factor":
        pair = self._pair(self.of(apply(op.COS, basic)), self.of(apply(op.SIN, basic)))
        return self.of(basic), times, *pair

    def _pair(self, cosine: Quotient, sine: Quotient) -> tuple[Quotient, Quotient]:
        return cosine + sine * self._i, cosine - sine * self._i

    def _arc(self, arc: Expression, root: Expression, times: int) -> "Factor":
        """Asin w at (√(1 − w²), w), atan w at (1, w)/√(1 + w²); a product of roots is ≥ 0."""
        w, value, left = self.of(arc.arguments[0]), self.of(root), [root]
        while left:
            part = left.pop()
            left += part.arguments if part.root in (op.MULTIPLY, op.DIVIDE) else ()
            power = part.root.exponent if isinstance(part.root, Operator) else None
            is_root = part.root in (op.MULTIPLY, op.DIVIDE) or (power is not None and power % 1)
            self._require(positive=[] if is_root else [part])
        sign = {"asin": -1, "atan": 1}[getattr(arc.root, "name", "")]
        self._require(value * value - w * w * sign - self.exact(1))
        one = self.exact(1)
        return (
            self.of(arc),
            times,
            *(self._pair(value, w) if sign < 0 else self._pair(one / value, w / value)),
        )

    def _twelfth(self, times: Fraction) -> "Factor":
        """cos(π/12) = √2(√3 + 1)/4 and sin(π/12) = √2(√3 − 1)/4."""
        self._require(self.exact(times % 1))
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
        """Π p^e·r^(1/n) is the root of a if its power is, with p > 0 or e even: r ≥ 0 follows."""
        value = (
            self.exact(1) if rest is None else self._root(rest, Fraction(1, exponent.denominator))
        )
        for factor, times in factors:
            self._require(positive=[factor] if times % 2 else [])
            value = value * self._root(factor, Fraction(times))
        self._require(value**exponent.denominator - a**exponent.numerator)
        return value

    def _logarithm(self, _: str, a: Quotient, factors: Hint, parts: Hint) -> Quotient:
        """Log a = Σ n·log|p| + Σ m·b if a² = Π p^2n · Π exp(b)^2m."""
        scale = math.lcm(*(Fraction(times).denominator for _, times in factors))
        terms = [(self._log(p), n, self.of(p)) for p, n in factors]
        terms += [(self.of(b), n, self.of(apply(op.EXP, b))) for b, n in parts]
        value, product = self.exact(0), self.exact(1)
        for term, times, factor in terms:
            value, product = value + term * times, product * factor ** int(times * scale)
        self._require(product**2 - a ** (2 * scale))
        return value

    def _odd(self, name: str, a: Quotient, sign: int, inner: Hint, turns: Hint) -> Quotient:
        """Odd functions with known values at some numbers; acos = π/2 − asin."""
        pi, plain = self.of(leaf(op.PI)), "asin" if name == "acos" else name
        if inner is None:
            _, times, up, down = (
                self._twelfth(Fraction(12 * turns)) if turns else (None, 0, *[pi] * 2)
            )
            plus, minus = up**times + down**times, (up**times - down**times) * self._i * -1
            known, value = minus / plus if name == "atan" else minus * _HALF, pi * turns
            self._require(self.exact(abs(turns) > _HALF or (turns != 0 and name == "erf")))
        else:
            known, value = self.of(inner), self.of(apply(plain, inner))
        self._require(a - known * sign, self.exact(sign * sign - 1))
        return pi * _HALF - value * sign if name == "acos" else value * sign


Factor = tuple[Quotient, int, Quotient, Quotient]
"""A summand of an exponent, how often it occurs, its exponential and the inverse of that."""
_ARITHMETIC: Final[Mapping[str, Callable[..., Quotient]]] = MappingProxyType(
    dict(zip("+-*/", (operator.add, operator.sub, operator.mul, operator.truediv), strict=True))
    | {"neg": lambda a: a * -1}
)
_LAWS: Final[Mapping[str, Callable[..., Quotient]]] = MappingProxyType(
    dict.fromkeys(("exp", "sinh", "cosh", "tanh", "sin", "cos", "tan"), Identities._exponential)
    | dict.fromkeys(("asin", "acos", "atan", "erf"), Identities._odd)
    | {"log": Identities._logarithm}
)
