"""Adam and its schedule: equal to torch's own, without what those load."""

import subprocess
import sys

import torch
from torch.optim.lr_scheduler import ReduceLROnPlateau

from symplex.propose.policy.adam import Adam, Plateaus

_TRAINING = """
import sys, torch
from symplex.propose.policy.trainer import Trainer
model = torch.nn.Linear(2, 1)
trainer = Trainer(model)
before = model.weight.detach().clone()
trainer.update(model(torch.ones(3, 2)).pow(2).sum())
assert not torch.equal(before, model.weight)
print("torch._dynamo" in sys.modules)
"""


def test_steps_are_those_of_torch():
    generator = torch.Generator().manual_seed(0)
    mine = {name: torch.randn(5, 3, generator=generator, requires_grad=True) for name in "ab"}
    theirs = {name: weight.detach().clone().requires_grad_() for name, weight in mine.items()}
    adam, other = Adam(mine), torch.optim.Adam(theirs.values(), lr=1e-2)
    for _ in range(20):
        gradients = {name: torch.randn(5, 3, generator=generator) for name in mine}
        for name, gradient in gradients.items():
            mine[name].grad, theirs[name].grad = gradient.clone(), gradient.clone()
        adam.step(1e-2)
        other.step()
        assert all(torch.equal(mine[name], theirs[name]) for name in mine)


def test_a_weight_without_a_gradient_stays():
    weights = {"used": torch.ones(2, requires_grad=True), "unused": torch.ones(2)}
    weights["used"].grad = torch.ones(2)
    adam = Adam(weights)
    adam.step(0.1)
    assert torch.equal(weights["unused"], torch.ones(2))
    assert list(adam.moments) == ["used"]
    adam.forget_gradients()
    assert weights["used"].grad is None


def test_the_learning_rate_falls_as_that_of_torch():
    losses = [5.0, 4.0, 4.0, 3.9999, 4.1, 4.2, 3.0, *([3.5] * 9), -1.0, *([0.0] * 5)]
    optimiser = torch.optim.Adam([torch.zeros(1, requires_grad=True)], lr=0.1)
    theirs = ReduceLROnPlateau(optimiser, factor=0.5, patience=2)
    mine = Plateaus(0.1, 0.5, 2)
    for loss in losses:
        mine.step(loss)
        theirs.step(loss)
        assert mine.rate == optimiser.param_groups[0]["lr"]
        assert (mine.best, mine.bad) == (theirs.best, theirs.num_bad_epochs)


def test_an_update_does_not_load_the_compiler_of_torch():
    done = subprocess.run(
        [sys.executable, "-c", _TRAINING], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
