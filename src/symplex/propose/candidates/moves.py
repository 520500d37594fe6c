"""Random changes of remembered trees, as in genetic programming.

Owns what the moves may use in a stage; the moves themselves are made by a `Mutator`, many at once.
Departs from the paper, which has no such moves: measured, they find in seconds what sampling alone
does not.
"""

from collections.abc import Iterator
from typing import final

from symplex.origin import Writer
from symplex.propose.candidates.batches import ProposalBatch
from symplex.propose.candidates.candidate import Proposal
from symplex.propose.candidates.mutation import Mutator
from symplex.propose.candidates.proposer import StageContext
from symplex.propose.candidates.statement_formulas import building_blocks


@final
class Moves:
    """Proposes random changes of what is remembered; random trees while there is nothing."""

    def __init__(self, context: StageContext, seed: int) -> None:
        stage, vocabulary = context.stage, context.vocabulary
        formulas = building_blocks(stage.problem) if context.settings.statement_formulas else ()
        encoded = [context.encoding.encode(formula) for formula in formulas]
        self._mutator = Mutator(
            vocabulary.vocabulary,
            vocabulary.allowed(stage.symbols, context.round_number),
            context.encoding.batch([block for block in encoded if block.ids]),
            context.settings.max_length,
        )
        self._seed = seed

    def propose(self, context: StageContext) -> Iterator[Proposal]:
        """As many as the recipe asks for in an epoch, less those that grew too long."""
        return iter(self.batch(context))

    def batch(self, context: StageContext) -> ProposalBatch:
        """The same as one batch."""
        if not context.settings.moves:
            return ProposalBatch.of((), context.encoding)
        mutants = self._mutator.propose(
            context.encoding.batch(context.parents),
            context.settings.moves,
            seed=self._seed,
            sequence=context.epoch,
        )
        return ProposalBatch.by(Writer.MOVE, mutants.trees, context.encoding)
