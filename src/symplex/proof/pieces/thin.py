"""Whether a part of a box, cut out by sides, has no interior: then no equation need hold there.

A part counts as solid unless it is proved thin.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from symplex.algebra import normal_form
from symplex.expression import Expression
from symplex.expression.evaluate import interpret
from symplex.expression.operators import Rule
from symplex.problem import Box
from symplex.proof.arithmetic.balls import Ball, ball_backend, double_field
from symplex.proof.arithmetic.signs import HalfSpace, holds, is_empty

_TRIES = 32
_MARGIN = 8


def known_sign(formula: Expression, half_spaces: Sequence[HalfSpace]) -> int | None:
    """The sign that a formula has because it is a multiple of one whose sign is known."""
    terms = normal_form.polynomial(formula)
    for side in half_spaces:
        other = normal_form.polynomial(side.formula)
        if terms is None or other is None:
            continue
        factor = normal_form.ratio(terms, other)
        if factor is not None:
            return side.sign if factor > 0 else -side.sign
    return _sign_of_product(terms, half_spaces)


def _sign_of_product(
    terms: normal_form.Polynomial | None, half_spaces: Sequence[HalfSpace]
) -> int | None:
    """The sign of a product of powers of formulas whose signs are known."""
    if terms is None or len(terms) != 1:
        return None
    ((monomial, value),) = terms.items()
    if len(monomial) == 1 and monomial[0][1] == 1:
        return None
    sign = 1 if value > 0 else -1
    for atom, exponent in monomial:
        if exponent % 2:
            known = known_sign(atom, half_spaces)
            if known is None:
                return None
            sign *= known
    return sign


def is_thin(box: Box, half_spaces: Sequence[HalfSpace]) -> bool:
    """Whether the part of the box within all sides is proved to have no interior."""
    *others, last = half_spaces
    if known_sign(last.formula, others) == -last.sign:
        return True
    if is_empty(box, half_spaces):
        return True
    if holds(-last.margin, Rule.NONNEGATIVE, box, others):
        return not vanishes(last.formula, box)
    return any(_opposed(last, other, box) for other in others)


def any_thin(box: Box, half_spaces: Sequence[HalfSpace]) -> bool:
    """Whether the part is thin already because of some of its sides."""
    return any(is_thin(box, half_spaces[: index + 1]) for index in range(len(half_spaces)))


def _opposed(first: HalfSpace, second: HalfSpace, box: Box) -> bool:
    """Whether a sum of the two margins with positive weights is ≤ 0: then both are zero there."""
    one, two = normal_form.polynomial(first.margin), normal_form.polynomial(second.margin)
    if one is None or two is None:
        return False
    for monomial in one.keys() & two.keys():
        a, b = one[monomial], two[monomial]
        if monomial and (a > 0) != (b > 0):
            total = normal_form.add(_times(one, abs(b)), two, abs(a))
            form = normal_form.to_expression(_times(total, Fraction(-1)))
            if holds(form, Rule.NONNEGATIVE, box) and not vanishes(first.formula, box):
                return True
    return False


def _times(terms: normal_form.Polynomial, factor: Fraction) -> normal_form.Polynomial:
    return {monomial: factor * value for monomial, value in terms.items()}


def vanishes(formula: Expression, box: Box) -> bool:
    """False only if the formula is certainly not zero at some point of the box.

    A formula without kinks is analytic off a set that does not separate the box, so that its
    zeros then have no interior.
    """
    random = np.random.default_rng(5)
    field = double_field()
    values: dict[str, Ball] = {}
    for name, ends in box.ends.items():
        column = random.uniform(*ends, _TRIES)
        values[name] = Ball(column, np.zeros(_TRIES), field)
    with np.errstate(all="ignore"):
        ball = interpret(formula, ball_backend(field), values)
        certain = np.isfinite(ball.error) & (np.abs(ball.value) > _MARGIN * ball.error)
    return not bool(np.any(certain))


def is_strict_inside(formula: Expression, box: Box, half_spaces: Sequence[HalfSpace]) -> bool:
    """Whether a formula is proved to vanish nowhere in the open box (it may on the faces)."""
    if holds(formula, Rule.NONZERO, box, half_spaces):
        return True
    terms = normal_form.polynomial(formula)
    if terms is None or not normal_form.is_affine(terms, box.variables):
        return False
    return holds(formula, Rule.NONNEGATIVE, box) or holds(-formula, Rule.NONNEGATIVE, box)
