"""Bernoulli's equation."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.propose.textbook.odes.bernoulli import Bernoulli

METHOD = Bernoulli()


@pytest.mark.parametrize(
    ("equation", "value"),
    [
        ("u_x + u/x = x*u^2", "1/4"),
        ("u_x + u = x*u^3", "-1/2"),
        ("u_x = u + x*sqrt(u)", 1),
        ("2*x*u*u_x = u^2 + x^2", 2),
        ("x*u_x + u = u^2*log(x)", 1),
    ],
)
def test_powers_of_either_sign(equation, value):
    assert is_solved(METHOD, initial(equation, 1, "3/2", value))


def test_parameters_stay_symbols():
    ranges = {"a": [1, 2], "b": [1, 2]}
    assert is_solved(METHOD, initial("u_x = a*u - b*u^3", 0, 1, "1/2", parameters=ranges))


def test_other_equations_are_left_alone():
    assert proposals(METHOD, initial("u_x = 1 + u^2", 0, 1, 1)) == []
    assert proposals(METHOD, initial("u_x = x*u", 0, 1, 1)) == []
