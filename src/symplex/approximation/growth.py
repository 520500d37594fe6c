"""Growth: a formula becomes a better one by one term more, anywhere in it.

Owns the ways to grow: a constant becomes a constant plus a small multiple of a variable, of a
square or of a product, a variable drifts with another one, and the whole formula gets a term, a
factor or a divisor. The multiple begins at 0, so that the fit begins where the smaller formula
ended and nothing is lost.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from symplex.approximation.families import constant
from symplex.approximation.values import ValueFit
from symplex.budget import Budget
from symplex.expression import CONSTANT, Expression, Symbol, apply, symbol
from symplex.expression.operators import EXP, SQUARE

_WORK: Final = 8_000
"""How many formulas are fitted at most."""
_KEPT: Final = 5
"""How many of each size are grown."""
_NEAR: Final = 1.7
"""A formula whose root mean square error is above this many times the front's is not grown."""
_STEPS: Final = 20
_MAX_BASES: Final = 4
_Scored = tuple[Expression, float]


def grown(
    seeds: Iterable[_Scored],
    bases: Sequence[Expression],
    fit: ValueFit,
    most: int,
    budget: Budget,
) -> Iterator[Expression]:
    """Ever larger formulas from small ones, each with fitted constants.

    Args:
        seeds: Formulas to begin with, and the mean squares of their errors.
        bases: The variables and parameters that terms are made of.
        fit: What finds constants.
        most: The most nodes of a formula.
        budget: When to end although there is work left.
    """
    terms = _terms(bases[:_MAX_BASES])
    by_size: dict[int, list[_Scored]] = {}
    for formula, loss in seeds:
        by_size.setdefault(formula.size, []).append((formula, loss))
    best, work = float("inf"), 0
    for size in range(1, most):
        here = sorted(by_size.get(size, []), key=lambda one: one[1])[:_KEPT]
        near = [formula for formula, loss in here if loss < _NEAR**2 * best]
        best = min([best, *(loss for _, loss in here)])
        children = [c for formula in near for c in _children(formula, terms) if c.size <= most]
        work += len(children)
        if work > _WORK or budget.left <= 0:
            return
        for child, loss in fit.scored(list(dict.fromkeys(children)), steps=_STEPS):
            if loss < best:
                by_size.setdefault(child.size, []).append((child, loss))
                yield child


def _terms(bases: Sequence[Expression]) -> list[Expression]:
    """The variables, their squares, and their products."""
    squares = [apply(SQUARE, base) for base in bases]
    return [*bases, *squares, *(one * other for one, other in combinations(bases, 2))]


def _children(formula: Expression, terms: Sequence[Expression]) -> Iterator[Expression]:
    """The formula with one term more, somewhere."""
    nothing = constant(0.0)
    for term in terms:
        yield formula + nothing * term
        yield formula * (nothing * term + 1)
        yield formula / (nothing * term + 1)
        yield formula * apply(EXP, nothing * term)
    slots = iter(formula.constants)
    for place, token in enumerate(formula.tokens):
        if token == CONSTANT:
            value = constant(next(slots))
            yield from (formula.with_subtree(place, value + nothing * term) for term in terms)
        elif isinstance(token, Symbol):
            moved = (t for t in terms if t.size == 1 and t.root != token)
            here = symbol(token.name)
            yield from (formula.with_subtree(place, here + nothing * term) for term in moved)


def seeds_of(found: Mapping[Expression, float], count: int) -> list[_Scored]:
    """The best formulas of each size that no smaller one beats, from small to large."""
    kept: list[_Scored] = []
    for formula, loss in sorted(found.items(), key=lambda one: (one[0].size, one[1])):
        if not kept or loss < kept[-1][1]:
            kept.append((formula, loss))
    return kept[-count:]
