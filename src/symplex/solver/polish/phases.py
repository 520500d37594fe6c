"""Phases written out: ``cos(t + c)`` as ``a*cos(t) + b*sin(t)``, ``exp(x + c)`` as ``a*exp(x)``.

A phase is rarely a number that a person would recognise, the two amplitudes often are; so are the
two frequencies of which ``cos(a*t)*cos(b*t)`` holds half the sum and half the difference. The new
constants are free: what is made here is a start for another fit, not the same function.
"""

from collections.abc import Sequence
from types import MappingProxyType

from symplex.expression import CONSTANT, Expression, Operator, apply, leaf
from symplex.expression.evaluate import value_of
from symplex.expression.operators import (
    ADD,
    COS,
    COSH,
    DIVIDE,
    EXP,
    MULTIPLY,
    SIN,
    SINH,
    SUBTRACT,
)
from symplex.expression.token import Token

_LEAST = 1e-100
"""Amplitudes beyond this, or below one over it, are left inside."""
_PARTNERS = MappingProxyType({SIN: COS, COS: SIN, SINH: COSH, COSH: SINH})
"""The other function in each addition theorem."""


def unfolded(formula: Expression) -> Expression:
    """The formula with every fitted phase written out as amplitudes."""
    return formula.fold(_rewritten)


def _rewritten(token: Token, below: Sequence[Expression], value: float) -> Expression:
    if not isinstance(token, Operator):
        return leaf(token, value)
    whole = apply(token, *below)
    if token is MULTIPLY:
        return _beat(*below) or whole
    if token is EXP or token in _PARTNERS:
        return _without_phase(token, below[0]) or whole
    return whole


def _without_phase(function: Operator, argument: Expression) -> Expression | None:
    """The addition theorem: ``cos(x + c)`` as ``cos(c)*cos(x) - sin(c)*sin(x)``."""
    moving, phase = _split(argument)
    if phase is None or not moving.symbols:
        return None
    size = value_of(apply(EXP, phase))
    if not _LEAST < size < 1 / _LEAST:
        return None
    if function is EXP:
        return _slot(size) * apply(EXP, moving)
    even, odd = (COS, SIN) if function in (COS, SIN) else (COSH, SINH)
    same, other = value_of(apply(even, phase)), value_of(apply(odd, phase))
    other = -other if function is COS else other
    partner = _PARTNERS[function]
    return _slot(same) * apply(function, moving) + _slot(other) * apply(partner, moving)


def _beat(one: Expression, two: Expression) -> Expression | None:
    """A product of two oscillations of the same thing as the sum of two others."""
    if one.root not in (SIN, COS) or two.root not in (SIN, COS):
        return None
    (first, inner), (second, other) = _rate(one.arguments[0]), _rate(two.arguments[0])
    if first is None or second is None or inner != other or not inner.symbols:
        return None
    slow, fast = _slot(first - second) * inner, _slot(first + second) * inner
    half = _slot(0.5)
    if one.root is two.root:
        sign = 1.0 if one.root is COS else -1.0
        return half * apply(COS, slow) + _slot(sign / 2) * apply(COS, fast)
    sign = 1.0 if one.root is SIN else -1.0
    return half * apply(SIN, fast) + _slot(sign / 2) * apply(SIN, slow)


def _rate(argument: Expression) -> tuple[float | None, Expression]:
    """A fitted factor and what it multiplies; None where there is no such factor."""
    if argument.root is MULTIPLY:
        for factor, inner in (argument.arguments, argument.arguments[::-1]):
            if _is_fitted(factor):
                return value_of(factor), inner
    return None, argument


def _slot(value: float) -> Expression:
    return leaf(CONSTANT, value)


def _split(argument: Expression) -> tuple[Expression, Expression | None]:
    """An argument without its constant part, and that part if it was fitted."""
    root = argument.root
    if root is ADD or root is SUBTRACT:
        left, right = argument.arguments
        if _is_fitted(right):
            return left, right if root is ADD else -right
        if _is_fitted(left):
            return (right if root is ADD else -right), left
    if root is MULTIPLY:
        left, right = argument.arguments
        factor, inner = (left, right) if not left.symbols else (right, left)
        moving, phase = _split(inner)
        if not factor.symbols and phase is not None:
            return factor * moving, factor * phase
    if root is DIVIDE and not argument.arguments[1].symbols:
        moving, phase = _split(argument.arguments[0])
        if phase is not None:
            return moving / argument.arguments[1], phase / argument.arguments[1]
    return argument, None


def _is_fitted(part: Expression) -> bool:
    return not part.symbols and bool(part.constants)
