"""Formulas as text, node by node."""

from fractions import Fraction

import pytest
from hypothesis import given

from support.strategies import SCOPE, numbers, symbols, trees
from symplex.expression import CONSTANT, Derivative, Symbol, apply, leaf, number, power, symbol
from symplex.expression.operators import NEGATE, SIN, SQUARE
from symplex.expression.parse import parse
from symplex.expression.render import normal_form
from symplex.expression.text import (
    ATOM,
    Start,
    Written,
    decimal,
    derivative_text,
    text_of,
    token_text,
    write_number,
)

X = symbol("x")


@given(trees(symbols | numbers))
def test_the_text_of_a_normal_form_is_read_back(tree):
    written = normal_form(tree)
    assert parse(text_of(written), SCOPE) == written


@pytest.mark.parametrize(
    ("tree", "text"),
    [
        (X - (X - 1), "x - (x - 1)"),
        (X - (-X), "x - (-x)"),
        (X * number(-2), "x*(-2)"),
        ((-X) ** 2, "(-x)^2"),
        (-(X**2), "-x^2"),
        (apply(NEGATE, number(2)), "-2"),
        (X ** Fraction(-3, 2), "x^(-3/2)"),
        (leaf(CONSTANT, -2.5) * X - leaf(CONSTANT, -1.5), "-2.5*x - (-1.5)"),
        (leaf(CONSTANT, float("inf")), "inf"),
    ],
)
def test_brackets_stand_where_they_are_needed(tree, text):
    assert text_of(tree) == text


def test_a_leading_sign_is_bracketed_only_where_it_must_be():
    negative = Written("-x", ATOM, Start.SIGN)
    assert negative.bracketed(0) == negative
    assert negative.bracketed(0, keep_sign=False).text == "(-x)"


@pytest.mark.parametrize(
    ("exact", "text"),
    [
        (Fraction(2, 3), "2/3"),
        (Fraction(37, 100), "0.37"),
        (Fraction(1, 13), "1/13"),
        (Fraction(10) ** 20, "1e+20"),
        (Fraction(-7), "-7"),
    ],
)
def test_numbers_are_written_as_a_person_would(exact, text):
    assert write_number(exact).text == text


def test_a_decimal_is_used_only_where_it_is_exact():
    assert decimal(Fraction(1, 3)) is None
    assert decimal(Fraction(1, 16)) == "0.0625"


def test_derivatives_by_long_names_are_written_out():
    assert derivative_text(Derivative("u", ("x", "x", "t"))) == "u_txx"
    assert derivative_text(Derivative("u", ("theta", "theta"))) == "diff(u, theta, 2)"


def test_tokens_as_words_of_a_list():
    tokens = (SIN, SQUARE, power(Fraction(3, 2)), Symbol("x"), CONSTANT, Derivative("u", ("x",)))
    assert [token_text(t) for t in tokens] == ["sin", "square", "^(3/2)", "x", "constant", "u_x"]
    assert token_text(number(Fraction(1, 2)).root) == "1/2"
