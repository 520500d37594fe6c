"""Burgers' equation."""

import pytest

from support.partial import cauchy, named
from support.textbook import is_solved, proposals

METHOD = named("Cole and Hopf's transformation")


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        ("u_t + u*u_x = k*u_xx", "2*k*sin(x)/(3 + cos(x))"),
        ("u_t + u*u_x = u_xx", "-2/(5 + x)*0 - 4*x/(1 + x^2)"),
        ("u_t + 2*u*u_x + u_x = k*u_xx", "-2*k*x/(4 + x^2)"),
    ],
)
def test_its_potential_is_found(equation, data):
    assert is_solved(METHOD, cauchy(equation, f"u = {data}", parameters={"k": [1, 2]}))


def test_other_equations_are_left_alone():
    assert proposals(METHOD, cauchy("u_t + u*u_x = u_xx + u", "u = x")) == []
    assert proposals(METHOD, cauchy("u_t + u^2*u_x = u_xx", "u = x")) == []
