"""Sines and cosines of multiples of arc tangents, written without either.

cos(n·atan w) + i·sin(n·atan w) = (1 + i·w)ⁿ / (1 + w²)^(n/2) for every real w: solutions of the
sine-Gordon and pendulum equations are rational in what stands inside their arc tangents.
"""

from collections.abc import Sequence
from fractions import Fraction

from symplex.algebra.normal_form import Normaliser
from symplex.algebra.polynomials import Polynomial, single_atom
from symplex.expression import Expression, Operator, Token, apply, leaf, number
from symplex.expression.operators import ATAN, COS, SIN, power

_MAX_TIMES = 8
_MAX_SIZE = 60
"""Arguments with more nodes are left as they are."""


def without_arctangents(formula: Expression, normaliser: Normaliser) -> Expression:
    """The same formula where every sin and cos of whole multiples of atan is written out."""
    if ATAN not in formula.operators:
        return formula

    def combine(token: Token, below: Sequence[Expression], value: float) -> Expression:
        if not isinstance(token, Operator):
            return leaf(token, value)
        written = _written_out(token, below[0], normaliser) if token in (SIN, COS) else None
        return apply(token, *below) if written is None else written

    return formula.fold(combine)


def _written_out(
    operator: Operator, argument: Expression, normaliser: Normaliser
) -> Expression | None:
    terms = normaliser.polynomial(argument) if argument.size <= _MAX_SIZE else None
    found = _multiple(terms) if terms else None
    if terms is None or found is None:
        return None
    inner, times, rest = found
    cosine, sine = _of_multiple(inner, times)
    if not rest:
        return sine if operator is SIN else cosine
    other = normaliser.tree(rest)
    if operator is SIN:
        return apply(SIN, other) * cosine + apply(COS, other) * sine
    return apply(COS, other) * cosine - apply(SIN, other) * sine


def _multiple(terms: Polynomial) -> tuple[Expression, int, Polynomial] | None:
    """One term n·atan(w) of a sum: w, n and the other terms."""
    for monomial, factor in terms.items():
        inner = single_atom(monomial, ATAN)
        if inner is not None and _is_whole(factor):
            rest = {other: value for other, value in terms.items() if other != monomial}
            return inner, int(factor), rest
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
