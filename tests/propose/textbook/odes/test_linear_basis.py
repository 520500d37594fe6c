"""Linear equations of the second order with varying coefficients."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.propose.textbook.odes.linear_basis import LinearSecondOrder

METHOD = LinearSecondOrder()


@pytest.mark.parametrize(
    "equation",
    [
        "u_xx + 2/x*u_x + u = 0",  # Liouville's normal form
        "u_xx - 4*x*u_x + (4*x^2 - 2)*u = exp(x^2)",
        "x^2*u_xx + x*u_x + (x^2 - 1/4)*u = 0",
        "x^4*u_xx + 2*x^3*u_x + u = 0",  # a new variable
        "x*u_xx - (x + 1)*u_x + u = x^2",  # a guess
        "(1 + x^2)*u_xx - 2*x*u_x + 2*u = 6*(x^2 + 1)^2",
    ],
)
def test_each_way_to_a_basis(equation):
    assert is_solved(METHOD, initial(equation, 1, 2, 1, 0))


def test_chebyshev():
    assert is_solved(METHOD, initial("(1 - x^2)*u_xx - x*u_x + 4*u = 0", 0, "1/2", 1, 0))


def test_what_has_a_method_of_its_own_is_left_to_it():
    assert proposals(METHOD, initial("u_xx + u = 0", 0, 1, 1, 0)) == []
    assert proposals(METHOD, initial("x^2*u_xx + u = 0", 1, 2, 1, 0)) == []


def test_airys_equation_is_declined():
    assert proposals(METHOD, initial("u_xx = x*u", 0, 1, 1, 0)) == []
