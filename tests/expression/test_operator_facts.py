"""What the operator table says of whole formulas."""

import numpy as np
import pytest

from symplex.expression import Derivative
from symplex.expression.operator_facts import (
    arguments_of,
    jet,
    kinks_of,
    limits_of,
    nodes,
    obeys,
    short,
    value_at,
)
from symplex.expression.operators import EXP, SIN, Rule
from symplex.expression.parse import Scope, parse
from symplex.work.budget import Budget, OutOfBudget


def read(text):
    return parse(text, Scope(("x", "y")))


def test_every_node_once_and_inner_ones_first():
    assert nodes(read("sin(x + y)*(x + y)")) == [
        read("x + y"),
        read("sin(x + y)"),
        read("sin(x + y)*(x + y)"),
    ]


def test_a_walk_ends_with_the_budget():
    with pytest.raises(OutOfBudget):
        nodes(read("x + y"), Budget(seconds=0))


def test_limits_that_hold_for_numbers_are_left_out():
    assert limits_of(read("x/2 + sqrt(y)")) == [(read("y"), Rule.NONNEGATIVE)]
    assert limits_of(read("log(x)/y")) == [(read("x"), Rule.POSITIVE), (read("y"), Rule.NONZERO)]


def test_kinks():
    assert kinks_of(read("abs(x) + max(x, y)")) == [read("x - y"), read("x")]
    assert kinks_of(read("sin(x)")) == []


def test_arguments_of_some_operators():
    formula = read("exp(x) + sin(y) + cos(x)")
    assert set(arguments_of(formula, frozenset({EXP, SIN}))) == {read("x"), read("y")}


def test_a_long_formula_is_cut_in_a_sentence():
    assert short(read("x + y")) == "x + y"
    assert short(read(" + ".join(["x"] * 60))).endswith("…")


def test_a_number_too_large_has_no_finite_value():
    assert not np.isfinite(value_at(read(f"x*{'9' * 400}"), {"x": np.ones(2)})).any()


def test_obeying_a_rule_at_points():
    x = {"x": np.array([-1.0, 0.0, 1.0])}
    assert obeys(read("x"), Rule.POSITIVE, x).tolist() == [False, False, True]
    assert obeys(read("x"), Rule.NONNEGATIVE, x).tolist() == [False, True, True]
    assert obeys(read("x"), Rule.NONZERO, x).tolist() == [True, False, True]


def test_a_jet_has_the_derivatives_that_are_needed():
    needed = frozenset({Derivative("u"), Derivative("u", ("x", "y"))})
    found = jet({"u": read("x*y")}, needed)
    assert set(found) == needed
    assert value_at(found[Derivative("u", ("x", "y"))], {"x": 3.0, "y": 5.0}) == 1
