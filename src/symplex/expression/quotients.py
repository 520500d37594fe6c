"""Quotients of polynomials with rational coefficients in generators that obey known relations.

Owns the arithmetic (python-flint's `fmpq_mpoly`) and the reduction by relations of the form
g^n = polynomial in earlier generators. What a generator means is decided by whoever makes it.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, final

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

SIZE: Final = 48
"""How many generators a proof may need."""


@final
@dataclass(frozen=True)
class Element:
    """A quotient; the bottom is not the zero polynomial."""

    top: fmpq_mpoly
    bottom: fmpq_mpoly
    ring: "Ring" = field(repr=False)

    def __add__(self, other: "Element") -> "Element":
        """The sum over the least common denominator."""
        if self.bottom == other.bottom:
            return self.ring.element(self.top + other.top, self.bottom)
        common = self.bottom.gcd(other.bottom)
        left, right = divmod(other.bottom, common)[0], divmod(self.bottom, common)[0]
        times = self.ring.product
        top = times(self.top, left) + times(other.top, right)
        return self.ring.element(top, times(self.bottom, left))

    def __neg__(self) -> "Element":
        """The negative."""
        return Element(-self.top, self.bottom, self.ring)

    def __sub__(self, other: "Element") -> "Element":
        """The difference."""
        return self + -other

    def __mul__(self, other: "Element | Fraction | int") -> "Element":
        """The product, with a number too."""
        by = other if isinstance(other, Element) else self.ring.number(other)
        top, bottom = self.ring.product(self.top, by.top), self.ring.product(self.bottom, by.bottom)
        return self.ring.element(top, bottom)

    def __truediv__(self, other: "Element") -> "Element":
        """The quotient."""
        return self * self.ring.element(other.bottom, other.top)

    def __pow__(self, times: object) -> "Element":
        """A whole power; nothing else is one."""
        if not isinstance(times, int):
            raise Missing(Code.ALGEBRA_NO_RULE)
        if times < 0:
            return (self.ring.number(1) / self) ** -times
        return self.ring.element(*(self.ring.power(p, times) for p in (self.top, self.bottom)))


def flint_number(value: Fraction | int) -> fmpq:
    """A Python number as a flint number."""
    return fmpq(value.numerator, value.denominator)


class Ring:
    """Generators in the order in which they were made, some with a relation.

    Later generators are larger in the lexicographic order, so that a relation g^n = p, with p in
    earlier ones, has g^n as its leading term and division by it removes that power.
    """

    max_terms, max_product, max_power, max_bits = 20_000, 4_000_000, 400, 40_000

    def __init__(self, budget: Budget, size: int = SIZE) -> None:
        self.context = fmpq_mpoly_ctx.get([f"g{k}" for k in range(size)], Ordering.lex)
        self._budget, self._unused = budget, [*self.context.gens()]
        self._relations: list[tuple[int, int, fmpq_mpoly]] = []

    def constant(self, value: Fraction | int) -> fmpq_mpoly:
        """A number as a polynomial."""
        return self.context.constant(flint_number(value))

    def new(self) -> fmpq_mpoly:
        """A new generator."""
        if not self._unused:
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        return self._unused.pop()

    def relate(self, generator: fmpq_mpoly, power: int, value: fmpq_mpoly) -> None:
        """Let a power of the newest generator be a polynomial in the others."""
        self._relations.append((generator.degrees().index(1), power, generator**power - value))

    def reduced(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """The normal form under the relations, the latest first."""
        self._budget.step()
        for index, power, relation in reversed(self._relations):
            if polynomial.degrees()[index] >= power:
                polynomial = divmod(polynomial, relation)[1]
        if len(polynomial) > self.max_terms:
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        return polynomial

    def element(self, top: fmpq_mpoly, bottom: fmpq_mpoly | None = None) -> Element:
        """A quotient, reduced and without common factors."""
        one = self.constant(1)
        top, bottom = self.reduced(top), one if bottom is None else self.reduced(bottom)
        if bottom.is_zero():
            raise Missing(Code.ALGEBRA_ZERO_DIVISOR)
        if top.is_zero():
            return Element(top, one, self)
        common = top.gcd(bottom)
        if not common.is_one():
            top, bottom = divmod(top, common)[0], divmod(bottom, common)[0]
        lead = bottom.leading_coefficient()
        return Element(top / lead, bottom / lead, self)

    def number(self, value: Fraction | int) -> Element:
        """A number."""
        return Element(self.constant(value), self.constant(1), self)

    def product(self, a: fmpq_mpoly, b: fmpq_mpoly) -> fmpq_mpoly:
        """The product of two polynomials, if it is not too large."""
        self._budget.step()
        if len(a) * len(b) > self.max_product:
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        return a * b

    def power(self, base: fmpq_mpoly, times: int) -> fmpq_mpoly:
        """A power of a polynomial, if it is not too large."""
        bits = max((int(c.p * c.q).bit_length() for c in base.coeffs()), default=1)
        if bits * times > self.max_bits or (len(base) > 1 and times > self.max_power):
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        result, factor = self.constant(1), base
        while times:
            if times % 2:
                result = self.reduced(self.product(result, factor))
            times //= 2
            if times:
                factor = self.reduced(self.product(factor, factor))
        return result
