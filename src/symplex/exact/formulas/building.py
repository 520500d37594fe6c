"""Formulas built as a person would write them: no zeros, no factors 1, signs in front.

Owns the construction alone; what is equal to what is asked in `arithmetic`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from types import MappingProxyType
from typing import Final

from symplex.expression import Expression, Number, Operator, Token, apply, leaf, number
from symplex.expression import operators as op

ZERO, ONE = number(0), number(1)
MAX_EXPONENT = 60
"""Powers beyond this stay exponentials of logarithms."""


def value_of_number(tree: Expression) -> Fraction | None:
    """The value, if the formula is an exact number."""
    return tree.root.value if isinstance(tree.root, Number) else None


def add(left: Expression, right: Expression) -> Expression:
    """A sum."""
    one, other = value_of_number(left), value_of_number(right)
    if one is not None and other is not None:
        return number(one + other)
    if one == 0 or other == 0:
        return right if one == 0 else left
    if is_negative(right):
        return left - negative(right)
    return right - negative(left) if is_negative(left) else left + right


def subtract(left: Expression, right: Expression) -> Expression:
    """A difference; of the same formula, zero."""
    return ZERO if left == right else add(left, negative(right))


def multiply(left: Expression, right: Expression) -> Expression:
    """A product, its number in front."""
    one, other = value_of_number(left), value_of_number(right)
    if one is not None and other is not None:
        return number(one * other)
    if other is not None:
        return multiply(right, left)
    if one is not None:
        return _scaled(one, right)
    factor, rest = split_number(right)
    if factor != 1:
        return _scaled(factor, multiply(left, rest))
    factor, rest = split_number(left)
    return _scaled(factor, multiply(rest, right)) if factor != 1 else left * right


def _scaled(factor: Fraction, tree: Expression) -> Expression:
    inner, rest = split_number(tree)
    factor *= inner
    if factor in (0, 1):
        return rest if factor else ZERO
    if factor == -1:
        return rest.arguments[1] - rest.arguments[0] if rest.root is op.SUBTRACT else -rest
    if abs(factor.numerator) == 1:
        quotient = rest / factor.denominator
        return quotient if factor > 0 else -quotient
    return number(factor) * rest


def split_number(tree: Expression) -> tuple[Fraction, Expression]:
    """The number in front of a product or below a quotient, and what it multiplies."""
    root = tree.root
    if isinstance(root, Number):
        return root.value, ONE
    if root is op.NEGATE:
        factor, rest = split_number(tree.arguments[0])
        return -factor, rest
    if root is op.MULTIPLY and isinstance(tree.arguments[0].root, Number):
        return tree.arguments[0].root.value, tree.arguments[1]
    if root is op.DIVIDE and isinstance(tree.arguments[1].root, Number):
        below = tree.arguments[1].root.value
        if below != 0:
            factor, rest = split_number(tree.arguments[0])
            return factor / below, rest
    return Fraction(1), tree


def divide(top: Expression, bottom: Expression) -> Expression:
    """A quotient; by a number, a multiple."""
    value = value_of_number(bottom)
    if value is not None and value != 0:
        return multiply(number(1 / value), top)
    if value_of_number(top) == 0:
        return ZERO
    if top == bottom:
        return ONE
    factor, rest = split_number(bottom)
    if factor not in (0, 1):
        return divide(multiply(number(1 / factor), top), rest)
    factor, rest = split_number(top)
    return _scaled(factor, rest / bottom) if abs(factor.numerator) == 1 else top / bottom


def negative(tree: Expression) -> Expression:
    """The negative."""
    return multiply(number(-1), tree)


def is_negative(tree: Expression) -> bool:
    """Whether it begins with a minus sign that can be taken out."""
    return split_number(tree)[0] < 0


def power(base: Expression, exponent: Fraction | int) -> Expression:
    """A rational power; powers of numbers are carried out where they are whole."""
    value = value_of_number(base)
    if value is not None and Fraction(exponent).denominator == 1 and (value or exponent > 0):
        return number(value ** int(exponent))
    if value == 1 or exponent == 1:
        return base
    if exponent == -1:
        return divide(ONE, base)
    factor, rest = split_number(base)
    if factor not in (0, 1) and Fraction(exponent).denominator == 1:
        return multiply(number(factor ** int(exponent)), power(rest, exponent))
    return base**exponent


def total(terms: Iterable[Expression]) -> Expression:
    """The sum of any number of terms, one that is not negative in front."""
    kept = [term for term in terms if value_of_number(term) != 0]
    kept.sort(key=is_negative)
    return reduce(add, kept, ZERO)


def product(factors: Iterable[Expression]) -> Expression:
    """The product of any number of factors."""
    return reduce(multiply, factors, ONE)


def exponential(argument: Expression) -> Expression:
    """The exponential, 1 at 0; of a multiple of a logarithm, a power."""
    if value_of_number(argument) == 0:
        return ONE
    factor, rest = split_number(argument)
    if rest.root is op.LOG and max(abs(factor.numerator), factor.denominator) <= MAX_EXPONENT:
        return power(rest.arguments[0], factor)
    return apply(op.EXP, argument)


def cosine(angle: Expression) -> Expression:
    """The cosine, 1 at 0 and even."""
    if value_of_number(angle) == 0:
        return ONE
    return apply(op.COS, negative(angle) if is_negative(angle) else angle)


def sine(angle: Expression) -> Expression:
    """The sine, 0 at 0 and odd."""
    if value_of_number(angle) == 0:
        return ZERO
    if is_negative(angle):
        return negative(apply(op.SIN, negative(angle)))
    return apply(op.SIN, angle)


def logarithm(argument: Expression) -> Expression:
    """The logarithm, undone by an exponential and 0 at 1."""
    if argument.root is op.EXP:
        return argument.arguments[0]
    return ZERO if value_of_number(argument) == 1 else apply(op.LOG, argument)


def rebuilt(tree: Expression) -> Expression:
    """The same function with its numbers where a person would write them."""
    return tree.fold(_rebuild)


def _rebuild(token: Token, below: Sequence[Expression], value: float) -> Expression:
    if not isinstance(token, Operator):
        return leaf(token, value)
    if token.exponent is not None:
        return power(below[0], token.exponent)
    build = _BUILDERS.get(token)
    return apply(token, *below) if build is None else build(*below)


_BUILDERS: Final[Mapping[Operator, Callable[..., Expression]]] = MappingProxyType(
    {
        op.ADD: add,
        op.SUBTRACT: subtract,
        op.MULTIPLY: multiply,
        op.DIVIDE: divide,
        op.NEGATE: negative,
        op.EXP: exponential,
        op.COS: cosine,
        op.SIN: sine,
        op.LOG: logarithm,
    }
)
