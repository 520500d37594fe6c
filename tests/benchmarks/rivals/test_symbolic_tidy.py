"""Formulas of symbolic rivals made plain."""

import numpy as np
import pytest

from symplex.expression import CONSTANT, apply, leaf, symbol
from symplex.expression.operators import COS, MAX, SIN
from symplex.expression.parse import parse
from symplex.numerics.evaluation.sampling import draw
from symplex.problem import Problem
from symplex_benchmarks.rivals.symbolic.tidy import loss_of, pruned, texts, tidied

PROBLEM = Problem(["u_x = 2*x"], {"x": [0, 1]}, [("x = 0", "u = 3/2")])


@pytest.fixture
def objective():
    return draw(PROBLEM, np.random.default_rng(0))


def fitted(value):
    return leaf(CONSTANT, value)


def formulas(text):
    return {"u": parse(text, PROBLEM.answer_scope)}


def test_constants_become_short_where_the_loss_allows_it(objective):
    x = symbol("x")
    idle = fitted(1e-11) * apply(SIN, x)
    messy = fitted(0.5) * (fitted(2.00000000003) * x**2 + idle) + fitted(1.5000000001)
    assert texts(tidied(objective, {"u": messy}, 1e-12)) == {"u": "x^2 + 3/2"}


def test_what_is_left_without_an_idle_part_is_tidied_too(objective):
    x = symbol("x")
    inner = fitted(0.4) * (fitted(2.1) * x**2 + fitted(0.4000000004) * x**2 + fitted(1.75))
    messy = apply(MAX, inner, fitted(-7.0)) + fitted(0.8)
    assert texts(tidied(objective, {"u": messy}, 1e-12)) == {"u": "x^2 + 3/2"}


def test_a_shifted_cosine_becomes_a_sine():
    problem = Problem(["u_x = cos(x)"], {"x": [0, 1]}, [("x = 0", "u = 0")])
    found = {"u": apply(COS, symbol("x") - fitted(1.57079632))}
    assert texts(tidied(draw(problem, np.random.default_rng(0)), found, 1e-12)) == {"u": "sin(x)"}


def test_digits_that_matter_are_kept(objective):
    near = {"u": fitted(0.8877) * symbol("x") ** 3 + fitted(1.5000000001)}
    bound = 1.0001 * loss_of(objective, near)
    assert "0.8877" in texts(tidied(objective, near, bound))["u"]


def test_idle_parts_are_left_out(objective):
    idle = formulas("max(abs(x)^2, x - 1) + 3/2")
    assert loss_of(objective, idle) < 1e-25
    assert texts(pruned(objective, idle, 1e-20)) == {"u": "x^2 + 3/2"}


def test_the_loss_of_the_solution_is_none_and_that_of_another_formula_is_not(objective):
    assert loss_of(objective, formulas("x^2 + 3/2")) < 1e-28
    assert loss_of(objective, formulas("x^2")) == pytest.approx(22.5)
    assert loss_of(objective, formulas("log(x - 1)")) == np.inf
