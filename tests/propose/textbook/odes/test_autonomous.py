"""Equations of the second order without the variable."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.problem import Problem
from symplex.propose.textbook.catalogue import METHODS
from symplex.propose.textbook.odes.autonomous import Autonomous

METHOD = next(method for method in METHODS if isinstance(method, Autonomous))


@pytest.mark.parametrize(
    ("equation", "values"),
    [
        ("u_xx = 2*u^3", (1, 1)),
        ("u_xx = 6*u^2", (1, -2)),
        ("u_xx = -1/u^3", (1, 0)),  # starts at rest
        ("u_xx = exp(u)", (0, "sqrt(2)")),
        ("u_xx = -sin(u)*cos(u)", (0, 1)),
        ("u*u_xx = u_x^2", (2, 3)),  # p dp/du
        ("u_xx = 2*u*u_x", (0, 1)),
        ("2*u*u_xx = 1 + u_x^2", (1, 0)),
    ],
)
def test_the_velocity_as_a_function_of_the_place(equation, values):
    assert is_solved(METHOD, initial(equation, 0, "1/2", *values))


def test_it_needs_place_and_velocity_at_one_point():
    ends = [("x = 0", "u = 1"), ("x = 1", "u = 2")]
    assert proposals(METHOD, Problem(["u_xx = 6*u^2"], {"x": [0, 1]}, ends)) == []


def test_equations_with_the_variable_are_left_alone():
    assert proposals(METHOD, initial("u_xx = x*u^2", 0, 1, 1, 0)) == []
