"""Drawing trees."""

import numpy as np
import torch

from support.policies import GRAMMAR, PLUS, SINE, TOKENS, C, T, X, generator
from symplex.expression.operators import SUBTRACT
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import admits
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.propose.policy import sampler
from symplex.propose.policy.uniform import Uniform

UNIFORM = Uniform(TOKENS)


def test_every_tree_is_one_of_the_grammar():
    rollout = sampler.sample(UNIFORM, GRAMMAR, 200, generator())
    assert len(rollout.batch) == len(rollout.log_probs) == 200
    assert rollout.sources.tolist() == list(range(200))
    assert admits(GRAMMAR, rollout.batch).all()


def test_log_probabilities_are_those_of_the_choices():
    grammar = Grammar(TOKENS, max_depth=0, max_length=1)
    rollout = sampler.sample(UNIFORM, grammar, 50, generator())
    assert {ids.tolist()[0] for ids in rollout.batch} == {X, T, C}
    np.testing.assert_allclose(rollout.log_probs, -np.log(3), rtol=1e-6)


def test_a_regrown_tree_keeps_the_rest():
    batch = TokenBatch.of([[PLUS, SINE, X, T]] * 30)
    rollout = sampler.regrow(UNIFORM, GRAMMAR, batch, np.full(30, 1), generator())
    rows = [ids.tolist() for ids in rollout.batch]
    assert all(row[0] == PLUS and row[-1] == T for row in rows)
    assert len({tuple(row) for row in rows}) > 5


def test_degenerate_trees_are_drawn_again():
    tokens = Vocabulary((SUBTRACT, TOKENS.tokens[X]))
    grammar = Grammar(tokens, max_depth=2, max_length=7)
    rollout = sampler.sample(Uniform(tokens), grammar, 100, generator())
    assert rollout.rejected > 0
    assert admits(grammar, rollout.batch).all()


def test_the_generator_decides():
    first, same, other = (
        sampler.sample(UNIFORM, GRAMMAR, 40, generator(seed)).batch for seed in (3, 3, 4)
    )
    assert np.array_equal(first.tokens, same.tokens)
    assert not np.array_equal(first.tokens, other.tokens)
    assert torch.is_grad_enabled()
