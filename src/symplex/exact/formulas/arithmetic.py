"""Exact arithmetic of formulas on a box: when two are equal, and what is left of one.

Rests on the normal form of the proofs. Signs are read off at sampled points: everything here is a
proposal, and an answer that rests on a wrong sign is not proved.
"""

import math
from collections.abc import Mapping, Sequence
from typing import final

import numpy as np
from flint import fmpq_mpoly

from symplex.exact.formulas.building import (
    add,
    divide,
    multiply,
    negative,
    power,
    product,
    rebuilt,
    subtract,
)
from symplex.exact.quotients.field import Field, Kind
from symplex.exact.quotients.functions import field_of_laws
from symplex.exact.quotients.powers import factored_trees
from symplex.expression import Expression, Operator, Symbol, Token, apply, leaf, number
from symplex.expression import operators as op
from symplex.expression.evaluate import evaluate
from symplex.expression.quotients import Element
from symplex.expression.rewriting import HiddenSign
from symplex.reasons import Code
from symplex.work.budget import Budget, Missing

Ends = Mapping[str, tuple[float, float]]
"""The closed interval of each symbol."""
Polynomial = Mapping[tuple[int, ...], Expression]
"""The coefficient of each monomial, by its exponents."""
_POINTS = 24
_SMALL = 1e-9
_MAX_TERMS = 500
"""A normal form with more is not written out: that takes seconds, and no method could use it."""
_LONG = 60
"""Shorter formulas have normal forms that are short enough."""


