"""The integrating factor."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.propose.textbook.odes.first_order_linear import FirstOrderLinear

METHOD = FirstOrderLinear()


@pytest.mark.parametrize(
    "equation",
    [
        "u_x + 2*x*u = x",
        "x*u_x + u = sin(x)",
        "u_x - u*tan(x/2) = cos(x/2)",
        "x*log(x + 1)*u_x = 0",
        "(1 + x^2)*u_x + 4*x*u = 2/(1 + x^2)",
        "u_x/u = x^2",
        "u_x - u = exp(x - x^2)",
    ],
)
def test_linear_equations(equation):
    assert is_solved(METHOD, initial(equation, 1, 2, 3))


def test_parameters_stay_symbols():
    circuit = {"R": [1, 2], "C": [1, 2], "w": [2, 3]}
    assert is_solved(METHOD, initial("R*u_x + u/C = sin(w*x)", 0, 1, 0, parameters=circuit))


def test_other_equations_are_left_alone():
    assert proposals(METHOD, initial("u_x = u^2", 0, 1, 1)) == []
    assert proposals(METHOD, initial("u_xx = u", 0, 1, 1, 0)) == []
