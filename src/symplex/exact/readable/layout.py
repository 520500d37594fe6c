"""Exact numbers where a person would write them: ``x/2``, ``-x``, ``a - 2*b``; factors 1 removed.

The signs of even and odd functions go where they are plain: ``cos(-x)`` is ``cos(x)``.

Works on our trees without rearranging anything else, so the result is defined wherever the formula
was and equal to it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from types import MappingProxyType

from symplex.expression import Expression, Number, Operator, apply, leaf, number
from symplex.expression.operators import (
    ABS,
    ADD,
    ASIN,
    ATAN,
    COS,
    COSH,
    DIVIDE,
    ERF,
    MULTIPLY,
    NEGATE,
    SIN,
    SINH,
    SQUARE,
    SUBTRACT,
    TAN,
    TANH,
)
from symplex.expression.token import Token

_EVEN = frozenset({COS, COSH, ABS, SQUARE})
ODD = frozenset({SIN, TAN, SINH, TANH, ATAN, ASIN, ERF})


def tidied(expression: Expression) -> Expression:
    """The same function with its numbers in their usual places."""
    return expression.fold(_tidy)


def _tidy(token: Token, below: Sequence[Expression], value: float) -> Expression:
    if not isinstance(token, Operator):
        return leaf(token, value)
    if token in _EVEN | ODD and is_negative(below[0]):
        turned = apply(token, opposite(below[0]))
        return turned if token in _EVEN else opposite(turned)
    rule = _RULES.get(token)
    return apply(token, *below) if rule is None else rule(*below)


def _value(expression: Expression) -> Fraction | None:
    return expression.root.value if isinstance(expression.root, Number) else None


def _product(left: Expression, right: Expression) -> Expression:
    factor, other = (_value(right), left) if _value(left) is None else (_value(left), right)
    if factor is None:
        if right.root is NEGATE:
            return _product(opposite(left), right.arguments[0])
        return _without_inner_divisor(left, right)
    known = _value(other)
    if known is not None:
        return number(factor * known)
    return _scaled(factor, other)


def _without_inner_divisor(left: Expression, right: Expression) -> Expression:
    """``a/4*b`` as ``a*b/4``."""
    for first, second in ((left, right), (right, left)):
        divisor = _divisor(first)
        if divisor is not None:
            top = first.arguments[0]
            return (top * second if first is left else second * top) / divisor
    return left * right


def _divisor(expression: Expression) -> Fraction | None:
    """The number that a quotient divides by."""
    return _value(expression.arguments[1]) if expression.root is DIVIDE else None


def _scaled(factor: Fraction, other: Expression) -> Expression:
    if factor != 0 and other.root is NEGATE:
        return _scaled(-factor, other.arguments[0])
    if factor == 0:
        # Zero times something undefined is undefined: the formula keeps its domain.
        return number(0) if _is_entire(other) else number(0) * other
    if abs(factor) == 1:
        return other if factor == 1 else opposite(other)
    inner = _divisor(other)
    if inner is not None and inner != 0:
        return _scaled(factor / inner, other.arguments[0])
    if abs(factor.numerator) == 1:
        return _signed(factor, other) / factor.denominator
    return number(factor) * other


def _signed(factor: Fraction, other: Expression) -> Expression:
    return other if factor > 0 else opposite(other)


def _quotient(top: Expression, bottom: Expression) -> Expression:
    divisor = _value(bottom)
    if divisor is None or divisor == 0:
        inner = _divisor(top)
        return top / bottom if inner is None else top.arguments[0] / _product(number(inner), bottom)
    return _product(number(1 / divisor), top)


def _sum(left: Expression, right: Expression) -> Expression:
    first, second = _value(left), _value(right)
    if first is not None and second is not None:
        return number(first + second)
    if first == 0 or second == 0:
        return right if first == 0 else left
    if is_negative(right):
        return left - opposite(right)
    return right - opposite(left) if is_negative(left) else left + right


def _difference(left: Expression, right: Expression) -> Expression:
    first, second = _value(left), _value(right)
    if first is not None and second is not None:
        return number(first - second)
    if second == 0:
        return left
    if first == 0:
        return opposite(right)
    return left + opposite(right) if is_negative(right) else left - right


def is_negative(expression: Expression) -> bool:
    """Whether it begins with a minus sign that can be taken out."""
    root = expression.root
    if isinstance(root, Number):
        return root.value < 0
    if root is MULTIPLY or root is DIVIDE:
        return is_negative(expression.arguments[0])
    return root is NEGATE


def opposite(expression: Expression) -> Expression:
    """The negative, its sign at the first factor or taken away there."""
    root, arguments = expression.root, expression.arguments
    if isinstance(root, Number):
        return number(-root.value)
    if root is NEGATE:
        return arguments[0]
    if root is SUBTRACT:
        return arguments[1] - arguments[0]
    return _opposite_product(expression) if root is MULTIPLY or root is DIVIDE else -expression


def _opposite_product(expression: Expression) -> Expression:
    """The sign goes to a difference, or to the first factor."""
    first, second = expression.arguments
    if second.root is SUBTRACT and first.root is not SUBTRACT and not is_negative(first):
        second = opposite(second)
    else:
        first = opposite(first)
    if expression.root is DIVIDE:
        return first / second
    return second if first == number(1) else first * second


def sum_of(terms: Iterable[Expression]) -> Expression:
    """The sum of some terms, one without a minus sign in front if there is any."""
    return reduce(_sum, sorted(terms, key=is_negative))


def _is_entire(expression: Expression) -> bool:
    """Whether it is defined everywhere."""
    return not any(operator.limits for operator in expression.operators)


_RULES: Mapping[Operator, Callable[..., Expression]] = MappingProxyType(
    {
        MULTIPLY: _product,
        DIVIDE: _quotient,
        ADD: _sum,
        SUBTRACT: _difference,
        NEGATE: opposite,
    }
)
