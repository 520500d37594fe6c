"""The answers of the stage before, as they are."""

from collections.abc import Iterator
from typing import final

from symplex.search.candidate import Origin, Proposal
from symplex.search.proposers.proposer import StageContext, encodable


@final
class EarlierAnswers:
    """Proposes what solved the stage before: a solution may not depend on what is released."""

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """The earlier answers, best first."""
        return encodable(Origin.EARLIER_STAGE, context.earlier)
