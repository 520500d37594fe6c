"""Linear systems with constant coefficients."""

import pytest

from support.textbook import is_solved, proposals, system
from symplex.propose.textbook.odes.linear_system import LinearSystem

METHOD = LinearSystem()


@pytest.mark.parametrize(
    "equations",
    [
        ["u_t = u + 2*v", "v_t = 3*u + 2*v"],
        ["u_t = -u - 4*v", "v_t = 4*u - v"],  # complex eigenvalues
        ["u_t = 7*u + v", "v_t = -4*u + 3*v"],  # a defective matrix
        ["u_t = 2*u - v + exp(t)", "v_t = 3*u - 2*v + t"],  # in resonance
        ["u_t + v_t = u", "u_t - v_t = v"],  # not solved for the derivatives
    ],
)
def test_two_unknowns(equations):
    assert is_solved(METHOD, system(equations, "u = 1", "v = 2"))


def test_three_unknowns_and_parameters():
    decay = ["u_t = -a*u", "v_t = a*u - b*v", "w_t = b*v"]
    ranges = {"a": [2, 3], "b": ["1/2", 1]}
    assert is_solved(METHOD, system(decay, "u = 1", "v = 0", "w = 0", parameters=ranges))
    twins = ["u_t = 2*u - v - w", "v_t = -u + 2*v - w", "w_t = -u - v + 2*w"]
    assert is_solved(METHOD, system(twins, "u = 1", "v = 0", "w = 0"))


def test_higher_orders():
    springs = ["u_tt = -2*u + v", "v_tt = u - 2*v"]
    assert is_solved(METHOD, system(springs, "u = 1", "u_t = 0", "v = 0", "v_t = 0"))


@pytest.mark.parametrize(
    "equations", [["u_t = t*v", "v_t = u"], ["u_t = u*v", "v_t = v"], ["u_t = v", "u = v^2"]]
)
def test_other_systems_are_left_alone(equations):
    assert proposals(METHOD, system(equations, "u = 1", "v = 1")) == []
