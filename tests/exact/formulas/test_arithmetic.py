"""Exact arithmetic of formulas."""

import pytest

from support.textbook import arithmetic, formula
from symplex.expression.render import to_text


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("(x^2 - 1)/(x - 1)", "x + 1"),
        ("exp(x + log(1/3))", "exp(x)/3"),
        ("sin(x)^2 + cos(x)^2", "1"),
        ("exp(-log(x))*x^2", "x"),
        ("sqrt(x^2)", "x"),
        ("log(x^2)", "2*log(x)"),
        ("log(k*x) - log(x)", "log(k)"),
    ],
)
def test_normal_forms(text, normal):
    assert to_text(arithmetic().normal(formula(text))) == normal


def test_what_has_no_normal_form_stays():
    assert arithmetic().normal(formula("abs(x) + 0")) == formula("abs(x)")


def test_zeros_and_signs():
    real = arithmetic()
    assert real.is_zero(formula("cosh(x)^2 - sinh(x)^2 - 1"))
    assert not real.is_zero(formula("x"))
    assert [real.sign(formula(text)) for text in ("x", "-k", "x - y", "a")] == [1, -1, 0, 0]


def test_polynomials_in_some_symbols():
    parts = arithmetic().polynomial(formula("(x^2 + sin(k))*(a + k*x)/k"), ("x", "a"))
    assert {key: to_text(value) for key, value in (parts or {}).items()} == {
        (0, 1): "sin(k)/k",
        (1, 0): "sin(k)",
        (2, 1): "1/k",
        (3, 0): "1",
    }
    assert arithmetic().polynomial(formula("x*exp(x)"), ("x",)) is None
    assert arithmetic().polynomial(formula("1/x"), ("x",)) is None
    assert arithmetic().polynomial(formula("x - x"), ("x",)) == {}


def test_factors():
    assert to_text(arithmetic().factored(formula("k*x*y - k*x"))) == "x*k*(y - 1)"
    assert arithmetic().factors(formula("x^2 - y^2")) is not None


def test_functions_of_a_symbol():
    found = arithmetic().in_generators(formula("exp(2*x)*k - exp(x)"), "x")
    assert found is not None
    assert found[0] == (formula("exp(x)"),)
    assert arithmetic().in_generators(formula("k"), "x") is None
