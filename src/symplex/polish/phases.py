"""Phases written out: ``cos(t + c)`` as ``a*cos(t) + b*sin(t)``, ``exp(x + c)`` as ``a*exp(x)``.

A phase is rarely a number that a person would recognise, the two amplitudes often are; so are the
two frequencies of which ``cos(a*t)*cos(b*t)`` holds half the sum and half the difference. The new
constants are free: what is made here is a start for another fit, not the same function.
"""

from collections.abc import Sequence

from symplex.expression import CONSTANT, Expression, Operator, apply, leaf
from symplex.expression.evaluate import value_of
from symplex.expression.token import Token

_LEAST = 1e-100
"""Amplitudes beyond this, or below one over it, are left inside."""
_PARTNERS = {"sin": "cos", "cos": "sin", "sinh": "cosh", "cosh": "sinh"}


def unfolded(formula: Expression) -> Expression:
    """The formula with every fitted phase written out as amplitudes."""
    return formula.fold(_rewritten)


def _rewritten(token: Token, below: Sequence[Expression], value: float) -> Expression:
    if not isinstance(token, Operator):
        return leaf(token, value)
    whole = apply(token, *below)
    if token.name == "*":
        return _beat(*below) or whole
    if token.name == "exp" or token.name in _PARTNERS:
        return _without_phase(token.name, below[0]) or whole
    return whole


def _without_phase(name: str, argument: Expression) -> Expression | None:
    moving, phase = _split(argument)
    if phase is None or not moving.symbols:
        return None
    size = value_of(apply("exp", phase))
    if not _LEAST < size < 1 / _LEAST:
        return None
    if name == "exp":
        return _slot(size) * apply("exp", moving)
    same = value_of(apply("cosh" if "h" in name else "cos", phase))
    other = value_of(apply("sinh" if "h" in name else "sin", phase))
    other = -other if name == "cos" else other
    return _slot(same) * apply(name, moving) + _slot(other) * apply(_PARTNERS[name], moving)


def _beat(one: Expression, two: Expression) -> Expression | None:
    """A product of two oscillations of the same thing as the sum of two others."""
    names = [getattr(part.root, "name", "") for part in (one, two)]
    if not set(names) <= {"sin", "cos"}:
        return None
    (first, inner), (second, other) = _rate(one.arguments[0]), _rate(two.arguments[0])
    if first is None or second is None or inner != other or not inner.symbols:
        return None
    slow, fast = _slot(first - second) * inner, _slot(first + second) * inner
    half = _slot(0.5)
    if names[0] == names[1]:
        sign = 1.0 if names[0] == "cos" else -1.0
        return half * apply("cos", slow) + _slot(sign / 2) * apply("cos", fast)
    sign = 1.0 if names[0] == "sin" else -1.0
    return half * apply("sin", fast) + _slot(sign / 2) * apply("sin", slow)


def _rate(argument: Expression) -> tuple[float | None, Expression]:
    """A fitted factor and what it multiplies; None where there is no such factor."""
    if getattr(argument.root, "name", "") == "*":
        for factor, inner in (argument.arguments, argument.arguments[::-1]):
            if _is_fitted(factor):
                return value_of(factor), inner
    return None, argument


def _slot(value: float) -> Expression:
    return leaf(CONSTANT, value)


def _split(argument: Expression) -> tuple[Expression, Expression | None]:
    """An argument without its constant part, and that part if it was fitted."""
    name = getattr(argument.root, "name", "")
    if name in {"+", "-"}:
        left, right = argument.arguments
        if _is_fitted(right):
            return left, right if name == "+" else -right
        if _is_fitted(left):
            return (right if name == "+" else -right), left
    if name == "*":
        left, right = argument.arguments
        factor, inner = (left, right) if not left.symbols else (right, left)
        moving, phase = _split(inner)
        if not factor.symbols and phase is not None:
            return factor * moving, factor * phase
    if name == "/" and not argument.arguments[1].symbols:
        moving, phase = _split(argument.arguments[0])
        if phase is not None:
            return moving / argument.arguments[1], phase / argument.arguments[1]
    return argument, None


def _is_fitted(part: Expression) -> bool:
    return not part.symbols and bool(part.constants)
