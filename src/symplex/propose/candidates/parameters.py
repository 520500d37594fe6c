"""A parameter that is released: written into an earlier answer in place of its numbers.

Owns scalings by powers of a parameter, and numbers that become functions of it. Constants are left
free for the fit.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice, product
from typing import Final

from symplex.expression import CONSTANT, Number, Symbol, Token
from symplex.expression.encoded import EncodedTree
from symplex.propose.candidates.edits import MAX_EDITED, Edit, edited

_HALF = Fraction(1, 2)
_POWERS = tuple(map(Fraction, (1, -1, 2, -2, "1/2", "-1/2", 3)))

_OF_PARAMETER: Final[tuple[Edit, ...]] = (
    *(lambda part, k, _, p=p: part * k**p for p in _POWERS[:6]),
    *(lambda _, k, c, p=p: c + c * k**p for p in _POWERS[:3]),
    lambda _, k, c: (c + c * k**2) ** _HALF,
    lambda _, k, c: (c + c * k) ** _HALF,
)
"""What a number of a formula may be as a function of a parameter."""


def parameter_lifts(
    formula: EncodedTree, k: EncodedTree, time: str | None
) -> Iterator[EncodedTree]:
    """Time, numbers and constants scaled by powers of a parameter: all, or each; the whole too."""
    if not formula.is_system:
        yield from (formula * k**power for power in _POWERS)
    places = [i for i, token in enumerate(formula.tokens) if _may_scale(token)]
    times = [i for i in places if formula.tokens[i] == Symbol(time)] if time else []
    numbers = [i for i in places if not isinstance(formula.tokens[i], Symbol)]
    slots = [i for i in places if formula.tokens[i] == CONSTANT]
    for power in _POWERS:
        for chosen in (times, places, numbers, slots, *([i] for i in places)):
            yield _scaled(formula, dict.fromkeys(chosen, k**power))
        for place in places:
            yield _scaled(formula, {place: k**power}, free=True)
    if not formula.is_system:
        for chosen in (times, places, *([i] for i in places)):
            for inside, outside in product(_POWERS, repeat=2):
                yield _scaled(formula, dict.fromkeys(chosen, k**inside)) * k**outside


def parameter_insertions(formula: EncodedTree, k: EncodedTree) -> Iterator[EncodedTree]:
    """Numbers that become functions of a parameter: one, two, three at once; pairs of scalings."""
    places = [i for i, token in enumerate(formula.tokens) if _may_scale(token)]
    numbers = [i for i in places if not isinstance(formula.tokens[i], Symbol)]
    yield from edited(formula, k, numbers, _OF_PARAMETER, 1)
    yield from islice(edited(formula, k, numbers, _OF_PARAMETER, 2), MAX_EDITED)
    pairs = product(combinations(places, 2), product(_POWERS, repeat=2))
    for (i, j), (p, q) in islice(pairs, MAX_EDITED):
        yield _scaled(formula, {i: k**p, j: k**q})
    yield from islice(edited(formula, k, numbers, _OF_PARAMETER, 3), MAX_EDITED)


def _scaled(f: EncodedTree, factors: dict[int, EncodedTree], *, free: bool = False) -> EncodedTree:
    for start in sorted(factors, reverse=True):
        old = f.encoding.free if free else f.subtree(start)
        f = f.with_subtree(start, old * factors[start])
    return f


def _may_scale(token: Token) -> bool:
    return isinstance(token, Number | Symbol) or token == CONSTANT
