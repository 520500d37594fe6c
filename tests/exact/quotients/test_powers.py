"""Factors and roots: squares are taken out, and a hidden absolute value is noticed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.proving import formula
from support.reasons import refused
from symplex.exact.quotients.field import Field
from symplex.exact.quotients.functions import function_of
from symplex.exact.quotients.powers import factored_trees, power, primes
from symplex.expression.rewriting import HiddenSign
from symplex.reasons import Code
from symplex.work.budget import Budget


def field(sign=0):
    return Field(lambda _: sign, Budget.unlimited(), function_of)


def test_factors_with_their_exponents():
    constant, found = factored_trees(field(), formula("(2*x^2 - 2)/(3*y^2)"))
    assert constant == Fraction(2, 3)
    assert {(repr(tree), times) for tree, times in found} == {
        ("Expression('x + 1')", 1),
        ("Expression('x + (-1)')", 1),
        ("Expression('y')", -2),
    }


def test_one_minus_the_square_of_a_cosine_is_that_of_a_sine():
    _, found = factored_trees(field(), formula("1 - cos(x)^2 + 0*sin(x)"))
    assert (formula("sin(x)"), 2) in found


def root(text, sign):
    here = field(sign)
    return power(here, here.element(formula(text)), Fraction(1, 2))


def test_a_square_of_unknown_sign_hides_an_absolute_value():
    with pytest.raises(HiddenSign):
        root("x^2", 0)
    assert root("x^2", 1)[1][1] == [(formula("x"), Fraction(1))]
    assert root("x^2", -1)[1][1] == [(formula("-1*x"), Fraction(1))]


def test_a_fourth_power_hides_nothing():
    assert root("x^4", 0)[1][1] == [(formula("x"), Fraction(2))]


def test_a_root_of_a_negative_number_is_refused():
    with refused(Code.ALGEBRA_ROOT_OF_NEGATIVE):
        root("-4", 1)


@given(st.fractions(min_value=Fraction(1, 10**6), max_value=10**6))
def test_primes_multiply_to_the_number(value):
    product = Fraction(1)
    for prime, times in primes(value):
        product *= Fraction(prime) ** times
    assert product == value


def test_large_numbers_are_left_whole():
    large = Fraction(2**200 + 1)
    assert primes(large) == [(2**200 + 1, 1)]
