"""Data that are scaled and shifted."""

import pytest

from support.partial import cauchy, named
from support.textbook import is_solved, proposals

METHOD = named("data that keep their shape")


@pytest.mark.parametrize(
    ("equation", "data", "t"),
    [
        ("u_t = u_xx", "erf(x)", (0, 1)),
        ("u_t = 4*u_xx", "x*exp(-x^2)", (0, 1)),
        ("u_t = u_xx", "3 - erf(x/2)", (1, 2)),
        ("u_t - x*u_x = u", "1/(1 + x^2)", (0, 1)),
        ("u_t = u*u_xx", "1 - x^2", (0, 1)),
    ],
)
def test_on_a_line(equation, data, t):
    assert is_solved(METHOD, cauchy(equation, f"u = {data}", t=t))


def test_a_vortex_that_spreads():
    problem = cauchy(
        "u_t = k*(u_xx + u_yy)",
        "u = exp(-x^2 - y^2)",
        parameters={"k": [1, 2]},
        x=[-1, 1],
        y=[0, 1],
    )
    assert is_solved(METHOD, problem)


def test_what_changes_its_shape_is_left_alone():
    assert proposals(METHOD, cauchy("u_t = u_xx", "u = 1/(1 + x^2)")) == []
