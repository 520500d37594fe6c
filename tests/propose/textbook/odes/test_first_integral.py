"""Equations that are derivatives."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.problem import Problem
from symplex.propose.textbook.catalogue import METHODS
from symplex.propose.textbook.odes.first_integral import FirstIntegral

METHOD = next(method for method in METHODS if isinstance(method, FirstIntegral))


@pytest.mark.parametrize(
    ("equation", "values"),
    [
        ("u_xx + x*u_x + u = 0", (1, 0)),
        ("u*u_xx + u_x^2 = 2", (1, 1)),
        ("u_xxx + u*u_xx + u_x^2 = 0", (0, "1/2", 0)),  # twice
    ],
)
def test_the_order_is_lowered_by_integration(equation, values):
    assert is_solved(METHOD, initial(equation, 0, 1, *values))


def test_others_are_left_alone():
    assert proposals(METHOD, initial("u_xx = x*u^2", 0, 1, 1, 0)) == []
    ends = [("x = 0", "u = 1"), ("x = 1", "u = 2")]
    assert proposals(METHOD, Problem(["u_xx + x*u_x + u = 0"], {"x": [0, 1]}, ends)) == []
