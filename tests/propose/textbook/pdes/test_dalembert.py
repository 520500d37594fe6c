"""Waves on a line and on a half line."""

import pytest

from support.partial import cauchy
from support.textbook import is_solved, proposals
from symplex.problem import Problem
from symplex.propose.textbook.pdes.dalembert import DAlembert

METHOD = DAlembert()


@pytest.mark.parametrize(
    ("equation", "height", "rate"),
    [
        ("u_tt = 9*u_xx", "exp(-x^2)", "0"),
        ("u_tt = u_xx", "1/(2 + x^2)", "x*exp(-x^2)"),
        ("u_tt = 4*u_xx + t*cos(x)", "0", "x"),
        ("u_tt - u_xx = x^2 + exp(-t)", "tanh(x)", "0"),
    ],
)
def test_on_the_line(equation, height, rate):
    assert is_solved(METHOD, cauchy(equation, f"u = {height}", f"u_t = {rate}"))


def test_with_a_symbolic_speed():
    problem = cauchy("u_tt = c^2*u_xx", "u = x^3", "u_t = cos(x)", parameters={"c": [1, 2]})
    assert is_solved(METHOD, problem)


@pytest.mark.parametrize(
    ("height", "face"), [("x^4", "u_x = 0"), ("x^3*(2 + x)", "u = 0"), ("exp(-x^2)", "u_x = 0")]
)
def test_with_images_at_a_face(height, face):
    conditions = [("t = 0", f"u = {height}"), ("t = 0", "u_t = 0"), ("x = 0", face)]
    problem = Problem(["u_tt = u_xx"], {"x": [0, 2], "t": [0, 2]}, conditions)
    assert is_solved(METHOD, problem)


def test_other_equations_are_left_alone():
    assert proposals(METHOD, cauchy("u_tt = u_xx - u", "u = x^2", "u_t = 0")) == []
