"""Sums of powers, exponentials and circular functions."""

import numpy as np
import pytest

from support.textbook import arithmetic, formula
from symplex.exact.formulas.exponentials import Exponentials
from symplex.exact.formulas.read_exponentials import Reader
from symplex.expression.calculus import differentiate
from symplex.expression.evaluate import evaluate

# What a formula is as a sum of exponentials.


def test_terms_have_a_power_a_rate_and_a_frequency():
    found = Reader(arithmetic(), "x").read(formula("x^2*exp(k*x)*cos(3*x)"))
    assert found is not None
    (term,) = found
    assert term.power == 2
    assert (term.rate, term.frequency) == (formula("k"), formula("3"))
    assert (term.weight.real, term.weight.imaginary) == (formula("1"), formula("0"))


def test_a_formula_without_the_variable_is_a_constant():
    assert Reader(arithmetic(), "x").read(formula("0")) == ()
    found = Reader(arithmetic(), "x").read(formula("log(k)"))
    assert found is not None
    assert found[0].weight.real == formula("log(k)")


def test_long_products_are_given_up():
    text = "*".join(f"(1 + cos({k}*x) + sin({k}^2*x))" for k in range(1, 8))
    assert Reader(arithmetic(), "x").read(formula(text)) is None


X = formula("x")
POINTS = {"x": np.linspace(0.1, 0.9, 7), "k": np.linspace(1.1, 1.9, 7)}


def read(text):
    found = Reader(arithmetic(), "x").read(formula(text))
    assert found is not None
    return found


def is_same(one, other):
    return np.allclose(evaluate(one, POINTS), evaluate(other, POINTS), rtol=1e-10)


@pytest.mark.parametrize(
    "text",
    [
        "x^2*exp(-k*x)*cos(3*x + 1)",
        "sin(x)^3*cos(2*x)",
        "sinh(x)*(1 + x)^2/exp(2*x)",
        "(exp(x) + x*sin(k*x))^2",
        "sqrt(exp(k*x))*log(exp(2*x))",
    ],
)
def test_what_is_read_is_written_back(text):
    sums = Exponentials(arithmetic())
    assert is_same(sums.tree(read(text), X), formula(text))


@pytest.mark.parametrize("text", ["1/x", "exp(x^2)", "tan(x)", "sqrt(x)", "1/(1 + exp(x))"])
def test_other_functions_are_not_read(text):
    assert Reader(arithmetic(), "x").read(formula(text)) is None


def test_derivatives():
    sums, text = Exponentials(arithmetic()), "x^3*exp(k*x)*sin(2*x) + x"
    written = sums.tree(sums.derivative(read(text)), X)
    assert is_same(written, differentiate(formula(text), "x"))


@pytest.mark.parametrize("right", ["x^2", "exp(x)", "x*exp(x)*cos(x)", "exp(-x)", "cos(k*x)"])
@pytest.mark.parametrize(
    "coefficients", [("1", "2", "1"), ("0", "0", "1"), ("2", "-2", "1"), ("0", "1", "0", "k")]
)
def test_particular_solutions_in_and_out_of_resonance(coefficients, right):
    trees = [formula(text) for text in coefficients]
    sums = Exponentials(arithmetic())
    found = sums.tree(sums.particular(trees, read(right)), X)
    left = [c * differentiate(found, "x", k) for k, c in enumerate(trees)]
    total = sum(left[1:], left[0])
    assert is_same(total, formula(right))


def test_like_terms_are_joined():
    sums = Exponentials(arithmetic())
    assert len(sums.add(read("cos(x)"), read("cos(-x)"), read("sin(x)"))) == 1
    assert sums.add(read("exp(x)"), read("-exp(x)")) == ()
