"""Gröbner bases of polynomials in the constants, within counted limits."""

from collections.abc import Sequence
from typing import Any

from flint import Ordering, fmpq_mpoly, fmpz, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_mpoly_vec

from symplex.exact.coefficients.limits import LIMITS
from symplex.exact.quotients.ring import TreeRing


def basis(
    ring: TreeRing, equations: Sequence[fmpq_mpoly], unknowns: Sequence[int]
) -> list[fmpq_mpoly] | None:
    """A basis in the lexicographic order of the unknowns; None where it is too large.

    The relations of the roots that occur belong to the ideal. Parameters are unknowns that come
    last, so a basis is one over their field too, though not the smallest.
    """
    if sum(map(len, equations)) > LIMITS.basis_terms:
        return None
    used = {index for equation in equations for index in ring.degrees(equation)}
    relations = [
        ring.generator(index) ** relation.power - relation.value
        for index, relation in ring.relations.items()
        if index in used
    ]
    for relation in relations:
        used |= ring.degrees(relation).keys()
    order = [*unknowns, *sorted(used - set(unknowns), reverse=True)]
    context = fmpz_mpoly_ctx.get([f"g{index}" for index in order], Ordering.lex)
    made = [_whole(ring, equation, order, context) for equation in (*equations, *relations)]
    vector: Any = fmpz_mpoly_vec(made, context)  # what it returns is not what its types say
    found, complete = vector.buchberger_naive(limits=LIMITS.basis)
    if not complete:
        return None
    return [_in_ring(ring, polynomial, order) for polynomial in found.autoreduction()]


def _whole(
    ring: TreeRing, polynomial: fmpq_mpoly, order: Sequence[int], context: fmpz_mpoly_ctx
) -> fmpz_mpoly:
    """With whole coefficients, in the generators of another order."""
    scale = fmpz(1)
    for value in polynomial.coeffs():
        scale = scale.lcm(value.q)
    places = [ring.size - 1 - index for index in order]
    terms = {tuple(m[place] for place in places): int((c * scale).p) for m, c in polynomial.terms()}
    return context.from_dict(terms)


def _in_ring(ring: TreeRing, polynomial: fmpz_mpoly, order: Sequence[int]) -> fmpq_mpoly:
    terms: dict[tuple[int, ...], int] = {}
    for exponents, value in polynomial.terms():
        full = [0] * ring.size
        for index, exponent in zip(order, exponents, strict=True):
            full[ring.size - 1 - index] = int(exponent)
        terms[tuple(full)] = int(value)
    return ring.context.from_dict(terms)
