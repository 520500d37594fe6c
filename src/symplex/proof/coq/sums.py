"""Formulas as sums of products of atoms, and their derivatives: short, and known to Coq's ``ring``.

An atom is a variable, a parameter, π, a function of some formula, or ``1/formula``; its formula is
kept as it was written. So the derivative of a sum is a sum of the same atoms, and Coq need know
nothing but the laws of a commutative ring to agree with it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import final

from symplex.errors import ExpressionError
from symplex.expression import Expression, Number, Operator, Symbol, Token, apply, leaf, number
from symplex.expression.operators import (
    ADD,
    ATAN,
    COS,
    DIVIDE,
    ERF,
    EXP,
    LOG,
    MULTIPLY,
    NEGATE,
    SIN,
    SQRT,
    SUBTRACT,
)
from symplex.expression.render import to_text

MAX_TERMS = 2_000
"""A sum that grows past this is refused: Coq would not be done with it within a minute."""

Product = tuple[tuple[Expression, int], ...]
"""Atoms with their exponents, in the order of their texts."""
_ONE: Product = ()


@final
@dataclass(frozen=True)
class Sum:
    """Σ coefficient · product; no coefficient is zero."""

    terms: Mapping[Product, Fraction]

    @property
    def constant(self) -> Fraction | None:
        """Its value if no atom is in it."""
        if not self.terms:
            return Fraction(0)
        return self.terms.get(_ONE) if len(self.terms) == 1 else None

    def __add__(self, other: "Sum") -> "Sum":
        """The sum of both."""
        return _collected((*self.terms.items(), *other.terms.items()))

    def __mul__(self, other: "Sum") -> "Sum":
        """The product of both, multiplied out."""
        if len(self.terms) * len(other.terms) > MAX_TERMS**2:
            raise _too_long()
        return _collected(
            (_product(left, right), one * two)
            for left, one in self.terms.items()
            for right, two in other.terms.items()
        )

    def times(self, factor: Fraction | int) -> "Sum":
        """A multiple."""
        return _collected((product, value * factor) for product, value in self.terms.items())

    def power(self, exponent: int) -> "Sum":
        """A whole power that is not negative."""
        return reduce(Sum.__mul__, [self] * exponent, ONE)

    def tree(self) -> Expression:
        """The sum as a formula."""
        parts = [_term(product, value) for product, value in _in_order(self.terms)]
        return reduce(Expression.__add__, parts) if parts else number(0)


def _collected(
    pairs: "Iterator[tuple[Product, Fraction]] | Sequence[tuple[Product, Fraction]]",
) -> Sum:
    found: dict[Product, Fraction] = {}
    for product, value in pairs:
        found[product] = found.get(product, Fraction(0)) + value
    if len(found) > MAX_TERMS:
        raise _too_long()
    return Sum({product: value for product, value in found.items() if value})


def _too_long() -> ExpressionError:
    return ExpressionError(f"a derivative has more than {MAX_TERMS} terms: too long for a Coq file")


def _product(left: Product, right: Product) -> Product:
    exponents = dict(left)
    for atom, exponent in right:
        exponents[atom] = exponents.get(atom, 0) + exponent
    kept = [(atom, exponent) for atom, exponent in exponents.items() if exponent]
    return tuple(sorted(kept, key=lambda pair: to_text(pair[0])))


def _in_order(terms: Mapping[Product, Fraction]) -> list[tuple[Product, Fraction]]:
    return sorted(terms.items(), key=lambda pair: [(to_text(a), n) for a, n in pair[0]])


def _term(product: Product, value: Fraction) -> Expression:
    factors = [atom if exponent == 1 else atom**exponent for atom, exponent in product]
    if value != 1 or not factors:
        factors.insert(0, number(value))
    return reduce(Expression.__mul__, factors)


ZERO, ONE = Sum({}), Sum({_ONE: Fraction(1)})


def atom(formula: Expression, exponent: int = 1) -> Sum:
    """A formula that is not looked into."""
    return Sum({((formula, exponent),): Fraction(1)})


def constant(value: Fraction | int) -> Sum:
    """A number."""
    return ONE.times(Fraction(value))


Atom = Callable[[Operator, Expression], Sum]
"""What a function of a formula is as a sum."""
Inverse = Callable[[Expression, Sum], Sum]
"""What one over a formula is as a sum."""


def expanded(
    formula: Expression, function: Atom | None = None, inverse: Inverse | None = None
) -> Sum:
    """An unfolded formula as a sum.

    Args:
        formula: Without the functions that `unfolding` removes.
        function: How a function enters; as an atom if nothing is said.
        inverse: How one over a formula enters; as an atom if nothing is said.
    """
    under = inverse or _inverse

    def combine(
        token: Token, below: Sequence[tuple[Expression, Sum]], value: float
    ) -> tuple[Expression, Sum]:
        if not isinstance(token, Operator):
            whole = leaf(token, value)
            return whole, constant(token.value) if isinstance(token, Number) else atom(whole)
        whole = apply(token, *(formula for formula, _ in below))
        sums = [part for _, part in below]
        if token.exponent is not None and token.exponent.denominator == 1:
            return whole, _whole_power(below[0], int(token.exponent), under)
        if token is DIVIDE:
            return whole, sums[0] * under(*below[1])
        if token in (ADD, SUBTRACT, MULTIPLY, NEGATE):
            return whole, _arithmetic(token, sums)
        if function is not None and token.arity == 1:
            return whole, function(token, below[0][0])
        return whole, atom(whole)

    return formula.fold(combine)[1]


def _arithmetic(row: Operator, sums: Sequence[Sum]) -> Sum:
    if row is NEGATE:
        return sums[0].times(-1)
    left, right = sums
    if row is MULTIPLY:
        return left * right
    return left + (right if row is ADD else right.times(-1))


def _whole_power(base: tuple[Expression, Sum], exponent: int, under: Inverse) -> Sum:
    if exponent < 0:
        whole = base[0] ** -exponent
        return under(whole, base[1].power(-exponent))
    return base[1].power(exponent)


def _inverse(formula: Expression, inside: Sum) -> Sum:
    if inside.constant:
        return constant(1 / inside.constant)
    return atom(formula**-1)


def derivative(sum_: Sum, variable: str) -> Sum:
    """The derivative of a sum, by the product rule and the derivatives of its atoms."""
    slopes: dict[Expression, Sum] = {}
    total = ZERO
    for product, value in sum_.terms.items():
        for index, (factor, exponent) in enumerate(product):
            slope = slopes.setdefault(factor, _slope(factor, variable))
            rest = list(product)
            rest[index] = (factor, exponent - 1)
            left = tuple(pair for pair in rest if pair[1])
            total = total + Sum({left: value * exponent}) * slope
    return total


def _slope(factor: Expression, variable: str) -> Sum:
    """The derivative of an atom."""
    row = factor.root
    if isinstance(row, Symbol):
        return ONE if row.name == variable else ZERO
    if not isinstance(row, Operator) or not row.arity:
        return ZERO
    inner = factor.arguments[0]
    slope = derivative(expanded(inner), variable)
    if not slope.terms:
        return ZERO
    return slope * _outer(row, factor, inner)


def _outer(row: Operator, factor: Expression, inner: Expression) -> Sum:
    if row.exponent == -1:
        return atom(factor, 2).times(-1)
    if row is EXP:
        return atom(factor)
    if row is SIN:
        return atom(apply(COS, inner))
    if row is COS:
        return atom(apply(SIN, inner)).times(-1)
    return _rarer(row, factor, inner)


def _rarer(row: Operator, factor: Expression, inner: Expression) -> Sum:
    if row is LOG:
        return _inverse(inner, expanded(inner))
    if row is SQRT:
        return atom(factor**-1).times(Fraction(1, 2))
    if row is ATAN:
        return _inverse(1 + inner**2, expanded(1 + inner**2))
    if row is ERF:
        bell = apply(EXP, apply(NEGATE, inner**2))
        return (atom(apply(SQRT, apply("pi")) ** -1) * atom(bell)).times(2)
    raise ExpressionError(
        f"a Coq file is written for smooth formulas only, and '{row.name}' is not smooth"
    )
