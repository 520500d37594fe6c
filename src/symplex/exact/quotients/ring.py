"""The ring of a normal form, whose generators stand for formulas.

Owns what is read off polynomials: the generators in them, their coefficients, factors and formulas.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from symplex.expression import Expression, number
from symplex.expression.quotients import SIZE, Element, Ring
from symplex.work.budget import Budget


class Relation(NamedTuple):
    """A generator raised to `power` is `value`."""

    power: int
    value: fmpq_mpoly
    is_root: bool
    """Whether the generator is a root of the value; a sine is none."""


def fraction(value: fmpq) -> Fraction:
    """A flint number as a Python number."""
    return Fraction(int(value.p), int(value.q))


class TreeRing(Ring):
    """A ring that knows the formula of each generator."""

    max_factored = Ring.max_terms
    """Polynomials with more terms count as irreducible."""

    def __init__(self, budget: Budget, size: int = SIZE) -> None:
        super().__init__(budget, size)
        self.size = size
        self.trees: list[Expression] = []
        self.relations: dict[int, Relation] = {}
        """The relation of each generator that has one, by its number."""
        self._generators, self.one = self.context.gens(), self.constant(1)

    def new_for(self, tree: Expression, relation: Relation | None = None) -> fmpq_mpoly:
        """A new generator, which stands for a formula."""
        generator = self.new()
        self.trees.append(tree)
        if relation is not None:
            self.relate(generator, relation.power, relation.value)
            self.relations[len(self.trees) - 1] = relation
        return generator

    def forget_relation(self, index: int) -> Relation:
        """Have a generator without its relation from now on."""
        place = self.size - 1 - index
        self._relations = [one for one in self._relations if one[0] != place]
        return self.relations.pop(index)

    def generator(self, index: int) -> fmpq_mpoly:
        """The generator with a number."""
        return self._generators[self.size - 1 - index]

    def index(self, generator: fmpq_mpoly) -> int:
        """The number of a generator."""
        return self.size - 1 - generator.degrees().index(1)

    def is_generator(self, polynomial: fmpq_mpoly) -> bool:
        """Whether it is a generator and nothing else."""
        return len(polynomial) == 1 and polynomial.total_degree() == 1

    def degrees(self, polynomial: fmpq_mpoly) -> Mapping[int, int]:
        """The numbers of the generators that occur, with their highest powers."""
        return {self.size - 1 - i: int(d) for i, d in enumerate(polynomial.degrees()) if d > 0}

    def by_powers(self, polynomial: fmpq_mpoly, index: int) -> dict[int, fmpq_mpoly]:
        """The coefficients of the powers of a generator; none is zero."""
        return {key[0]: part for key, part in self.collected(polynomial, (index,)).items()}

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

    def factors(self, polynomial: fmpq_mpoly) -> tuple[Fraction, list[tuple[fmpq_mpoly, int]]]:
        """A number, and irreducible factors with leading coefficient 1 and their exponents.

        Relations are not used: what is irreducible here may have factors with roots in them.
        """
        self._budget.step()
        lead = polynomial.leading_coefficient()
        used = sorted(self.degrees(polynomial).items(), reverse=True)
        if len(polynomial) == 1:
            return fraction(lead), [(self.generator(index), degree) for index, degree in used]
        if polynomial.total_degree() == 1 or len(polynomial) > self.max_factored:
            return fraction(lead), [(polynomial / lead, 1)]
        # In a ring of the generators that occur, factorisation is several times faster.
        names = [self.context.name(self.size - 1 - index) for index, _ in used]
        small = fmpq_mpoly_ctx.get(names, Ordering.lex)
        value, found = polynomial.project_to_context(small).factor()
        constant, factors = fraction(value), list[tuple[fmpq_mpoly, int]]()
        for factor, times in found:
            first = factor.leading_coefficient()
            constant *= fraction(first) ** int(times)
            factors.append(((factor / first).project_to_context(self.context), int(times)))
        return constant, factors

    def tree(self, polynomial: fmpq_mpoly) -> Expression:
        """The formula that a polynomial stands for, in the generators' own formulas."""
        terms = [self._term(m, c) for m, c in polynomial.terms()]
        return sum(terms[1:], terms[0]) if terms else number(0)

    def _term(self, exponents: Sequence[int], coefficient: fmpq) -> Expression:
        value = fraction(coefficient)
        factors = [
            self.trees[self.size - 1 - place] ** int(exponent)
            for place, exponent in enumerate(exponents)
            if exponent
        ]
        if not factors:
            return number(value)
        product = math.prod(factors[1:], start=factors[0])
        return product if value == 1 else number(value) * product

    def element_tree(self, element: Element) -> Expression:
        """The formula that a quotient stands for."""
        top = self.tree(element.top)
        return top if element.bottom.is_one() else top / self.tree(element.bottom)

    def quotient_tree(self, element: Element) -> Expression:
        """The same with the powers in the divisor kept: derivatives of a quotient repeat them."""
        if len(element.bottom) == 1:
            return self.element_tree(element)
        constant, factors = element.bottom.factor_squarefree()
        divisor = math.prod((self.tree(part) ** int(k) for part, k in factors), start=number(1))
        return self.tree(element.top / constant) / divisor
