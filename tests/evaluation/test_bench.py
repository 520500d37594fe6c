import tomllib
from pathlib import Path

import numpy as np
import pytest

from symplex.bench._candidates import candidates, vocabulary
from symplex.bench.evaluation import skeleton
from symplex.expression import CONSTANT
from symplex.problem import bundled, bundled_names

SKELETONS = tomllib.loads(
    (Path(__file__).parents[2] / "benchmarks" / "skeletons.toml").read_text(encoding="utf-8")
)["skeletons"]


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


def test_there_is_a_skeleton_for_each_problem_of_the_paper():
    assert sorted(SKELETONS) == sorted(bundled_names(""))


@pytest.mark.parametrize("name", SKELETONS)
def test_skeletons_have_a_few_slots(name):
    assert 2 <= len(skeleton(SKELETONS[name], bundled(name)).constants) <= 5
