"""The recurrent policy."""

import numpy as np
import torch

from support.policies import GRAMMAR, PLUS, SINE, TOKENS, T, X, generator, lstm
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.replay import replay
from symplex.expression.vocabulary import TokenBatch

BATCH = TokenBatch.of([[PLUS, X, SINE, T], [PLUS, T, SINE, T]])


def test_steps_and_whole_trees_give_the_same_logits():
    model = lstm()
    whole = model.logits(replay(GRAMMAR, BATCH))
    growth, steps = Growth(GRAMMAR, 2), model.begin(2, GRAMMAR.max_length)
    for here in range(4):
        assert torch.allclose(steps.step(growth), whole[:, here], atol=1e-6)
        growth.write(np.array([ids[here] for ids in BATCH], dtype=np.int64))
        rows = np.arange(2)
        growth.keep(rows)
        steps.keep(rows)


def test_only_parent_and_sibling_are_seen():
    logits = lstm().logits(replay(GRAMMAR, BATCH))
    assert torch.allclose(logits[0, :2], logits[1, :2])
    assert not torch.allclose(logits[0, 2], logits[1, 2])


def test_it_draws_trees_of_the_grammar():
    rollout = lstm().sample(GRAMMAR, 20, generator())
    assert len(rollout.batch) == 20
    assert all(TOKENS.decode(ids.tolist()).size <= GRAMMAR.max_length for ids in rollout.batch)
