"""What a policy thinks of one tree."""

import numpy as np
import pytest
import torch

from support.policies import GRAMMAR, PLUS, SINE, TOKENS, T, X, lstm, symformer
from symplex.expression.sequences.relations import PARENT, RELATIONS, SIBLING
from symplex.propose.policy import Decoder, DecoderSettings
from symplex.propose.policy.insight import Insight, by_relation, insight

TREE = np.array([PLUS, SINE, X, T], dtype=np.uint8)


def decoder():
    settings = DecoderSettings(width=16, feed_forward=16, layers=2, heads=2)
    return Decoder(TOKENS, settings, torch.Generator().manual_seed(0))


@pytest.mark.parametrize("make", [symformer, decoder, lstm])
def test_probabilities_are_those_of_the_score(make):
    policy = make()
    found = insight(policy, GRAMMAR, TREE)
    assert found.probabilities.shape == (4,)
    assert np.all((found.probabilities > 0) & (found.probabilities < 1))
    assert found.choices[0] == len(TOKENS)
    assert (found.attention is None) is (make is lstm)


@pytest.mark.parametrize("make", [symformer, decoder])
def test_each_choice_spreads_all_of_its_attention_over_what_is_there(make):
    found = insight(make(), GRAMMAR, TREE)
    assert found.attention is not None
    assert found.attention.shape == (2, 2, 4, 4)
    np.testing.assert_allclose(found.attention.sum(axis=3), 1.0, rtol=1e-5)
    later = np.triu(np.ones((4, 4), dtype=bool), 1)
    assert np.all(found.attention[..., later] == 0)


def test_attention_by_relation_is_relative_to_an_even_spread():
    relations = np.full((3, 3), 5, dtype=np.uint8)
    relations[1, 0], relations[2, 1] = PARENT, SIBLING
    weights = np.zeros((1, 1, 3, 3))
    weights[0, 0, 1, :2] = 0.8, 0.2
    weights[0, 0, 2] = 0.25, 0.5, 0.25
    shares = by_relation(Insight(np.ones(3), np.ones(3, int), relations, weights))
    assert shares is not None
    assert shares.shape == (1, RELATIONS)
    assert shares[0, PARENT] == pytest.approx(1.6)  # 0.8 of two places
    assert shares[0, SIBLING] == pytest.approx(1.5)
    assert np.isnan(shares[0, 2])
    assert by_relation(Insight(np.ones(3), np.ones(3, int), relations, None)) is None
