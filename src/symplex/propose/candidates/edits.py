"""A formula edited at several places at once, in every combination."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product

from symplex.expression.encoded import EncodedTree

Edit = Callable[[EncodedTree, EncodedTree, EncodedTree], EncodedTree]
"""A part of a formula, the new symbol and a free constant make what takes the part's place."""
MAX_EDITED = 6000
"""Combinations of one kind that are worth trying."""


def edited(
    formula: EncodedTree, new: EncodedTree, places: Sequence[int], edits: Sequence[Edit], count: int
) -> Iterator[EncodedTree]:
    """The formula with that many places edited, in every combination."""
    free = new.encoding.free
    for chosen in combinations(places, count):
        for kinds in product(edits, repeat=count):
            found = formula
            # From the last place to the first: what lies before a place does not move.
            for place, edit in zip(reversed(chosen), reversed(kinds), strict=True):
                found = found.with_subtree(place, edit(found.subtree(place), new, free))
            yield found
