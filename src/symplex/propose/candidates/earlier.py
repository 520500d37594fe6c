"""The answers of the stage before, as they are."""

from collections.abc import Iterator
from dataclasses import replace
from typing import final

from symplex.origin import Origin, Writer
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.proposer import StageContext


@final
class EarlierAnswers:
    """Proposes what solved the stage before: a solution may not depend on what is released."""

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """The earlier answers, best first."""
        for answer in context.earlier:
            yield replace(answer, origin=Origin(Writer.EARLIER_STAGE, of=answer.origin))
