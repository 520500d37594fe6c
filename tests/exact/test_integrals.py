"""Antiderivatives without SymPy."""

import numpy as np
import pytest

from support.textbook import arithmetic, formula
from symplex.exact.integrals.exponential_quotients import exponential_quotient_integral
from symplex.exact.integrals.integrals import Integrals
from symplex.exact.integrals.partial_fractions import rational_integral
from symplex.exact.integrals.standard import (
    gaussian_integral,
    inverse_root_integral,
    root_integral,
    step_integral,
)
from symplex.exact.integrals.substitutions import (
    is_invertible,
    partners,
    parts,
    replaced,
    tangents,
    without_arcs,
)
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


class TestRationalFunctions:
    """Quotients of polynomials."""

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
    def test_the_integral_differentiates_back(self, text):
        real = arithmetic()
        found = rational_integral(formula(text), "x", real)
        assert found is not None
        assert real.are_equal(differentiate(found, "x"), formula(text))

    @pytest.mark.parametrize("text", ["exp(x)/x", "1/(x^3 + x + 1)", "sqrt(x)", "k"])
    def test_others_are_declined(self, text):
        assert rational_integral(formula(text), "x", arithmetic()) is None


class TestExponentialQuotients:
    """Quotients of polynomials times an exponential."""

    @pytest.mark.parametrize(
        "text", ["x*exp(-x)/(1 - x)^2", "exp(1/x)/x^3", "(2*x^2 + 1)*exp(x^2)", "x*exp(k*x)"]
    )
    def test_the_integral_differentiates_back(self, text):
        real = arithmetic()
        found = exponential_quotient_integral(formula(text), "x", real)
        assert found is not None
        assert real.are_equal(differentiate(found, "x"), formula(text))

    @pytest.mark.parametrize("text", ["exp(x)/x", "exp(x^2)", "1/x"])
    def test_others_are_declined(self, text):
        assert exponential_quotient_integral(formula(text), "x", arithmetic()) is None


def slope(found):
    return evaluate(differentiate(found, "x"), POINTS)


class TestTables:
    """Integrals that stand in every table."""

    @pytest.mark.parametrize(
        "text",
        ["1/sqrt(2 - x - x^2)", "-3/sqrt(x^2 + k*x + 4)", "k/sqrt(k - x^2)", "(2*x^2 + 3)^(-3/2)"],
    )
    def test_roots_of_quadratics(self, text):
        found = inverse_root_integral(formula(text), "x", arithmetic())
        assert found is not None
        assert np.allclose(slope(found), evaluate(formula(text), POINTS))

    @pytest.mark.parametrize("text", ["sqrt(2 - x - x^2)", "-3*sqrt(x^2 + k*x + 4)"])
    def test_integrals_of_roots(self, text):
        found = root_integral(formula(text), "x", arithmetic())
        assert found is not None
        assert np.allclose(slope(found), evaluate(formula(text), POINTS))

    @pytest.mark.parametrize("text", ["exp(-x^2)", "k*exp(-k*x^2 + 3*x - 1)", "exp(x)*exp(-2*x^2)"])
    def test_gaussians(self, text):
        found = gaussian_integral(formula(text), "x", arithmetic())
        assert found is not None
        assert np.allclose(slope(found), evaluate(formula(text), POINTS))

    @pytest.mark.parametrize("text", ["sign(2*x - 1)", "abs(1 - k*x)"])
    def test_steps(self, text):
        found = step_integral(formula(text), "x", arithmetic())
        assert found is not None
        assert np.allclose(slope(found), evaluate(formula(text), POINTS))
        assert step_integral(formula("sign(x^2)"), "x", arithmetic()) is None

    def test_others_are_declined(self):
        for text in ("sqrt(1 - x^2)", "1/(1 + x^2)", "x/sqrt(1 + x^2)"):
            assert inverse_root_integral(formula(text), "x", arithmetic()) is None
        for text in ("exp(x^2)", "x*exp(-x^2)", "exp(x)"):
            assert gaussian_integral(formula(text), "x", arithmetic()) is None


# Parts that may become the variable of an integral.


def test_parts_small_ones_first():
    assert parts(formula("x*exp(x^2 + k)"), "x") == [
        formula("x^2"),
        formula("x^2 + k"),
        formula("exp(x^2 + k)"),
    ]


def test_circular_partners():
    assert tangents(formula("cos(2*x)"), "x") == [formula("sin(2*x)"), formula("cos(2*x)")]
    assert tangents(formula("1/cos(x)^2"), "x") == [formula("tan(x)")]
    found = dict(partners(formula("sin(x)"), formula("y")))
    assert found[formula("cos(x)")] == formula("sqrt(1 - y^2)")


def test_every_occurrence_is_replaced():
    assert replaced(formula("x^2 + exp(x^2)"), formula("x^2"), formula("y")) == formula(
        "y + exp(y)"
    )


def test_arcs_of_their_own_functions():
    assert without_arcs(formula("atan(tan(x)) + asin(x)")) == formula("x + asin(x)")


def test_what_can_be_inverted():
    assert is_invertible(formula("sqrt(x + 1)"))
    assert is_invertible(formula("x + 1"))
    assert not is_invertible(formula("x^2"))
