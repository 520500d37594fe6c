"""What compiled code takes, and that folding changes no function of the weights."""

import torch

from support.policies import GRAMMAR, TOKENS, generator, lstm, symformer
from symplex.expression.sequences.grammar import Grammar
from symplex.propose.policy import SymFormer, SymFormerSettings, Uniform
from symplex.propose.policy.folding import compiled_module, folded, is_compiled, nothing

IS_BUILT = compiled_module() is not None


def model():
    return SymFormer(TOKENS, SymFormerSettings(), generator())


def test_what_it_takes():
    assert is_compiled(model(), GRAMMAR) == IS_BUILT
    assert is_compiled(Uniform(TOKENS), GRAMMAR) == IS_BUILT


def test_what_it_cannot_take_is_left_to_torch():
    assert not is_compiled(symformer(), GRAMMAR)  # two heads
    assert not is_compiled(lstm(), GRAMMAR)
    assert not is_compiled(model().double(), GRAMMAR)
    assert not is_compiled(model(), Grammar(TOKENS, max_length=100))


def test_every_weight_takes_part():
    one = model()
    sum(tensor.sum() for tensor in folded(one)).backward()
    assert all(weight.grad is not None for weight in one.parameters())
    assert len(folded(one)) == 5 + 11 * one.settings.layers + 2
    assert len(nothing(Uniform(TOKENS))) == 7


def test_gains_and_offsets_become_part_of_the_layer_that_follows():
    one = model()
    with torch.no_grad():
        one.before_output.weight.uniform_(0.5, 2, generator=generator(1))
        one.before_output.bias.uniform_(-1, 1, generator=generator(2))
        weight, bias = folded(one)[-2:]
        rows = torch.randn(7, one.settings.width, generator=generator(3))
        plain = torch.nn.functional.layer_norm(rows, rows.shape[1:])
        expected = one.output(one.before_output(rows))
        assert torch.allclose(plain @ weight.T + bias, expected, atol=1e-5)
