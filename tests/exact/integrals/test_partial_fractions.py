"""Quotients of polynomials."""

import pytest

from support.textbook import arithmetic, formula
from symplex.exact.integrals.partial_fractions import rational_integral
from symplex.expression.calculus import differentiate


@pytest.mark.parametrize(
    "text",
    [
        "1/((x + 1)*(x + k))",
        "x^4/(x^2 + 1)",
        "1/(x^2*(x + 2))",
        "(x + 3)/(x^2 + 2*x + 5)",
        "1/(x^2 + k)^3",
    ],
)
def test_the_integral_differentiates_back(text):
    real = arithmetic()
    found = rational_integral(formula(text), "x", real)
    assert found is not None
    assert real.are_equal(differentiate(found, "x"), formula(text))


@pytest.mark.parametrize("text", ["exp(x)/x", "1/(x^3 + x + 1)", "sqrt(x)", "k"])
def test_others_are_declined(text):
    assert rational_integral(formula(text), "x", arithmetic()) is None
