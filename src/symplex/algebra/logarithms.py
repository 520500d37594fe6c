"""Sums of logarithms: zero where the product of their arguments is 1.

Σ q·log A is only defined where every A is positive, and there it is the logarithm of Π A^q. So a
polynomial identity between products of the arguments is a proof, on whatever box.
"""

import math
from fractions import Fraction

from symplex.algebra.normal_form import Normaliser
from symplex.algebra.polynomials import single_atom
from symplex.expression import Expression, number
from symplex.expression.operators import LOG

_MAX_TIMES = 12


def is_proved_zero(formula: Expression, normaliser: Normaliser) -> bool:
    """Whether a formula is a sum of rational multiples of logarithms that is shown to be zero."""
    found = _multiples(formula, normaliser)
    if not found:
        return False
    scale = math.lcm(*(factor.denominator for factor in found.values()))
    times = {inner: int(factor * scale) for inner, factor in found.items()}
    if max(map(abs, times.values())) > _MAX_TIMES:
        return False
    above, below = number(1), number(1)
    for inner, count in times.items():
        if count > 0:
            above = above * inner**count
        else:
            below = below * inner**-count
    return normaliser.is_zero(above - below)


def _multiples(formula: Expression, normaliser: Normaliser) -> dict[Expression, Fraction] | None:
    """The arguments of the logarithms with their factors; None if there is anything else."""
    terms = normaliser.polynomial(formula)
    if not terms:
        return None
    found: dict[Expression, Fraction] = {}
    for monomial, factor in terms.items():
        inner = single_atom(monomial, LOG)
        if inner is None:
            return None
        found[inner] = factor
    return found
