"""What the symbolic rivals write with, and the best of what they wrote."""

import math

import pytest

from symplex.errors import SettingsError
from symplex.expression import CONSTANT, Symbol
from symplex.expression.encoding import TreeEncoding
from symplex.expression.operators import ABS, ADD, DIVIDE, EXP, MULTIPLY, SIN, SUBTRACT
from symplex.expression.vocabulary import Vocabulary
from symplex.notation.problem_files import load
from symplex.problem import Problem
from symplex_benchmarks.rivals.symbolic.queue import PriorityQueue, Scored
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


ENCODING = TreeEncoding(Vocabulary((ADD, Symbol("x"), Symbol("y"), CONSTANT)))
X, Y = ENCODING.symbol("x"), ENCODING.symbol("y")


def test_the_queue_keeps_the_best_in_order():
    queue = PriorityQueue(2)
    queue.offer([Scored(X, 3.0), Scored(Y, 1.0), Scored(X + Y, 2.0)])
    assert [one.loss for one in queue] == [1.0, 2.0]
    assert queue.best == Scored(Y, 1.0)


def test_the_same_tokens_are_held_once_with_the_better_loss():
    queue = PriorityQueue(3)
    queue.offer([Scored(ENCODING.slot(1.0), 2.0)])
    queue.offer([Scored(ENCODING.slot(5.0), 1.0), Scored(ENCODING.slot(7.0), 3.0)])
    assert [one.tree.constants for one in queue] == [(5.0,)]


def test_what_is_not_finite_is_refused():
    queue = PriorityQueue(3)
    queue.offer([Scored(X, math.inf), Scored(Y, math.nan)])
    assert len(queue) == 0
    assert queue.best is None


def test_of_perfect_trees_the_smaller_is_the_better():
    queue = PriorityQueue(1)
    queue.offer([Scored(X + Y, 1e-32), Scored(X, 1e-30)])
    assert queue.best == Scored(X, 1e-30)


def test_the_reward_is_one_for_a_perfect_tree():
    assert Scored(X, 0.0).reward == 1
    assert Scored(X, 9.0).reward == pytest.approx(0.25)
