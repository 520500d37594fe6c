"""The policy that prefers nothing."""

import numpy as np
import torch

from support.policies import GRAMMAR, TOKENS, X, generator
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.replay import replay
from symplex.expression.vocabulary import TokenBatch
from symplex.propose.policy.uniform import Uniform

UNIFORM = Uniform(TOKENS)


def test_all_logits_are_equal():
    batch = TokenBatch.of([[X], [X]])
    assert UNIFORM.logits(replay(GRAMMAR, batch)).shape == (2, 1, len(TOKENS))
    assert not UNIFORM.begin(4, 9).step(Growth(GRAMMAR, 4)).any()


def test_roots_are_drawn_with_equal_frequency():
    batch = UNIFORM.sample(GRAMMAR, 6000, generator()).batch
    roots = np.bincount([ids[0] for ids in batch], minlength=len(TOKENS)) / 6000
    np.testing.assert_allclose(roots, 1 / len(TOKENS), atol=0.03)


def test_scores_agree_with_what_was_drawn():
    rollout = UNIFORM.sample(GRAMMAR, 50, generator(1))
    scores = UNIFORM.score(GRAMMAR, rollout.batch)
    assert torch.allclose(scores.log_probs, torch.from_numpy(rollout.log_probs), atol=1e-5)
