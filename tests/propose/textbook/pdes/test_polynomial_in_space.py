"""Polynomials in space, and functions of them."""

import pytest

from support.partial import cauchy, named
from support.textbook import is_solved, proposals
from symplex.expression import symbol
from symplex.problem import Problem
from symplex.propose.textbook.pdes.polynomial_in_space import powers_up_to

POLYNOMIAL, FUNCTION = named("polynomial in space"), named("function of a polynomial")


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        ("u_t + u_x^2/2 = x", "x^2 - x"),
        ("u_t = u_xx + u_x^2", "-2*x^2"),
        ("u_t + u_x^2 + x^2 = 0", "3*x + 1"),
        ("u_t + u*u_x = -u", "1 - x/2"),
    ],
)
def test_equations_that_are_not_linear(equation, data):
    assert is_solved(POLYNOMIAL, cauchy(equation, f"u = {data}", t=(0, "1/2")))


def test_in_the_plane():
    problem = cauchy("u_t + u_x^2 + 2*u_y^2 = y^2", "u = x^2", x=[-1, 1], y=[-1, 1])
    assert is_solved(POLYNOMIAL, problem)


def test_a_system():
    problem = Problem(
        ["u_t + u*u_x = -x", "v_t + u*v_x = -v*u_x"],
        {"x": [-1, 1], "t": [0, "1/2"]},
        [("t = 0", "u = 0"), ("t = 0", "v = 1")],
        unknowns=["u", "v"],
    )
    assert is_solved(POLYNOMIAL, problem)


@pytest.mark.parametrize(
    ("equation", "data"),
    [
        ("u_t = u_xx", "exp(-3*x^2 + x)"),
        ("u_t = u_xx/u - u_x^2/u^2", "1/(2 + x^2)"),
        ("u_t = diff(u_x/u^2, x)", "(3 + x^2)^(-1/2)"),
    ],
)
def test_functions_of_polynomials(equation, data):
    assert is_solved(FUNCTION, cauchy(equation, f"u = {data}", t=(0, "1/8")))


def test_other_data_are_left_alone():
    assert proposals(POLYNOMIAL, cauchy("u_t + u_x^2 = 0", "u = sin(x)")) == []
    assert proposals(POLYNOMIAL, cauchy("u_t = u_xx", "u = x")) == []


def test_products_of_variables():
    x, y = symbol("x"), symbol("y")
    assert powers_up_to(("x", "y"), 2)[:3] == [x**2, x * y, y**2]
