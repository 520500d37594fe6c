"""Quotients of polynomials times an exponential."""

import pytest

from support.textbook import arithmetic, formula
from symplex.exact.integrals.exponential_quotients import exponential_quotient_integral
from symplex.expression.calculus import differentiate


@pytest.mark.parametrize(
    "text", ["x*exp(-x)/(1 - x)^2", "exp(1/x)/x^3", "(2*x^2 + 1)*exp(x^2)", "x*exp(k*x)"]
)
def test_the_integral_differentiates_back(text):
    real = arithmetic()
    found = exponential_quotient_integral(formula(text), "x", real)
    assert found is not None
    assert real.are_equal(differentiate(found, "x"), formula(text))


@pytest.mark.parametrize("text", ["exp(x)/x", "exp(x^2)", "1/x"])
def test_others_are_declined(text):
    assert exponential_quotient_integral(formula(text), "x", arithmetic()) is None
