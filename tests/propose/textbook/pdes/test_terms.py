"""Formulas as sums of products of functions of some variables."""

import pytest

from support.textbook import arithmetic, formula
from symplex.expression.render import to_text
from symplex.propose.textbook.pdes.terms import Expansion, written
from symplex.work.budget import Missing


def terms(text, *names):
    found = Expansion(names, arithmetic()).terms(formula(text))
    return {to_text(written(key)): to_text(value) for key, value in found.items()}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(x + y)^2", {"x^2": "1", "x": "2*y", "1": "y^2"}),
        ("x*exp(x + y)/exp(2*x)", {"x*exp(-x)": "exp(y)"}),
        ("sin(x - 2*y)", {"sin(x)": "cos(2*y)", "cos(x)": "-sin(2*y)"}),
        ("k*x/(3*y) - x", {"x": "(k - 3*y)/(3*y)"}),
        ("sqrt(4*x)", {"sqrt(x)": "2"}),
        ("x - x", {}),
    ],
)
def test_functions_of_one_variable(text, expected):
    found = terms(text, "x")
    assert found.keys() == expected.keys()
    real = arithmetic()
    for key, value in expected.items():
        assert real.are_equal(formula(found[key]), formula(value))


def test_functions_of_both_variables_stay_together():
    assert terms("a*sin(x + y) + y^2*x", "x", "y") == {"sin(x + y)": "a", "x*y^2": "1"}


def test_too_many_terms_are_declined():
    with pytest.raises(Missing):
        terms("(1 + x + x^2 + sin(x) + exp(x) + cos(x))^8", "x")
