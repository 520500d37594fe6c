"""Formulas as a person would write them."""

import pytest

from support.textbook import formula
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
from symplex.expression.render import to_text


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
