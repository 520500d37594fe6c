"""Whether a part of a box, cut out by half-spaces, has no interior: no equation need hold there.

A part counts as solid unless it is proved thin.
"""

from collections.abc import Sequence

import numpy as np

from symplex.algebra.normal_form import Normaliser
from symplex.algebra.polynomials import Polynomial, accumulate, is_affine, ratio, scaled
from symplex.expression import Expression
from symplex.expression.evaluate import interpret
from symplex.expression.operators import Rule
from symplex.problem import Box
from symplex.proof.arithmetic.balls import Ball, ball_backend, double_field
from symplex.proof.arithmetic.signs import HalfSpace, holds, is_empty
from symplex.proof.context import ProofContext

_TRIES = 32
_MARGIN = 8


def known_sign(
    formula: Expression, half_spaces: Sequence[HalfSpace], normaliser: Normaliser
) -> int | None:
    """The sign that a formula has because it is a multiple of one whose sign is known."""
    terms = normaliser.polynomial(formula)
    for half_space in half_spaces:
        other = normaliser.polynomial(half_space.formula)
        if terms is None or other is None:
            continue
        factor = ratio(terms, other)
        if factor is not None:
            return half_space.sign if factor > 0 else -half_space.sign
    return _sign_of_product(terms, half_spaces, normaliser)


def _sign_of_product(
    terms: Polynomial | None, half_spaces: Sequence[HalfSpace], normaliser: Normaliser
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
            known = known_sign(atom, half_spaces, normaliser)
            if known is None:
                return None
            sign *= known
    return sign


def is_thin(context: ProofContext, half_spaces: Sequence[HalfSpace]) -> bool:
    """Whether the part of the box within all half-spaces is proved to have no interior."""
    *others, last = half_spaces
    if known_sign(last.formula, others, context.normaliser) == -last.sign:
        return True
    if is_empty(context, half_spaces):
        return True
    if holds(-last.margin, Rule.NONNEGATIVE, context, others):
        return not may_vanish(last.formula, context.box)
    return any(_opposed(last, other, context) for other in others)


def any_thin(context: ProofContext, half_spaces: Sequence[HalfSpace]) -> bool:
    """Whether the part is thin already because of some of its half-spaces."""
    return any(is_thin(context, half_spaces[: index + 1]) for index in range(len(half_spaces)))


def _opposed(first: HalfSpace, second: HalfSpace, context: ProofContext) -> bool:
    """Whether a sum of the two margins with positive weights is ≤ 0: then both are zero there."""
    normaliser = context.normaliser
    one, two = normaliser.polynomial(first.margin), normaliser.polynomial(second.margin)
    if one is None or two is None:
        return False
    for monomial in one:
        a, b = one[monomial], two.get(monomial, 0)
        if monomial and a * b < 0:
            total = dict(scaled(one, -abs(b)))
            accumulate(total, two, -abs(a))
            negated = normaliser.tree(total)
            if holds(negated, Rule.NONNEGATIVE, context):
                return not may_vanish(first.formula, context.box)
    return False


def may_vanish(formula: Expression, box: Box) -> bool:
    """False only if the formula is certainly not zero at some point of the box.

    A formula without kinks is analytic off a set that does not separate the box, so that its
    zeros then have no interior.
    """
    field = double_field()
    columns = box.sample(np.random.default_rng(5), _TRIES)
    values = {name: Ball(column, np.zeros(_TRIES), field) for name, column in columns.items()}
    with np.errstate(all="ignore"):
        ball = interpret(formula, ball_backend(field), values)
        certain = np.isfinite(ball.error) & (np.abs(ball.value) > _MARGIN * ball.error)
    return not bool(np.any(certain))


def is_strict_inside(
    formula: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> bool:
    """Whether a formula is proved to vanish nowhere in the open box (it may on the faces)."""
    if holds(formula, Rule.NONZERO, context, half_spaces):
        return True
    terms = context.normaliser.polynomial(formula)
    if terms is None or not is_affine(terms, context.box.variables):
        return False
    return holds(formula, Rule.NONNEGATIVE, context) or holds(-formula, Rule.NONNEGATIVE, context)
