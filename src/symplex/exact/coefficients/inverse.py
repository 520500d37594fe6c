"""Functions of constants whose values are known, inverted: exp(c) = v, log(c) = v, sin(c) = 0."""

import math

from flint import fmpq_mpoly

from symplex.exact.coefficients.nearness import Nearness
from symplex.exact.coefficients.state import Unknowns
from symplex.exact.quotients.field import Field, Kind
from symplex.exact.quotients.writing import written
from symplex.exact.roots import closed_roots
from symplex.expression import apply, number
from symplex.expression.quotients import Element


def inverted(
    field: Field, unknowns: Unknowns, near: Nearness, equation: fmpq_mpoly
) -> list[fmpq_mpoly]:
    """Equations for the argument of the only function of constants in an equation.

    Each is a branch. Sines and cosines are inverted where they vanish, at the multiple of π that
    is nearest to the fitted value; exponentials where their value is positive.
    """
    if field.ring.degrees(equation).keys().isdisjoint(unknowns.numbers):
        balanced = _balance(field, unknowns, equation)
        if balanced is not None:
            return [balanced]
    degrees = field.ring.degrees(equation)
    inside = [index for index in degrees if index in unknowns.bound]
    if len(inside) != 1 or not unknowns.numbers.isdisjoint(degrees):
        return []
    kind = field.meanings[inside[0]].kind
    parts = field.ring.by_powers(equation, inside[0])
    if kind in (Kind.SIN, Kind.COS) and set(parts) == {1}:
        return [_zero(field, near, inside[0])]
    roots = [value for value, other in closed_roots(field, parts) if other.top.is_zero()]
    if kind is Kind.EXP:
        return [_logarithm(field, inside[0], value) for value in roots if _positive(field, value)]
    if kind is Kind.LOG:
        base = field.ring.element(field.meanings[inside[0]].data)
        values = [apply("exp", written(field.ring, value)) for value in roots]
        return [(base - field.evaluated(value)).top for value in values]
    return []


def _balance(field: Field, unknowns: Unknowns, equation: fmpq_mpoly) -> fmpq_mpoly | None:
    """The exponents of two products of exponentials that are the same but for a number."""
    ring = field.ring
    inside = [index for index in ring.degrees(equation) if index in unknowns.bound]
    if any(field.meanings[index].kind is not Kind.EXP for index in inside):
        return None
    parts = ring.collected(equation, inside)
    if len(parts) != 2:  # noqa: PLR2004 (one on each side)
        return None
    (first, one), (second, other) = parts.items()
    ratio = ring.element(-other, one)
    if not _positive(field, ratio):
        return None
    total = -field.evaluated(apply("log", written(ring, ratio)))
    for index, left, right in zip(inside, first, second, strict=True):
        argument = field.basic(Kind.EXP, field.meanings[index].data)
        total = total + argument * (left - right)
    return total.top


def _zero(field: Field, near: Nearness, index: int) -> fmpq_mpoly:
    """The argument of a sine or cosine equal to the nearest multiple of π at which it is zero."""
    kind, which = field.meanings[index]
    argument = field.basic(Kind.COS, which)
    shift = 0.0 if kind is Kind.SIN else 0.5
    nearest = near.of(written(field.ring, argument)) / math.pi - shift
    # Fitted values may be so large that the argument is undefined there: then they say nothing.
    turns = round(nearest) if math.isfinite(nearest) else 1
    multiple = number(turns) if kind is Kind.SIN else number(2 * turns + 1) / 2
    return (argument - field.evaluated(multiple * apply("pi"))).top


def _positive(field: Field, value: Element) -> bool:
    return field.sign(written(field.ring, value)) > 0


def _logarithm(field: Field, index: int, value: Element) -> fmpq_mpoly:
    argument = field.basic(Kind.EXP, field.meanings[index].data)
    return (argument - field.evaluated(apply("log", written(field.ring, value)))).top
