"""A formula's sign by its factors: t·(1 − t) is seen to be ≥ 0 where t − t² is not."""

import math
from collections.abc import Sequence

from symplex.algebra.polynomials import Polynomial, leaf_name
from symplex.expression import Expression
from symplex.expression.operators import Rule
from symplex.proof.arithmetic.signs import HalfSpace, holds, refuted_nowhere
from symplex.proof.context import ProofContext


def nonnegative(
    formula: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]
) -> bool:
    """Whether a formula is proved ≥ 0 on the part of the box within the half-spaces.

    Raises:
        OutOfTime: if computer algebra had to be stopped.
    """
    if holds(formula, Rule.NONNEGATIVE, context, half_spaces):
        return True
    terms = context.normaliser.polynomial(formula)
    if not terms:
        return terms is not None
    if not refuted_nowhere(formula, context.box, half_spaces):
        return False
    return _by_factors(terms, context, half_spaces)


def _by_factors(terms: Polynomial, context: ProofContext, half_spaces: Sequence[HalfSpace]) -> bool:
    if any(leaf_name(atom) is None for monomial in terms for atom, _ in monomial):
        return False
    found = context.factors_of(context.normaliser.tree(terms), context.box.ends)
    if found is None:
        return False
    constant, factors = found
    signs = [1 if constant > 0 else -1]
    signs += [_sign(factor, context, half_spaces) for factor, times in factors if times % 2]
    return math.prod(signs) > 0


def _sign(formula: Expression, context: ProofContext, half_spaces: Sequence[HalfSpace]) -> int:
    """Its sign, or 0 if that is not proved."""
    if holds(formula, Rule.NONNEGATIVE, context, half_spaces):
        return 1
    return -1 if holds(-formula, Rule.NONNEGATIVE, context, half_spaces) else 0
