"""Every way to write a new symbol into a formula at one or two places.

Owns the systematic part of what lifts do with a few: a released variable or parameter may enter at
any subtree of an earlier answer, by a sum or a product with a simple function of it. Constants are
left free for the fit.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, final

from symplex.expression.encoded import EncodedTree, apply
from symplex.expression.operators import EXP
from symplex.origin import Writer
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.edits import MAX_EDITED, Edit, edited
from symplex.propose.candidates.parameters import parameter_insertions
from symplex.propose.candidates.proposer import StageContext, extended_earlier

_LONGEST = 24
"""Formulas with more nodes have too many places."""

_IN_TIME: Final[tuple[Edit, ...]] = (
    lambda part, t, c: part + c * t,
    lambda part, t, c: part * apply(EXP, c * t),
    lambda part, t, c: part * (1 + c * t),
    lambda part, t, c: part + c * t**2,
    lambda part, t, c: part / (1 + c * t),
    lambda part, t, c: part + c * t**3,
    lambda part, t, c: part * (1 + c * t) ** 2,
)
"""What time does to a part of a formula; c is a free constant."""


@final
class Insertions:
    """Writes what is released into earlier answers at every one or two places."""

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """The insertions into each earlier answer, best answer first."""
        return extended_earlier(Writer.INSERTION, context, insertions, parameter_insertions)


def insertions(
    formula: EncodedTree, new: EncodedTree, others: Sequence[str] = ()
) -> Iterator[EncodedTree]:
    """The formula with a variable written in at one place, alone or with another; then at two."""
    if len(formula) > _LONGEST or formula.is_system:
        return
    places, free = range(len(formula)), new.encoding.free
    yield from edited(formula, new, places, _IN_TIME, 1)
    for name in others:
        for found in edited(formula, new * new.encoding.symbol(name), places, _IN_TIME[:5], 1):
            yield found
            yield found * apply(EXP, free * new)
            yield found * apply(EXP, free * new + free * new**3)
    yield from islice(edited(formula, new, places, _IN_TIME, 2), MAX_EDITED)
