"""The compiled sampler draws from the distribution of the torch model, tree for tree."""

import numpy as np
import pytest
import torch

from support.policies import GRAMMAR, TOKENS, generator, lstm, symformer
from support.writing import writing
from symplex.expression import Vocabulary, tuple_of
from symplex.expression.operators import SUBTRACT
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import admits
from symplex.policy import SymFormer, SymFormerSettings, Uniform, sampler
from symplex.policy.compiled import CompiledSampler, can_sample, compiled_module
from symplex.problem import bundled_names
from symplex.search.curriculum import stages

pytestmark = pytest.mark.skipif(compiled_module() is None, reason="there is no compiled sampler")


def spread(model, scale=0.4, seed=1):
    """A model whose weights are far from those that it begins with."""
    source = generator(seed)
    with torch.no_grad():
        for weights in model.parameters():
            weights += scale * torch.randn(weights.shape, generator=source) * weights.std().clamp(
                min=0.05
            )
    return model


def model_of(vocabulary, seed=0, **sizes):
    return spread(SymFormer(vocabulary, SymFormerSettings(**sizes), generator(seed)))


def grammars_of(name):
    about = writing(name)
    problem_stages = stages(about.problem)
    return [about.context(stage).grammar for stage in (problem_stages[0], problem_stages[-1])]


@pytest.mark.parametrize("name", bundled_names())
def test_probabilities_are_those_of_the_torch_model(name):
    for grammar in grammars_of(name):
        model = model_of(grammar.vocabulary)
        assert can_sample(model, grammar)
        rollout = CompiledSampler(model, 2).sample(grammar, 32, generator(2))
        assert len(rollout.batch) == 32
        assert admits(grammar, rollout.batch).all()
        with torch.no_grad():
            scores = model.score(grammar, rollout.batch)
        np.testing.assert_allclose(rollout.log_probs, scores.log_probs.numpy(), atol=1e-5, rtol=0)
        np.testing.assert_allclose(rollout.entropies, scores.entropies.numpy(), atol=1e-5, rtol=0)


@pytest.mark.parametrize(
    "sizes",
    [{}, {"width": 32, "feed_forward": 64, "layers": 2}, {"width": 128, "describe_slot": False}],
)
def test_the_same_seed_gives_the_trees_that_torch_draws(sizes):
    model = model_of(TOKENS, **sizes)
    for grammar in (GRAMMAR, Grammar(TOKENS, max_length=30, max_constants=0)):
        compiled = CompiledSampler(model).sample(grammar, 300, generator(4))
        oracle = sampler.sample(model, grammar, 300, generator(4))
        np.testing.assert_array_equal(compiled.batch.tokens, oracle.batch.tokens)
        np.testing.assert_array_equal(compiled.batch.offsets, oracle.batch.offsets)
        np.testing.assert_allclose(compiled.log_probs, oracle.log_probs, atol=1e-5, rtol=0)
        np.testing.assert_allclose(compiled.entropies, oracle.entropies, atol=1e-5, rtol=0)
        assert compiled.rejected == oracle.rejected


def test_a_system_s_trees_too():
    vocabulary = Vocabulary((tuple_of(2), *TOKENS.tokens))
    grammar = Grammar(vocabulary, max_depth=4, max_length=14, max_constants=3)
    model = model_of(vocabulary)
    compiled = CompiledSampler(model).sample(grammar, 300, generator(4))
    oracle = sampler.sample(model, grammar, 300, generator(4))
    assert {int(ids[0]) for ids in compiled.batch} == {0}
    np.testing.assert_array_equal(compiled.batch.tokens, oracle.batch.tokens)
    np.testing.assert_allclose(compiled.log_probs, oracle.log_probs, atol=1e-5, rtol=0)


def test_threads_and_the_size_of_the_batch_change_no_tree():
    grammar = grammars_of("heat")[-1]
    model = model_of(grammar.vocabulary)
    whole = CompiledSampler(model, 1).sample(grammar, 1500, generator(6))
    threaded = CompiledSampler(model, 3).sample(grammar, 1500, generator(6))
    np.testing.assert_array_equal(whole.batch.tokens, threaded.batch.tokens)
    np.testing.assert_array_equal(whole.log_probs, threaded.log_probs)
    few = CompiledSampler(model, 2).sample(grammar, 10, generator(6))
    np.testing.assert_array_equal(few.log_probs, whole.log_probs[:10])
    assert [ids.tolist() for ids in few.batch] == [whole.batch[i].tolist() for i in range(10)]


def test_new_weights_are_seen_at_the_next_call():
    model = model_of(TOKENS)
    drawn = CompiledSampler(model)
    before = drawn.sample(GRAMMAR, 50, generator(0))
    spread(model, seed=2)
    after = drawn.sample(GRAMMAR, 50, generator(0))
    assert not np.array_equal(before.log_probs, after.log_probs)


def test_uniform_sampling_is_compiled_too():
    policy = Uniform(TOKENS)
    assert can_sample(policy, GRAMMAR)
    compiled = CompiledSampler(policy).sample(GRAMMAR, 300, generator(8))
    oracle = policy.sample(GRAMMAR, 300, generator(8))
    np.testing.assert_array_equal(compiled.batch.tokens, oracle.batch.tokens)
    np.testing.assert_allclose(compiled.log_probs, oracle.log_probs, atol=1e-6, rtol=0)


def test_degenerate_trees_are_drawn_again_and_given_up_in_the_end():
    tokens = Vocabulary((SUBTRACT, TOKENS.tokens[3]))
    grammar = Grammar(tokens, max_depth=2, max_length=7)
    rollout = CompiledSampler(Uniform(tokens)).sample(grammar, 100, generator())
    assert rollout.rejected > 0
    assert len(rollout.batch) == len(rollout.sources) == len(rollout.log_probs)
    assert admits(grammar, rollout.batch).all()


def test_what_it_cannot_take_is_left_to_torch():
    model = model_of(TOKENS)
    assert not can_sample(symformer(), GRAMMAR)  # two heads
    assert not can_sample(lstm(), GRAMMAR)
    assert not can_sample(model.double(), GRAMMAR)
    assert not can_sample(model_of(TOKENS), Grammar(TOKENS, max_length=100))


def test_a_grammar_of_another_vocabulary_is_refused():
    with pytest.raises(ValueError, match="another vocabulary"):
        CompiledSampler(model_of(TOKENS)).sample(grammars_of("heat")[0], 3, generator())
