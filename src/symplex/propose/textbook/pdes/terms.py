"""Formulas as sums of products: functions of some variables, times what does not depend on them.

Owns the expansion: sums are multiplied out, an exponential of a sum is a product, and the sine and
cosine of a sum are taken apart where one part does not depend on the variables. Functions that
differ as they are written count as different, so what is collected is sufficient, not necessary.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import reduce
from typing import Final, final

from symplex.exact.formulas.arithmetic import Arithmetic
from symplex.exact.formulas.building import (
    ONE,
    ZERO,
    add,
    cosine,
    divide,
    exponential,
    multiply,
    negative,
    power,
    product,
    sine,
    total,
)
from symplex.expression import Expression, Operator, apply, number
from symplex.expression import operators as op
from symplex.reasons import Code
from symplex.work.budget import Missing

Monomial = tuple[tuple[Expression, Fraction], ...]
"""Functions of the variables with their exponents, in a fixed order; empty for 1."""
Terms = Mapping[Monomial, Expression]
"""What each product of functions is multiplied by."""
_MOST: Final = 400
_MAX_POWER: Final = 8
_UNIT: Final[Monomial] = ()


@final
class Expansion:
    """Expands formulas with respect to some variables."""

    def __init__(self, names: Iterable[str], arithmetic: Arithmetic) -> None:
        self._names = frozenset(names)
        self._real = arithmetic

    def terms(self, tree: Expression) -> Terms:
        """The formula as a sum, each coefficient in normal form and none of them zero.

        Raises:
            Missing: where there are too many terms.
        """
        parts = {key: self._real.normal(value) for key, value in self._of(tree).items()}
        return {key: value for key, value in parts.items() if value != ZERO}

    def _of(self, tree: Expression) -> Terms:
        if self._names.isdisjoint(tree.symbols):
            return {_UNIT: tree}
        self._real.budget.step()
        match tree.root:
            case op.ADD | op.SUBTRACT | op.MULTIPLY:
                one, other = (self._of(part) for part in tree.arguments)
                if tree.root is op.MULTIPLY:
                    return self._times(one, other)
                return _sum([one, _scaled(other, tree.root)])
            case op.NEGATE:
                return _scaled(self._of(tree.arguments[0]), op.SUBTRACT)
            case op.DIVIDE:
                top, bottom = tree.arguments
                return self._times(self._of(top), self._raised(bottom, Fraction(-1)))
            case _:
                return self._of_function(tree)

    def _raised(self, base: Expression, exponent: Fraction) -> Terms:
        parts = self._of(base)
        if len(parts) == 1:
            ((key, value),) = parts.items()
            return {self._power(key, exponent): power(value, exponent)}
        if exponent.denominator == 1 and 0 < exponent <= _MAX_POWER:
            return reduce(self._times, [parts] * int(exponent))
        return {((self._real.normal(base), exponent),): ONE}

    def _of_function(self, tree: Expression) -> Terms:
        root = tree.root
        if not isinstance(root, Operator):
            return {((tree, Fraction(1)),): ONE}
        if root.exponent is not None:
            return self._raised(tree.arguments[0], root.exponent)
        if root not in (op.EXP, op.SIN, op.COS):
            inner = [self._real.normal(one) for one in tree.arguments]
            return {((apply(root, *inner), Fraction(1)),): ONE}
        parts = dict(self.terms(tree.arguments[0]))
        free = parts.pop(_UNIT, ZERO)
        inner = self._real.normal(self.tree(parts))
        if tree.root is op.EXP:
            return {_single(exponential(inner)): exponential(free)}
        both = _function(sine(inner)), _function(cosine(inner))
        if tree.root is op.SIN:
            factors = cosine(free), sine(free)
        else:
            factors = negative(sine(free)), cosine(free)
        found = [
            self._times(one, {_UNIT: factor})
            for one, factor in zip(both, factors, strict=True)
            if factor != ZERO
        ]
        return _sum(found)

    def _times(self, one: Terms, other: Terms) -> Terms:
        if len(one) * len(other) > _MOST:
            raise Missing(Code.ALGEBRA_FORMULA_TOO_LONG)
        found: list[Terms] = []
        for key, value in one.items():
            found += [{self._product(key, k): multiply(value, v)} for k, v in other.items()]
        return _sum(found)

    def _product(self, one: Monomial, other: Monomial) -> Monomial:
        exponents: dict[Expression, Fraction] = dict(one)
        for factor, exponent in other:
            exponents[factor] = exponents.get(factor, Fraction(0)) + exponent
        growth = [
            multiply(number(exponent), factor.arguments[0])
            for factor, exponent in exponents.items()
            if factor.root is op.EXP
        ]
        if len(growth) > 1 or any(e != 1 for f, e in exponents.items() if f.root is op.EXP):
            joined = exponential(self._real.normal(total(growth)))
            exponents = {f: e for f, e in exponents.items() if f.root is not op.EXP}
            if joined != ONE:
                exponents[joined] = Fraction(1)
        return _ordered(exponents)

    def _power(self, key: Monomial, exponent: Fraction) -> Monomial:
        return self._product(tuple((factor, e * exponent) for factor, e in key), _UNIT)

    @staticmethod
    def tree(parts: Terms) -> Expression:
        """The sum as a formula."""
        return total(multiply(value, written(key)) for key, value in parts.items())


def written(key: Monomial) -> Expression:
    """A product of functions as a formula."""
    below = product(power(factor, -e) for factor, e in key if e < 0)
    return divide(product(power(factor, e) for factor, e in key if e > 0), below)


def _single(tree: Expression) -> Monomial:
    return _UNIT if tree == ONE else ((tree, Fraction(1)),)


def _function(tree: Expression) -> Terms:
    """A sine or cosine, its sign in front."""
    if tree == ZERO:
        return {}
    if tree.root is op.NEGATE:
        return {_single(tree.arguments[0]): negative(ONE)}
    return {_single(tree): ONE}


def _ordered(exponents: Mapping[Expression, Fraction]) -> Monomial:
    kept = [(factor, exponent) for factor, exponent in exponents.items() if exponent != 0]
    return tuple(sorted(kept, key=lambda pair: (pair[0].size, repr(pair))))


def _scaled(parts: Terms, sign: Operator) -> Terms:
    if sign is op.ADD:
        return parts
    return {key: negative(value) for key, value in parts.items()}


def _sum(many: Iterable[Terms]) -> Terms:
    found: dict[Monomial, Expression] = {}
    for parts in many:
        for key, value in parts.items():
            found[key] = add(found[key], value) if key in found else value
    return found
