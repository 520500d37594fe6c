"""A formula's sign by its factors: t·(1 − t) is seen to be ≥ 0 where t − t² is not."""

import math
from collections.abc import Sequence

from symplex.algebra import normal_form
from symplex.algebra.sympy_client import TimeOutError, factors_of
from symplex.budget import Budget
from symplex.expression import Expression
from symplex.expression.operators import Rule
from symplex.problem import Box
from symplex.proof.arithmetic.signs import HalfSpace, holds, refuted_nowhere


def nonnegative(
    formula: Expression, box: Box, half_spaces: Sequence[HalfSpace], budget: Budget
) -> bool:
    """Whether a formula is proved ≥ 0 on the part of the box within the sides."""
    if holds(formula, Rule.NONNEGATIVE, box, half_spaces):
        return True
    terms = normal_form.polynomial(formula)
    if not terms:
        return terms is not None
    return refuted_nowhere(formula, box, half_spaces) and _by_factors(
        terms, box, half_spaces, budget
    )


def _by_factors(
    terms: normal_form.Polynomial, box: Box, half_spaces: Sequence[HalfSpace], budget: Budget
) -> bool:
    names = [normal_form.leaf_name(atom) for monomial in terms for atom, _ in monomial]
    try:
        found = factors_of(normal_form.to_expression(terms), box.ends, budget.for_question)
    except TimeOutError:
        return False
    if found is None or None in names:
        return False
    signs = [1 if found[0] > 0 else -1]
    signs += [_sign(factor, box, half_spaces) for factor, times in found[1] if times % 2]
    return math.prod(signs) > 0


def _sign(formula: Expression, box: Box, half_spaces: Sequence[HalfSpace]) -> int:
    """Its sign, or 0 if that is not proved."""
    if holds(formula, Rule.NONNEGATIVE, box, half_spaces):
        return 1
    return -1 if holds(-formula, Rule.NONNEGATIVE, box, half_spaces) else 0
