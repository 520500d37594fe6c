"""Guesses of the user's, in every stage that has their symbols."""

from collections.abc import Iterator
from typing import final

from symplex.origin import Writer
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.proposer import StageContext


@final
class Hints:
    """Proposes the guesses that use no symbol beyond those of the stage."""

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """The hints, in the order in which they were given."""
        known = set(context.stage.symbols)
        fitting = (hint for hint in context.hints if hint.symbols <= known)
        return context.encoded(Writer.HINT, fitting)
