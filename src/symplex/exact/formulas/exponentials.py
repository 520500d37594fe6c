"""Sums of powers times exponentials times circular functions, of one variable.

Owns reading them from formulas and writing them back, their products and derivatives, and the
solutions of equations with constant coefficients among them (undetermined coefficients, solved
from the highest power down; a resonance raises the power).
"""

from collections.abc import Iterable, Sequence
from itertools import product as pairs
from math import factorial
from typing import NamedTuple, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ZERO,
    add,
    cosine,
    exponential,
    multiply,
    negative,
    power,
    product,
    sine,
    total,
    value_of_number,
)
from symplex.exact.formulas.complex_numbers import NONE, UNIT, Complex, ComplexArithmetic
from symplex.expression import Expression, number


class Term(NamedTuple):
    """The real part of w·x^n·exp((a + ib)x): a rate a, a frequency b."""

    power: int
    rate: Expression
    frequency: Expression
    weight: Complex


Sum = tuple[Term, ...]
MAX_TERMS = 60
"""Sums that grow past this are given up."""


def constant(value: Expression) -> Sum:
    """A formula without the variable."""
    return () if value_of_number(value) == 0 else (Term(0, ZERO, ZERO, Complex(value)),)


@final
class Exponentials:
    """What can be done with such sums."""

    def __init__(self, arithmetic: Arithmetic) -> None:
        self._real = arithmetic
        self._complex = ComplexArithmetic(arithmetic)

    def add(self, *sums: Iterable[Term]) -> Sum:
        """The sum of sums, terms of the same kind joined."""
        found: list[Term] = []
        for term in (term for part in sums for term in part):
            self._join(found, self._canonical(term))
        return tuple(term for term in found if not term.weight.is_zero)

    def multiply(self, one: Sum, other: Sum) -> Sum | None:
        """The product; None where it grows too long."""
        if len(one) * len(other) > MAX_TERMS:
            return None
        return self.add(*(self._product(a, b) for a, b in pairs(one, other)))

    def scale(self, factor: Expression, one: Sum) -> Sum:
        """A multiple by a formula without the variable."""
        scaled = (t._replace(weight=self._complex.scale(factor, t.weight)) for t in one)
        return tuple(term for term in scaled if not term.weight.is_zero)

    def derivative(self, one: Sum) -> Sum:
        """The derivative by the variable."""
        parts: list[Term] = []
        for term in one:
            exponent = Complex(term.rate, term.frequency)
            parts.append(term._replace(weight=self._complex.multiply(exponent, term.weight)))
            if term.power:
                weight = self._complex.scale(number(term.power), term.weight)
                parts.append(Term(term.power - 1, term.rate, term.frequency, weight))
        return self.add(parts)

    def particular(self, coefficients: Sequence[Expression], right: Sum) -> Sum:
        """A solution of Σ coefficients[k]·y^(k) = right, the coefficients without the variable."""
        return self.add(*(self._response(coefficients, term) for term in right))

    def tree(self, one: Sum, variable: Expression) -> Expression:
        """The formula; exponentials with the same rate are taken out."""
        rates: list[tuple[Expression, list[Expression]]] = []
        for term in sorted(one, key=lambda term: term.power):
            written = self._written(term, variable)
            for rate, found in rates:
                if self._real.are_equal(rate, term.rate):
                    found.append(written)
                    break
            else:
                rates.append((term.rate, [written]))
        return total(
            multiply(total(found), exponential(self._times(rate, variable)))
            for rate, found in rates
        )

    def _times(self, factor: Expression, variable: Expression) -> Expression:
        """A multiple of the variable, in normal form where a formula stands for it."""
        if variable.size == 1:
            return multiply(factor, variable)
        return self._real.multiply(factor, variable)

    def _written(self, term: Term, variable: Expression) -> Expression:
        angle = self._times(term.frequency, variable)
        waves = add(
            multiply(term.weight.real, cosine(angle)),
            multiply(negative(term.weight.imaginary), sine(angle)),
        )
        return product([power(variable, term.power) if term.power else number(1), waves])

    def _canonical(self, term: Term) -> Term:
        if value_of_number(term.frequency) == 0:
            return term._replace(weight=Complex(term.weight.real))
        return term

    def _join(self, found: list[Term], term: Term) -> None:
        for index, known in enumerate(found):
            if known.power == term.power and self._real.are_equal(known.rate, term.rate):
                weight = self._seen_as(known.frequency, term)
                if weight is not None:
                    weight = self._complex.add(known.weight, weight)
                    found[index] = known._replace(weight=weight)
                    return
        found.append(term)

    def _seen_as(self, frequency: Expression, term: Term) -> Complex | None:
        """The weight of a term at a frequency, or at its negative."""
        if self._real.are_equal(frequency, term.frequency):
            return term.weight
        if self._real.is_zero(frequency + term.frequency):
            return term.weight.conjugate
        return None

    def _product(self, one: Term, other: Term) -> list[Term]:
        """Re v·Re w = (Re vw + Re v·conj w)/2."""
        rate = self._real.add(one.rate, other.rate)
        degree = one.power + other.power
        if value_of_number(one.frequency) == 0:
            weight = self._complex.scale(one.weight.real, other.weight)
            return [Term(degree, rate, other.frequency, weight)]
        if value_of_number(other.frequency) == 0:
            return self._product(other, one)
        found: list[Term] = []
        for sign, second in ((1, other.weight), (-1, other.weight.conjugate)):
            shift = other.frequency if sign > 0 else negative(other.frequency)
            weight = self._complex.multiply(one.weight, second)
            half = self._complex.scale(number(1) / 2, weight)
            found.append(Term(degree, rate, self._real.add(one.frequency, shift), half))
        return found

    def _response(self, coefficients: Sequence[Expression], term: Term) -> list[Term]:
        """The solution x^m·Q(x)·exp(λx) to the real part of w·x^n·exp(λx)."""
        degree = term.power
        shifted = self._shifted(coefficients, Complex(term.rate, term.frequency))
        start = next(k for k, value in enumerate(shifted) if not value.is_zero)
        weights = [NONE] * (degree + 1)
        for i in range(degree, -1, -1):
            rest = term.weight if i == degree else NONE
            for k in range(start + 1, min(len(shifted), degree - i + start + 1)):
                factor = number(-factorial(i + k) // factorial(i))
                known = self._complex.multiply(shifted[k], weights[i + k - start])
                rest = self._complex.add(rest, self._complex.scale(factor, known))
            below = number(factorial(i + start) // factorial(i))
            weights[i] = self._complex.divide(rest, self._complex.scale(below, shifted[start]))
        return [
            Term(j + start, term.rate, term.frequency, weight)
            for j, weight in enumerate(weights)
            if not weight.is_zero
        ]

    def _shifted(self, coefficients: Sequence[Expression], exponent: Complex) -> list[Complex]:
        """The coefficients of p(D + λ): p^(k)(λ)/k!, by repeated synthetic division."""
        left = [Complex(value) for value in coefficients]
        found: list[Complex] = []
        while left:
            for index in range(len(left) - 2, -1, -1):
                carried = self._complex.multiply(exponent, left[index + 1])
                left[index] = self._complex.add(left[index], carried)
            found.append(left.pop(0))
        return found


def kernel(roots: Iterable[tuple[Expression, Expression, int]]) -> list[Sum]:
    """A basis of the solutions whose exponents are roots: real part, imaginary part, multiplicity.

    A pair of complex roots is named once.
    """
    found: list[Sum] = []
    for rate, frequency, multiplicity in roots:
        for degree in range(multiplicity):
            found.append((Term(degree, rate, frequency, UNIT),))
            if value_of_number(frequency) != 0:
                found.append((Term(degree, rate, frequency, Complex(ZERO, number(-1))),))
    return found
