"""Liouville's equation."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.problem import Problem
from symplex.propose.textbook.odes.liouville import Liouville

METHOD = Liouville()


@pytest.mark.parametrize(
    "equation",
    ["u_xx = 2*u_x^2/u + u_x/(1 + x)", "u*u_xx = u_x^2", "u_xx + u_x^2 = u_x"],
)
def test_place_and_velocity_at_one_point(equation):
    assert is_solved(METHOD, initial(equation, 0, "1/4", 1, 1))


@pytest.mark.parametrize("equation", ["diff((1 + u)*u_x, x) = 0", "u_xx + 2*u_x^2/u = 0"])
def test_places_at_two_points(equation):
    ends = [("x = 0", "u = 1"), ("x = 1", "u = 2")]
    assert is_solved(METHOD, Problem([equation], {"x": [0, 1]}, ends))


@pytest.mark.parametrize("equation", ["u_xx = u", "u_xx = u*u_x", "u_xx = x*u_x^2 + u"])
def test_other_equations_are_left_alone(equation):
    assert proposals(METHOD, initial(equation, 0, 1, 1, 1)) == []
