"""Equations solved for formulas."""

import pytest

from support.textbook import arithmetic, formula
from symplex.exact.formulas.inverse import zeros
from symplex.exact.formulas.linear_solve import linear_values

# Equations solved for one quantity.


@pytest.mark.parametrize(
    ("equation", "answer"),
    [
        ("log(y) - log(1 - y) - x - log(1/3)", "exp(x)/(exp(x) + 3)"),
        ("y^2 - 2*x*y - 1", "x + sqrt(x^2 + 1)"),
        ("atan(y) - x", "tan(x)"),
        ("y^3 + x", "-x^(1/3)"),
        ("exp(2*y) - x", "log(x)/2"),
        ("sqrt(y) + y - x", "x - sqrt(x + 1/4) + 1/2"),
        ("y^4 - k", "k^(1/4)"),
        ("sin(y) - x", "asin(x)"),
        ("(y*k + a)^(-1/2) - x", "(1/x^2 - a)/k"),
        ("log(y)/k - log(y + 1)/k - x", "exp(k*x)/(1 - exp(k*x))"),
    ],
)
def test_one_of_the_answers(equation, answer):
    real = arithmetic()
    found = zeros(formula(equation), "y", real)
    assert any(real.are_equal(one, formula(answer)) for one in found)


@pytest.mark.parametrize("equation", ["y + log(y) - x", "y^5 + y - x", "x", "y*cos(y) - x"])
def test_what_has_no_simple_answer_is_declined(equation):
    assert zeros(formula(equation), "y", arithmetic()) == []


# Linear equations with formulas as coefficients.


def solved(*texts):
    return linear_values([formula(text) for text in texts], ("x", "y"), arithmetic())


def test_a_unique_solution():
    values = solved("k*x + y - 1", "x - k*y")
    assert values is not None
    real = arithmetic()
    assert real.are_equal(values["x"], formula("k/(k^2 + 1)"))
    assert real.are_equal(values["y"], formula("1/(k^2 + 1)"))


def test_free_unknowns_have_no_value():
    assert solved("x + y - 1", "2*x + 2*y - 2") == {"x": formula("1")}


def test_contradictions_and_curved_equations_have_none():
    assert solved("x + y - 1", "x + y - 2") is None
    assert solved("x*y - 1") is None
