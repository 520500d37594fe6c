"""Data that move with constant speeds."""

import pytest

from support.partial import cauchy
from support.textbook import is_solved, proposals
from symplex.propose.textbook.pdes.travelling_wave import TravellingWave

METHOD = TravellingWave()


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        ("u_t + 6*u*u_x + u_xxx = 0", ["u = 1/2/cosh(x/2)^2"]),  # a soliton
        ("u_t = u_xx + u*(1 - u)", ["u = 1/(1 + exp(x/sqrt(6)))^2"]),  # a front
        (
            "u_tt = u_xx - sin(u)",
            ["u = 4*atan(exp(5*x/3))", "u_t = -16/3*exp(5*x/3)/(1 + exp(10*x/3))"],
        ),
        ("u_t + 2*u_x = u", ["u = 1/(1 + x^2)"]),  # it grows as well
    ],
)
def test_on_a_line(equation, data):
    assert is_solved(METHOD, cauchy(equation, *data))


def test_in_the_plane_with_a_parameter():
    problem = cauchy(
        "u_t + k*u_x - u_y = 0", "u = exp(-x^2)*y", parameters={"k": [1, 2]}, x=[-1, 1], y=[0, 1]
    )
    assert is_solved(METHOD, problem)


def test_what_changes_its_shape_is_left_alone():
    assert proposals(METHOD, cauchy("u_t = u_xx", "u = exp(-x^2)")) == []
