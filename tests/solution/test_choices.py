"""Choices are arguments of `solve`."""

import inspect
import pickle
from dataclasses import fields

from symplex.solution import solve
from symplex.solution.choices import Choices


def test_choices_are_arguments_of_solve_with_the_same_defaults():
    known = inspect.signature(solve).parameters
    defaults = {one.name: one.default for one in fields(Choices)}
    assert {name: known[name].default for name in defaults} == defaults


def test_choices_can_be_sent_to_processes():
    made = Choices(seed=3, operators={"sin": False}, hint=("a*x",))
    assert pickle.loads(pickle.dumps(made)) == made
