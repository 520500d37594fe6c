"""Integrals that stand in every table."""

import numpy as np
import pytest

from support.textbook import arithmetic, formula
from symplex.exact.integrals.standard import (
    gaussian_integral,
    inverse_root_integral,
    root_integral,
)
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate

POINTS = {"x": np.linspace(0.2, 0.8, 9), "k": np.linspace(1.1, 1.9, 9)}


def slope(found):
    return evaluate(differentiate(found, "x"), POINTS)


@pytest.mark.parametrize(
    "text",
    ["1/sqrt(2 - x - x^2)", "-3/sqrt(x^2 + k*x + 4)", "k/sqrt(k - x^2)", "(2*x^2 + 3)^(-3/2)"],
)
def test_roots_of_quadratics(text):
    found = inverse_root_integral(formula(text), "x", arithmetic())
    assert found is not None
    assert np.allclose(slope(found), evaluate(formula(text), POINTS))


@pytest.mark.parametrize("text", ["sqrt(2 - x - x^2)", "-3*sqrt(x^2 + k*x + 4)"])
def test_integrals_of_roots(text):
    found = root_integral(formula(text), "x", arithmetic())
    assert found is not None
    assert np.allclose(slope(found), evaluate(formula(text), POINTS))


@pytest.mark.parametrize("text", ["exp(-x^2)", "k*exp(-k*x^2 + 3*x - 1)", "exp(x)*exp(-2*x^2)"])
def test_gaussians(text):
    found = gaussian_integral(formula(text), "x", arithmetic())
    assert found is not None
    assert np.allclose(slope(found), evaluate(formula(text), POINTS))


def test_others_are_declined():
    for text in ("sqrt(1 - x^2)", "1/(1 + x^2)", "x/sqrt(1 + x^2)"):
        assert inverse_root_integral(formula(text), "x", arithmetic()) is None
    for text in ("exp(x^2)", "x*exp(-x^2)", "exp(x)"):
        assert gaussian_integral(formula(text), "x", arithmetic()) is None
