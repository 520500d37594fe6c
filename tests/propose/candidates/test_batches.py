"""Batches read like the sequences that they stand for."""

import numpy as np

from support.writing import writing
from symplex.origin import Origin, Writer
from symplex.propose.candidates.batches import ProposalBatch, ScoredBatch
from symplex.propose.candidates.candidate import Candidate, Proposal

HEAT = writing("heat")
FREE = HEAT.encoding.slot(2.5) * HEAT.tree("sin(x)")
PROPOSALS = [
    Proposal(Origin(Writer.MOVE), HEAT.tree("x + y")),
    Proposal(Origin(Writer.POLICY), FREE),
    Proposal(Origin(Writer.MOVE), HEAT.tree("t")),
]
BATCH = ProposalBatch.of(PROPOSALS, HEAT.encoding)


def test_a_batch_holds_its_proposals():
    assert list(BATCH) == PROPOSALS
    assert [BATCH[index] for index in (0, 1, -1)] == PROPOSALS
    assert list(BATCH[1:]) == PROPOSALS[1:]
    assert len(BATCH) == 3
    assert list(ProposalBatch.of((), HEAT.encoding)) == []


def test_batches_are_taken_apart_and_joined():
    assert list(BATCH.take(np.array([2, 0]))) == [PROPOSALS[2], PROPOSALS[0]]
    joined = ProposalBatch.joined([BATCH, BATCH[:1]], HEAT.encoding)
    assert list(joined) == [*PROPOSALS, PROPOSALS[0]]
    assert list(ProposalBatch.joined([], HEAT.encoding)) == []


def test_origins():
    assert BATCH.rows_of(Writer.MOVE).tolist() == [0, 2]
    assert BATCH.rows_of(Writer.HINT).tolist() == []
    lifted = ProposalBatch.by(Writer.LIFT, BATCH.trees, HEAT.encoding)
    assert [proposal.origin for proposal in lifted] == [Origin(Writer.LIFT)] * 3


def test_candidates_are_made_of_the_few_that_someone_looks_at():
    scored = ScoredBatch(BATCH, np.array([0.5, 0.25, np.inf]))
    assert scored.sizes.tolist() == [3, 4, 1]
    expected = [
        Candidate(proposal.tree, loss, proposal.origin)
        for proposal, loss in zip(PROPOSALS, (0.5, 0.25, np.inf), strict=True)
    ]
    assert list(scored) == expected
    assert scored.smallest_below(0.3, 9) == [expected[1]]
    assert scored.smallest_below(0.6, 9) == expected[:2]
    assert scored.smallest_below(0.6, 1) == expected[:1]
    assert list(scored[:2]) == expected[:2]
