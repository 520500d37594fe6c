"""Linear systems of the first order: waves of several speeds."""

import pytest

from support.partial import named
from support.textbook import is_solved, proposals
from symplex.problem import Problem

CROSSING = named("waves that cross")
SOUND = ["p_t + 4*v_x = 0", "v_t + p_x = 0"]


def system(equations, *data, t=(0, 1)):
    unknowns = [one.split(" =")[0] for one in data]
    domain, parameters = {"x": [-2, 2], "t": list(t)}, {"k": [1, 2]}
    conditions = [(f"t = {t[0]}", one) for one in data]
    return Problem(equations, domain, conditions, unknowns=unknowns, parameters=parameters)


@pytest.mark.parametrize(
    ("equations", "data"),
    [
        (SOUND, ["p = sign(x)", "v = 0"]),  # a Riemann problem
        (SOUND, ["p = exp(-x^2)", "v = k*sin(x)"]),
        (["p_t + k^2*v_x = 0", "v_t + p_x = 0"], ["p = (1 - sign(x))/2", "v = k"]),
        (["2*p_t + v_t + v_x = 0", "v_t + p_x + v_x = 0"], ["p = abs(x)", "v = 0"]),
        (["u_t + 2*u_x + w_x = 0", "w_t + u_x + 2*w_x = 0"], ["u = max(x, 0)", "w = 0"]),
        (["u_t + 3*u_x = 0", "w_t + 3*w_x = 0"], ["u = cos(x)", "w = x"]),  # one speed
        (
            ["a_t + b_x = 0", "b_t + a_x + c_x = 0", "c_t + b_x = 0"],
            ["a = sign(x)", "b = 0", "c = 0"],
        ),
    ],
)
def test_waves_cross(equations, data):
    assert is_solved(CROSSING, system(equations, *data))


@pytest.mark.parametrize(
    ("equations", "data"),
    [
        (["u_t - v_x = 0", "v_t + u_x = 0"], ["u = x", "v = 0"]),  # elliptic
        (["u_t + v_x = 0", "v_t = 0"], ["u = sin(x)", "v = cos(x)"]),  # one wave is missing
        (["p_t + 4*v_x = p", "v_t + p_x = 0"], ["p = x", "v = 0"]),
        (["p_t + x*v_x = 0", "v_t + p_x = 0"], ["p = x", "v = 0"]),
        (["p_t + v*v_x = 0", "v_t + p_x = 0"], ["p = x", "v = 0"]),
    ],
)
def test_what_is_left_alone(equations, data):
    assert proposals(CROSSING, system(equations, *data)) == []
