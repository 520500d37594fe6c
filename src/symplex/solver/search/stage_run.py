"""One stage at work: its points, its memory, its opening, and the scores of what is proposed.

Owns what happens to proposals within a stage. In which order stages are taken, who proposes beyond
the opening and who learns is the loop's.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import final

import numpy as np

from symplex.expression.encoded import EncodedTree
from symplex.expression.render import to_text
from symplex.numerics.evaluation.fit import Method
from symplex.propose.candidates.batches import ProposalBatch, ScoredBatch
from symplex.propose.candidates.candidate import Candidate, Proposal, proposals_of
from symplex.propose.candidates.opening import opening
from symplex.propose.candidates.proposer import StageContext
from symplex.propose.candidates.tree_keys import Keys, TreeKeys
from symplex.solver.search.loss_table import LossTable
from symplex.solver.search.memory import Memory, Rank
from symplex.solver.search.scorer import StageScorer
from symplex.solver.search.shrink import shrink
from symplex.solver.search.state import StageState, State

_FIRST_CHUNK, _CHUNK = 64, 1000
"""How many proposals a stage begins with at a time: what solves it is often among the first."""
_MAX_HELD = 3
"""How many solutions of a stage with parameters held are handed out."""
_MAX_PROMISING = 4
"""How many candidates of one epoch are handed out."""


@final
class StageRun:
    """Scores the proposals of one stage; everything that changes is in the state."""

    def __init__(
        self,
        context: StageContext,
        scorer: StageScorer,
        state: State,
        at: StageState,
        keys: TreeKeys,
        agree: Rank | None = None,
    ) -> None:
        self.context, self.scorer = context, scorer
        self._state, self._at, self._keys = state, at, keys
        chosen = context.settings.memory
        self.memory = Memory(chosen, scorer.behaviour, at.memory, agree, keys.canonical)
        self._latest: tuple[ProposalBatch, Keys] | None = None
        self._opening: Iterator[Proposal] = islice(opening(context), at.opened, None)

    @property
    def is_solved(self) -> bool:
        """Whether the best that is remembered solves the stage."""
        return self.scorer.is_solved(self.memory.best)

    def opened(self) -> ProposalBatch:
        """The next proposals of the opening; empty when it is exhausted."""
        made = self._at.opened
        some = islice(self._opening, min(max(3 * made, _FIRST_CHUNK), _CHUNK))
        found = ProposalBatch.of(some, self.context.encoding)
        self._at.opened += len(found)
        return found

    def fresh(self, proposals: ProposalBatch) -> ScoredBatch:
        """Score whatever is new among the proposals; with new points, everything is."""
        losses, settings = self._at.losses, self.context.settings
        keys = self.keys(proposals)
        new = (LossTable() if settings.redraw else losses).fresh(keys)
        carried = settings.refit_carried and self._at.epoch == 0  # all that a stage begins with
        scored = self._score(proposals.take(new), settings.refit if carried else settings.fit)
        losses.record(keys[new], scored.losses)
        return scored

    def keys(self, proposals: ProposalBatch) -> Keys:
        """The key of every proposal; those of the latest batch are known."""
        if self._latest is None or self._latest[0] is not proposals:
            self._latest = proposals, self._keys.of(proposals.trees.tokens)
        return self._latest[1]

    def shrunk(self, candidate: Candidate) -> Candidate:
        """A solution of the stage without superfluous terms; anything else as it is."""
        settings, solved = self.context.settings, self.scorer.solved_loss
        if not settings.shrink or candidate.loss > solved:
            return candidate

        def score(trees: Sequence[EncodedTree]) -> ScoredBatch:
            return self._score([Proposal(candidate.origin, t) for t in trees], settings.fit)

        return shrink(candidate, self._keys, score, solved, self._at.rejected)

    def refreshed(self) -> ScoredBatch:
        """New points, and what is remembered with its constants refitted, when it is time."""
        settings, at = self.context.settings, self._at
        if settings.redraw:
            at.latest_draw = self.scorer.next_draw
            self.scorer.redraw(at.latest_draw)
        nothing = ScoredBatch(ProposalBatch.of((), self.context.encoding), np.zeros(0))
        if (at.epoch + 1) % settings.refit_every:
            return nothing
        kept = proposals_of(self.memory.best)
        self.memory.forget()
        refitted = self._score(kept, settings.refit)
        self.memory.offer(refitted)
        return refitted

    def promising(self, fresh: ScoredBatch) -> Iterator[Candidate]:
        """What may be a solution, the smallest first, each skeleton once in the whole run."""
        for found in fresh.smallest_below(self.scorer.promising_loss, _MAX_PROMISING):
            candidate = self.shrunk(found)
            key = self._keys.key(candidate.tree)
            if key not in self._state.tried:
                self._state.tried.add(key)
                yield candidate

    def solved_with_held(self) -> Iterator[Candidate]:
        """What solves a stage in which parameters are held, each skeleton once for their values."""
        held = self.context.stage.held
        values = ",".join(f"{name}={to_text(value)}" for name, value in held.items()).encode()
        for candidate in self.memory.best[:_MAX_HELD]:
            key = values + self._keys.key(candidate.tree)
            if candidate.loss <= self.scorer.solved_loss and key not in self._state.tried:
                self._state.tried.add(key)
                yield candidate

    def _score(self, proposals: Sequence[Proposal], method: Method) -> ScoredBatch:
        if not isinstance(proposals, ProposalBatch):
            proposals = ProposalBatch.of(proposals, self.context.encoding)
        self._state.written.update(proposals.by_writer())
        return self.scorer.score(proposals, method)
