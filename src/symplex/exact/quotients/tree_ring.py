"""The ring of a normal form, whose generators stand for formulas."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import final

from flint import fmpq, fmpq_mpoly

from symplex.expression import Expression, number
from symplex.expression.quotients import SIZE, Element, Ring
from symplex.work.budget import Budget


def fraction(value: fmpq) -> Fraction:
    """A flint number as a Python number."""
    return Fraction(int(value.p), int(value.q))


@final
class TreeRing(Ring):
    """A ring that knows the formula of each generator."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.trees: list[Expression] = []

    def new_for(self, tree: Expression) -> fmpq_mpoly:
        """A new generator, which stands for a formula."""
        generator = self.new()
        self.trees.append(tree)
        return generator

    def tree(self, polynomial: fmpq_mpoly) -> Expression:
        """The formula that a polynomial stands for."""
        terms = [self._term(m, c) for m, c in polynomial.terms()]
        total = terms[0] if terms else number(0)
        for term in terms[1:]:
            total = total + term
        return total

    def _term(self, exponents: Sequence[int], coefficient: fmpq) -> Expression:
        value = fraction(coefficient)
        factors = [
            self.trees[SIZE - 1 - index] ** int(exponent)
            for index, exponent in enumerate(exponents)
            if exponent
        ]
        product = factors[0] if factors else number(1)
        for factor in factors[1:]:
            product = product * factor
        if not factors:
            return number(value)
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

    def generators_in(self, polynomial: fmpq_mpoly) -> Mapping[int, int]:
        """The numbers of the generators that occur, with their highest powers."""
        degrees = polynomial.degrees()
        return {SIZE - 1 - i: int(d) for i, d in enumerate(degrees) if d}

    def generator(self, index: int) -> fmpq_mpoly:
        """The generator with a number."""
        return self.context.gens()[SIZE - 1 - index]
