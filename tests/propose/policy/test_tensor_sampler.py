"""The LSTM on a device: the same distribution as the torch model's, on a CPU and on a GPU."""

import numpy as np
import pytest
import torch

from support.policies import GRAMMAR, TOKENS, generator, lstm
from symplex.expression.sequences.replay import admits
from symplex.propose.policy.lstm import Lstm, LstmSettings
from symplex.propose.policy.tensor_sampler import TensorSampler

LARGE = LstmSettings(embedding=8, width=32)


@pytest.fixture(params=["cpu", "cuda"])
def device(request):
    if request.param == "cuda" and not torch.cuda.is_available():
        pytest.skip("sampling on a GPU is tested where there is one")
    return torch.device(request.param)


def test_every_tree_is_one_of_the_grammar(device):
    sampler = TensorSampler(lstm().to(device), torch.float32)
    rollout = sampler.sample(GRAMMAR, 300, generator())
    assert len(rollout.batch) == len(rollout.log_probs) == 300
    assert rollout.sources.tolist() == list(range(300))
    assert admits(GRAMMAR, rollout.batch).all()


def test_log_probabilities_are_those_of_the_model(device):
    model = Lstm(TOKENS, LARGE, generator(3))
    rollout = TensorSampler(model.to(device), torch.float32).sample(GRAMMAR, 200, generator(1))
    scores = model.cpu().score(GRAMMAR, rollout.batch).log_probs.detach().numpy()
    np.testing.assert_allclose(rollout.log_probs, scores, atol=1e-4)


def test_half_precision_is_close(device):
    model = Lstm(TOKENS, LARGE, generator(3))
    rollout = TensorSampler(model.to(device)).sample(GRAMMAR, 200, generator(1))
    scores = model.cpu().score(GRAMMAR, rollout.batch).log_probs.detach().numpy()
    assert np.abs(rollout.log_probs - scores).max() < 0.3
    assert abs((rollout.log_probs - scores).mean()) < 0.02


def test_trees_are_drawn_as_often_as_the_model_draws_them(device):
    model = lstm(5)
    mine = TensorSampler(model.to(device), torch.float32).sample(GRAMMAR, 4000, generator(2))
    theirs = model.cpu().sample(GRAMMAR, 4000, generator(9))
    counts = [np.bincount(r.batch.tokens, minlength=len(TOKENS)) for r in (mine, theirs)]
    shares = [count / count.sum() for count in counts]
    np.testing.assert_allclose(shares[0], shares[1], atol=0.03)
    lengths = [np.diff(r.batch.offsets).mean() for r in (mine, theirs)]
    assert lengths[0] == pytest.approx(lengths[1], rel=0.06)


def test_the_same_seed_draws_the_same_trees(device):
    sampler = TensorSampler(lstm().to(device), torch.float32)
    first, again, other = (sampler.sample(GRAMMAR, 64, generator(s)) for s in (4, 4, 5))
    assert np.array_equal(first.batch.tokens, again.batch.tokens)
    assert not np.array_equal(first.batch.tokens, other.batch.tokens)


def test_new_weights_are_used_at_the_next_call(device):
    model = lstm().to(device)
    sampler = TensorSampler(model, torch.float32)
    before = sampler.sample(GRAMMAR, 200, generator(1))
    with torch.no_grad():
        model.output.bias[3] += 8.0
    after = sampler.sample(GRAMMAR, 200, generator(1))
    share = [np.mean(r.batch.tokens == 3) for r in (before, after)]
    assert share[1] > share[0] + 0.2
