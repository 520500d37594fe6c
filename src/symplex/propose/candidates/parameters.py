"""A parameter that is released: what an earlier answer is scaled by.

Owns scalings by powers of a parameter. Constants are left free for the fit.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from symplex.expression import CONSTANT, Number, Symbol, Token
from symplex.expression.encoded import EncodedTree

_POWERS = tuple(map(Fraction, (1, -1, 2, -2, "1/2", "-1/2", 3)))


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


def _scaled(f: EncodedTree, factors: dict[int, EncodedTree], *, free: bool = False) -> EncodedTree:
    for start in sorted(factors, reverse=True):
        old = f.encoding.free if free else f.subtree(start)
        f = f.with_subtree(start, old * factors[start])
    return f


def _may_scale(token: Token) -> bool:
    return isinstance(token, Number | Symbol) or token == CONSTANT
