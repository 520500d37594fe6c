"""Whole runs with `--device cuda`: here the GPU's code runs on a CPU, from sampling to fits."""

from dataclasses import replace

import pytest
import torch

from support.emulated import emulated, emulated_sampler
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.engines import cuda_library
from symplex.propose.candidates.settings import DEFAULT, SYMFORMER, GpuSettings, PolicyKind
from symplex.propose.policy import sampling
from symplex.solver.search import policy_learner
from symplex.solver.solution.solve import solve

EXACT = "exact solution found"


@pytest.fixture(autouse=True)
def emulated_gpu(monkeypatch):
    engine, drawing = emulated(), emulated_sampler()
    monkeypatch.setattr(cuda_library, "library", lambda: engine)
    monkeypatch.setattr("symplex.numerics.evaluation.engines.cuda.library", lambda: engine)
    monkeypatch.setattr(sampling, "sampler_library", lambda: drawing)
    monkeypatch.setattr(policy_learner, "place_of", lambda _: torch.device("cpu"))


@pytest.mark.parametrize(
    "kind",
    [
        PolicyKind.SYMFORMER,
        pytest.param(PolicyKind.LSTM, marks=pytest.mark.slow),
        pytest.param(PolicyKind.UNIFORM, marks=pytest.mark.slow),
    ],
)
def test_the_policy_alone_goes_through_its_epochs(kind):
    seen = []
    settings = replace(SYMFORMER, policy=kind, gpu=GpuSettings(samples=96), samples=32)
    solve(bundled("burgers"), recipe=settings, device="cuda", max_candidates=100, watch=seen.append)
    written = [progress.writing for progress in seen if progress.writing is not None]
    assert written
    assert all(one.trees == 96 and one.distinct <= 96 and one.entropy > 0 for one in written)
    assert seen[-1].candidates > 90


def test_the_default_recipe_proves_its_answer():
    few = replace(DEFAULT, gpu=GpuSettings(samples=32, moves=200))
    found = solve(bundled("heat"), recipe=few, device="cuda", time_limit=999)
    assert found.stop_reason == EXACT
