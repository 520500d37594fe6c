"""Formulas as polynomials with rational coefficients in their non-polynomial parts.

Equal polynomials are equal formulas wherever both are defined, so a zero polynomial is a proof,
and it needs no computer algebra system. What this cannot show is left to one. Owns what each
operator means, and the `Normaliser` that answers for a whole certificate.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, final

from symplex.algebra.polynomials import (
    ZERO,
    AtomOrder,
    Polynomial,
    atomic,
    constant,
    denominators,
    single_atom,
    sum_of,
)
from symplex.algebra.ring import MAX_EXPANDED, Ring, TooLargeError
from symplex.budget import Budget
from symplex.expression import Expression, Number, Operator, Token, apply, leaf
from symplex.expression.operators import (
    ABS,
    ADD,
    ASIN,
    ATAN,
    COS,
    COSH,
    DIVIDE,
    ERF,
    EXP,
    LOG,
    MAX,
    MIN,
    MULTIPLY,
    NEGATE,
    RELU,
    SIGN,
    SIN,
    SINH,
    SUBTRACT,
    TAN,
    TANH,
)

_MAX_CLEARINGS = 6
_HALF = Fraction(1, 2)


@final
class Normaliser:
    """Normal forms for one certificate, each within the same amount of work.

    A form is remembered, and computed from nothing but its formula: whether it is found does not
    depend on which others were asked for before.
    """

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._order = AtomOrder()
        self._polynomials: dict[Expression, Polynomial | None] = {}
        self._zeros: dict[Expression, bool] = {}

    def polynomial(self, expression: Expression) -> Polynomial | None:
        """The formula as a polynomial in its atoms; None if it grows too large."""
        if expression not in self._polynomials:
            try:
                self._polynomials[expression] = self._ring().expanded(expression)
            except TooLargeError:
                self._polynomials[expression] = None
        return self._polynomials[expression]

    def is_zero(self, expression: Expression) -> bool:
        """Whether a formula is shown to vanish wherever it is defined."""
        if expression not in self._zeros:
            self._zeros[expression] = self._is_zero(expression)
        return self._zeros[expression]

    def _is_zero(self, expression: Expression) -> bool:
        ring = self._ring()
        try:
            terms = ring.expanded(expression)
            for _ in range(_MAX_CLEARINGS):
                below = denominators(terms)
                if not below:
                    break
                terms = ring.cleared(terms, below)
        except TooLargeError:
            return False
        return not terms

    def are_equal(self, pairs: Iterable[tuple[Expression, Expression]]) -> bool:
        """Whether the two formulas of each pair are shown to be the same."""
        return all(self.is_zero(one - two) for one, two in pairs)

    def tree(self, terms: Polynomial) -> Expression:
        """A tree for a polynomial, always the same one for equal polynomials."""
        return self._order.tree(terms)

    def shortened(self, expression: Expression) -> Expression:
        """The formula as a polynomial in its atoms where that is shorter."""
        terms = self.polynomial(expression)
        if terms is None:
            return expression
        trees = self._order.summands(terms)
        size = sum(tree.size for tree in trees) + len(trees) - 1
        return sum_of(trees) if size < expression.size else expression

    def _ring(self) -> Ring:
        return Ring(_combined, self._order, self._budget)


def _combined(ring: Ring, token: Token, below: Sequence[Polynomial], value: float) -> Polynomial:
    if not isinstance(token, Operator):
        return constant(token.value) if isinstance(token, Number) else atomic(leaf(token, value))
    if token.exponent is not None:
        return ring.raised(below[0], token.exponent)
    rule = _RULES.get(token)
    if rule is not None:
        return ring.cancelled(rule(ring, *below))
    simple = _of_numbers(token, below)
    if simple is not None:
        return constant(simple)
    return atomic(apply(token, *map(ring.order.tree, below)))


def _of_numbers(operator: Operator, below: Sequence[Polynomial]) -> Fraction | None:
    """The value at numbers where it is rational: cos(0), max(1, 2)."""
    if not below or any(len(part) > 1 or any(part) for part in below):
        return None
    values = [part.get((), Fraction(0)) for part in below]
    branch = _BRANCHES.get(operator)
    if branch is not None:
        return branch(*values)
    if operator in _AT_ZERO and values[0] == 0:
        return _AT_ZERO[operator]
    return None


def _tangent(ring: Ring, argument: Polynomial) -> Polynomial:
    inner = ring.order.tree(argument)
    return {ring.joined(((apply(SIN, inner), 1),), ((apply(COS, inner), -1),)): Fraction(1)}


def _exponential(ring: Ring, argument: Polynomial) -> Polynomial:
    """Of a sum: rational multiples of logarithms become powers."""
    rest, result = dict(argument), constant(1)
    for monomial, value in argument.items():
        inner = single_atom(monomial, LOG)
        if inner is not None and max(abs(value), value.denominator) <= MAX_EXPANDED:
            result = ring.multiply(result, ring.raised(ring.written(inner), value))
            del rest[monomial]
    return ring.multiply(result, atomic(apply(EXP, ring.order.tree(rest)))) if rest else result


def _logarithm(ring: Ring, argument: Polynomial) -> Polynomial:
    """Of an exponential: its argument."""
    ((monomial, value),) = argument.items() if len(argument) == 1 else (((), Fraction(0)),)
    inner = single_atom(monomial, EXP) if value == 1 else None
    if inner is not None:
        return ring.written(inner)
    if value == 1 and not monomial:
        return ZERO
    return atomic(apply(LOG, ring.order.tree(argument)))


def _exponentials(ring: Ring, argument: Polynomial) -> tuple[Polynomial, Polynomial]:
    """exp(a) and exp(−a), by which the hyperbolic functions are written."""
    down = ring.order.tree(ring.add({}, argument, -1))
    return atomic(apply(EXP, ring.order.tree(argument))), atomic(apply(EXP, down))


def _hyperbolic_sine(ring: Ring, argument: Polynomial, sign: int = -1) -> Polynomial:
    if not argument:
        return constant(1 if sign > 0 else 0)
    up, down = _exponentials(ring, argument)
    return ring.add(ring.multiply(constant(_HALF), up), down, sign * _HALF)


def _hyperbolic_tangent(ring: Ring, argument: Polynomial) -> Polynomial:
    if not argument:
        return ZERO
    up, down = _exponentials(ring, argument)
    return ring.multiply(ring.add(up, down, -1), ring.raised(ring.add(up, down), Fraction(-1)))


def _sign(value: Fraction) -> Fraction:
    return Fraction((value > 0) - (value < 0))


_RULES: Final[Mapping[Operator, Callable[..., Polynomial]]] = MappingProxyType(
    {
        ADD: Ring.add,
        SUBTRACT: lambda ring, a, b: ring.add(a, b, -1),
        NEGATE: lambda ring, a: ring.add({}, a, -1),
        MULTIPLY: Ring.multiply,
        DIVIDE: lambda ring, a, b: ring.multiply(a, ring.raised(b, Fraction(-1))),
        TAN: _tangent,
        EXP: _exponential,
        LOG: _logarithm,
        SINH: _hyperbolic_sine,
        COSH: lambda ring, a: _hyperbolic_sine(ring, a, 1),
        TANH: _hyperbolic_tangent,
    }
)
"""How operators act on polynomials; any other makes an atom."""

_BRANCHES: Final[Mapping[Operator, Callable[..., Fraction]]] = MappingProxyType(
    {
        MAX: max,
        MIN: min,
        ABS: Fraction.__abs__,
        RELU: lambda a: max(a, Fraction(0)),
        SIGN: _sign,
    }
)
_AT_ZERO: Final[Mapping[Operator, Fraction]] = MappingProxyType(
    {SIN: Fraction(0), COS: Fraction(1), ERF: Fraction(0), ASIN: Fraction(0), ATAN: Fraction(0)}
)
