"""Euler's equations."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.propose.textbook.odes.euler import Euler

METHOD = Euler()


@pytest.mark.parametrize(
    "equation",
    [
        "x^2*u_xx + x*u_x - 2*u = 0",
        "x^2*u_xx + 5*x*u_x + 13*u = 0",
        "x^2*u_xx + 3*x*u_x + u = log(x)",
        "x^2*u_xx - 3*x*u_x + 4*u = x^2*log(x)",
        "x^2*u_xx - 2*u = exp(x)*x^3",
        "u_xx + u_x/x = 1/(1 + x^2)^2",
    ],
)
def test_equations_of_the_second_order(equation):
    assert is_solved(METHOD, initial(equation, 1, 2, 1, 0))


def test_the_third_order():
    equation = "x^3*u_xxx + 3*x^2*u_xx - 2*x*u_x + 2*u = x^2"
    assert is_solved(METHOD, initial(equation, 1, 2, 1, 0, 0))


def test_the_singular_point_may_be_anywhere():
    assert is_solved(METHOD, initial("(2*x+1)^2*u_xx - 2*(2*x+1)*u_x - 12*u = 6*x", 0, 1, 1, 0))
    assert is_solved(METHOD, initial("(3-x)^2*u_xx - 2*u = 1", 0, 1, 1, 0))


def test_parameters_stay_symbols():
    ranges = {"a": [4, 5], "b": [1, 2]}
    assert is_solved(METHOD, initial("x^2*u_xx + a*x*u_x + b*u = 0", 1, 2, 1, 0, parameters=ranges))


@pytest.mark.parametrize("equation", ["u_xx + u = 0", "x^2*u_xx + u_x + u = 0"])
def test_other_equations_are_left_alone(equation):
    assert proposals(METHOD, initial(equation, 1, 2, 1, 0)) == []
