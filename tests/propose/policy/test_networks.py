"""Networks: attention relative to the tree, an LSTM, their first weights."""

import numpy as np
import torch
from torch import nn

from support.policies import GRAMMAR, PLUS, SINE, TOKENS, T, X, generator, lstm, symformer
from symplex.expression.sequences.growth import Growth
from symplex.expression.sequences.relations import OTHER, RELATIONS, SELF
from symplex.expression.sequences.replay import replay
from symplex.expression.vocabulary import TokenBatch
from symplex.propose.policy.attention import Cached, TreeAttention
from symplex.propose.policy.uniform import Uniform

# Tree-relative attention.

WIDTH, HEADS, PLACES = 8, 2, 3


def layer() -> TreeAttention:
    torch.manual_seed(0)
    return TreeAttention(WIDTH, HEADS)


def relations() -> torch.Tensor:
    """One-hot relations of one row: itself, other, or later."""
    found = torch.full((1, PLACES, PLACES), OTHER)
    found[:, range(PLACES), range(PLACES)] = SELF
    found = found.masked_fill(torch.ones(PLACES, PLACES).triu(1).bool(), RELATIONS)
    return (found.unsqueeze(2) == torch.arange(RELATIONS + 1)[:, None]).float()


def test_later_nodes_are_not_seen():
    attention, streams = layer(), torch.randn(2, 1, PLACES, WIDTH)
    before = attention(streams, relations(), slots_only=False)
    changed = streams.clone()
    changed[:, :, -1] += 1
    after = attention(changed, relations(), slots_only=False)
    assert torch.allclose(before[:, :, :-1], after[:, :, :-1])
    assert not torch.allclose(before[:, :, -1], after[:, :, -1])


def test_slots_alone_are_the_second_stream():
    attention, streams = layer(), torch.randn(2, 1, PLACES, WIDTH)
    both = attention(streams, relations(), slots_only=False)
    alone = attention(streams, relations(), slots_only=True)
    assert torch.allclose(both[1:], alone, atol=1e-6)


def test_a_relation_changes_what_is_gathered():
    attention, streams = layer(), torch.randn(2, 1, PLACES, WIDTH)
    other = relations()
    other[0, 2, [OTHER, 1], 0] = torch.tensor([0.0, 1.0])
    first = attention(streams, relations(), slots_only=False)
    second = attention(streams, other, slots_only=False)
    assert not torch.allclose(first[:, :, 2], second[:, :, 2])
    assert torch.allclose(first[:, :, 1], second[:, :, 1])


def test_step_by_step_gives_the_same_as_whole_trees():
    attention, norm = layer(), nn.LayerNorm(WIDTH)
    streams = torch.randn(2, 1, PLACES, WIDTH)
    normed = norm(streams)
    whole = attention(normed, relations(), slots_only=True)[0]
    with torch.no_grad():
        cached = Cached.of(attention, norm, 1, PLACES)
        for here in range(PLACES):
            newest = normed[0, :, here - 1 : here] if here else normed[0, :, :0]
            places = torch.cat([newest, normed[1, :, here : here + 1]], dim=1)
            which = torch.full((1, places.shape[1], here + 1), OTHER)
            which[:, -1, here] = SELF
            if here:
                which[:, 0, here - 1], which[:, 0, here] = SELF, RELATIONS
            gathered = cached.attend(places, which, slots_only=True)
            assert torch.allclose(attention.merge(gathered)[:, 0], whole[:, here], atol=1e-5)


# The recurrent policy.

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


# How weights begin.


def test_the_seed_fixes_every_weight():
    for make in (symformer, lstm):
        one, same, other = make(1), make(1), make(2)
        pairs = zip(one.parameters(), same.parameters(), strict=True)
        assert all(torch.equal(a, b) for a, b in pairs)
        assert not torch.equal(one.output.weight, other.output.weight)


def test_biases_are_zero_and_norms_leave_values_alone():
    model = symformer()
    for layer in model.modules():
        if isinstance(layer, nn.Linear):
            assert not layer.bias.any()
            assert layer.weight.any()
        if isinstance(layer, nn.LayerNorm):
            assert torch.equal(layer.weight, torch.ones_like(layer.weight))
    recurrent = lstm().recurrence
    assert not recurrent.bias_ih_l0.any()
    assert not recurrent.bias_hh_l0.any()


def test_the_output_is_drawn_smaller_than_the_rest():
    model = symformer()
    assert model.output.weight.std() < 0.04
    assert model.blocks[0].widen.weight.std() > 0.15


def test_the_global_generator_is_left_alone():
    before = torch.get_rng_state()
    symformer()
    assert torch.equal(before, torch.get_rng_state())


# The policy that prefers nothing.

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
