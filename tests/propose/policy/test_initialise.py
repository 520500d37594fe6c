"""How weights begin."""

import torch
from torch import nn

from support.policies import lstm, symformer


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
