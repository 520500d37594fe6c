"""Sines and cosines of multiples of arc tangents, written without either.

cos(n·atan w) + i·sin(n·atan w) = (1 + i·w)ⁿ / (1 + w²)^(n/2) for every real w: solutions of the
sine-Gordon and pendulum equations are rational in what stands inside their arc tangents.
"""

from collections.abc import Sequence
from fractions import Fraction

from symplex.algebra import normal_form
from symplex.algebra.division import Polynomial
from symplex.expression import Expression, Operator, Token, apply, leaf, number
from symplex.expression.operators import power

_MAX_TIMES = 8
_SHORT = 60
"""Arguments with more nodes are left as they are."""


def without_arctangents(formula: Expression) -> Expression:
    """The same formula where every sin and cos of whole multiples of atan is written out."""
    if not any(row.name == "atan" for row in formula.operators):
        return formula
    return formula.fold(_rewritten)


def _rewritten(token: Token, below: Sequence[Expression], value: float) -> Expression:
    if not isinstance(token, Operator):
        return leaf(token, value)
    written = _written_out(token.name, below[0]) if token.name in {"sin", "cos"} else None
    return apply(token, *below) if written is None else written


def _written_out(name: str, argument: Expression) -> Expression | None:
    terms = normal_form.polynomial(argument) if argument.size <= _SHORT else None
    found = _multiple(terms) if terms else None
    if terms is None or found is None:
        return None
    inner, times, rest = found
    cosine, sine = _of_multiple(inner, times)
    if not rest:
        return sine if name == "sin" else cosine
    other = normal_form.to_expression(rest)
    if name == "sin":
        return apply("sin", other) * cosine + apply("cos", other) * sine
    return apply("cos", other) * cosine - apply("sin", other) * sine


def _multiple(terms: Polynomial) -> tuple[Expression, int, Polynomial] | None:
    """One term n·atan(w) of a sum: w, n and the other terms."""
    for monomial, factor in terms.items():
        atom, exponent = monomial[0] if len(monomial) == 1 else (None, 0)
        is_angle = atom is not None and getattr(atom.root, "name", "") == "atan" and exponent == 1
        if atom is not None and is_angle and _is_whole(factor):
            rest = {other: value for other, value in terms.items() if other != monomial}
            return atom.arguments[0], int(factor), rest
    return None


def _is_whole(factor: Fraction) -> bool:
    return factor.denominator == 1 and abs(factor) <= _MAX_TIMES


def _of_multiple(w: Expression, times: int) -> tuple[Expression, Expression]:
    """The cosine and the sine of n·atan(w)."""
    real, imaginary = number(1), number(0)
    for _ in range(abs(times)):
        real, imaginary = real - imaginary * w, imaginary + real * w
    if times < 0:
        imaginary = -imaginary
    below = (1 + w * w) ** (abs(times) // 2)
    if times % 2:
        below = below * apply(power(Fraction(1, 2)), 1 + w * w)
    return real / below, imaginary / below
