"""A candidate: its size, its reward, and the proposal that it came from."""

import math

import pytest

from support.writing import writing
from symplex.origin import Origin, Writer
from symplex.propose.candidates.candidate import Candidate, Proposal, proposals_of

TREE = writing("heat").tree("sin(x)*cos(y)")


@pytest.mark.parametrize(
    ("loss", "reward"), [(0.0, 1.0), (1.0, 0.5), (9.0, 0.25), (math.inf, 0.0), (math.nan, 0.0)]
)
def test_the_reward_falls_with_the_root_of_the_loss(loss, reward):
    assert Candidate(TREE, loss, Origin(Writer.MOVE)).reward == reward


def test_candidates_are_compared_by_tree_and_loss_not_by_origin():
    found = Candidate(TREE, 0.5, Origin(Writer.MOVE))
    assert found.size == 5
    assert found == Candidate(TREE, 0.5, Origin(Writer.POLICY))
    assert found != Candidate(TREE, 0.25, Origin(Writer.MOVE))
    assert found != Candidate(TREE.subtree(1), 0.5, Origin(Writer.MOVE))


def test_a_candidate_is_proposed_again_with_its_constants_and_origin():
    tree = TREE * TREE.encoding.slot(2.5)
    found = Candidate(tree, 0.5, Origin(Writer.LIFT))
    assert found.proposal == Proposal(Origin(Writer.LIFT), tree)
    assert proposals_of([found, found]) == [found.proposal] * 2
