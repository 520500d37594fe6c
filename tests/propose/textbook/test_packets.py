"""Wave packets: pairs of equations that are one complex equation."""

import pytest

from support.partial import named
from support.textbook import is_solved, proposals
from symplex.problem import Problem

PACKETS = named("wave packets")
FREE = ["u_t = -v_xx/2", "v_t = u_xx/2"]
BELL = ["u = exp(-x^2/2)", "v = 0"]


def pair(equations, data, parameters=None, t=(0, 1)):
    domain = {"x": [-2, 2], "t": list(t)}
    conditions = [(f"t = {t[0]}", one) for one in data]
    return Problem(equations, domain, conditions, unknowns=["u", "v"], parameters=parameters)


@pytest.mark.parametrize(
    "data",
    [
        BELL,
        ["u = 0", "v = x*exp(-x^2 + 1)"],
        ["u = exp(-x^2/2)*cos(2*x)", "v = exp(-x^2/2)*sin(2*x)"],
        ["u = exp(-x^2)*cos(x^2)", "v = exp(-x^2)*sin(x^2)"],
        ["u = cos(k*x)", "v = sin(k*x)"],
        ["u = x*exp(-k*x^2)", "v = 0"],
    ],
)
def test_free_packets(data):
    assert is_solved(PACKETS, pair(FREE, data, {"k": [1, 2]}, t=(1, 2)))


@pytest.mark.parametrize(
    ("equations", "data"),
    [
        (["u_t = -h/(2*m)*v_xx", "v_t = h/(2*m)*u_xx"], ["u = exp(-x^2/s^2)", "v = 0"]),
        (["v_t = v_xx + u_xx", "u_t = u_xx - v_xx"], BELL),  # dispersion and diffusion
        (["u_t = v_xx", "v_t = -u_xx"], BELL),  # the conjugate equation
        (["u_t = -v_xx/2 + x*v", "v_t = u_xx/2 - x*u"], BELL),  # falling
        (["u_t = -v_xx + 2*u_x - h*v", "v_t = u_xx + 2*v_x + h*u"], BELL),
        (
            ["u_t = -v_xx/2 + x^2/2*v", "v_t = u_xx/2 - x^2/2*u"],  # in a well
            ["u = exp(-(x - 1)^2/2)", "v = 0"],
        ),
        (["u_t = -v_xx/2 - x^2/2*v", "v_t = u_xx/2 + x^2/2*u"], BELL),  # on a hill
    ],
)
def test_other_equations(equations, data):
    parameters = {"h": [1, 2], "m": [1, 2], "s": [1, 2]}
    assert is_solved(PACKETS, pair(equations, data, parameters))


@pytest.mark.parametrize(
    ("equations", "data"),
    [
        (["u_t = -v_xx/2", "v_t = u_xx"], BELL),  # no complex equation
        (["u_t = -v_xx/2", "v_t = u_xx/2 + u^2"], BELL),
        (["u_t = -v_xx/2 + x", "v_t = u_xx/2"], BELL),
        (["u_t = -x*v_xx", "v_t = x*u_xx"], BELL),
        (["u_t = -v_xx + x^3*v", "v_t = u_xx - x^3*u"], BELL),
        (["u_t = -v_x", "v_t = u_x"], BELL),
        (FREE, ["u = sign(x)", "v = 0"]),
        (FREE, ["u = 1/(1 + x^2)", "v = 0"]),
    ],
)
def test_what_is_left_alone(equations, data):
    assert proposals(PACKETS, pair(equations, data)) == []
