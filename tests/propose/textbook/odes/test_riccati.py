"""Riccati's equation."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.propose.textbook.odes.riccati import Riccati

METHOD = Riccati()


@pytest.mark.parametrize(
    ("equation", "value"),
    [
        ("u_x = 2/x^2 - u^2", 3),  # a power solves it
        ("u_x = u^2 + u/x - x^2", "1/2"),
        ("u_x = (1-x)*u^2 + (2*x-1)*u - x", 2),  # a constant does
        ("u_x = u^2 - 1/(4*x^2)", 0),  # Euler's equation behind it
        ("u_x = exp(x)*u^2 - u + exp(-x)", 0),
    ],
)
def test_with_and_without_a_known_solution(equation, value):
    assert is_solved(METHOD, initial(equation, 1, "5/4", value))


def test_where_the_leading_coefficient_vanishes():
    problem = initial("u_x = 2*tan(x)/cos(x) - u^2*sin(x)", 0, "1/2", 1)
    assert is_solved(METHOD, problem)


def test_other_equations_are_left_alone():
    assert proposals(METHOD, initial("u_x = x + u^3", 0, 1, 1)) == []
