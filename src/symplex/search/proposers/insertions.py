"""Every way to write a new symbol into a formula at one or two places.

Owns the systematic part of what lifts do with a few: a released variable or parameter may enter at
any subtree of an earlier answer, by a sum or a product with a simple function of it. Constants are
left free for the fit.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, islice, product
from typing import Final

from symplex.expression import CONSTANT, Expression, Number, Symbol, Token, apply, leaf, symbol
from symplex.search.proposers.lifts import replaced

Edit = Callable[[Expression, Expression], Expression]
_MAX = 6000
_LONGEST = 24
"""Formulas with more nodes have too many places."""
_FREE = leaf(CONSTANT, 1.0)
_HALF = Fraction(1, 2)
_POWERS = tuple(map(Fraction, (1, -1, 2, -2, "1/2", "-1/2", 3)))

_IN_TIME: Final[tuple[Edit, ...]] = (
    lambda part, t: part + _FREE * t,
    lambda part, t: part * apply("exp", _FREE * t),
    lambda part, t: part * (1 + _FREE * t),
    lambda part, t: part + _FREE * t**2,
    lambda part, t: part / (1 + _FREE * t),
    lambda part, t: part + _FREE * t**3,
    lambda part, t: part * (1 + _FREE * t) ** 2,
)
"""What time does to a part of a formula."""

_OF_PARAMETER: Final[tuple[Edit, ...]] = (
    *(lambda part, k, p=p: part * k**p for p in _POWERS[:6]),
    *(lambda _, k, p=p: _FREE + _FREE * k**p for p in _POWERS[:3]),
    lambda _, k: (_FREE + _FREE * k**2) ** _HALF,
    lambda _, k: (_FREE + _FREE * k) ** _HALF,
)
"""What a number of a formula may be as a function of a parameter."""


def insertions(
    formula: Expression, new: Expression, others: Sequence[str] = ()
) -> Iterator[Expression]:
    """The formula with a variable written in at one place, alone or with another; then at two."""
    if formula.size > _LONGEST or getattr(formula.root, "name", "") == "tuple":
        return
    places = range(formula.size)
    yield from _edited(formula, new, places, _IN_TIME, 1)
    for name in others:
        for found in _edited(formula, new * symbol(name), places, _IN_TIME[:5], 1):
            yield found
            yield found * apply("exp", _FREE * new)
            yield found * apply("exp", _FREE * new + _FREE * new**3)
    yield from islice(_edited(formula, new, places, _IN_TIME, 2), _MAX)


def parameter_lifts(formula: Expression, k: Expression) -> Iterator[Expression]:
    """Time, numbers and constants scaled by powers of a parameter: all, or each; the whole too."""
    is_tuple = getattr(formula.root, "name", "") == "tuple"
    if not is_tuple:
        yield from (formula * k**power for power in _POWERS)
    places = [i for i, token in enumerate(formula.tokens) if _may_scale(token)]
    times = [i for i in places if formula.tokens[i] == Symbol("t")]
    numbers = [i for i in places if not isinstance(formula.tokens[i], Symbol)]
    slots = [i for i in places if formula.tokens[i] == CONSTANT]
    for power in _POWERS:
        for chosen in (times, places, numbers, slots, *([i] for i in places)):
            yield _scaled(formula, dict.fromkeys(chosen, k**power))
        for place in places:
            yield _scaled(formula, {place: k**power}, free=True)
    if not is_tuple:
        for chosen in (times, places, *([i] for i in places)):
            for inside, outside in product(_POWERS, repeat=2):
                yield _scaled(formula, dict.fromkeys(chosen, k**inside)) * k**outside


def parameter_insertions(formula: Expression, k: Expression) -> Iterator[Expression]:
    """Numbers that become functions of a parameter: one, two, three at once; pairs of scalings."""
    places = [i for i, token in enumerate(formula.tokens) if _may_scale(token)]
    numbers = [i for i in places if not isinstance(formula.tokens[i], Symbol)]
    yield from _edited(formula, k, numbers, _OF_PARAMETER, 1)
    yield from islice(_edited(formula, k, numbers, _OF_PARAMETER, 2), _MAX)
    pairs = product(combinations(places, 2), product(_POWERS, repeat=2))
    for (i, j), (p, q) in islice(pairs, _MAX):
        yield _scaled(formula, {i: k**p, j: k**q})
    yield from islice(_edited(formula, k, numbers, _OF_PARAMETER, 3), _MAX)


def _edited(
    formula: Expression, new: Expression, places: Sequence[int], edits: Sequence[Edit], count: int
) -> Iterator[Expression]:
    """The formula with that many places edited, in every combination."""
    for chosen in combinations(places, count):
        for kinds in product(edits, repeat=count):
            found = formula
            for place, edit in sorted(zip(chosen, kinds, strict=True), reverse=True, key=_first):
                found = replaced(found, place, edit(found.subtree(place), new))
            yield found


def _first(pair: tuple[int, Edit]) -> int:
    return pair[0]


def _scaled(f: Expression, factors: dict[int, Expression], *, free: bool = False) -> Expression:
    for start in sorted(factors, reverse=True):
        old = _FREE if free else f.subtree(start)
        f = replaced(f, start, old * factors[start])
    return f


def _may_scale(token: Token) -> bool:
    return isinstance(token, Number | Symbol) or token == CONSTANT
