"""Which sampler draws."""

import numpy as np
import pytest
import torch

from support.emulated import emulated_sampler
from support.policies import GRAMMAR, TOKENS, generator, lstm, symformer
from symplex.expression.sequences.replay import admits
from symplex.propose.policy import SymFormer, SymFormerSettings, Uniform, sampling
from symplex.propose.policy.sampling import DeviceSampler, PreferredSampler

MODELS = {
    "symformer": lambda: SymFormer(TOKENS, SymFormerSettings(), generator()),
    "small symformer": symformer,
    "lstm": lstm,
    "uniform": lambda: Uniform(TOKENS),
}


@pytest.mark.parametrize("name", MODELS)
def test_every_policy_is_drawn_from_and_torch_draws_the_same(name, monkeypatch):
    policy = MODELS[name]()
    found = PreferredSampler(policy, threads=2).sample(GRAMMAR, 60, generator(1))
    monkeypatch.setattr(sampling, "is_compiled", lambda *_: False)
    plain = PreferredSampler(policy).sample(GRAMMAR, 60, generator(1))
    np.testing.assert_array_equal(found.batch.tokens, plain.batch.tokens)
    np.testing.assert_allclose(found.log_probs, plain.log_probs, atol=1e-5, rtol=0)


@pytest.mark.parametrize("name", MODELS)
def test_every_policy_scores_what_was_drawn(name):
    sampler = PreferredSampler(MODELS[name]())
    drawn = sampler.sample(GRAMMAR, 40, generator(1))
    scores = sampler.score(GRAMMAR, drawn.batch)
    np.testing.assert_allclose(scores.log_probs.detach(), drawn.log_probs, atol=1e-5, rtol=0)
    np.testing.assert_allclose(scores.entropies.detach(), drawn.entropies, atol=1e-5, rtol=0)


@pytest.mark.parametrize("name", MODELS)
def test_on_a_gpu_every_policy_is_drawn_from(name):
    """On a CPU here: by the kernel's code, by recorded tensors, or as torch does it."""
    policy = MODELS[name]()
    drawing = DeviceSampler(policy, torch.device("cpu"), emulated_sampler())
    rollout = drawing.sample(GRAMMAR, 40, generator(2))
    assert admits(GRAMMAR, rollout.batch).all()
    scores = drawing.score(GRAMMAR, rollout.batch)
    np.testing.assert_allclose(rollout.log_probs, scores.log_probs.detach().numpy(), atol=0.2)
