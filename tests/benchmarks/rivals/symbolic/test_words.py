import pytest

from symplex.errors import SettingsError
from symplex.expression.operators import ABS, ADD, DIVIDE, EXP, MULTIPLY, SIN, SUBTRACT
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.symbolic.words import (
    operators_named,
    search_operators,
    vocabulary_of,
)


def test_burgers_is_searched_with_arithmetic_and_abs():
    assert set(search_operators(load("burgers"))) == {ADD, SUBTRACT, MULTIPLY, DIVIDE, ABS}


def test_a_smooth_problem_is_searched_with_functions_too():
    assert {SIN, EXP, ADD} <= set(search_operators(load("heat")))


def test_an_unknown_operator_is_named():
    with pytest.raises(SettingsError, match="there is no operator 'sine'"):
        operators_named(["sine"])


def test_the_trees_of_a_system_have_a_tuple_at_their_root():
    system = Problem(["u_x = v", "v_x = -u"], {"x": [0, 1]}, unknowns=["u", "v"])
    tokens = vocabulary_of(system, (ADD,)).tokens
    assert tokens[0].is_tuple
    assert len(tokens) == 4
