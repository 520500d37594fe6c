"""Quotients of polynomials in generators that stand for formulas, some with a relation.

Owns the arithmetic. Later generators are larger in the lexicographic order, so that a relation
g^n = p, with p in earlier ones, has g^n as its leading term and division by it removes that power.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, NamedTuple, final

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from symplex.expression import Expression
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

_MAX_TERMS: Final = 2_000
_MAX_PRODUCT: Final = 400_000
_MAX_POWER: Final = 60
_MAX_BITS: Final = 20_000
_MAX_FACTORED: Final = 400
"""Polynomials with more terms count as irreducible."""
_MAX_RATIONALISED: Final = 24
"""Longer divisors keep their roots."""


@final
class Element(NamedTuple):
    """A quotient; the bottom is not the zero polynomial."""

    top: fmpq_mpoly
    bottom: fmpq_mpoly


class Relation(NamedTuple):
    """Generator number `which`, raised to `power`, is `value`."""

    which: int
    power: int
    value: fmpq_mpoly
    is_root: bool
    """Whether the generator is a root of the value; a sine is none."""


def fraction(value: fmpq) -> Fraction:
    """A flint number as a Python number."""
    return Fraction(int(value.p), int(value.q))


def flint_number(value: Fraction | int) -> fmpq:
    """A Python number as a flint number."""
    return fmpq(value.numerator, value.denominator)


@final
class Ring:
    """Generators in the order in which they were made, each with the formula it stands for."""

    def __init__(self, budget: Budget, size: int, unknowns: frozenset[str]) -> None:
        """A ring without generators yet.

        Args:
            budget: The time that it may take.
            size: How many generators it may get.
            unknowns: Symbols of which a conjugate divisor may vanish: roots stay in theirs.
        """
        self.size = size
        self._unknowns = unknowns
        self.context = fmpq_mpoly_ctx.get([f"g{k}" for k in range(size)], Ordering.lex)
        self.trees: list[Expression] = []
        self.relations: dict[int, Relation] = {}
        self._budget = budget
        self._gens = self.context.gens()
        self.one = self.context.constant(1)

    def new(self, tree: Expression) -> fmpq_mpoly:
        """A new generator, which stands for a formula."""
        if len(self.trees) >= self.size:
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        self.trees.append(tree)
        return self.generator(len(self.trees) - 1)

    def generator(self, index: int) -> fmpq_mpoly:
        """The generator with a number."""
        return self._gens[self.size - 1 - index]

    def relate(
        self, generator: fmpq_mpoly, power: int, value: fmpq_mpoly, *, is_root: bool
    ) -> None:
        """Let a power of a generator be a polynomial in earlier ones."""
        index = self.index(generator)
        self.relations[index] = Relation(index, power, value, is_root)

    def index(self, generator: fmpq_mpoly) -> int:
        """The number of a generator."""
        return self.size - 1 - generator.degrees().index(1)

    def degrees(self, polynomial: fmpq_mpoly) -> Mapping[int, int]:
        """The numbers of the generators that occur, with their highest powers."""
        return {self.size - 1 - i: int(d) for i, d in enumerate(polynomial.degrees()) if d > 0}

    def is_generator(self, polynomial: fmpq_mpoly) -> bool:
        """Whether it is a generator and nothing else."""
        return len(polynomial) == 1 and polynomial.total_degree() == 1

    def constant(self, value: Fraction | int) -> fmpq_mpoly:
        """A number as a polynomial."""
        return self.context.constant(flint_number(value))

    def by_powers(self, polynomial: fmpq_mpoly, index: int) -> dict[int, fmpq_mpoly]:
        """The coefficients of the powers of a generator; none is zero."""
        place, parts = self.size - 1 - index, dict[int, dict[tuple[int, ...], fmpq]]()
        for exponents, value in polynomial.terms():
            rest = (*exponents[:place], 0, *exponents[place + 1 :])
            parts.setdefault(int(exponents[place]), {})[rest] = value
        return {power: self.context.from_dict(terms) for power, terms in parts.items()}

    def collected(
        self, polynomial: fmpq_mpoly, indices: Iterable[int]
    ) -> dict[tuple[int, ...], fmpq_mpoly]:
        """The coefficients of the different products of powers of some generators."""
        places = [self.size - 1 - index for index in indices]
        parts = dict[tuple[int, ...], dict[tuple[int, ...], fmpq]]()
        for exponents, value in polynomial.terms():
            key, rest = tuple(int(exponents[place]) for place in places), list(exponents)
            for place in places:
                rest[place] = 0
            parts.setdefault(key, {})[tuple(rest)] = value
        return {key: self.context.from_dict(terms) for key, terms in parts.items()}

    def reduced(self, polynomial: fmpq_mpoly) -> fmpq_mpoly:
        """The normal form under the relations, the latest first."""
        self._budget.step()
        if self.relations:
            degrees = polynomial.degrees()
            for index in sorted(self.relations, reverse=True):
                relation = self.relations[index]
                if degrees[self.size - 1 - index] >= relation.power:
                    divisor = self.generator(index) ** relation.power - relation.value
                    polynomial = divmod(polynomial, divisor)[1]
                    degrees = polynomial.degrees()
        if len(polynomial) > _MAX_TERMS:
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        return polynomial

    def element(self, top: fmpq_mpoly, bottom: fmpq_mpoly | None = None) -> Element:
        """A quotient, reduced, without common factors, and without roots in short divisors."""
        top, bottom = self.reduced(top), self.one if bottom is None else self.reduced(bottom)
        if bottom.is_zero():
            raise Missing(Code.ALGEBRA_ZERO_DIVISOR)
        if top.is_zero():
            return Element(top, self.one)
        top, bottom = self._without_roots(top, bottom)
        return self._cancelled(top, bottom)

    def _cancelled(self, top: fmpq_mpoly, bottom: fmpq_mpoly) -> Element:
        common = top.gcd(bottom) if bottom.total_degree() > 0 else self.one
        if not common.is_one():
            top, bottom = divmod(top, common)[0], divmod(bottom, common)[0]
        lead = bottom.leading_coefficient()
        return Element(top / lead, bottom / lead)

    def _without_roots(self, top: fmpq_mpoly, bottom: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        """Multiplied by what makes the divisor free of roots, the latest first."""
        for index in sorted(self.relations, reverse=True):
            factor = self._conjugate(bottom, self.relations[index])
            if factor is not None:
                top = self.reduced(self.product(top, factor))
                bottom = self.reduced(self.product(bottom, factor))
                if bottom.is_zero():
                    raise Missing(Code.ALGEBRA_HIDDEN_ZERO_DIVISOR)
        return top, bottom

    def _conjugate(self, bottom: fmpq_mpoly, relation: Relation) -> fmpq_mpoly | None:
        """What a divisor a + b·√p is multiplied by."""
        used = self.degrees(bottom)
        degree = used.get(relation.which, 0)
        if not degree or not relation.is_root or len(bottom) > _MAX_RATIONALISED:
            return None
        if not all(self._unknowns.isdisjoint(self.trees[index].symbols) for index in used):
            return None
        parts = self.by_powers(bottom, relation.which)
        root = self.generator(relation.which)
        if len(parts) == 1:
            return root ** (relation.power - degree)
        if relation.power > 2:  # noqa: PLR2004 (a square root has one conjugate)
            return None
        return parts[0] - parts[1] * root

    def factors(self, polynomial: fmpq_mpoly) -> tuple[Fraction, list[tuple[fmpq_mpoly, int]]]:
        """A number, and irreducible factors with leading coefficient 1 and their exponents.

        Relations are not used: what is irreducible here may have factors with roots in them.
        """
        self._budget.step()
        lead = polynomial.leading_coefficient()
        if len(polynomial) == 1:
            return fraction(lead), [(self.generator(i), d) for i, d in self._powers(polynomial)]
        if polynomial.total_degree() == 1 or len(polynomial) > _MAX_FACTORED:
            return fraction(lead), [(polynomial / lead, 1)]
        # In a ring of the generators that occur, factorisation is several times faster.
        names = [self.context.name(self.size - 1 - index) for index, _ in self._powers(polynomial)]
        small = fmpq_mpoly_ctx.get(names, Ordering.lex)
        value, found = polynomial.project_to_context(small).factor()
        constant, factors = fraction(value), list[tuple[fmpq_mpoly, int]]()
        for factor, times in found:
            first = factor.leading_coefficient()
            constant *= fraction(first) ** int(times)
            factors.append(((factor / first).project_to_context(self.context), int(times)))
        return constant, factors

    def _powers(self, polynomial: fmpq_mpoly) -> list[tuple[int, int]]:
        return sorted(self.degrees(polynomial).items(), reverse=True)

    def number(self, value: Fraction | int) -> Element:
        """A number."""
        return Element(self.constant(value), self.one)

    def add(self, a: Element, b: Element, sign: int = 1) -> Element:
        """A ± b."""
        if a.bottom == b.bottom:
            return self.element(a.top + sign * b.top, a.bottom)
        common = a.bottom.gcd(b.bottom)
        left, right = divmod(b.bottom, common)[0], divmod(a.bottom, common)[0]
        top = self.product(a.top, left) + sign * self.product(b.top, right)
        return self.element(top, self.product(a.bottom, left))

    def multiply(self, a: Element, b: Element) -> Element:
        """a·b."""
        return self.element(self.product(a.top, b.top), self.product(a.bottom, b.bottom))

    def divide(self, a: Element, b: Element) -> Element:
        """a/b."""
        return self.element(self.product(a.top, b.bottom), self.product(a.bottom, b.top))

    def negative(self, a: Element) -> Element:
        """−a."""
        return Element(-a.top, a.bottom)

    def power(self, a: Element, times: int) -> Element:
        """A whole power."""
        if times < 0:
            return self.power(self.element(a.bottom, a.top), -times)
        return self.element(self.whole_power(a.top, times), self.whole_power(a.bottom, times))

    def product(self, a: fmpq_mpoly, b: fmpq_mpoly) -> fmpq_mpoly:
        """The product of two polynomials, if it is not too large."""
        self._budget.step()
        if len(a) * len(b) > _MAX_PRODUCT:
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        return a * b

    def whole_power(self, base: fmpq_mpoly, times: int) -> fmpq_mpoly:
        """A polynomial to a power ≥ 0, reduced."""
        bits = max((_bits(value) for value in base.coeffs()), default=1)
        if bits * times > _MAX_BITS or (len(base) > 1 and times > _MAX_POWER):
            raise Missing(Code.ALGEBRA_TOO_LARGE)
        result, factor = self.one, base
        while times:
            if times % 2:
                result = self.reduced(self.product(result, factor))
            times //= 2
            if times:
                factor = self.reduced(self.product(factor, factor))
        return result


def _bits(value: fmpq) -> int:
    return int(value.p).bit_length() + int(value.q).bit_length()
