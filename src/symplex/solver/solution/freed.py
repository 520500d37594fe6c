"""A formula with a constant wherever a parameter that was held may stand.

What solves a problem at one value of its parameters has the right form as a rule, and numbers in
the place of functions of the parameters; a number that is 1 there is not even written. Owns where
constants are put: at every term of every sum, but at one place only where a scale is shared.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import final

from symplex.expression import Expression, Operator, apply, number, symbol
from symplex.expression.evaluate import value_of
from symplex.expression.operators import ADD, DIVIDE, MULTIPLY, NEGATE, SUBTRACT
from symplex.solver.polish.completion import Skeleton

_Part = tuple[Expression, bool]
"""A term with whether it is subtracted, or a factor with whether it divides."""


def freed(formulas: Mapping[str, Expression]) -> tuple[Skeleton, Mapping[str, float]]:
    """The formulas with constants in place of numbers, and the values that these have now."""
    work = _Freeing()
    made = {unknown: work.sum_of(formula) for unknown, formula in formulas.items()}
    return Skeleton(made, tuple(work.near)), work.near


@final
@dataclass
class _Freeing:
    """The constants that were made so far, with their values."""

    near: dict[str, float] = field(default_factory=dict[str, float])

    def sum_of(self, formula: Expression, scale: float | None = 1.0) -> Expression:
        """Every term with a constant; an exact one as it is where another carries the scale."""
        terms = _parts(formula, ADD, SUBTRACT)
        kept = next((i for i, (term, _) in enumerate(terms) if _is_exact(term)), None)
        made = [
            self._term(
                term, -1 if minus else 1, None if scale is None and i == kept else scale or 1
            )
            for i, (term, minus) in enumerate(terms)
        ]
        return reduce(lambda total, term: total + term, made)

    def _term(self, term: Expression, sign: int, scale: float | None) -> Expression:
        """A constant times what varies; without a scale, its own numbers."""
        factors = _parts(term, MULTIPLY, DIVIDE)
        plain = [(factor, below) for factor, below in factors if not factor.symbols]
        moving = [(factor, below) for factor, below in factors if factor.symbols]
        if scale is None:
            made = [(self._factor(factor, None), below) for factor, below in moving]
            return _product([(number(sign), False), *plain, *made])
        value = sign * scale * _value(plain)
        carrier = next((f for f, below in moving if not below and f.root in (ADD, SUBTRACT)), None)
        made = [
            (self._factor(factor, value if factor is carrier else None), below)
            for factor, below in moving
        ]
        return _product(made if carrier is not None else [(self._constant(value), False), *made])

    def _factor(self, factor: Expression, scale: float | None) -> Expression:
        root = factor.root
        if not isinstance(root, Operator):
            return factor
        if root in (ADD, SUBTRACT):
            return self.sum_of(factor, scale)
        # The scale of what is raised to a power is the term's own.
        inner = 1.0 if root.exponent is None else None
        return apply(root, *(self.sum_of(part, inner) for part in factor.arguments))

    def _constant(self, value: float) -> Expression:
        name = f"c#{len(self.near) + 1}"
        self.near[name] = value
        return symbol(name)


def _parts(formula: Expression, sign: Operator, inverse: Operator) -> list[_Part]:
    """The members of a chain of one operation and its inverse, each with whether it is inverted."""
    root = formula.root
    if root is NEGATE:
        inner = _parts(formula.arguments[0], sign, inverse)
        if sign is MULTIPLY:
            return [(number(-1), False), *inner]
        return [(part, not turned) for part, turned in inner]
    if root not in (sign, inverse):
        return [(formula, False)]
    first, second = (_parts(part, sign, inverse) for part in formula.arguments)
    return [*first, *((part, turned != (root is inverse)) for part, turned in second)]


def _is_exact(term: Expression) -> bool:
    """Whether no fitted constant is a factor of it."""
    factors = _parts(term, MULTIPLY, DIVIDE)
    return not any(factor.constants and not factor.symbols for factor, _ in factors)


def _value(plain: Sequence[_Part]) -> float:
    """The product of what does not vary."""
    values = [1 / value_of(factor) if below else value_of(factor) for factor, below in plain]
    return math.prod(values)


def _product(factors: Sequence[_Part]) -> Expression:
    """Factors above, one after the other, over those below."""
    above = [factor for factor, below in factors if not below and factor != number(1)]
    under = [factor for factor, below in factors if below]
    total = reduce(lambda one, other: one * other, above) if above else number(1)
    return reduce(lambda one, other: one / other, under, total)
