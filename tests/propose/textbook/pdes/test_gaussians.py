"""Polynomials times exponentials of quadratic forms."""

import pytest

from support.partial import cauchy, named, terminal
from support.textbook import is_solved, proposals

METHOD = named("affine exponents")


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        ("u_t = u_xx", "(1 - x)*exp(-x^2/2)"),
        ("u_t = 2*u_xx - u_x", "exp(-x^2 + x) + 3*exp(-4*x^2)"),
        ("u_t = u_xx - 4*x^2*u", "exp(-2*x^2)"),  # an oscillator
        ("u_t = diff(x*u, x) + u_xx", "exp(-(x - 1)^2)"),  # Ornstein and Uhlenbeck
    ],
)
def test_on_a_line(equation, data):
    assert is_solved(METHOD, cauchy(equation, f"u = {data}"))


def test_in_the_plane():
    problem = cauchy("u_t = u_xx + 3*u_yy", "u = exp(-x^2 - y^2/2)", x=[-1, 1], y=[-1, 1])
    assert is_solved(METHOD, problem)


def test_a_bond():
    problem = terminal(
        "u_t + (1 - 2*x)*u_x + s^2/2*u_xx = x*u", "u = 1", parameters={"s": [1, 2]}, x=[0, 1]
    )
    assert is_solved(METHOD, problem)


def test_other_data_are_left_alone():
    assert proposals(METHOD, cauchy("u_t = u_xx", "u = tanh(x)")) == []
