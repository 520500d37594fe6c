"""Families of formulas for several unknowns at once.

Owns what coupled equations are solved by when the shapes of some unknowns are told and those of
others are not. Constants are left free for the fit; no family knows a problem.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

from symplex.expression import Operator, tuple_of
from symplex.expression.encoded import EncodedTree, apply
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import COS, COSH, EXP, NEGATE, SIN, SINH
from symplex.problem import Problem

_MAX_PARTS = 6
_MAX_TUPLES = 4000


def of_systems(problem: Problem, w: TreeEncoding, new: EncodedTree | None) -> Iterator[EncodedTree]:
    """Families for several unknowns: polynomials, sums of modes, companions of what is known."""
    row, c = tuple_of(len(problem.unknowns)), w.free
    if len(problem.variables) == 1:
        for degree in (2, 3, 4, 5):
            polynomial = _polynomial(w.symbol(problem.variables[0]), degree)
            yield apply(row, *[polynomial] * len(problem.unknowns))
        z = w.symbol(problem.variables[0])
        waves = [apply(wave, c * z) for wave in (EXP, SIN, COS, SINH, COSH)]
        modes = [w.number(1), z, z**2, *waves]
        sums = [c * first + c * second for first, second in combinations(modes, 2)]
        for parts in islice(product(sums, repeat=len(problem.unknowns)), _MAX_TUPLES):
            yield apply(row, *parts)
    elif new is not None:
        yield from _companions(problem, new)


def _polynomial(z: EncodedTree, degree: int) -> EncodedTree:
    total = c = z.encoding.free
    for power in range(1, degree + 1):
        total = total + c * z**power
    return total


def _companions(problem: Problem, new: EncodedTree) -> Iterator[EncodedTree]:
    """One unknown without data of its own is made of products of what the others are made of.

    A pressure is such an unknown: it balances what is quadratic in the velocities.
    """
    known: dict[str, EncodedTree] = {}
    for condition in problem.conditions:
        given = condition.given_value()
        at_start = set(condition.region.values) <= new.symbols
        if given is not None and at_start and not given[0].by:
            known.setdefault(given[0].of, new.encoding.encode(given[1]))
    missing = [name for name in problem.unknowns if name not in known]
    if len(missing) != 1 or not known:
        return
    row, w = tuple_of(len(problem.unknowns)), new.encoding
    for decay in (apply(EXP, w.free * new), w.number(1)):
        for balance in _balances(list(known.values()), w):
            parts = {name: formula * decay for name, formula in known.items()}
            yield apply(row, *(parts.get(name, balance * decay) for name in problem.unknowns))


def _balances(formulas: Sequence[EncodedTree], w: TreeEncoding) -> Iterator[EncodedTree]:
    """Sums of one, two, and all products of two parts."""
    c = w.free
    parts = dict.fromkeys(
        formula.subtree(start)
        for formula in formulas
        for start, token in enumerate(formula.tokens)
        if isinstance(token, Operator) and token.arity == 1 and token is not NEGATE
    )
    varying = [part for part in parts if part.symbols][:_MAX_PARTS]
    products = [one * two for i, one in enumerate(varying) for two in varying[i:]]
    for one in products:
        yield c + c * one
    for one, two in combinations(products, 2):
        yield c + c * one + c * two
    everything = c
    for one in products:
        everything = everything + c * one
    yield everything
