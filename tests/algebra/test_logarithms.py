"""Sums of logarithms."""

import pytest

from symplex.algebra.logarithms import is_proved_zero
from symplex.algebra.normal_form import Normaliser
from symplex.budget import Budget
from symplex.expression.parse import Scope, parse

SCOPE = Scope(("x", "y"))


@pytest.mark.parametrize(
    "text",
    [
        "log(8/(1 - y^2)^2) - (log(8) - 2*log(1 - y^2))",
        "log(x*y) - log(x) - log(y)",
        "log(sqrt(x^2 + y^2)) - log(x^2 + y^2)/2",
        "log(cos(y)/cos(x)) - log(cos(y)) + log(cos(x))",
        "log(1/x) + log(x)",
    ],
)
def test_zero(text):
    assert is_proved_zero(parse(text, SCOPE), Normaliser(Budget.unlimited()))


@pytest.mark.parametrize(
    "text",
    [
        "log(8/(1 - y^2)^2) - (log(8) - 3*log(1 - y^2))",
        "log(x*y) - log(x) + log(y)",
        "log(x + y) - log(x) - log(y)",
        "log(x) + x",
        "log(x)*log(y)",
        "x - x",
        "log(2*x) - log(x)",
        "log(x)^2 - log(x^2)",
    ],
)
def test_not_shown_to_be_zero(text):
    assert not is_proved_zero(parse(text, SCOPE), Normaliser(Budget.unlimited()))
