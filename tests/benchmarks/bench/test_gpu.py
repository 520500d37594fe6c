"""`symplex bench evaluation` and `gpu`, the latter on a CPU in its place."""

import json
import tomllib
from dataclasses import replace

import numpy as np
import pytest

from support.checkout import BENCHMARKS
from support.emulated import emulated
from symplex.app.cli.main import main
from symplex.expression import CONSTANT
from symplex.notation.problem_files import bundled, bundled_names
from symplex.numerics.evaluation.engines.cuda import Cuda
from symplex_benchmarks.bench import _gpu_speed, gpu
from symplex_benchmarks.bench._candidates import candidates, vocabulary
from symplex_benchmarks.bench._gpu_agreement import agreement, planted, searched
from symplex_benchmarks.bench._gpu_speed import Speeds
from symplex_benchmarks.bench.evaluation import METHODS, skeleton

# Random candidates for the benches.


def test_candidates_are_those_that_the_bench_promises():
    problem = bundled("parametric-heat")
    batch, again = candidates(problem, 1000), candidates(problem, 1000)
    np.testing.assert_array_equal(batch.tokens, again.tokens)
    sizes = np.diff(batch.offsets)
    assert sizes.min() >= 5
    assert sizes.max() <= 40
    assert 15 < sizes.mean() < 17
    slot = vocabulary(problem).id_of(CONSTANT)
    constants = [int(np.sum(ids == slot)) for ids in batch]
    assert set(constants) == set(range(7))
    for ids in batch:
        vocabulary(problem).decode(ids.tolist())


# `symplex bench evaluation`.

SKELETONS = tomllib.loads((BENCHMARKS / "skeletons.toml").read_text(encoding="utf-8"))["skeletons"]


def test_there_is_a_skeleton_for_each_problem_of_the_paper():
    assert sorted(SKELETONS) == sorted(bundled_names(""))


@pytest.mark.parametrize("name", SKELETONS)
def test_skeletons_have_a_few_slots(name):
    assert 2 <= len(skeleton(SKELETONS[name], bundled(name)).constants) <= 5


@pytest.mark.slow
def test_it_measures_speeds_and_shares(tmp_path, capsys):
    (tmp_path / "skeletons.toml").write_text('[skeletons]\nheat = "c0*sin(x)*cos(y)*exp(c1*t)"\n')
    saved = tmp_path / "rows.json"
    options = ["--runs", "1", "--trials", "2", "--json", str(saved)]
    assert main(["bench", "evaluation", "--benchmarks", str(tmp_path), *options]) == 0
    content = json.loads(saved.read_text(encoding="utf-8"))
    assert content["summary"]["fitted_per_second_4096"] > 0
    assert all(0 <= content["rows"][-1][label] <= 1 for label in METHODS)
    assert "fitted/s" in capsys.readouterr().out


def test_without_skeletons_nothing_is_measured(tmp_path, capsys):
    assert main(["bench", "evaluation", "--benchmarks", str(tmp_path)]) == 2
    assert "skeletons.toml" in capsys.readouterr().err


# The measurements of the GPU engine, taken on a CPU in its place.


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
