"""Tree-relative attention."""

import torch
from torch import nn

from symplex.expression.sequences.relations import OTHER, RELATIONS, SELF
from symplex.propose.policy.attention import Cached, TreeAttention

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
