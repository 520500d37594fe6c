"""Finitely many functions of space, each with a factor."""

import pytest

from support.partial import cauchy, named, square
from support.textbook import is_solved, proposals
from symplex.problem import Problem
from symplex.propose.textbook.pdes.separation import Separation

METHOD = named("modes of the data")


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        ("u_t = k*u_xx", ["u = x^5 - x"]),
        ("u_t = u_xx + 2*u_x - k*u", ["u = exp(-x) + x*exp(x)"]),
        ("u_tt + k*u_t = u_xx", ["u = cos(2*x)", "u_t = 0"]),
        ("u_t = x^2*u_xx + k*x*u_x", ["u = x^3 - x"]),
    ],
)
def test_with_a_parameter(equation, data):
    assert is_solved(METHOD, cauchy(equation, *data, parameters={"k": [1, 2]}))


@pytest.mark.parametrize("source", ["t*sin(3*x)", "sin(x - t)", "exp(-2*t) + x"])
def test_sources_and_modes(source):
    assert is_solved(METHOD, cauchy(f"u_t = u_xx + {source}", "u = sin(x)^2"))


def test_on_a_square():
    problem = square("u_xx + u_yy = 0", "u = 0", "u = 0", "u = sin(2*pi*x)", "u = sin(pi*x)")
    assert is_solved(METHOD, problem)


def test_on_a_disc_without_a_condition_at_its_centre():
    problem = Problem(
        ["r^2*u_rr + r*u_r + u_ss = 0"],
        {"r": [0, 2], "s": [0, "2*pi"]},
        [("r = 2", "u = 1 + cos(3*s)")],
    )
    assert is_solved(METHOD, problem)


def test_a_system():
    problem = Problem(
        ["u_t = v_x", "v_t = 4*u_x"],
        {"x": [0, 1], "t": [0, 1]},
        [("t = 0", "u = cos(x)"), ("t = 0", "v = x")],
        unknowns=["u", "v"],
    )
    assert is_solved(METHOD, problem)


def test_functions_that_go_on_and_on_are_left_alone():
    assert proposals(Separation(), cauchy("u_t = u_xx", "u = 1/(1 + x^2)")) == []
    assert proposals(Separation(), cauchy("u_t + u*u_x = 0", "u = x")) == []


def test_an_equation_about_no_unknown_has_no_modes():
    assert proposals(METHOD, cauchy("abs(x) = abs(x)", "u = sin(x)")) == []
