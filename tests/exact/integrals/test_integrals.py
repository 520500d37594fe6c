"""Antiderivatives without SymPy."""

import numpy as np
import pytest

from support.textbook import arithmetic, formula
from symplex.exact.integrals.integrals import Integrals
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate

POINTS = {"x": np.linspace(0.2, 0.8, 9), "k": np.linspace(1.1, 1.9, 9), "y": 0.5}


def is_antiderivative(found, text):
    slope = evaluate(differentiate(found, "x"), POINTS)
    return np.allclose(slope, evaluate(formula(text), POINTS), rtol=1e-9)


@pytest.mark.parametrize(
    "text",
    [
        *("x*exp(k*x)*cos(x)", "x^2*log(x)", "cos(log(x))", "1/sqrt(x)", "exp(k*log(x))"),
        *("1/(x*(1 - x))", "x/(x^2 + k^2)", "1/(x^2 - 2)", "(x^3 + 1)/(x^2 + x)", "1/(x + k)^3"),
        *("tan(x)", "x*exp(x^2)", "log(x)/x", "1/(x*log(x))", "sin(x)^2*cos(x)", "1/(1 + exp(x))"),
        *("1/cos(x)", "sin(x)^2/cos(x)", "tan(x)^2", "1/(sin(x)*cos(x))", "1/cos(x)^2"),
        *("1/sqrt(1 - x^2)", "1/sqrt(x^2 + 4)", "(1 + x^2)^(-3/2)", "exp(x - x^2)", "tanh(x)"),
        *("exp(x)*(x - 1)/x^2", "x^3*exp(x^2)", "exp(sqrt(x))", "atan(x)", "log(x + 1)*x", "y"),
        *(
            "sqrt(1 - x^2)",
            "sqrt(x^2 + k)",
            "1/(1 + x^2)^2",
            "1/(x*sqrt(x + 1))",
            "sqrt(x)/(1 + x)",
        ),
    ],
)
def test_what_is_found_differentiates_back(text):
    found = Integrals(arithmetic(), with_sympy=False).of(formula(text), "x")
    assert found is not None
    assert is_antiderivative(found, text)


@pytest.mark.parametrize("text", ["exp(x)/x", "exp(x^2)", "sin(x)/x"])
def test_integrals_that_are_not_elementary_are_declined(text):
    assert Integrals(arithmetic()).of(formula(text), "x") is None


def test_sympy_is_asked_last():
    text = "asin(x)^2"
    assert Integrals(arithmetic(), with_sympy=False).of(formula(text), "x") is None
    found = Integrals(arithmetic()).of(formula(text), "x")
    assert found is not None
    assert is_antiderivative(found, text)


def test_logarithms_are_real_on_the_box():
    found = Integrals(arithmetic(x=(-0.9, -0.1))).of(formula("1/x"), "x")
    assert found == formula("log(-x)")
