"""Separable equations, and those that become so."""

import pytest

from support.textbook import initial, is_solved, proposals
from symplex.expression.render import to_text
from symplex.propose.textbook.odes.separable import LinearCombination, Separable


@pytest.mark.parametrize(
    ("equation", "value"),
    [
        ("u_x = x/u", 1),
        ("u_x = exp(x - u)", 1),
        ("u_x = sqrt(u)*x", 1),
        ("u_x = u*log(u)", 2),
        ("u_x = cos(x)*(1 - u^2)", 0),
        ("u_x = (1 + u^2)/(2 + x^2)", "1/2"),
        ("u_x^2 = 4*u", 1),
        ("u_x = u + u^3*0", 1),
        ("u_x = sqrt(1 - u^2)/2", 0),
    ],
)
def test_separable_equations(equation, value):
    assert is_solved(Separable(), initial(equation, 0, 1, value))


def test_the_logistic_equation_in_its_parameters():
    ranges = {"a": ["1/2", 1], "K": [2, 3]}
    assert is_solved(Separable(), initial("u_x = a*u*(1 - u/K)", 0, 2, 1, parameters=ranges))


def test_a_quotient_of_exponentials_is_offered_with_decaying_ones():
    ranges = {"k": [1, 2], "A": [1, 2], "B": [3, 4]}
    assert is_solved(Separable(), initial("u_x = k*(A-u)*(B-u)", 0, 1, 0, parameters=ranges))


def test_a_value_at_rest_stays():
    found = proposals(Separable(), initial("u_x = x*u*(1 - u)", 0, 1, 1))
    assert to_text(found[0].formulas["u"]) == "1"


@pytest.mark.parametrize(
    ("equation", "value"),
    [
        ("u_x = (x + u)^2", -1),
        ("u_x = (x^2 + u^2)/(x*u)", 2),
        ("u_x = u/x + exp(-u/x)", 0),
        ("x*u_x = u + sqrt(x^2 + u^2)", 0),
        ("u_x = (4*x + u)^2 - 5", -3),
    ],
)
def test_a_change_of_variables_separates(equation, value):
    assert is_solved(LinearCombination(), initial(equation, 1, "9/8", value))


def test_other_equations_are_left_alone():
    assert proposals(Separable(), initial("u_x = x + u^2", 0, 1, 1)) == []
    assert proposals(LinearCombination(), initial("u_x = x + u^2", 0, 1, 1)) == []
