"""When the policy writes, and what it is taught."""

import random
from dataclasses import dataclass, field, replace
from types import SimpleNamespace

import numpy as np
import pytest

from support.writing import writing
from symplex.origin import Origin, Writer
from symplex.propose.candidates.batches import ProposalBatch
from symplex.propose.candidates.candidate import Candidate, Proposal
from symplex.propose.candidates.curriculum import stages
from symplex.propose.candidates.settings import DEFAULT, LearningSettings
from symplex.propose.candidates.tree_keys import TreeKeys
from symplex.solver.search.apprentice import Apprentice
from symplex.solver.search.state import RunOptions, State, Writing
from symplex.work.clock import Deadline

HEAT = writing("heat")
KEYS = TreeKeys(HEAT.encoding.vocabulary)
SETTINGS = replace(DEFAULT, samples=4, regrown=0, first_learning_epoch=2, learn_every=3)


@dataclass
class Noting:
    """A policy that notes what it is requests and taught."""

    entropy: float = 2.5
    requests: list = field(default_factory=list)
    taught: list = field(default_factory=list)
    observed: list = field(default_factory=list)

    def sample(self, grammar, count):
        self.requests.append(count)
        return HEAT.encoding.batch([HEAT.tree("x")] * count)

    def learn(self, grammar, written, losses, remembered, *, observed):
        self.observed.append(observed)
        self.taught.append(([ids.tobytes() for ids in written], losses.tolist(), remembered))


def made(settings=SETTINGS):
    state = State.begin(0, "")
    state.learner = Noting()
    return Apprentice(HEAT.encoding, settings, RunOptions()), state


@dataclass
class Stage:
    """A stage that remembers nothing."""

    context: object
    memory: object = field(default_factory=lambda: SimpleNamespace(best=()))

    def keys(self, proposals):
        return KEYS.of(proposals.trees.tokens)


def context(settings=SETTINGS):
    return HEAT.context(stages(HEAT.problem)[0], settings)


def test_the_policy_writes_when_it_is_its_turn():
    apprentice, state = made()
    turns = []
    for epoch in range(10):
        state.at_stage.epoch = epoch
        if len(apprentice.write(state, context())):
            turns.append(epoch + 1)
    assert turns == [2, 5, 8]
    assert state.learner.requests == [4, 4, 4]


def test_without_samples_it_is_never_asked():
    settings = replace(SETTINGS, samples=0, first_learning_epoch=0)
    apprentice, state = made(settings)
    assert len(apprentice.write(state, context(settings))) == 0
    assert state.learner.requests == []


def taught(settings):
    """What a policy learns from two spellings of one of its trees, another, and a move."""
    apprentice, state = made(settings)
    texts = ("x + y", "y + x", "sin(x)", "t")
    origins = (
        Origin(Writer.POLICY),
        Origin(Writer.POLICY),
        Origin(Writer.POLICY),
        Origin(Writer.MOVE),
    )
    proposals = [Proposal(o, HEAT.tree(t)) for o, t in zip(origins, texts, strict=True)]
    batch = ProposalBatch.of(proposals, HEAT.encoding)
    keys = KEYS.of(batch.trees.tokens)
    state.at_stage.losses.record(keys[[0, 2, 3]], np.array([0.5, 0.25, 9.0]))
    apprentice.learn(state, Stage(context(settings)), batch)
    assert apprentice.latest == Writing(trees=3, distinct=2, entropy=2.5)
    return state.learner.taught


def test_it_learns_from_its_own_trees():
    ids = [HEAT.tree(text).ids for text in ("x + y", "y + x", "sin(x)")]
    assert taught(SETTINGS) == [(ids, [0.5, 0.5, 0.25], ())]


def test_of_a_share_each_tree_teaches_once():
    ids = [HEAT.tree(text).ids for text in ("x + y", "sin(x)")]
    few = replace(SETTINGS, learning=LearningSettings(share=0.5))
    assert taught(few) == [(ids, [0.5, 0.25], ())]


@pytest.mark.parametrize(("persists", "observed"), [(False, 0.0), (True, 0.5)])
def test_rewards_of_the_stage_before_count_where_the_recipe_says_so(persists, observed):
    settings = replace(SETTINGS, learning=LearningSettings(imitation_persists=persists))
    apprentice, state = made(settings)
    state.at_stage.memory.protected = (Candidate(HEAT.tree("x"), 1.0, Origin(Writer.POLICY)),)
    batch = ProposalBatch.of([Proposal(Origin(Writer.POLICY), HEAT.tree("x"))], HEAT.encoding)
    state.at_stage.losses.record(KEYS.of(batch.trees.tokens), np.array([9.0]))
    apprentice.learn(state, Stage(context(settings)), batch)
    assert state.learner.observed == [observed]


def test_the_last_seconds_of_a_recipe_without_other_proposers_are_the_policys():
    hasty = RunOptions(deadline=Deadline(0.0))
    for alone in (False, True):
        settings = replace(SETTINGS, policy_only=alone)
        state = State.begin(0, "", b"weights")  # not loaded, and no time left
        assert Apprentice(HEAT.encoding, settings, hasty)._is_too_late(state) is not alone


def test_what_others_proposed_teaches_nothing():
    apprentice, state = made()
    batch = ProposalBatch.of([Proposal(Origin(Writer.MOVE), HEAT.tree("x"))], HEAT.encoding)
    apprentice.learn(state, Stage(context()), batch)
    assert state.learner.taught == []


def test_an_attempt_may_begin_with_a_policy_that_has_learnt_nothing():
    apprentice, state = made()
    apprentice.leave(state)
    assert state.learner is not None
    settings = replace(SETTINGS, policy_anew=True, first_learning_epoch=0)
    apprentice, state = made(settings)
    written = []
    for attempt in (0, 0, 1):
        apprentice.leave(state)
        assert state.learner is None
        state.attempt, state.rng = attempt, random.Random(0)
        state.at_stage.epoch = 2
        written.append(list(apprentice.write(state, context(settings))))
    assert written[0] == written[1] != written[2]


@pytest.mark.parametrize("is_finite", [True, False])
def test_a_policy_whose_weights_are_no_numbers_begins_anew(is_finite):
    class Failing(Noting):
        def learn(self, *_, **__):
            self.is_finite = is_finite
            raise FloatingPointError

    apprentice, state = made()
    state.learner = policy = Failing()
    batch = ProposalBatch.of([Proposal(Origin(Writer.POLICY), HEAT.tree("x"))], HEAT.encoding)
    state.at_stage.losses.record(KEYS.of(batch.trees.tokens), np.array([0.5]))
    with pytest.raises(FloatingPointError):
        apprentice.learn(state, Stage(context()), batch)
    assert state.learner is (policy if is_finite else None)
