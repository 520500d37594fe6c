"""Exact arithmetic of formulas, and how they are written."""

import pytest

from support.textbook import arithmetic, formula
from symplex.exact.formulas.building import (
    divide,
    exponential,
    is_negative,
    logarithm,
    power,
    rebuilt,
    split_number,
    subtract,
    total,
)
from symplex.exact.formulas.complex_numbers import Complex, ComplexArithmetic
from symplex.expression.render import to_text

# Exact arithmetic of formulas.


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


# Formulas as a person would write them.


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("0*x + 1*y", "y"),
        ("x + (-2)*y", "x - 2*y"),
        ("2*(3*x)", "6*x"),
        ("x*(y/2)", "x*y/2"),
        ("-(x - y)", "y - x"),
        ("cos(-x) + sin(-y)", "cos(x) - sin(y)"),
        ("exp(0) + log(exp(x))", "1 + x"),
        ("exp(3*log(x))", "x^3"),
        ("(2*x)^2", "4*x^2"),
        ("x/(2*y)", "x/y/2"),
    ],
)
def test_numbers_stand_where_they_are_expected(text, written):
    assert to_text(rebuilt(formula(text))) == written


def test_the_parts_of_a_product():
    factor, rest = split_number(formula("-3*x/4"))
    assert (float(factor), rest) == (-0.75, formula("x"))
    assert is_negative(formula("-x/2"))
    assert not is_negative(formula("x - 2"))


def test_small_cases():
    x = formula("x")
    assert subtract(x, x) == formula("0")
    assert divide(x, x) == formula("1")
    assert power(x, 1) == x
    assert to_text(power(formula("0"), -2)) == "0^(-2)"  # undefined, and said so by who evaluates
    assert exponential(formula("2*log(x)")) == formula("x^2")
    assert logarithm(formula("1")) == formula("0")
    assert total([]) == formula("0")


# Complex numbers with formulas as parts.


def test_quotients_are_undone_by_products():
    numbers = ComplexArithmetic(arithmetic())
    one, other = Complex(formula("k"), formula("2")), Complex(formula("1"), formula("x"))
    back = numbers.multiply(numbers.divide(one, other), other)
    assert all(numbers.real.are_equal(a, b) for a, b in zip(back, one, strict=True))


def test_conjugates_cancel():
    numbers = ComplexArithmetic(arithmetic())
    one = Complex(formula("k"), formula("x"))
    assert numbers.multiply(one, one.conjugate).is_real
    assert numbers.add(one, numbers.scale(formula("-1"), one)).is_zero
