"""Quotients whose divisors are free of roots, and whose formulas are as short as they can be.

Owns the multiplication by conjugates. Nothing that is proved rests on it.
"""

from typing import final

from flint import fmpq_mpoly

from symplex.exact.quotients.ring import Relation, TreeRing
from symplex.exact.quotients.writing import polynomial_tree, tree_of
from symplex.expression import Expression
from symplex.expression.quotients import Element
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing


@final
class RationalisedRing(TreeRing):
    """A ring in which a root of numbers, parameters or variables is moved out of a divisor."""

    max_terms, max_product, max_power, max_bits = 2_000, 400_000, 60, 20_000
    max_factored = 400
    max_rationalised = 24
    """Longer divisors keep their roots."""

    def __init__(self, budget: Budget, size: int, unknowns: frozenset[str] = frozenset()) -> None:
        """A ring without generators yet.

        Args:
            budget: The steps that it may take.
            size: How many generators it may get.
            unknowns: Symbols of which a conjugate divisor may vanish: roots stay in theirs.
        """
        super().__init__(budget, size)
        self._unknowns = unknowns

    def element(self, top: fmpq_mpoly, bottom: fmpq_mpoly | None = None) -> Element:
        """A quotient, reduced, without common factors, and without roots in short divisors."""
        roots = [index for index, relation in self.relations.items() if relation.is_root]
        if bottom is None or self.degrees(bottom).keys().isdisjoint(roots):
            return super().element(top, bottom)
        top, bottom = self.reduced(top), self.reduced(bottom)
        for index in sorted(roots, reverse=True):
            factor = self._conjugate(bottom, index, self.relations[index])
            if factor is not None:
                top = self.reduced(self.product(top, factor))
                bottom = self.reduced(self.product(bottom, factor))
                if bottom.is_zero():
                    raise Missing(Code.ALGEBRA_HIDDEN_ZERO_DIVISOR)
        return super().element(top, bottom)

    def _conjugate(self, bottom: fmpq_mpoly, index: int, relation: Relation) -> fmpq_mpoly | None:
        """What a divisor a + b·√p is multiplied by."""
        used = self.degrees(bottom)
        degree = used.get(index, 0)
        if not degree or len(bottom) > self.max_rationalised:
            return None
        if not all(self._unknowns.isdisjoint(self.trees[other].symbols) for other in used):
            return None
        parts, root = self.by_powers(bottom, index), self.generator(index)
        if len(parts) == 1:
            return root ** (relation.power - degree)
        if relation.power > 2:  # noqa: PLR2004 (a square root has one conjugate)
            return None
        return parts[0] - parts[1] * root

    def tree(self, polynomial: fmpq_mpoly) -> Expression:
        """The formula that a polynomial stands for, as a person would write it."""
        return polynomial_tree(self, polynomial)

    def element_tree(self, element: Element) -> Expression:
        """The formula that a quotient stands for, with whole numbers in a quotient."""
        return tree_of(self, element)
