"""What surrounds a sum or quotient."""

import numpy as np
import pytest

from support.yardsticks import yardstick_of
from symplex.expression import symbol
from symplex.expression.evaluate import evaluate
from symplex.expression.render import to_text
from symplex.problem import Problem
from symplex.solver.approximation.forms import forms

BAR = Problem(
    ["u_t = u_xx"],
    {"x": [0, 1], "t": [0, 1]},
    [("t = 0", "u = sin(pi*x)"), ("x = 0", "u = 0"), ("x = 1", "u = 0")],
)
LINE = Problem(["u_x = u"], {"x": [1, 2]}, [("x = 1", "u = 3")])


def texts(problem, solution):
    found = forms(problem, "u", yardstick_of(problem, solution))
    return [to_text(form.wrap(symbol("v"))) for form in found]


def test_the_data_and_the_faces_of_a_statement():
    found = texts(BAR, "exp(-t)*sin(pi*x)")
    assert found[0] == "v"
    assert {"sin(pi*x)*v", "sin(pi*x) + t*v", "x*(x - 1)*v"} <= set(found)


@pytest.mark.filterwarnings("error")
def test_large_values_have_no_exponential():
    assert "log(v)" in texts(LINE, "9 + x")
    assert "log(v)" not in texts(LINE, "900 + x")


def test_a_rectangle_on_whose_faces_the_solution_vanishes():
    edges = ("x = 0", "x = 1", "y = 0", "y = 1")
    plate = Problem(
        ["u_xx + u_yy = -1"], {"x": [0, 1], "y": [0, 1]}, [(where, "u = 0") for where in edges]
    )
    found = texts(plate, "x*(1 - x)*y*(1 - y)")
    assert "sin(pi*x)*sin(pi*y)*v" in found
    assert "x*(x - 1)*(y*(y - 1))/(-2*(x*(x - 1) + y*(y - 1)) + 1)*v" in found


def test_functions_where_the_values_allow_them():
    assert {"exp(v)", "sqrt(v)", "v^2", "log(v)"} <= set(texts(LINE, "3*exp(x - 1)"))
    assert "-exp(v)" in texts(LINE, "-3*exp(x - 1)")
    assert "exp(v)" not in texts(LINE, "x - 1.5")
    assert any("tanh(v)" in text for text in texts(LINE, "x - 1.5"))
    assert "log(v)" not in texts(LINE, "100*x")


def test_at_one_point_the_distance_from_there():
    assert "3 + (x - 1)*v" in texts(LINE, "3*exp(x - 1)")


@pytest.mark.parametrize("solution", ["2 + exp(-t)*sin(pi*x)", "exp(-t)*sin(pi*x)"])
def test_a_form_around_its_target_is_the_solution(solution):
    yardstick = yardstick_of(BAR, solution)
    for form in forms(BAR, "u", yardstick):
        used = form.weight > 0
        whole = evaluate(form.wrap(symbol("v")), {**yardstick.columns, "v": form.target})
        np.testing.assert_allclose(whole[used], yardstick.values["u"][used], atol=1e-9)
