"""Where the solution of polynomial equations for the constants stands, and substitution in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import final

from flint import fmpq_mpoly

from symplex.exact.quotients.field import Field, Kind
from symplex.exact.quotients.ring import TreeRing
from symplex.expression.polynomial_text import polynomial_text
from symplex.expression.quotients import Element


@final
@dataclass(frozen=True)
class Unknowns:
    """The constants among a field's generators, and the functions of constants."""

    leaves: Mapping[str, int]
    """The number of each constant's generator, by its name."""
    bound: Mapping[int, frozenset[int]]
    """The constants inside of each other generator that has some and no variable."""
    roots: Mapping[int, fmpq_mpoly]
    """Roots of constants are unknowns themselves: the equation of each by its number."""

    @classmethod
    def of(cls, field: Field, constants: Sequence[str]) -> "Unknowns":
        """Those of the generators that a field has now."""
        trees = field.ring.trees
        kinds = [meaning.kind for meaning in field.meanings]
        leaves = {
            name: index
            for index, tree in enumerate(trees)
            if kinds[index] is Kind.LEAF
            for name in tree.symbols
            if name in constants
        }
        bound = {
            index: frozenset(leaves[name] for name in tree.symbols if name in leaves)
            for index, tree in enumerate(trees)
            if kinds[index] is not Kind.LEAF and not field.varying(index)
        }
        bound = {index: inside for index, inside in bound.items() if inside}
        roots = {
            index: field.ring.generator(index) ** relation.power - relation.value
            for index in bound
            if (relation := field.ring.relations.get(index)) is not None and relation.is_root
        }
        for index in roots:
            field.ring.forget_relation(index)  # an equation now, and no rule
        rest = {index: inside for index, inside in bound.items() if index not in roots}
        return cls(leaves, rest, roots)

    def roots_in(self, ring: TreeRing, equations: Sequence[fmpq_mpoly]) -> list[fmpq_mpoly]:
        """The equations of the roots that occur."""
        used = {index for equation in equations for index in ring.degrees(equation)}
        return [relation for index, relation in self.roots.items() if index in used]

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The generators to be solved for: constants, and roots of constants."""
        return frozenset((*self.leaves.values(), *self.roots))


@final
@dataclass(frozen=True)
class State:
    """Equations that are left, values that were found, and polynomials that must not vanish."""

    equations: tuple[fmpq_mpoly, ...]
    values: Mapping[int, Element] = field(default_factory=dict[int, Element])
    nonzero: tuple[fmpq_mpoly, ...] = ()
    is_basis: bool = False
    """Whether the equations are a basis already."""

    def solved(self, ring: TreeRing, index: int, value: Element) -> "State":
        """With one constant replaced by its value everywhere."""
        equations = {
            polynomial_text(new): new
            for new in (substituted(ring, old, index, value) for old in self.equations)
            if not new.is_zero()
        }
        values = {other: composed(ring, old, index, value) for other, old in self.values.items()}
        divisors = (substituted(ring, old, index, value) for old in self.nonzero)
        return State(
            tuple(equations.values()),
            {**values, index: value},
            (*divisors, *(() if value.bottom.total_degree() <= 0 else (value.bottom,))),
        )

    def with_equations(self, *equations: fmpq_mpoly, is_basis: bool = False) -> "State":
        """With other equations."""
        return replace(self, equations=equations, is_basis=is_basis)


def substituted(ring: TreeRing, polynomial: fmpq_mpoly, index: int, value: Element) -> fmpq_mpoly:
    """The numerator of a polynomial in which a generator is replaced by a quotient."""
    degree = ring.degrees(polynomial).get(index, 0)
    if not degree:
        return polynomial
    parts = ring.by_powers(polynomial, index)
    total = 0 * ring.one
    for power, part in parts.items():
        term = ring.product(part, ring.power(value.top, power))
        total = total + ring.product(term, ring.power(value.bottom, degree - power))
    return ring.reduced(total)


def composed(ring: TreeRing, old: Element, index: int, value: Element) -> Element:
    """A quotient in which a generator is replaced by another quotient."""
    above, below = (ring.degrees(part).get(index, 0) for part in (old.top, old.bottom))
    if not above and not below:
        return old
    top, bottom = (substituted(ring, part, index, value) for part in (old.top, old.bottom))
    scale = ring.power(value.bottom, abs(above - below))
    if above > below:
        return ring.element(top, ring.product(bottom, scale))
    return ring.element(ring.product(top, scale), bottom)
