"""The kernel that samples on a GPU, against the compiled sampler and the torch model.

Its code runs on a CPU too, and on a GPU where there is one.
"""

from dataclasses import replace

import numpy as np
import pytest
import torch

from support.emulated import emulated_sampler
from support.policies import GRAMMAR, TOKENS, generator, lstm, symformer
from support.writing import writing
from symplex.expression import tuple_of
from symplex.expression.operators import SUBTRACT
from symplex.expression.sequences.grammar import Grammar
from symplex.expression.sequences.replay import admits
from symplex.expression.vocabulary import Vocabulary
from symplex.propose.candidates.curriculum import stages
from symplex.propose.policy import SymFormer, SymFormerSettings, Uniform, sampler
from symplex.propose.policy.cuda_library import sampler_library
from symplex.propose.policy.cuda_sampler import CudaSampler, takes

CPU = torch.device("cpu")
PROBLEMS = ["heat", "parametric-heat", "hj-convex", "taylor-green"]


@pytest.fixture(params=["cpu", "cuda"])
def place(request):
    """The library, and the device that it draws on."""
    if request.param == "cpu":
        return emulated_sampler(), CPU
    library = sampler_library()
    if library is None or not torch.cuda.is_available():
        pytest.skip("sampling on a GPU is tested where there is one")
    return library, torch.device("cuda")


def spread(model, scale=0.4, seed=1):
    """A model whose weights are far from those that it begins with."""
    source = generator(seed)
    with torch.no_grad():
        for weights in model.parameters():
            noise = torch.randn(weights.shape, generator=source)
            weights += scale * noise * weights.std().clamp(min=0.05)
    return model


def model_of(vocabulary, **sizes):
    return spread(SymFormer(vocabulary, SymFormerSettings(**sizes), generator()))


def drawn(place, policy, grammar, count, seed=0, *, half=False):
    library, device = place
    if isinstance(policy, SymFormer):
        policy.to(device)
    return CudaSampler(policy, library, device, half=half).sample(grammar, count, generator(seed))


def last_grammar(name):
    about = writing(name)
    return about.context(stages(about.problem)[-1]).grammar


def scores_of(model, grammar, rollout):
    with torch.no_grad():
        return model.to(CPU).score(grammar, rollout.batch)


@pytest.mark.parametrize("name", PROBLEMS)
def test_probabilities_are_those_of_the_torch_model(name, place):
    grammar = last_grammar(name)
    model = model_of(grammar.vocabulary)
    rollout = drawn(place, model, grammar, 40)
    assert rollout.sources.tolist() == list(range(40))
    assert admits(grammar, rollout.batch).all()
    scores = scores_of(model, grammar, rollout)
    np.testing.assert_allclose(rollout.log_probs, scores.log_probs.numpy(), atol=2e-5, rtol=0)
    np.testing.assert_allclose(rollout.entropies, scores.entropies.numpy(), atol=2e-5, rtol=0)


@pytest.mark.parametrize(
    "sizes", [{}, {"feed_forward": 32, "layers": 2, "slot_description": False}]
)
def test_the_same_seed_gives_the_trees_that_torch_draws(sizes, place):
    grammar = last_grammar("heat")
    model = model_of(grammar.vocabulary, **sizes)
    mine = drawn(place, model, grammar, 60, seed=4)
    theirs = sampler.sample(model.to(CPU), grammar, 60, generator(4))
    same = [np.array_equal(a, b) for a, b in zip(mine.batch, theirs.batch, strict=True)]
    assert np.mean(same) > 0.95
    assert mine.rejected == theirs.rejected
    other = drawn(place, model, grammar, 60, seed=5)
    assert not np.array_equal(mine.batch.tokens, other.batch.tokens)


def test_half_precision_is_close(place):
    grammar = last_grammar("heat")
    model = model_of(grammar.vocabulary)
    rollout = drawn(place, model, grammar, 100, half=True)
    scores = scores_of(model, grammar, rollout).log_probs.numpy()
    assert np.abs(rollout.log_probs - scores).max() < 0.3
    assert abs((rollout.log_probs - scores).mean()) < 0.02


def test_a_tree_does_not_depend_on_the_others(place):
    model = model_of(TOKENS)
    many, few = (drawn(place, model, GRAMMAR, count, half=True) for count in (300, 7))
    assert [tree.tobytes() for tree in many.batch][:7] == [tree.tobytes() for tree in few.batch]
    assert np.array_equal(many.log_probs[:7], few.log_probs)


def test_without_weights_every_legal_token_is_equally_likely(place):
    grammar = last_grammar("heat")
    uniform = Uniform(grammar.vocabulary)
    mine = drawn(place, uniform, grammar, 100, seed=3)
    theirs = uniform.sample(grammar, 100, generator(3))
    assert np.array_equal(mine.batch.tokens, theirs.batch.tokens)
    np.testing.assert_allclose(mine.log_probs, theirs.log_probs, atol=1e-5)


def test_degenerate_trees_are_drawn_again_or_left_out(place):
    tokens = Vocabulary((SUBTRACT, *TOKENS.tokens[3:4]))
    hopeless = Grammar(tokens, max_depth=1, max_length=3)
    rollout = drawn(place, Uniform(tokens), hopeless, 50)
    theirs = Uniform(tokens).sample(hopeless, 50, generator(0))
    assert rollout.rejected == theirs.rejected > 20
    assert rollout.sources.tolist() == theirs.sources.tolist()


def test_systems_are_drawn(place):
    tokens = Vocabulary((*TOKENS.tokens, tuple_of(2)))
    grammar = Grammar(tokens, max_depth=4, max_length=13, max_constants=2)
    rollout = drawn(place, model_of(tokens), grammar, 30)
    assert admits(grammar, rollout.batch).all()


def test_new_weights_are_used_at_the_next_call(place):
    library, device = place
    model = model_of(TOKENS).to(device)
    drawing = CudaSampler(model, library, device)
    before = drawing.sample(GRAMMAR, 200, generator(1))
    with torch.no_grad():
        model.output.bias[3] += 8.0
    after = drawing.sample(GRAMMAR, 200, generator(1))
    share = [np.mean(rollout.batch.tokens == 3) for rollout in (before, after)]
    assert share[1] > share[0] + 0.2


def test_what_the_kernel_takes():
    assert takes(model_of(TOKENS), GRAMMAR)
    assert takes(Uniform(TOKENS), GRAMMAR)
    assert not takes(lstm(), GRAMMAR)
    assert not takes(symformer(), GRAMMAR)
    assert not takes(model_of(TOKENS), replace(GRAMMAR, max_length=65))
