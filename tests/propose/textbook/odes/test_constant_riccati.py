"""Riccati's equation with constant coefficients, and what it drives."""

import pytest

from support.textbook import initial, is_solved, proposals, system
from symplex.propose.textbook.odes.constant_riccati import ConstantRiccati, DrivenByRiccati

LONE, DRIVEN = ConstantRiccati(), DrivenByRiccati()


@pytest.mark.parametrize(
    "equation",
    [
        "u_x = k - u^2",  # it grows or decays
        "u_x = 2 + u - k*u^2",
        "u_x = 1 + k*u^2",  # it turns
        "u_x = -k*(u + 1)^2",  # neither
    ],
)
def test_alone_with_a_parameter(equation):
    assert is_solved(LONE, initial(equation, 0, "1/4", "1/2", parameters={"k": [1, 2]}))


def test_a_value_at_the_other_end():
    assert is_solved(LONE, initial("u_x = u^2 - 3*u + 1", "1/2", 1, 0, at=1))


@pytest.mark.parametrize(
    "driven", ["v_t = (1 - 2*u)*v", "v_t = k*u - 1", "v_t = k*u*v", "v_t = 3*v"]
)
def test_what_is_driven_needs_no_integral(driven):
    problem = system(["u_t = k + u - u^2", driven], "u = 0", "v = 2", parameters={"k": [1, 2]})
    assert is_solved(DRIVEN, problem)


def test_two_unknowns_are_driven():
    problem = system(["u_t = 1 + u^2/4", "v_t = u*v", "w_t = u + 1"], "u = 0", "v = 1", "w = 0")
    assert is_solved(DRIVEN, problem)


def test_others_are_left_alone():
    assert proposals(LONE, initial("u_x = x + u^2", 0, 1, 0)) == []
    assert proposals(LONE, initial("u_x = 1 + u", 0, 1, 0)) == []
    assert proposals(DRIVEN, system(["u_t = 1 - u^2", "v_t = u*v^2"], "u = 0", "v = 1")) == []
