"""The compiled sampler draws from the distribution of the torch model, tree for tree."""

import numpy as np
import pytest
import torch

from support.policies import GRAMMAR, PLUS, SINE, TOKENS, C, X, generator
from support.writing import writing
from symplex.expression import tuple_of
from symplex.expression.operators import SUBTRACT
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import admits
from symplex.expression.vocabulary import TokenBatch, Vocabulary
from symplex.notation.problem_files import bundled_names
from symplex.propose.candidates.curriculum import stages
from symplex.propose.policy import SymFormer, SymFormerSettings, Uniform, sampler
from symplex.propose.policy.compiled import Compiled
from symplex.propose.policy.folding import compiled_module

pytestmark = pytest.mark.skipif(compiled_module() is None, reason="there is no compiled sampler")


def spread(model, scale=0.4, seed=1):
    """A model whose weights are far from those that it begins with."""
    source = generator(seed)
    with torch.no_grad():
        for weights in model.parameters():
            weights += (
                scale * torch.randn(weights.shape, generator=source) * weights.std().clamp(min=0.05)
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
        rollout = Compiled(model, 2).sample(grammar, 32, generator(2))
        assert len(rollout.batch) == 32
        assert admits(grammar, rollout.batch).all()
        with torch.no_grad():
            scores = model.score(grammar, rollout.batch)
        np.testing.assert_allclose(rollout.log_probs, scores.log_probs.numpy(), atol=1e-5, rtol=0)
        np.testing.assert_allclose(rollout.entropies, scores.entropies.numpy(), atol=1e-5, rtol=0)


@pytest.mark.parametrize(
    "sizes",
    [{}, {"width": 32, "feed_forward": 64, "layers": 2}, {"width": 128, "slot_description": False}],
)
def test_the_same_seed_gives_the_trees_that_torch_draws(sizes):
    model = model_of(TOKENS, **sizes)
    for grammar in (GRAMMAR, Grammar(TOKENS, max_length=30, max_constants=0)):
        compiled = Compiled(model).sample(grammar, 300, generator(4))
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
    compiled = Compiled(model).sample(grammar, 300, generator(4))
    oracle = sampler.sample(model, grammar, 300, generator(4))
    assert {int(ids[0]) for ids in compiled.batch} == {0}
    np.testing.assert_array_equal(compiled.batch.tokens, oracle.batch.tokens)
    np.testing.assert_allclose(compiled.log_probs, oracle.log_probs, atol=1e-5, rtol=0)


def test_threads_and_the_size_of_the_batch_change_no_tree():
    grammar = grammars_of("heat")[-1]
    model = model_of(grammar.vocabulary)
    whole = Compiled(model, 1).sample(grammar, 1500, generator(6))
    threaded = Compiled(model, 3).sample(grammar, 1500, generator(6))
    np.testing.assert_array_equal(whole.batch.tokens, threaded.batch.tokens)
    np.testing.assert_array_equal(whole.log_probs, threaded.log_probs)
    few = Compiled(model, 2).sample(grammar, 10, generator(6))
    np.testing.assert_array_equal(few.log_probs, whole.log_probs[:10])
    assert [ids.tolist() for ids in few.batch] == [whole.batch[i].tolist() for i in range(10)]


def test_new_weights_are_seen_at_the_next_call():
    model = model_of(TOKENS)
    drawn = Compiled(model)
    before = drawn.sample(GRAMMAR, 50, generator(0))
    spread(model, seed=2)
    after = drawn.sample(GRAMMAR, 50, generator(0))
    assert not np.array_equal(before.log_probs, after.log_probs)


def test_uniform_sampling_is_compiled_too():
    policy = Uniform(TOKENS)
    compiled = Compiled(policy).sample(GRAMMAR, 300, generator(8))
    oracle = policy.sample(GRAMMAR, 300, generator(8))
    np.testing.assert_array_equal(compiled.batch.tokens, oracle.batch.tokens)
    np.testing.assert_allclose(compiled.log_probs, oracle.log_probs, atol=1e-6, rtol=0)


def test_degenerate_trees_are_drawn_again_and_given_up_in_the_end():
    tokens = Vocabulary((SUBTRACT, TOKENS.tokens[3]))
    grammar = Grammar(tokens, max_depth=2, max_length=7)
    rollout = Compiled(Uniform(tokens)).sample(grammar, 100, generator())
    assert rollout.rejected > 0
    assert len(rollout.batch) == len(rollout.sources) == len(rollout.log_probs)
    assert admits(grammar, rollout.batch).all()


def test_a_grammar_of_another_vocabulary_is_refused():
    with pytest.raises(ValueError, match="another vocabulary"):
        Compiled(model_of(TOKENS)).sample(grammars_of("heat")[0], 3, generator())


def gradients(model, scores, weights):
    model.zero_grad()
    (scores.log_probs * weights[0] + scores.entropies * weights[1]).sum().backward()
    found = {name: weight.grad for name, weight in model.named_parameters()}
    return {name: torch.zeros(()) if one is None else one.clone() for name, one in found.items()}


@pytest.mark.parametrize("name", ["heat", "parametric-heat-exp"])
@pytest.mark.parametrize("sizes", [{}, {"width": 128, "layers": 2, "slot_description": False}])
def test_gradients_are_those_of_torch(name, sizes):
    grammar = grammars_of(name)[-1]
    model = model_of(grammar.vocabulary, **sizes)
    batch = sampler.sample(Uniform(grammar.vocabulary), grammar, 60, generator(1)).batch
    weights = torch.randn(2, 60, generator=generator(2), dtype=torch.float64)
    oracle = model.double().score(grammar, batch)
    expected = gradients(model, oracle, weights)
    found = Compiled(model.float(), 2).score(grammar, batch)
    for one, other in ((found.log_probs, oracle.log_probs), (found.entropies, oracle.entropies)):
        np.testing.assert_allclose(one.detach(), other.detach(), atol=1e-4, rtol=1e-5)
    assert torch.equal(found.lengths, oracle.lengths)
    assert torch.equal(found.depths, oracle.depths)
    for part, gradient in gradients(model, found, weights).items():
        scale = float(expected[part].abs().max()) + 1e-3
        np.testing.assert_allclose(gradient, expected[part], atol=2e-4 * scale, err_msg=part)


def test_gradients_do_not_depend_on_threads():
    grammar = grammars_of("heat")[-1]
    model = model_of(grammar.vocabulary)
    batch = sampler.sample(Uniform(grammar.vocabulary), grammar, 200, generator(1)).batch
    weights = torch.randn(2, 200, generator=generator(2), dtype=torch.float64)
    one, three = (
        gradients(model, Compiled(model, threads).score(grammar, batch), weights)
        for threads in (1, 3)
    )
    assert all(torch.equal(one[name], three[name]) for name in one)


def test_what_the_grammar_forbids_has_no_probability_and_teaches_nothing():
    model = model_of(TOKENS)
    inside, outside = [SINE, X], [PLUS, C, C]  # an operator over constants alone
    both = TokenBatch.of([inside, outside])
    scores = Compiled(model).score(GRAMMAR, both)
    assert scores.log_probs.isfinite().tolist() == [True, False]
    alone = Compiled(model).score(GRAMMAR, TokenBatch.of([inside]))
    assert torch.equal(scores.log_probs[:1], alone.log_probs)
    weights = torch.tensor([[1.0], [0.5]])
    expected = gradients(model, alone, weights)
    model.zero_grad()
    (scores.log_probs[0] + 0.5 * scores.entropies[0]).backward()
    for name, weight in model.named_parameters():
        np.testing.assert_allclose(weight.grad, expected[name], atol=1e-6)


def test_what_is_no_tree_is_refused():
    compiled = Compiled(model_of(TOKENS))
    for wrong in ([PLUS, X], [X, X], [99], [PLUS] * 70 + [X] * 71, []):
        with pytest.raises(ValueError, match=r"a tree|a token id"):
            compiled.score(GRAMMAR, TokenBatch.of([wrong]))
