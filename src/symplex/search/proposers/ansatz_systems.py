"""Families of formulas for several unknowns at once.

Owns what coupled equations are solved by when the shapes of some unknowns are told and those of
others are not. Constants are left free for the fit; no family knows a problem.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

from symplex.expression import CONSTANT, Expression, Operator, apply, leaf, number, symbol, tuple_of
from symplex.problem import Problem

_FREE = leaf(CONSTANT, 1.0)
_MAX_PARTS = 6
_MAX_TUPLES = 4000


def of_systems(problem: Problem, new: Expression | None) -> Iterator[Expression]:
    """Families for several unknowns: polynomials, sums of modes, companions of what is known."""
    row = tuple_of(len(problem.unknowns))
    if len(problem.variables) == 1:
        for degree in (2, 3, 4, 5):
            yield apply(row, *[_polynomial(problem.variables[0], degree)] * len(problem.unknowns))
        z = symbol(problem.variables[0])
        waves = [apply(name, _FREE * z) for name in ("exp", "sin", "cos", "sinh", "cosh")]
        modes = [number(1), z, z**2, *waves]
        sums = [_FREE * first + _FREE * second for first, second in combinations(modes, 2)]
        for parts in islice(product(sums, repeat=len(problem.unknowns)), _MAX_TUPLES):
            yield apply(row, *parts)
    elif new is not None:
        yield from _companions(problem, new)


def _polynomial(name: str, degree: int) -> Expression:
    total = _FREE
    for power in range(1, degree + 1):
        total = total + _FREE * symbol(name) ** power
    return total


def _companions(problem: Problem, new: Expression) -> Iterator[Expression]:
    """One unknown without data of its own is made of products of what the others are made of.

    A pressure is such an unknown: it balances what is quadratic in the velocities.
    """
    known: dict[str, Expression] = {}
    for condition in problem.conditions:
        given = condition.given_value()
        at_start = set(condition.region.values) <= new.symbols
        if given is not None and at_start and not given[0].by:
            known.setdefault(given[0].of, given[1])
    missing = [name for name in problem.unknowns if name not in known]
    if len(missing) != 1 or not known:
        return
    row = tuple_of(len(problem.unknowns))
    for decay in (apply("exp", _FREE * new), number(1)):
        for balance in _balances(list(known.values())):
            parts = {name: formula * decay for name, formula in known.items()}
            yield apply(row, *(parts.get(name, balance * decay) for name in problem.unknowns))


def _balances(formulas: Sequence[Expression]) -> Iterator[Expression]:
    """Sums of one, two, and all products of two parts."""
    parts = dict.fromkeys(
        formula.subtree(start)
        for formula in formulas
        for start, token in enumerate(formula.tokens)
        if isinstance(token, Operator) and token.arity == 1 and token.name != "neg"
    )
    varying = [part for part in parts if part.symbols][:_MAX_PARTS]
    products = [one * two for i, one in enumerate(varying) for two in varying[i:]]
    for one in products:
        yield _FREE + _FREE * one
    for one, two in combinations(products, 2):
        yield _FREE + _FREE * one + _FREE * two
    everything = _FREE
    for one in products:
        everything = everything + _FREE * one
    yield everything