@final
class Arithmetic:
    """Sums, products and quotients in normal form, and whether they vanish."""

    def __init__(self, ends: Ends, budget: Budget) -> None:
        """Arithmetic on a box.

        Args:
            ends: The intervals of the symbols whose signs may be used.
            budget: The clock that ends it.
        """
        self.ends = ends
        self.budget = budget

    def on(self, ends: Ends) -> "Arithmetic":
        """The same with further symbols, or other intervals."""
        return Arithmetic({**self.ends, **ends}, self.budget)

    def normal(self, tree: Expression) -> Expression:
        """The formula in normal form; as it is where it has none."""
        if len(tree.tokens) == 1:
            return tree
        try:
            field = self._field()
            if tree.size > _LONG:
                _require_few_terms(field.element(tree))
            found = field.normal(tree)
        except (Missing, HiddenSign):
            return rebuilt(tree)
        return rebuilt(self._with_plain_logarithms(found))

    def shorter(self, tree: Expression) -> Expression:
        """The normal form, unless the formula is shorter as it is."""
        plain, normal = rebuilt(tree), self.normal(tree)
        return normal if normal.size < plain.size else plain

    def is_zero(self, tree: Expression) -> bool:
        """Whether the formula is seen to vanish identically."""
        try:
            return bool(self._field().element(tree).top.is_zero())
        except (Missing, HiddenSign):
            return False

    def are_equal(self, one: Expression, other: Expression) -> bool:
        """Whether two formulas are seen to be the same function."""
        return one == other or self.is_zero(one - other)

    def add(self, one: Expression, other: Expression) -> Expression:
        """A sum in normal form."""
        return self.normal(add(one, other))

    def subtract(self, one: Expression, other: Expression) -> Expression:
        """A difference in normal form."""
        return self.normal(subtract(one, other))

    def multiply(self, one: Expression, other: Expression) -> Expression:
        """A product in normal form."""
        return self.normal(multiply(one, other))

    def divide(self, one: Expression, other: Expression) -> Expression:
        """A quotient in normal form."""
        return self.normal(divide(one, other))

    def fraction(self, tree: Expression) -> tuple[Expression, Expression] | None:
        """Numerator and denominator of the normal form; None where there is none."""
        try:
            field = self._field()
            element = field.element(tree)
            _require_few_terms(element)
        except (Missing, HiddenSign):
            return None
        parts = (field.ring.tree(element.top), field.ring.tree(element.bottom))
        top, bottom = (rebuilt(self._with_plain_logarithms(part)) for part in parts)
        return top, bottom

    def polynomial(self, tree: Expression, names: Sequence[str]) -> Polynomial | None:
        """The coefficients of a polynomial in some symbols; None if the formula is none."""
        try:
            field = self._field()
            element = field.element(tree)
        except (Missing, HiddenSign):
            return None
        if element.top.is_zero():
            return {}
        ring, leaves = field.ring, [_generator_of(field, name) for name in names]
        if any(_hides(field, part, names, leaves) for part in (element.top, element.bottom)):
            return None
        if not ring.degrees(element.bottom).keys().isdisjoint(leaves):
            return None
        known, bottom = [leaf for leaf in leaves if leaf is not None], ring.tree(element.bottom)
        parts = dict[tuple[int, ...], Expression]()
        for exponents, part in ring.collected(element.top, known).items():
            times = dict(zip(known, exponents, strict=True))
            key = tuple(0 if leaf is None else times[leaf] for leaf in leaves)
            parts[key] = self.normal(divide(ring.tree(part), bottom))
        return parts

    def factors(self, tree: Expression) -> list[tuple[Expression, int]] | None:
        """Irreducible factors with their exponents; numbers are left out."""
        try:
            _, found = factored_trees(self._field(), tree)
        except (Missing, HiddenSign):
            return None
        return [(rebuilt(factor), times) for factor, times in found]

    def factored(self, tree: Expression) -> Expression:
        """The formula as a product of irreducible factors; as it is where it has none."""
        try:
            constant, found = factored_trees(self._field(), tree)
        except (Missing, HiddenSign):
            return tree
        signed = [(rebuilt(factor), times) for factor, times in found]
        above = product(power(factor, times) for factor, times in signed if times > 0)
        below = product(power(factor, -times) for factor, times in signed if times < 0)
        return multiply(number(constant), divide(above, below))

    def in_generators(
        self, tree: Expression, name: str
    ) -> tuple[tuple[Expression, ...], Polynomial] | None:
        """The numerator as a polynomial in the functions of a symbol that occur in it.

        ``log(p²)`` stands there as ``2·log(±p)`` where the sign is known.
        """
        try:
            field = self._field()
            top = field.element(tree).top
        except (Missing, HiddenSign):
            return None
        ring = field.ring
        if top.is_zero():
            return None
        found = [k for k in ring.degrees(top) if name in ring.trees[k].symbols]
        if not found:
            return None
        collected = ring.collected(top, found)
        scales = [self._scale(ring.trees[index]) for index in found]
        parts = {
            key: self.normal(multiply(_scaled(scales, key), ring.tree(part)))
            for key, part in collected.items()
        }
        return tuple(self._plain(ring.trees[index]) for index in found), parts

    def _scale(self, generator: Expression) -> int:
        return 1 if self._plain(generator) == generator else 2

    def _plain(self, generator: Expression) -> Expression:
        """A generator, log(p²) as log(±p) where the sign of p is known."""
        if generator.root is op.LOG and generator.arguments[0].root is op.SQUARE:
            inner = generator.arguments[0].arguments[0]
            sign = self.sign(inner)
            if sign:
                return apply(op.LOG, inner if sign > 0 else negative(inner))
        return generator

    def depends_on(self, tree: Expression, names: Sequence[str]) -> bool:
        """Whether a symbol is left in the normal form of the formula."""
        if tree.symbols.isdisjoint(names):
            return False
        return not self.normal(tree).symbols.isdisjoint(names)

    def sign(self, tree: Expression) -> int:
        """1 or −1 where the formula has this sign at all sampled points of the box, else 0."""
        if tree.derivatives or not tree.symbols <= self.ends.keys():
            return 0
        names, rng = sorted(tree.symbols), np.random.default_rng(0)
        if not all(math.isfinite(self.ends[name][1] - self.ends[name][0]) for name in names):
            return 0
        points = {name: rng.uniform(*self.ends[name], _POINTS) for name in names}
        values = np.atleast_1d(evaluate(tree, points))
        values = values[np.isfinite(values)]
        if not values.size:
            return 0
        if values.min() >= -_SMALL:
            return 1 if values.max() > _SMALL else 0
        return -1 if values.max() <= _SMALL else 0

    def _field(self) -> Field:
        # A field of its own for every question: generators are few, and earlier ones would count.
        return field_of_laws(self.sign, self.budget)

    def _with_plain_logarithms(self, tree: Expression) -> Expression:
        """log(p²) as 2·log(±p), where the sign of p is known."""

        def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
            if not isinstance(token, Operator):
                return leaf(token, value)
            whole = apply(token, *below)
            plain = self._plain(whole)
            return whole if plain == whole else number(2) * plain

        return tree.fold(combine) if op.LOG in tree.operators else tree


def _require_few_terms(element: Element) -> None:
    if len(element.top) + len(element.bottom) > _MAX_TERMS:
        raise Missing(Code.ALGEBRA_TOO_MANY_TERMS)


def _scaled(scales: Sequence[int], exponents: Sequence[int]) -> Expression:
    """What a monomial in log(p²) is multiplied by when it is written in log(p)."""
    return number(math.prod(s**e for s, e in zip(scales, exponents, strict=True)))


def _generator_of(field: Field, name: str) -> int | None:
    """The number of a symbol's generator, if it has one."""
    generator = field.atoms.get((Kind.LEAF, Symbol(name)))
    return None if generator is None else field.ring.index(generator)


def _hides(
    field: Field, polynomial: fmpq_mpoly, names: Sequence[str], leaves: Sequence[int | None]
) -> bool:
    """Whether a symbol occurs inside another generator."""
    ring = field.ring
    return any(
        index not in leaves and not ring.trees[index].symbols.isdisjoint(names)
        for index in ring.degrees(polynomial)
    )
