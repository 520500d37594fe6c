"""A policy learns one problem, and what is written down about it."""

import json

import numpy as np
import pytest

import symplex
from symplex.app.training import train
from symplex.errors import SettingsError
from symplex.notation.problem_files import bundled
from symplex.problem import Problem
from symplex.propose.policy.insight import by_relation

LINE = Problem(["u_x = 1"], {"x": [0, 1]}, [("x = 0", "u = 0")])
HEAT = bundled("heat")


@pytest.fixture(scope="module")
def short():
    """Three epochs of the paper's recipe."""
    return train(HEAT, recipe="paper", epochs=3, time_limit=1e6, threads=1)


def test_every_epoch_is_noted(short):
    assert [one.epoch for one in short.epochs] == [0, 1, 2, 3]
    assert not short.solution
    first, *later = short.epochs
    assert (first.written, first.entropy) == (0, None)
    assert all(one.written == 64 >= one.distinct > 1 for one in later[1:])
    assert all(0 < one.reward < 1 for one in later)
    assert {one.stage for one in short.epochs} == {"space"}


def test_samples_are_kept_of_some_epochs(short):
    assert [one.epoch for one in short.samples] == [1, 2]
    assert all(len(one.formulas) == 6 for one in short.samples)


def test_what_is_told_is_fit_for_json(short):
    told = json.loads(json.dumps(short.to_json()))
    assert told["problem"] == "heat"
    assert len(told["epochs"]) == len(short.epochs)
    assert told["solution"] == {}


def test_the_best_tree_is_seen_token_by_token(short):
    seen = short.seen
    assert seen is not None
    places = len(seen.tokens)
    found = seen.insight
    assert found.probabilities.shape == found.choices.shape == (places,)
    assert np.all((found.probabilities > 0) & (found.probabilities <= 1))
    layers, heads, *square = found.attention.shape
    assert (layers, heads, *square) == (4, 8, places, places)
    sums = found.attention.sum(axis=3)
    np.testing.assert_allclose(sums, 1.0, rtol=1e-5)
    assert by_relation(found).shape == (4, 6)


def test_a_training_ends_with_the_proof_and_its_weights_go_on(tmp_path):
    made = train(LINE, recipe="paper", time_limit=1e6, threads=1)
    assert {name: str(formula) for name, formula in made.solution.items()}
    assert made.epochs[-1].reward == pytest.approx(1.0)
    again = train(LINE, recipe="paper", time_limit=1e6, threads=1, policy=made.weights)
    assert again.solution
    file = tmp_path / "policy.safetensors"
    file.write_bytes(made.weights)
    solution = symplex.solve(LINE, recipe="paper", policy=file, time_limit=1e6)
    assert solution.is_exact


def test_weights_of_another_problem_are_refused(short):
    with pytest.raises(SettingsError, match="another vocabulary"):
        train(LINE, recipe="paper", epochs=2, time_limit=1e6, policy=short.weights)


def test_a_recipe_in_which_others_write_cannot_be_trained():
    with pytest.raises(SettingsError, match="symformer and paper; found 'default'"):
        train(LINE, recipe="default")
