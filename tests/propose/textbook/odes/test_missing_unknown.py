"""Equations without the unknown itself."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.propose.textbook.catalogue import METHODS
from symplex.propose.textbook.odes.missing_unknown import MissingUnknown

METHOD = next(method for method in METHODS if isinstance(method, MissingUnknown))


@pytest.mark.parametrize(
    ("equation", "values"),
    [
        ("u_xx = u_x^2/4", (1, 1)),
        ("u_xx + u_x^2 = 1", (0, 0)),
        ("(1 + x^2)*u_xx + 2*x*u_x = 0", (0, 1)),
        ("(x + 1)*u_xxx = 2*u_xx", (1, 1, 1)),
        ("u_xx = -k*u_x^2", (0, 2)),
    ],
)
def test_the_order_is_reduced(equation, values):
    ranges = {"k": [1, 2]} if "k" in equation else {}
    assert is_solved(METHOD, initial(equation, 0, 1, *values, parameters=ranges))


def test_equations_with_the_unknown_are_left_alone():
    assert proposals(METHOD, initial("u_xx = u*u_x", 0, 1, 1, 0)) == []
    assert proposals(METHOD, initial("u_x = x", 0, 1, 1)) == []
    assert proposals(METHOD, initial("0*u_xxx = 0*u", 0, 1, 1, 0, 0)) == []
