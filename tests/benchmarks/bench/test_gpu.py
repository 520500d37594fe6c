"""The measurements of the GPU engine, taken on a CPU in its place."""

from dataclasses import replace

import pytest

from support.emulated import emulated
from symplex.app.cli.main import main
from symplex.notation.problem_files import bundled
from symplex.numerics.evaluation.engines.cuda import Cuda
from symplex_benchmarks.bench import _gpu_speed, gpu
from symplex_benchmarks.bench._gpu_agreement import agreement, planted, searched
from symplex_benchmarks.bench._gpu_speed import Speeds
from symplex_benchmarks.bench.evaluation import skeleton


@pytest.fixture(scope="module")
def engine():
    return emulated()


def test_trees_that_do_not_agree_are_listed_with_a_reason(engine, monkeypatch):
    row = agreement("ode-gaussian", 100, engine, 1)
    assert row["trees"] == 100
    assert row["agree"] + row["noise"] + row["differ"] == 100
    assert row["differ"] == 0
    assert len(row["rest"]) == row["noise"]
    fit = Cuda.fit

    def inaccurate(*args, **more):
        found = fit(*args, **more)
        return replace(found, losses=found.losses * (1 + 1e-6))

    monkeypatch.setattr(Cuda, "fit", inaccurate)
    off = agreement("ode-gaussian", 100, engine, 1)
    assert off["differ"] > 0
    assert len(off["rest"]) == off["noise"] + off["differ"] > row["noise"]
    # exp(exp(…)) in a sine is noise in doubles, and there are such trees.
    assert off["noise"] == sum(one["noise"] for one in off["rest"]) > 0


def test_what_a_search_scores_is_compared_at_its_constants(engine):
    row = searched("parametric-heat", 400, engine, 1)
    assert row["trees"] >= 400
    assert row["agree"] + row["noise"] + row["differ"] == row["trees"]
    assert row["differ"] == 0
    assert row["finite"] > row["trees"] / 2


def test_a_system_is_compared_too(engine):
    row = agreement("taylor-green", 20, engine, 1)
    assert row["fast path"]
    assert row["differ"] == 0


def test_planted_constants_are_counted(engine):
    problem = bundled("heat")
    row = planted("heat", skeleton("c0*sin(c1*x)*cos(c2*y)*exp(c3*t)", problem), 4, engine)
    assert 0 < row["gpu"] <= 4
    assert 0 < row["core"] <= 4


def test_batches_repeat_the_trees(engine, monkeypatch):
    monkeypatch.setattr(_gpu_speed, "DISTINCT", 30)
    speeds = Speeds(engine, 1)
    (row,) = [r for r in speeds.by_size((40,)) if r["method"] == "no fit"]
    assert row["size"] == 40
    assert row["per second"] > 0
    assert all(row["size"] == 8 for row in speeds.by_constants(8))


def test_without_a_gpu_one_sentence_says_so(capsys, monkeypatch):
    monkeypatch.setattr("symplex.numerics.evaluation.engines.cuda_library.NAME", "_nothing.so")
    assert main(["bench", "gpu"]) == 2
    assert "GPU engine" in capsys.readouterr().err
    assert gpu.SIZES[-1] == 2**20
