"""Exact equations and integrating factors."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.propose.textbook.odes.exact_equation import ExactEquation

METHOD = ExactEquation()


@pytest.mark.parametrize(
    ("equation", "value"),
    [
        ("(2*x*u + 1) + (x^2 + 2*u)*u_x = 0", 3),
        ("(3*x*u + u^2) + (x^2 + x*u)*u_x = 0", 1),  # times x
        ("1 + (x + 2*exp(u))*u_x = 0", 1),  # times a function of u
        ("(2*x^2 + u) + (x^2*u - x)*u_x = 0", 3),  # divided by x²
    ],
)
def test_a_potential_is_found(equation, value):
    assert is_solved(METHOD, initial(equation, 1, "5/4", value))


def test_what_no_simple_factor_makes_exact_is_left_alone():
    assert proposals(METHOD, initial("u_x = x^2 + u^2 + sin(u)", 0, 1, 1)) == []
