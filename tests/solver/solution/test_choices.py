"""Choices are arguments of `solve`."""

import inspect
import pickle
from dataclasses import fields

import pytest

from symplex.errors import SettingsError
from symplex.propose.candidates.settings import SYMFORMER
from symplex.solver.solution.choices import Choices
from symplex.solver.solution.solve import solve


def test_choices_are_arguments_of_solve_with_the_same_defaults():
    known = inspect.signature(solve).parameters
    defaults = {one.name: one.default for one in fields(Choices)}
    assert {name: known[name].default for name in defaults} == defaults


def test_choices_can_be_sent_to_processes():
    made = Choices(seed=3, operators={"sin": False}, hint=("a*x",))
    assert pickle.loads(pickle.dumps(made)) == made


def test_the_recipe_is_meant_without_what_is_left_out():
    assert Choices(recipe="symformer", without=("lm",)).settings == SYMFORMER.without(["lm"])
    assert Choices(recipe=SYMFORMER).settings == SYMFORMER
    with pytest.raises(SettingsError, match=r"no recipe .symforma.; .*did you mean"):
        _ = Choices(recipe="symforma").settings
