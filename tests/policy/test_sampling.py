"""Which sampler draws."""

import numpy as np
import pytest

from support.policies import GRAMMAR, TOKENS, generator, lstm, symformer
from symplex.policy import SymFormer, SymFormerSettings, Uniform, sampling
from symplex.policy.sampling import CpuSampler

MODELS = {
    "symformer": lambda: SymFormer(TOKENS, SymFormerSettings(), generator()),
    "small symformer": symformer,
    "lstm": lstm,
    "uniform": lambda: Uniform(TOKENS),
}


@pytest.mark.parametrize("name", MODELS)
def test_every_policy_is_drawn_from_and_torch_draws_the_same(name, monkeypatch):
    policy = MODELS[name]()
    found = CpuSampler(policy, threads=2).sample(GRAMMAR, 60, generator(1))
    monkeypatch.setattr(sampling, "can_sample", lambda *_: False)
    plain = CpuSampler(policy).sample(GRAMMAR, 60, generator(1))
    np.testing.assert_array_equal(found.batch.tokens, plain.batch.tokens)
    np.testing.assert_allclose(found.log_probs, plain.log_probs, atol=1e-5, rtol=0)
