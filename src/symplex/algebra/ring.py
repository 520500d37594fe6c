"""The arithmetic in which one normal form is computed: sums, products, powers and roots.

Polynomials in atoms under the relations sin² = 1 − cos², (g^(1/q))^q = g and exp a·exp b =
exp(a + b). Owns the count of products: a normal form that needs too many is given up, whatever the
process computed before. What each operator means is in `normal_form`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import final

from symplex.algebra.division import divided
from symplex.algebra.polynomials import (
    ZERO,
    AtomOrder,
    Monomial,
    Polynomial,
    accumulate,
    atomic,
    constant,
    is_sum,
    scaled,
    split,
)
from symplex.algebra.radicals import taken_out
from symplex.budget import Budget
from symplex.expression import Expression, Operator, Token, apply, number
from symplex.expression.operators import COS, EXP, SIN, power

_MAX_TERMS = 400
_MAX_PRODUCTS = 60_000
MAX_EXPANDED = 12
"""The highest power of a sum that is multiplied out."""
_MAX_BITS = 4_000

Combine = Callable[["Ring", Token, Sequence[Polynomial], float], Polynomial]
"""How a token acts on the polynomials below it."""


class TooLargeError(Exception):
    """The polynomial has too many terms, or took too many products."""


@final
class Ring:
    """The arithmetic of one normal form, with the work that it may still do."""

    def __init__(self, combine: Combine, order: AtomOrder, budget: Budget) -> None:
        self.order = order
        self.budget = budget
        self._combine = combine
        self._work = _MAX_PRODUCTS
        self._written: dict[Expression, Polynomial] = {}

    def expanded(self, expression: Expression) -> Polynomial:
        """A formula as a polynomial in its atoms."""

        def combine(token: Token, below: Sequence[Polynomial], value: float) -> Polynomial:
            self.budget.check_deadline()
            return self._combine(self, token, below, value)

        return expression.fold(combine)

    def written(self, part: Expression) -> Polynomial:
        """A part of an atom as a polynomial; computed once, since atoms are made of atoms."""
        found = self._written.get(part)
        if found is None:
            found = self._written[part] = self.expanded(part)
        return found

    def add(self, first: Polynomial, second: Polynomial, factor: Fraction | int = 1) -> Polynomial:
        """`first` plus `factor` times `second`."""
        total = dict(first)
        accumulate(total, second, factor)
        return _bounded(total)

    def multiply(self, first: Polynomial, second: Polynomial) -> Polynomial:
        """The product, with squares of sines and whole powers of roots written out."""
        self._work -= len(first) * len(second)
        if self._work < 0:
            raise TooLargeError
        total: dict[Monomial, Fraction] = {}
        for one, a in first.items():
            for two, b in second.items():
                self.budget.check_deadline()
                accumulate(total, self._reduced(self.joined(one, two)), a * b)
            _bounded(total)
        return total

    def joined(self, one: Monomial, two: Monomial) -> Monomial:
        """The product of two monomials, with a single exponential."""
        exponents = dict(one)
        for atom, exponent in two:
            exponents[atom] = exponents.get(atom, 0) + exponent
        exponentials = [atom for atom in exponents if atom.root is EXP]
        if len(exponentials) > 1 or any(exponents[atom] != 1 for atom in exponentials):
            self._merge(exponents, exponentials)
        kept = [(atom, exponent) for atom, exponent in exponents.items() if exponent]
        return self.order.monomial(kept)

    def _merge(self, exponents: dict[Expression, int], exponentials: Sequence[Expression]) -> None:
        """One exponential of the sum in place of a product of exponentials."""
        total: Polynomial = {}
        for atom in exponentials:
            total = self.add(total, self.written(atom.arguments[0]), exponents.pop(atom))
        if total:
            exponents[apply(EXP, self.order.tree(total))] = 1

    def _reduced(self, monomial: Monomial) -> Polynomial:
        """A monomial after sin² = 1 − cos² and (g^(1/q))^q = g."""
        for index, (atom, exponent) in enumerate(monomial):
            period = _period(atom)
            whole, rest = divmod(exponent, period) if period else (0, exponent)
            if whole and not (whole < 0 and atom.root is SIN):
                others = (*monomial[:index], *monomial[index + 1 :])
                if rest:
                    others = self.order.monomial((*others, (atom, rest)))
                return self.multiply(
                    self._reduced(others), self.raised(self._replacement(atom), Fraction(whole))
                )
        return {monomial: Fraction(1)}

    def _replacement(self, atom: Expression) -> Polynomial:
        inner = atom.arguments[0]
        if atom.root is not SIN:
            return self.written(inner)
        return {(): Fraction(1), ((apply(COS, inner), 2),): Fraction(-1)}

    def raised(self, base: Polynomial, exponent: Fraction) -> Polynomial:
        """A rational power."""
        if not base:
            return atomic(apply(power(exponent), number(0))) if exponent < 0 else ZERO
        if exponent.denominator != 1:
            root = self._root(base, exponent.denominator)
            whole = Fraction(exponent.numerator)
            return root if whole == 1 else self.raised(root, whole)
        if len(base) == 1:
            return self._single(base, exponent.numerator)
        if not 0 < exponent <= MAX_EXPANDED:
            return {((self.order.tree(base), exponent.numerator),): Fraction(1)}
        result = constant(1)
        for _ in range(exponent.numerator):
            result = self.multiply(result, base)
        return result

    def _single(self, base: Polynomial, exponent: int) -> Polynomial:
        ((monomial, value),) = base.items()
        raised = self.joined(tuple((atom, old * exponent) for atom, old in monomial), ())
        if max(abs(value.numerator), value.denominator).bit_length() * abs(exponent) > _MAX_BITS:
            raise TooLargeError
        return scaled(self._reduced(raised), value**exponent)

    def _root(self, base: Polynomial, degree: int) -> Polynomial:
        """The root with the numbers taken out of it: √(8x + 4y) is 2·√(2x + y)."""
        common = Fraction(
            math.gcd(*(abs(value.numerator) for value in base.values())),
            math.lcm(*(value.denominator for value in base.values())),
        )
        outside, inside = taken_out(common, degree)
        rest = scaled(base, inside / common)
        if rest == {(): Fraction(1)}:
            return constant(outside)
        atom = apply(power(Fraction(1, degree)), self.order.tree(rest))
        return {((atom, 1),): outside}

    def cancelled(self, terms: Polynomial) -> Polynomial:
        """With each sum in a denominator that divides its numerator divided out."""
        below = {(a, e) for monomial in terms for a, e in monomial if e < 0 and is_sum(a)}
        for atom, exponent in sorted(below, key=self.order.power_text):
            above, others = split(terms, atom, exponent)
            quotient = divided(above, self.written(atom), self.order, self.budget)
            if quotient is not None:
                remaining: Polynomial = {((atom, exponent + 1),): Fraction(1)}
                factor = remaining if exponent < -1 else constant(1)
                return self.cancelled(self.add(others, self.multiply(quotient, factor)))
        return terms

    def cleared(self, terms: Polynomial, denominators: Mapping[Expression, int]) -> Polynomial:
        """Times these powers of atoms, multiplied out: the zeros stay the same."""
        total: Polynomial = {}
        for monomial, value in terms.items():
            left = dict(denominators)
            kept: list[tuple[Expression, int]] = []
            for atom, exponent in monomial:
                if atom in left:
                    left[atom] += exponent
                else:
                    kept.append((atom, exponent))
            product: Polynomial = {tuple(kept): value}
            for atom, exponent in left.items():
                written = self.written(atom)
                for _ in range(exponent):
                    product = self.multiply(product, written)
            total = self.add(total, product)
        return total


def _bounded(found: Polynomial) -> Polynomial:
    if len(found) > _MAX_TERMS:
        raise TooLargeError
    return found


def _period(atom: Expression) -> int:
    """The power at which an atom is replaced; 0 if at none."""
    if atom.root is SIN:
        return 2
    exponent = atom.root.exponent if isinstance(atom.root, Operator) else None
    return exponent.denominator if exponent and exponent.denominator > 1 else 0
