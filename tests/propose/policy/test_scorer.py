"""Log-probabilities of given trees."""

import numpy as np
import pytest
import torch

from support.policies import GRAMMAR, PLUS, SINE, TOKENS, C, T, X, symformer
from symplex.errors import SettingsError
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import replay
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.propose.policy.scorer import log_distribution, score
from symplex.propose.policy.uniform import Uniform

BATCH = TokenBatch.of([[X], [PLUS, X, T], [SINE, X], [PLUS, C, SINE, PLUS, X, T]])


def test_the_uniform_policy_counts_legal_tokens():
    seen = replay(GRAMMAR, BATCH)
    counts = np.where(seen.within, seen.masks.sum(axis=2), 1)
    scores = score(Uniform(TOKENS), GRAMMAR, BATCH)
    np.testing.assert_allclose(scores.log_probs, -np.log(counts).sum(axis=1), rtol=1e-6)
    expected = np.log(counts).sum(axis=1) / seen.lengths
    np.testing.assert_allclose(scores.entropies, expected, rtol=1e-6)


def test_scores_do_not_depend_on_the_rest_of_the_batch():
    network = symformer()
    together = score(network, GRAMMAR, BATCH).log_probs
    alone = [score(network, GRAMMAR, TokenBatch.of([ids])).log_probs[0] for ids in BATCH]
    assert torch.allclose(together, torch.stack(alone), atol=1e-6)


def test_lengths_and_depths_are_those_of_the_trees():
    scores = score(symformer(), GRAMMAR, BATCH)
    assert scores.lengths.tolist() == [1, 3, 2, 6]
    assert scores.depths.tolist() == [0, 1, 1, 3]


def test_a_forbidden_token_has_probability_zero():
    scores = score(symformer(), GRAMMAR, TokenBatch.of([[SINE, C]]))
    assert scores.log_probs[0] == -torch.inf


def test_distributions_sum_to_one():
    spread = log_distribution(symformer(), replay(GRAMMAR, BATCH))
    assert torch.allclose(spread.exp().sum(dim=-1), torch.ones(spread.shape[:2]))


def test_a_grammar_over_other_tokens_is_refused():
    other = Grammar(Vocabulary(TOKENS.tokens[3:]))
    with pytest.raises(SettingsError, match="another vocabulary"):
        score(symformer(), other, BATCH)
