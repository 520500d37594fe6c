"""Functions with kinks: smooth pieces in corners of the box, joined by the larger and the smaller.

Also says where along a line a function is not smooth.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations, product
from typing import Final

import numpy as np

from symplex.expression import Expression, apply, symbol
from symplex.expression import operators as op
from symplex.expression.evaluate import evaluate
from symplex.numerics.reference.chebyshev import Floats
from symplex.propose.structure.exponents import total
from symplex.propose.structure.fitting import free
from symplex.propose.structure.view import View

_SHARES: Final = (0.3, 0.12)
"""How large corners are beside the box, in each variable."""
_MAX_CORNERS: Final = 12
_MANY: Final = 4
"""So many pieces are all joined, in every way."""
_MAX_PIECES: Final = 12
"""With more that differ, the function bends everywhere: it has no pieces to be joined."""
_POINTS: Final = 100
_NEAR: Final = 100
"""How many times the tolerance pieces may be off before they are fitted together."""
_SOMEWHERE: Final = 0.02
"""The part of the box in which a piece has to hold."""
_Piece = tuple[Expression, Floats]
"""A formula with its values."""
_JOINS: Final = ((op.MAX, np.maximum), (op.MIN, np.minimum))
_PLACES: Final = 65
_LINES: Final = (0.23, 0.71)
"""Where lines run through the box, as shares of the other variables' intervals."""
_KINK: Final = 0.2
"""A second difference that stays this large beside the first, however small the step, is a kink."""


def corners(view: View) -> Iterator[View]:
    """Corners of the box, middles of its faces and its own middle, as boxes of their own."""
    choices = sorted(product((0.0, 0.5, 1.0), repeat=len(view.names)), key=_is_corner)
    for size in _SHARES:
        for places in choices[-_MAX_CORNERS:]:
            box: dict[str, tuple[float, float]] = {}
            for (name, (low, high)), place in zip(view.box.items(), places, strict=True):
                start = low + place * (1 - size) * (high - low)
                box[name] = (start, start + size * (high - low))
            yield view.inside(box)


def plain_pieces(names: Sequence[str]) -> list[Expression]:
    """Straight, quadratic, and distances that grow or shrink: what pieces are as a rule."""
    variables = [symbol(name) for name in names]
    straight = total([free(), *(free() * one for one in variables)])
    pairs = combinations_with_replacement(variables, 2)
    quadratic = total([straight, *(free() * (one * other) for one, other in pairs)])
    squares = total([free(), *(free() * one**2 for one in variables)])
    distance = squares ** Fraction(1, 2)
    return [straight, quadratic, straight + distance, straight - distance]


def _is_corner(places: Sequence[float]) -> bool:
    return all(place in (0.0, 1.0) for place in places)


def joined(view: View, pieces: Sequence[Expression]) -> Iterator[Expression]:
    """The larger and the smaller of pieces, where they have the values of the whole."""
    columns = view.points(_POINTS, 7)
    values = view.values(columns)
    near = _NEAR * view.tolerance
    known: list[_Piece] = []
    for tree in pieces:
        own = np.broadcast_to(evaluate(tree, columns), values.shape)
        holds = np.mean(np.abs(own - values) <= near) >= _SOMEWHERE
        if np.all(np.isfinite(own)) and holds and not _is_among(own, known, near):
            known.append((tree, own))
    if len(known) > _MAX_PIECES:
        return
    some = (*combinations(known, 2), *permutations(known, 3))
    for chosen in some if len(known) < _MANY else (tuple(known),):
        for tree, whole in _joins(chosen):
            if np.sqrt(np.mean((whole - values) ** 2)) <= near:
                yield tree


def _joins(pieces: Sequence[_Piece]) -> Iterator[_Piece]:
    """The first piece joined to the next in either way, and so on."""
    for rows in product(_JOINS, repeat=len(pieces) - 1):
        tree, whole = pieces[0]
        for (row, values_of), (other, own) in zip(rows, pieces[1:], strict=True):
            tree, whole = apply(row, tree, other), values_of(whole, own)
        yield tree, whole


def _is_among(own: Floats, known: Sequence[_Piece], near: float) -> bool:
    return any(np.max(np.abs(own - other)) <= near for _, other in known)


def kinks(view: View, name: str) -> list[float]:
    """Where a function is not smooth along lines in one variable."""
    low, high = view.box[name]
    step = 4 * (high - low) / _PLACES
    found: list[float] = []
    for share in _LINES:
        held = {n: one + share * (two - one) for n, (one, two) in view.box.items() if n != name}
        line = view.at(held) if held else view
        for place in _bends(line, name, (low, high)):
            if any(abs(place - other) < step for other in found):
                continue
            found += _bends(line, name, (max(low, place - step), min(high, place + step)))[:1]
    return found


def _bends(line: View, name: str, ends: tuple[float, float]) -> list[float]:
    """Places where the slope jumps, beside how much it varies on the whole line."""
    places = np.linspace(*ends, _PLACES)
    values = line.values({name: places})
    first, second = np.diff(values), np.abs(np.diff(values, 2))
    size = float(np.max(np.abs(first))) if np.all(np.isfinite(values)) else 0.0
    if size * len(first) <= 100 * line.tolerance:
        return []
    return [float(places[i + 1]) for i in np.flatnonzero(second > _KINK * size)]
